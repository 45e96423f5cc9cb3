"""Paints numbers on an image: a red line around each element, and a number at it.

The seed's tint is left out (Web-Browser-Agent): it takes the contrast of light words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from agent_e.types import Rect

from .areas import Area
from .label_layout import InkMap, leader, place_labels

RED = (214, 0, 28)
WHITE = (255, 255, 255)
_PADDING = 1
PURE_RED = (255, 0, 0)
_OUTLINE = 2
_SMALL = 0.7
"""Of the size of numbers, those between elements that stand close together."""
_BLANK = 0.12
"""Share of a line of text above its letters that is empty, and below them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Painted:
    """An image with marks.

    Attributes:
        image: the picture; the one it was made from is left as it was.
        labels: where the number of each element went, by its id, pixels of the image.
        boxes: where its lines are, likewise.
        numbers: the id of the element of each number shown.
    """

    image: Image.Image
    labels: Mapping[int, Area]
    boxes: Mapping[int, tuple[Area, ...]]
    numbers: Mapping[int, int]


def outlined(image: Image.Image, boxes: Sequence[Rect]) -> Image.Image:
    """Frame boxes in red on an image whose pixels are theirs (seed: ai-web-agent)."""
    framed = image.copy()
    draw = ImageDraw.Draw(framed)
    for x, y, width, height in boxes:
        left, top = round(x) - _OUTLINE, round(y) - _OUTLINE
        right, bottom = round(x + width) + _OUTLINE - 1, round(y + height) + _OUTLINE - 1
        draw.rectangle((left, top, right, bottom), outline=PURE_RED, width=_OUTLINE)
    return framed


def ink_of(image: Image.Image) -> InkMap:
    """Say where on an image there is something to be seen."""
    return InkMap(np.asarray(image.convert("L")))


def write_texts(
    ink: InkMap, texts: Sequence[Rect], scale: tuple[float, float], size: tuple[int, int]
) -> None:
    """Say where on an image there is something to be read.

    Args:
        ink: of the image.
        texts: the boxes of its lines of text, CSS pixels.
        scale: as for ``paint``.
        size: width and height of the image.
    """
    # Letters leave the top and the bottom of their lines empty.
    letters = [(x, y + _BLANK * high, wide, (1 - 2 * _BLANK) * high) for x, y, wide, high in texts]
    ink.write([area for each in letters if (area := _area(each, scale, size))])


def paint(
    image: Image.Image,
    ink: InkMap,
    elements: Mapping[int, Sequence[Rect]],
    scale: tuple[float, float],
    *,
    font_size: int,
    counted: bool = False,
) -> Painted:
    """Mark elements on an image.

    Args:
        image: RGB, in the size that the model will see.
        ink: what is on it.
        elements: by id, their boxes in CSS pixels, one a line.
        scale: pixels of the image for one CSS pixel, across and down.
        font_size: of the numbers, pixels of the image.
        counted: number them from 1 without a gap; else by their ids.
    """
    boxes = {
        mmid: tuple(found)
        for mmid, rects in elements.items()
        if (found := [a for rect in rects if (a := _area(rect, scale, image.size))])
    }
    numbers = dict(enumerate(boxes, 1)) if counted else {mmid: mmid for mmid in boxes}
    tags = [_label(str(number), font_size) for number in numbers]
    small = [_label(str(number), round(_SMALL * font_size)) for number in numbers]
    placed = place_labels(
        list(boxes.values()), [t.size for t in tags], [t.size for t in small], image.size, ink
    )
    marked = image.copy()
    draw = ImageDraw.Draw(marked)
    for areas in boxes.values():
        for left, top, right, bottom in areas:
            # Around it: its letters may touch its edges.
            sides = max(left - 1, 0), max(top - 1, 0), *_within((right, bottom), image.size)
            draw.rectangle(sides, outline=RED, width=1)
    for label, areas in zip(placed, boxes.values(), strict=True):
        if line := leader(label, areas):
            draw.line(line, fill=RED, width=1)
    for tag, less, (left, top, right, _) in zip(tags, small, placed, strict=True):
        marked.paste(tag if right - left == tag.width else less, (left, top))
    labels = dict(zip(boxes, placed, strict=True))
    return Painted(image=marked, labels=labels, boxes=boxes, numbers=numbers)


def _within(corner: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    return min(corner[0], size[0] - 1), min(corner[1], size[1] - 1)


def _area(rect: Rect, scale: tuple[float, float], size: tuple[int, int]) -> Area | None:
    """A box as pixels of the image; ``None`` where nothing of it is in there."""
    x, y, width, height = rect
    left, right = max(0, round(x * scale[0])), min(size[0], round((x + width) * scale[0]))
    top, bottom = max(0, round(y * scale[1])), min(size[1], round((y + height) * scale[1]))
    return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None


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
