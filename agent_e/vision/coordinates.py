"""Maps a vision model's points to the page.

Sources: the resizing of Qwen2-VL's image processor, which UI-TARS, WebSight-7B, Holo1 and Fara-7B
share; the limits Anthropic's API puts on pictures.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from agent_e.errors import ActionParseError

from .actions import Action, Point, Space

_MAX_RATIO = 200
_TOLERANCE = 0.01
"""How far outside the viewport a point may lie, as a share of its side."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Size:
    """RequestScope and height in pixels."""

    width: int
    height: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Scaling:
    """The sizes one screenshot went through; stored with its picture.

    Attributes:
        viewport: the captured area, in CSS pixels.
        image: the picture sent.
        resized: the picture as the model's vision tower sees it.
    """

    viewport: Size
    image: Size
    resized: Size


def smart_resize(
    height: int, width: int, factor: int, min_pixels: int, max_pixels: int
) -> tuple[int, int]:
    """Return the height and width, multiples of ``factor``, that a Qwen-like model uses.

    Raises:
        ValueError: a side is not positive, or one is more than 200 times the other.
    """
    if min(height, width, factor) <= 0:
        raise ValueError(f"A picture of {width}x{height} cannot be resized.")
    if max(height, width) > _MAX_RATIO * min(height, width):
        raise ValueError(f"A picture of {width}x{height} is too long: the limit is 200 to 1.")
    # Rounding half to even, as the models' own code does: 720 / 32 becomes 22, not 23.
    high, wide = (max(factor, round(side / factor) * factor) for side in (height, width))
    if high * wide > max_pixels:
        shrink = math.sqrt(height * width / max_pixels)
        high, wide = (
            max(factor, math.floor(side / shrink / factor) * factor) for side in (height, width)
        )
    elif high * wide < min_pixels:
        grow = math.sqrt(min_pixels / (height * width))
        high, wide = (math.ceil(side * grow / factor) * factor for side in (height, width))
    return high, wide


def fitted(size: Size, *, max_edge: int, max_area: int) -> Size:
    """Return the largest size of the same shape that a provider does not resize.

    Anthropic's own limits are an edge of 1568 and an area of 1,150,000 pixels for models up to the
    4.6 generation, 2576 and 3,750,000 from Opus 4.7 on.
    """
    scale = min(
        1.0,
        max_edge / max(size.width, size.height),
        math.sqrt(max_area / (size.width * size.height)),
    )
    width, height = (max(1, math.floor(side * scale)) for side in (size.width, size.height))
    return Size(width=width, height=height)


def to_css(point: Point, scaling: Scaling) -> Point:
    """Return a point in CSS pixels, clamped to the viewport.

    Raises:
        ActionParseError: it lies more than 1 % outside (``out_of_range``).
    """
    wide, high = _whole(point.space, scaling)
    # NaN is outside of everything.
    across, down = point.x / wide, point.y / high
    if not all(-_TOLERANCE <= share <= 1 + _TOLERANCE for share in (across, down)):
        raise ActionParseError(
            f"The point ({point.x:g}, {point.y:g}) lies outside the screenshot, which ends at "
            f"({wide:g}, {high:g}). Give a point inside it.",
            code="out_of_range",
        )
    width, height = scaling.viewport.width, scaling.viewport.height
    return Point(
        x=min(max(across * width, 0.0), width - 1.0),
        y=min(max(down * height, 0.0), height - 1.0),
        space=Space.CSS,
    )


def from_css(x: float, y: float, space: Space, scaling: Scaling) -> Point:
    """Return a place of the viewport in a model's space: the inverse of ``to_css``."""
    wide, high = _whole(space, scaling)
    view = scaling.viewport
    return Point(x=x / view.width * wide, y=y / view.height * high, space=space)


def placed(action: Action, scaling: Scaling) -> Action:
    """Return the action with its points in CSS pixels.

    Raises:
        ActionParseError: a point lies more than 1 % outside.
    """
    return replace(
        action,
        point=to_css(action.point, scaling) if action.point else None,
        to=to_css(action.to, scaling) if action.to else None,
    )


def _whole(space: Space, scaling: Scaling) -> tuple[float, float]:
    """The picture's width and height in the space's unit."""
    sizes = {
        Space.CSS: scaling.viewport,
        Space.IMAGE_PX: scaling.image,
        Space.RESIZED_PX: scaling.resized,
        Space.REL_1000: Size(width=1000, height=1000),
    }
    return sizes[space].width, sizes[space].height
