"""Pictures of pages, their marks, and differences between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .observation import BBox, Node, Observation

MediaType = Literal["image/jpeg", "image/png"]
Rect = tuple[float, float, float, float]
"""x, y, width, height in CSS pixels of the top frame's viewport."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """An encoded image to be sent: bytes and media type are never changed on the way."""

    data: bytes
    media_type: MediaType = "image/jpeg"


@dataclass(frozen=True, kw_only=True, slots=True)
class Screenshot:
    """A picture of the viewport in the size that a model sees it.

    Attributes:
        data: the encoded image.
        width: of the image, pixels; ``height`` likewise.
        viewport_width: of what it shows, CSS pixels; ``viewport_height`` likewise.
    """

    data: bytes
    media_type: MediaType
    width: int
    height: int
    viewport_width: float
    viewport_height: float

    @property
    def picture(self) -> Picture:
        """The image alone, for a message."""
        return Picture(data=self.data, media_type=self.media_type)

    @property
    def suffix(self) -> str:
        """File name suffix, without the dot."""
        return "png" if self.media_type == "image/png" else "jpg"

    @property
    def scale(self) -> tuple[float, float]:
        """Image pixels per CSS pixel, across and down."""
        return self.width / self.viewport_width, self.height / self.viewport_height

    def to_css(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the image to the viewport."""
        across, down = self.scale
        return x / across, y / down

    def to_image(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the viewport to the image."""
        across, down = self.scale
        return x * across, y * down


@dataclass(frozen=True, kw_only=True, slots=True)
class MarkedPage:
    """A screenshot with numbers on it.

    Attributes:
        screenshot: the picture.
        marked: the elements with a number.
        numbers: element ids by number.
        badges: position of each element's number, by id, CSS pixels of the viewport.
        left_out: number of visible elements without a number, as there are too many.
        legend: what the numbers are and what has none, as text.
        page: the observed page.
        milliseconds: duration of each stage.
    """

    screenshot: Screenshot
    marked: tuple[Node, ...]
    legend: str
    page: Observation
    numbers: Mapping[int, int] = field(default_factory=dict)
    badges: Mapping[int, Rect] = field(default_factory=dict)
    left_out: int = 0
    milliseconds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Moving:
    """What moves by itself on a page.

    Attributes:
        parts: boxes of running animations, videos and moving pictures.
        at: for each queried point the box that clips what moves there, if any.
        focus: the field in which a caret may blink.
    """

    parts: tuple[Rect, ...] = ()
    at: tuple[Rect | None, ...] = ()
    focus: Rect | None = None


Method = Literal["tiles", "mean"]
Verdict = Literal[
    "none", "local", "remote", "global", "focus_lost", "only_animation", "address", "unseen"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class PixelRegion:
    """A part of the viewport that has changed.

    Attributes:
        bbox: where, CSS pixels.
        near: the elements in it, or the nearest ones.
    """

    bbox: BBox
    near: tuple[Node, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class PixelChange:
    """Differences between two looks at a page, visually and by the change report.

    Attributes:
        changed: whether the action had an effect.
        score: share of the tiles that changed; of method ``mean`` the mean difference, 0 to 1.
        regions: what changed, the largest first.
        masked: what was ignored because it moves by itself.
        verdict: ``local`` (beside the element that was acted on), ``remote``, ``global`` (more than
            two fifths of the page), ``address`` (another page), ``unseen`` (only the change report
                shows an effect); or without effect ``none``, ``focus_lost`` (a field only lost its
                frame and caret), ``only_animation``.
    """

    changed: bool
    score: float
    regions: tuple[PixelRegion, ...] = ()
    masked: tuple[BBox, ...] = ()
    method: Method = "tiles"
    verdict: Verdict = "none"
