"""The small grounder: a network of ours that runs on a CPU, and finds what is not written."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from agent_e.errors import ConfigError, ElementGone
from agent_e.types import Observation, Screenshot

from .words import encode

if TYPE_CHECKING:
    import onnxruntime

WEIGHTS = Path(__file__).with_name("small.onnx")
LONGEST = 1280
"""Pixels of a picture's longer side; larger pictures are shrunk."""
_MULTIPLE = 16
_LEAST = 0.2
"""Confidence below which it says that nothing is there."""
Pixels = np.ndarray[Any, np.dtype[np.uint8]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What the network says of one description.

    Attributes:
        point: in pixels of the picture.
        confidence: 0 to 1 that it is there at all.
    """

    point: tuple[float, float]
    confidence: float


def prepared(image: Image.Image) -> tuple[Pixels, float]:
    """Shrink a picture to ``LONGEST`` and fill it up; return its pixels and the scale."""
    scale = min(1.0, LONGEST / max(image.size))
    if scale < 1:
        size = (round(image.width * scale), round(image.height * scale))
        image = image.resize(size, Image.Resampling.BILINEAR)
    pixels = np.asarray(image)
    down, across = (-side % _MULTIPLE for side in pixels.shape[:2])
    return np.pad(pixels, ((0, down), (0, across), (0, 0)), mode="edge"), scale


class SmallNetwork:
    """The network, loaded."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        """Load it.

        Raises:
            ConfigError: onnxruntime or the weights are missing.
        """
        self._session = _session(weights)

    def find(self, description: str, image: Image.Image) -> Found:
        """Find what is described on a picture."""
        pixels, scale = prepared(image)
        numbers = np.asarray(encode(description), dtype=np.int64)
        point, confidence, _ = self._session.run(None, {"picture": pixels, "numbers": numbers})
        x, y = (float(each) / scale for each in point)
        return Found(
            point=(min(x, image.width - 1.0), min(y, image.height - 1.0)),
            confidence=float(confidence),
        )


@cache
def _session(weights: Path) -> onnxruntime.InferenceSession:
    try:
        import onnxruntime
    except ImportError as error:
        raise ConfigError(
            "The small grounder needs onnxruntime: pip install 'agent-e[grounder]'."
        ) from error
    if not weights.is_file():
        raise ConfigError(
            f"The small grounder's weights are not at {weights}. Get the release file, or make "
            "them with agent-e train grounder."
        )
    return onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])


class SmallGrounder:
    """Finds what is described by its looks; the ``Grounder`` of ``skills``."""

    def __init__(self, network: SmallNetwork) -> None:
        """``network`` is loaded once and shared."""
        self._network = network

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        """Return the point in CSS pixels of the viewport.

        Raises:
            ElementGone: nothing on the picture looks like it.
        """
        found = await asyncio.to_thread(self._find, description, shot.data)
        if found.confidence < _LEAST:
            raise ElementGone(f"'{description[:80]}' is not seen on the page as it is now.")
        x, y = found.point
        return x * shot.viewport_width / shot.width, y * shot.viewport_height / shot.height

    def _find(self, description: str, data: bytes) -> Found:
        with Image.open(io.BytesIO(data)) as image:
            return self._network.find(description, image.convert("RGB"))
