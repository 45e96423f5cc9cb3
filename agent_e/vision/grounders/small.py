"""The small grounder: a network of ours that runs on a CPU, and finds what is not written."""

from __future__ import annotations

import asyncio
import io
import os
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from agent_e.config import GROUNDER_VARIABLE
from agent_e.errors import ConfigError, ElementGone
from agent_e.types import Observation, Screenshot

from .matching import Match, best_match
from .names import named_things
from .words import encode
from .written import can_read, match_read

if TYPE_CHECKING:
    import onnxruntime

WEIGHTS = Path(__file__).with_name("small.onnx")
LONGEST = 1280
"""Pixels of a picture's longer side; larger pictures are shrunk."""
_STRIDE = 8
_MULTIPLE = 16
_MEANT = 0.6
"""How much of a name must be in the description for it to say where something is."""
_SURE = 0.5
"""Confidence from which nothing further is tried."""
_GUESS = 0.2
"""Confidence of the network below which it has seen nothing."""
_ALMOST = 1.5
"""Logits below the best at which a place may be meant as well."""
_MAX_PEAKS = 20
_ROW = 20.0
"""How much farther a pixel down is than one across, when things are sought in a row."""
Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Field = np.ndarray[Any, np.dtype[np.float32]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What the network says of one description.

    Attributes:
        points: places that are almost as likely as the best, which is the first, in pixels of the
            picture.
        confidence: 0 to 1 that the first is right.
    """

    points: tuple[tuple[float, float], ...]
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


def weights() -> Path:
    """Return the file of weights: the one that ``AGENT_E_SMALL_GROUNDER`` names, else ours."""
    named = os.environ.get(GROUNDER_VARIABLE)
    return Path(named) if named else WEIGHTS


class SmallNetwork:
    """The network, loaded when it first looks."""

    def __init__(self, file: Path | None = None) -> None:
        """``file`` has the weights; by default those of ``weights``."""
        self._file = file or weights()

    def find(self, description: str, image: Image.Image) -> Found:
        """Find what is described on a picture.

        Raises:
            ConfigError: onnxruntime or the weights are missing.
        """
        pixels, scale = prepared(image)
        numbers = np.asarray(encode(description), dtype=np.int64)
        given = {"picture": pixels, "numbers": numbers}
        point, confidence, logits = _session(self._file).run(None, given)
        points = (tuple(map(float, point)), *_peaks(logits))
        return Found(
            points=tuple(
                (min(x / scale, image.width - 1.0), min(y / scale, image.height - 1.0))
                for x, y in points
            ),
            confidence=float(confidence),
        )


def _peaks(logits: Field) -> list[tuple[float, float]]:
    """The places that are highest among those around them, and almost as high as the highest."""
    around = np.pad(logits, 1, constant_values=-np.inf)
    rows, columns = logits.shape
    highest = np.max(
        [around[y : y + rows, x : x + columns] for y in range(3) for x in range(3)], axis=0
    )
    peaks = (logits == highest) & (logits >= logits.max() - _ALMOST)
    return [((x + 0.5) * _STRIDE, (y + 0.5) * _STRIDE) for y, x in np.argwhere(peaks)[:_MAX_PEAKS]]


def check_looking(file: Path | None = None) -> None:
    """Check that the network can look, with the weights of a file or those of ``weights``.

    Raises:
        ConfigError: onnxruntime or the weights are missing.
    """
    if find_spec("onnxruntime") is None:
        raise ConfigError("The small grounder needs onnxruntime: pip install 'agent-e[grounder]'.")
    if not (file := file or weights()).is_file():
        raise ConfigError(
            f"The small grounder's weights are not at {file}. Get the release file, or make "
            "them with agent-e train grounder."
        )


@cache
def _session(file: Path) -> onnxruntime.InferenceSession:
    check_looking(file)
    import onnxruntime

    return onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])


class SmallGrounder:
    """Finds what is described by words where they say it, else by its looks.

    Names are compared first, as they are exact and free; then the network looks; then what is
    written on the picture is read. The first that is sure is taken, else the surest. Of several
    places that look alike, the nearest to what the words do name is taken.
    """

    def __init__(self, network: SmallNetwork | None = None) -> None:
        """``network`` looks; by default the one of ``weights``."""
        self._network = network or SmallNetwork()

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        """Return the point in CSS pixels of the viewport.

        Raises:
            ElementGone: nothing on the picture is called or looks like it.
            ConfigError: onnxruntime or the weights are missing.
        """
        named = best_match(description, named_things(page, shot))
        if named is not None and named.confidence >= _SURE:
            return named.middle
        found = await asyncio.to_thread(self._find, description, shot.data)
        match = named
        if found.confidence < _SURE and can_read():
            match = await match_read(description, shot, page)
        if found.confidence >= (_GUESS if match is None else max(match.confidence, _GUESS)):
            return _nearest([shot.to_css(x, y) for x, y in found.points], named)
        if match is None:
            raise ElementGone(f"'{description[:80]}' is not seen on the page as it is now.")
        return match.middle

    def _find(self, description: str, data: bytes) -> Found:
        with Image.open(io.BytesIO(data)) as image:
            return self._network.find(description, image.convert("RGB"))


def _nearest(points: list[tuple[float, float]], named: Match | None) -> tuple[float, float]:
    """Of places that look alike, the nearest to what is named; the first where nothing is."""
    if named is None or named.meant < _MEANT:
        return points[0]
    return min(points, key=lambda point: _far(point, named))


def _far(point: tuple[float, float], beside: Match) -> float:
    """How far a point is from a box; in the same row nearer than below each other."""
    x, y = point
    left, top, right, bottom = beside.box
    across, down = max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0)
    return _ROW * down + across
