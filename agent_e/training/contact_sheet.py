"""A contact sheet: a few examples as parts of their pictures, with box, point and words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from agent_e.text import clean, cut

from .records import ClickRecord

SHOWN = 40
"""Examples on a sheet."""
_COLUMNS = 5
_CELL = (400, 250)
_GAP = 12
_LINES = 3
_LINE = 17
_FONT = 13
_AROUND = 3.0
"""How many times as large as its box the part shown is, at least."""
_RED = (214, 0, 28)
_GREEN = (0, 150, 60)
_INK = (25, 25, 25)
_GREY = (110, 110, 110)
_FONTS = ("DejaVuSans.ttf", "Arial Unicode.ttf", "Arial.ttf")

_Box = tuple[float, float, float, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """One example.

    Attributes:
        picture: its file.
        box: in pixels of the picture; without one all of it is shown.
        point: what is answered, likewise.
        about: a line on what it is.
        words: the instruction.
    """

    picture: Path
    box: _Box | None
    point: tuple[float, float] | None = None
    about: str
    words: str


def draw_records(records: Sequence[ClickRecord], folder: Path, path: Path, *, seed: int) -> None:
    """Draw some records at random; their pictures are relative to ``folder``."""
    chosen = random.Random(seed).sample(records, min(len(records), SHOWN))
    draw_contact_sheet(
        [
            Shown(
                picture=folder / record.image,
                box=record.box,
                about=", ".join(filter(None, (record.kind, record.language, record.name))),
                words=" / ".join(record.sayings),
            )
            for record in chosen
        ],
        path,
    )


def draw_contact_sheet(examples: Sequence[Shown], path: Path) -> None:
    """Draw examples into a PNG file."""
    font = _font()
    rows = -(-len(examples) // _COLUMNS)
    wide, high = _CELL[0] + _GAP, _CELL[1] + _LINES * _LINE + 2 * _GAP
    sheet = Image.new("RGB", (_COLUMNS * wide + _GAP, rows * high + _GAP), "white")
    draw = ImageDraw.Draw(sheet)
    for number, example in enumerate(examples):
        left, top = _GAP + number % _COLUMNS * wide, _GAP + number // _COLUMNS * high
        sheet.paste(_cell(example), (left, top))
        draw.rectangle((left - 1, top - 1, left + _CELL[0], top + _CELL[1]), outline=_GREY)
        under = top + _CELL[1] + 4
        about = _wrapped(example.about, draw, font)[:1]
        for line, words in enumerate([*about, *_wrapped(example.words, draw, font)]):
            ink = _INK if line else _GREY
            draw.text((left, under + line * _LINE), words, fill=ink, font=font)
    sheet.save(path)


def _cell(example: Shown) -> Image.Image:
    """The part of the picture around the box, or all of it where there is none."""
    with Image.open(example.picture) as opened:
        image = opened.convert("RGB")
    part = _part(example.box, image.size)
    scale = min(_CELL[0] / (part[2] - part[0]), _CELL[1] / (part[3] - part[1]))
    size = (
        max(1, round((part[2] - part[0]) * scale)),
        max(1, round((part[3] - part[1]) * scale)),
    )
    cell = Image.new("RGB", _CELL, (235, 235, 235))
    cell.paste(image.resize(size, Image.Resampling.LANCZOS, box=part))
    draw = ImageDraw.Draw(cell)
    if example.box is not None:
        left, top, right, bottom = example.box
        corners = [(left, top), (right, bottom)]
        (x1, y1), (x2, y2) = [((x - part[0]) * scale, (y - part[1]) * scale) for x, y in corners]
        draw.rectangle((x1 - 2, y1 - 2, x2 + 1, y2 + 1), outline=_RED, width=2)
    if example.box is not None and example.point is not None:
        x, y = ((example.point[axis] - part[axis]) * scale for axis in (0, 1))
        # Hollow, so that what is written there can be read.
        draw.ellipse((x - 6, y - 6, x + 6, y + 6), outline=_GREEN, width=2)
    return cell


def _part(box: _Box | None, size: tuple[int, int]) -> _Box:
    """A part of the picture in the shape of a cell, not enlarged, with the box in it."""
    if box is None:
        return (0, 0, *size)
    scale = max(
        1.0,
        _AROUND * (box[2] - box[0]) / _CELL[0],
        _AROUND * (box[3] - box[1]) / _CELL[1],
    )
    spans = []
    for axis in (0, 1):
        length = min(_CELL[axis] * scale, size[axis])
        start = (box[axis] + box[axis + 2] - length) / 2
        start = min(max(start, 0), size[axis] - length)
        spans.append((start, start + length))
    return (spans[0][0], spans[1][0], spans[0][1], spans[1][1])


def _wrapped(
    words: str, draw: ImageDraw.ImageDraw, font: ImageFont.FreeTypeFont | ImageFont.ImageFont
) -> list[str]:
    """At most as many lines as a cell has, broken where they are too wide, at blanks if it can."""
    lines: list[str] = []
    rest = clean(words)
    while rest and len(lines) < _LINES - 1:
        length = next(
            (n for n in range(len(rest), 1, -1) if draw.textlength(rest[:n], font) <= _CELL[0]), 1
        )
        if length < len(rest) and (blank := rest.rfind(" ", 1, length + 1)) > 0:
            length = blank
        lines.append(rest[:length])
        rest = rest[length:].lstrip()
    if rest:
        lines[-1] = cut(f"{lines[-1]} {rest}", len(lines[-1]))
    return lines


def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for name in _FONTS:
        try:
            return ImageFont.truetype(name, _FONT)
        except OSError:
            continue
    return ImageFont.load_default(_FONT)
