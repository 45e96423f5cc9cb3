"""What has to be known of a vision model to show it pictures and to read its points."""

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
    """One model's way with pictures; nothing of it is guessed from the model's name.

    Attributes:
        dialect: name of the dialect it answers in, a key of ``DIALECTS``.
        space: what its points count.
        factor: what the sides of the resized picture are multiples of.
        min_pixels: area below which the model's own resizing enlarges a picture.
        max_pixels: area above which it reduces one; the server has to be set to the same.
        max_edge: longest side the provider leaves as it is.
        max_area: largest area the provider leaves as it is.
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
            viewport: what is shot, in CSS pixels.
            image: what is sent; without it, as large as the provider leaves as it is.
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
    """Return the row that a mapping, such as the ``sight`` of a model in a file, describes.

    Raises:
        ConfigError: a key, the dialect or the space is not known, or one of the two is missing.
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
