"""The seed's rule for a click without effect (seed: Web-Browser-Agent, ghost click detection)."""

from __future__ import annotations

import numpy as np
from PIL import Image

EDGE = 256
"""Side, in pixels, of the gray square both pictures are reduced to."""
THRESHOLD = 0.01
"""Mean difference, of 1, below which nothing counts as changed."""


def mean_difference(before: Image.Image, after: Image.Image) -> float:
    """Return the mean absolute difference of two pictures, 0 to 1."""
    one, other = (_small(image) for image in (before, after))
    return float(np.abs(one - other).mean()) / 255


def _small(image: Image.Image) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    return np.asarray(image.convert("L").resize((EDGE, EDGE)), dtype=np.int16)
