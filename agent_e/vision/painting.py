"""Paints numbers on an image: red box and number, yellow tint (seed: Web-Browser-Agent)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from agent_e.types import Rect

from .placing import Area, Ink, place_labels

RED = (214, 0, 28)
YELLOW = (255, 221, 0)
WHITE = (255, 255, 255)
_TINT = 40
"""Of 255: what stands in an element stays legible, and its colour can still be told."""
_TINTED = [round((v * (255 - _TINT) + y * _TINT) / 255) for y in YELLOW for v in range(256)]
"""Each value of red, of green and of blue with the tint over it."""
_LARGE = 0.02
"""Share of the picture from which on an element is not tinted: a map is one, a card of pictures."""
_PADDING = 2
PURE_RED = (255, 0, 0)
_OUTLINE = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Painted:
    """An image with marks.

    Attributes:
        image: the picture; the one it was made from is left as it was.
        labels: where the number of each element went, pixels of the image.
        boxes: where its lines are, likewise.
    """

    image: Image.Image
    labels: Mapping[int, Area]
    boxes: Mapping[int, tuple[Area, ...]]


def outlined(image: Image.Image, boxes: Sequence[Rect]) -> Image.Image:
    """Frame boxes in red on an image whose pixels are theirs (seed: ai-web-agent)."""
    framed = image.copy()
    draw = ImageDraw.Draw(framed)
    for x, y, width, height in boxes:
        left, top = round(x) - _OUTLINE, round(y) - _OUTLINE
        right, bottom = round(x + width) + _OUTLINE - 1, round(y + height) + _OUTLINE - 1
        draw.rectangle((left, top, right, bottom), outline=PURE_RED, width=_OUTLINE)
    return framed


def ink_of(image: Image.Image) -> Ink:
    """Say where on an image there is something to be read."""
    return Ink(np.asarray(image.convert("L")))


def paint(
    image: Image.Image,
    ink: Ink,
    elements: Mapping[int, Sequence[Rect]],
    scale: tuple[float, float],
    *,
    font_size: int,
) -> Painted:
    """Mark elements on an image.

    Args:
        image: RGB, in the size that the model will see.
        ink: what is on it.
        elements: by number, their boxes in CSS pixels, one a line.
        scale: pixels of the image for one CSS pixel, across and down.
        font_size: of the numbers, pixels of the image.
    """
    boxes = {
        number: tuple(found)
        for number, rects in elements.items()
        if (found := [a for rect in rects if (a := _area(rect, scale, image.size))])
    }
    firsts = [areas[0] for areas in boxes.values()]
    sizes = [_label(str(number), font_size).size for number in boxes]
    placed = place_labels(firsts, sizes, image.size, ink)
    labels = dict(zip(boxes, placed, strict=True))
    marked = _tinted(image, [area for areas in boxes.values() for area in areas])
    draw = ImageDraw.Draw(marked)
    for areas in boxes.values():
        for left, top, right, bottom in areas:
            draw.rectangle((left, top, right - 1, bottom - 1), outline=RED, width=1)
    for number, (left, top, _, _) in labels.items():
        marked.paste(_label(str(number), font_size), (left, top))
    return Painted(image=marked, labels=labels, boxes=boxes)


def _area(rect: Rect, scale: tuple[float, float], size: tuple[int, int]) -> Area | None:
    """A box as pixels of the image; ``None`` where nothing of it is in there."""
    x, y, width, height = rect
    left, right = max(0, round(x * scale[0])), min(size[0], round((x + width) * scale[0]))
    top, bottom = max(0, round(y * scale[1])), min(size[1], round((y + height) * scale[1]))
    return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None


def _tinted(image: Image.Image, areas: Sequence[Area]) -> Image.Image:
    marked = image.copy()
    most = _LARGE * image.width * image.height
    small = [area for area in areas if (area[2] - area[0]) * (area[3] - area[1]) < most]
    if not small:
        return marked
    lefts, tops, rights, bottoms = zip(*small, strict=True)
    part = min(lefts), min(tops), max(rights), max(bottoms)
    # Of one bit, so that boxes within boxes do not turn ever yellower.
    mask = Image.new("1", (part[2] - part[0], part[3] - part[1]))
    draw = ImageDraw.Draw(mask)
    for left, top, right, bottom in small:
        inside = left - part[0], top - part[1], right - part[0] - 1, bottom - part[1] - 1
        draw.rectangle(inside, fill=1)
    marked.paste(image.crop(part).point(_TINTED), part, mask)
    return marked


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


@cache
def _label(words: str, size: int) -> Image.Image:
    """A number as it is pasted: white on red, as flat as figures are."""
    font = _font(size)
    left, _, right, _ = font.getbbox(words)
    # Figures are of one height: the tallest decides, so that numbers in a row are level.
    _, high, _, low = font.getbbox("0123456789")
    width = round(right - left) + 2 * _PADDING
    image = Image.new("RGB", (width, round(low - high) + 2), RED)
    ImageDraw.Draw(image).text((_PADDING - left, 1 - high), words, font=font, fill=WHITE)
    return image
