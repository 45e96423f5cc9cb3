"""One picture of a few samples: the box, the point that the answer names, the instruction."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from agent_e.text import clean, cut

from .statistics import Example
from .targets import read_back

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


def draw_sheet(folder: Path, examples: Sequence[Example], path: Path) -> None:
    """Draw examples of the data set in ``folder``."""
    font = _font()
    rows = -(-len(examples) // _COLUMNS)
    wide, high = _CELL[0] + _GAP, _CELL[1] + _LINES * _LINE + 2 * _GAP
    sheet = Image.new("RGB", (_COLUMNS * wide + _GAP, rows * high + _GAP), "white")
    draw = ImageDraw.Draw(sheet)
    for number, example in enumerate(examples):
        left, top = _GAP + number % _COLUMNS * wide, _GAP + number // _COLUMNS * high
        sheet.paste(_cell(folder, example), (left, top))
        draw.rectangle((left - 1, top - 1, left + _CELL[0], top + _CELL[1]), outline=_GREY)
        about = f"{example.prompt}, by {example.ask.family}"
        if example.sample.kind:
            about += f", {example.sample.kind}"
        under = top + _CELL[1] + 4
        draw.text((left, under), about, fill=_GREY, font=font)
        for line, words in enumerate(_wrapped(example.ask.words, draw, font), 1):
            draw.text((left, under + line * _LINE), words, fill=_INK, font=font)
    sheet.save(path)


def _cell(folder: Path, example: Example) -> Image.Image:
    """The part of the picture around the box, or all of it where there is none."""
    with Image.open(folder / example.sample.image) as opened:
        image = opened.convert("RGB")
    part = _part(example.sample.box, image.size)
    scale = min(_CELL[0] / (part[2] - part[0]), _CELL[1] / (part[3] - part[1]))
    size = (
        max(1, round((part[2] - part[0]) * scale)),
        max(1, round((part[3] - part[1]) * scale)),
    )
    cell = Image.new("RGB", _CELL, (235, 235, 235))
    cell.paste(image.resize(size, Image.Resampling.LANCZOS, box=part))
    point = read_back(example.prompt, example.sample.answer, example.sent)
    if example.sample.box is not None and point is not None:
        draw = ImageDraw.Draw(cell)
        left, top, right, bottom = example.sample.box
        corners = [(left, top), (right, bottom)]
        (x1, y1), (x2, y2) = [((x - part[0]) * scale, (y - part[1]) * scale) for x, y in corners]
        draw.rectangle((x1 - 2, y1 - 2, x2 + 1, y2 + 1), outline=_RED, width=2)
        view = example.sent.scaling.viewport
        across = point[0] / view.width * example.sample.width
        down = point[1] / view.height * example.sample.height
        x, y = (across - part[0]) * scale, (down - part[1]) * scale
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
