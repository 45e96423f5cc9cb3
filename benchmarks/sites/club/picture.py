"""Pictures that people can read but programs are not meant to."""

from __future__ import annotations

import math
import random
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 280, 96
_INK = (38, 58, 52)
_PAPER = (244, 240, 231)
_GLYPH = 84


def draw_picture(letters: str, chance: random.Random) -> bytes:
    """Draw the letters turned, bent and crossed out, as a PNG of 280 x 96."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    draw = ImageDraw.Draw(picture)
    for _ in range(90):
        _dot(draw, chance)
    step = (WIDTH - 24) // len(letters)
    for place, letter in enumerate(letters):
        glyph = _glyph(letter, chance)
        left = 12 + place * step + (step - _GLYPH) // 2 + chance.randint(-4, 4)
        picture.paste(_INK, (left, (HEIGHT - _GLYPH) // 2 + chance.randint(-6, 6)), glyph)
    bent = _bend(picture, chance)
    for _ in range(3):
        _stroke(ImageDraw.Draw(bent), chance)
    file = BytesIO()
    bent.save(file, "PNG")
    return file.getvalue()


def _glyph(letter: str, chance: random.Random) -> Image.Image:
    glyph = Image.new("L", (_GLYPH, _GLYPH), 0)
    font = ImageFont.load_default(size=chance.randint(50, 60))
    middle = (_GLYPH / 2, _GLYPH / 2)
    ImageDraw.Draw(glyph).text(middle, letter, fill=255, font=font, anchor="mm", stroke_width=1)
    return glyph.rotate(chance.uniform(-24, 24), Image.Resampling.BICUBIC)


def _bend(picture: Image.Image, chance: random.Random) -> Image.Image:
    """Move every column up or down along a wave, in strips of four pixels."""
    bent = Image.new("RGB", picture.size, _PAPER)
    length, start = chance.uniform(70, 110), chance.uniform(0, math.tau)
    for left in range(0, WIDTH, 4):
        shift = round(6 * math.sin(start + math.tau * left / length))
        bent.paste(picture.crop((left, 0, left + 4, HEIGHT)), (left, shift))
    return bent


def _dot(draw: ImageDraw.ImageDraw, chance: random.Random) -> None:
    x, y, size = chance.randrange(WIDTH), chance.randrange(HEIGHT), chance.randint(1, 3)
    draw.ellipse((x, y, x + size, y + size), fill=(150, 160, 140))


def _stroke(draw: ImageDraw.ImageDraw, chance: random.Random) -> None:
    ends = [(x, chance.randint(14, HEIGHT - 14)) for x in range(0, WIDTH + 1, WIDTH // 4)]
    draw.line(ends, fill=(120, 128, 110), width=2, joint="curve")
