"""Paints marks on an image: a red line around each element, and its number.

The seed's tint (Web-Browser-Agent) is omitted: it lowers the contrast of light text.
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
"""Relative size of numbers between crowded elements."""
_BLANK = 0.12
"""Share of a text line's height that is empty above its letters, and below."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Painted:
    """An image with marks.

    Attributes:
        image: the picture; the original is unchanged.
        labels: where each element's number went, by its id, pixels of the image.
        boxes: where its lines are, likewise, by id.
        numbers: the id of the element of each number shown.
    """

    image: Image.Image
    labels: Mapping[int, Area]
    boxes: Mapping[int, tuple[Area, ...]]
    numbers: Mapping[int, int]


def outlined(image: Image.Image, boxes: Sequence[Rect]) -> Image.Image:
    """Frame boxes, given in image pixels, in red (seed: ai-web-agent)."""
    framed = image.copy()
    draw = ImageDraw.Draw(framed)
    for x, y, width, height in boxes:
        left, top = round(x) - _OUTLINE, round(y) - _OUTLINE
        right, bottom = round(x + width) + _OUTLINE - 1, round(y + height) + _OUTLINE - 1
        draw.rectangle((left, top, right, bottom), outline=PURE_RED, width=_OUTLINE)
    return framed


def ink_of(image: Image.Image) -> InkMap:
    """Return where an image has something to see."""
    return InkMap(np.asarray(image.convert("L")))


def write_texts(
    ink: InkMap, texts: Sequence[Rect], scale: tuple[float, float], size: tuple[int, int]
) -> None:
    """Record where an image has text.

    Args:
        ink: of the image.
        texts: the boxes of its lines of text, CSS pixels.
        scale: as for ``paint``.
        size: width and height of the image.
    """
    # Letters leave the top and bottom of their lines empty.
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
        image: RGB, at the size the model will see.
        ink: of the image.
        elements: by id, their boxes in CSS pixels, one per line.
        scale: image pixels per CSS pixel, across and down.
        font_size: of the numbers, pixels of the image.
        counted: number them from 1 without gaps; else by their ids.
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
            # Outside it: its letters may touch its edges.
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
    """A box in image pixels; ``None`` if it is entirely outside."""
    x, y, width, height = rect
    left, right = max(0, round(x * scale[0])), min(size[0], round((x + width) * scale[0]))
    top, bottom = max(0, round(y * scale[1])), min(size[1], round((y + height) * scale[1]))
    return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


@cache
def _label(words: str, size: int) -> Image.Image:
    """A number's label: white on red, cropped to the height of digits."""
    font = _font(size)
    left, _, right, _ = font.getbbox(words)
    # The tallest digit decides the height, so that numbers in a row are level.
    _, high, _, low = font.getbbox("0123456789")
    width = round(right - left) + 2 * _PADDING
    image = Image.new("RGB", (width, round(low - high) + 2), RED)
    ImageDraw.Draw(image).text((_PADDING - left, 1 - high), words, font=font, fill=WHITE)
    return image
