"""A contact sheet: a few records as parts of their pictures, with the boxes drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from .records import ClickRecord

COLUMNS, ROWS = 5, 8
_CELL = (360, 240)
_WORDS = 46
"""Height of the words under a part."""
_LINE = 58
"""Characters that fit on a line."""
_AROUND = 60
"""Pixels shown around a box."""


def draw_contact_sheet(
    records: Sequence[ClickRecord], folder: Path, into: Path, *, seed: int = 0
) -> None:
    """Draw forty records at random, each with kind, name and an instruction.

    Args:
        records: what to draw from.
        folder: that their pictures are relative to.
        into: the PNG file to write.
        seed: of the choice.
    """
    chosen = random.Random(seed).sample(records, min(len(records), COLUMNS * ROWS))
    width, height = _CELL[0], _CELL[1] + _WORDS
    sheet = Image.new("RGB", (COLUMNS * width, ROWS * height), "white")
    for index, record in enumerate(chosen):
        cell = _cell(record, folder / record.image)
        sheet.paste(cell, (index % COLUMNS * width, index // COLUMNS * height))
    sheet.save(into)


def _cell(record: ClickRecord, picture: Path) -> Image.Image:
    cell = Image.new("RGB", (_CELL[0], _CELL[1] + _WORDS), "white")
    with Image.open(picture) as image:
        part, (left, top), scale = _part(image.convert("RGB"), record)
    cell.paste(part, (0, 0))
    draw = ImageDraw.Draw(cell)
    sides = [
        (edge - corner) * scale for edge, corner in zip(record.box, (left, top) * 2, strict=True)
    ]
    draw.rectangle([sides[0] - 2, sides[1] - 2, sides[2] + 2, sides[3] + 2], outline="red", width=2)
    words = [f"{record.kind} {record.language} | {record.name}", " / ".join(record.sayings)]
    for line, text in enumerate(words):
        draw.text((4, _CELL[1] + 4 + 20 * line), text[:_LINE], "black", _font())
    return cell


def _part(
    image: Image.Image, record: ClickRecord
) -> tuple[Image.Image, tuple[float, float], float]:
    """Cut out the surroundings of a box, as large as the cell, smaller where it has to be."""
    left, top, right, bottom = record.box
    scale = min(
        1.0,
        _CELL[0] / (right - left + 2 * _AROUND),
        _CELL[1] / (bottom - top + 2 * _AROUND),
    )
    wide, high = _CELL[0] / scale, _CELL[1] / scale
    x = max(0.0, min((left + right - wide) / 2, image.width - wide))
    y = max(0.0, min((top + bottom - high) / 2, image.height - high))
    right, bottom = min(x + wide, image.width), min(y + high, image.height)
    size = round((right - x) * scale), round((bottom - y) * scale)
    return image.resize(size, box=(x, y, right, bottom)), (x, y), scale


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for name in ("DejaVuSans.ttf", "Arial.ttf"):
        try:
            return ImageFont.truetype(name, 12)
        except OSError:
            continue
    return ImageFont.load_default()
