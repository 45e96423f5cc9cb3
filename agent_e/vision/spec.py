"""What must be known of a vision model to send it pictures and read its points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agent_e.errors import ConfigError

from .action_formats import DIALECTS
from .actions import Space
from .coordinates import Scaling, Size, fitted, smart_resize


@dataclass(frozen=True, kw_only=True, slots=True)
class VisionSpec:
    """How one model handles pictures; never guessed from the model's name.

    Attributes:
        dialect: name of the dialect it answers in, a key of ``DIALECTS``.
        space: unit of its points.
        factor: the resized picture's sides are multiples of it.
        min_pixels: area below which the model's own resizing enlarges a picture.
        max_pixels: area above which it shrinks one; the server must use the same.
        max_edge: longest side the provider does not resize.
        max_area: largest area the provider does not resize.
    """

    dialect: str
    space: Space
    factor: int = 28
    min_pixels: int = 3_136
    max_pixels: int = 12_845_056
    max_edge: int | None = None
    max_area: int | None = None

    def __post_init__(self) -> None:
        if self.dialect not in DIALECTS:
            raise ConfigError(
                f"There is no action dialect {self.dialect!r}. Take one of {', '.join(DIALECTS)}."
            )

    def scaling(self, viewport: Size, image: Size | None = None) -> Scaling:
        """Return the sizes a screenshot of ``viewport`` goes through for this model.

        Args:
            viewport: the captured area, in CSS pixels.
            image: what is sent; by default as large as the provider does not resize.
        """
        sent = image or fitted(
            viewport,
            max_edge=self.max_edge or max(viewport.width, viewport.height),
            max_area=self.max_area or viewport.width * viewport.height,
        )
        high, wide = smart_resize(
            sent.height, sent.width, self.factor, self.min_pixels, self.max_pixels
        )
        return Scaling(viewport=viewport, image=sent, resized=Size(width=wide, height=high))


def vision_row(values: Mapping[str, Any]) -> VisionSpec:
    """Build the row from a mapping, such as a model's ``sight`` in a file.

    Raises:
        ConfigError: a key, the dialect or the space is unknown, or one of the two missing.
    """
    try:
        return VisionSpec(**{**values, "space": Space(values["space"])})
    except KeyError:
        problem = "it names no space"
    except ValueError:
        problem = f"{values['space']!r} is no space; take one of {', '.join(Space)}"
    except TypeError as error:
        problem = str(error).partition("() ")[2]
    raise ConfigError(f"The sight of a model cannot be used: {problem}.")
