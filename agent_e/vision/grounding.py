"""What a grounding model is sent, and the mapping of its answer to the page. Pure."""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image

from agent_e.errors import ActionParseError
from agent_e.types import Picture, Screenshot

from .action_formats import DIALECTS
from .actions import Action, Space
from .coordinates import Scaling, Size, placed
from .spec import VisionSpec

_QUALITY = 90
UNKNOWN = VisionSpec(dialect="ui_tars", space=Space.REL_1000, max_edge=1568, max_area=1_150_000)
"""For unknown models: they are told the unit of points, and every size fits."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sent:
    """A screenshot as sent to one model, and the sizes it went through."""

    picture: Picture
    scaling: Scaling
    row: VisionSpec

    @property
    def counted(self) -> str:
        """The unit of its points, in words."""
        if self.row.space is Space.REL_1000:
            return "from 0 to 1000 across the picture's width and height"
        size = self.scaling.image
        return f"in pixels of the picture, which is {size.width}x{size.height}"


def sent_to(row: VisionSpec, shot: Screenshot) -> Sent:
    """Resize a screenshot to the model's size, so that it is resized only once."""
    viewport = Size(width=round(shot.viewport_width), height=round(shot.viewport_height))
    scaling = scaling_to(row, viewport)
    size = (scaling.image.width, scaling.image.height)
    picture = shot.picture if size == (shot.width, shot.height) else _resized(shot, size)
    return Sent(picture=picture, scaling=scaling, row=row)


def scaling_to(row: VisionSpec, viewport: Size) -> Scaling:
    """Return the sizes a screenshot of this viewport goes through."""
    scaling = row.scaling(viewport)
    if row.space is Space.RESIZED_PX:
        return row.scaling(viewport, scaling.resized)
    return scaling


def read_point(reply: str, sent: Sent) -> tuple[float, float]:
    """Return the point in a reply, in CSS pixels of the viewport.

    Raises:
        ActionParseError: it has none, or one outside the picture.
    """
    for action in read_actions(reply, sent, also="point"):
        if action.point is not None:
            return action.point.x, action.point.y
    raise ActionParseError("The answer names no point.", code="missing_point")


def read_actions(reply: str, sent: Sent, *, also: str) -> tuple[Action, ...]:
    """Return the actions of a reply in the model's dialect, else in ``also``; points in CSS pixels.

    Raises:
        ActionParseError: it can be read in neither, or a point lies outside the picture.
    """
    try:
        actions = DIALECTS[sent.row.dialect].parse(reply, sent.row.space)
    except ActionParseError as error:
        try:
            actions = DIALECTS[also].parse(reply, sent.row.space)
        except ActionParseError:
            raise error from None
    return tuple(placed(action, sent.scaling) for action in actions)


def _resized(shot: Screenshot, size: tuple[int, int]) -> Picture:
    with Image.open(io.BytesIO(shot.data)) as image:
        resized = image.convert("RGB").resize(size, Image.Resampling.BICUBIC)
    into = io.BytesIO()
    resized.save(into, format="JPEG", quality=_QUALITY, subsampling=0)
    return Picture(data=into.getvalue(), media_type="image/jpeg")
