"""Pictures of a run folder, made small enough to be embedded in a page."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from agent_e.journal import picture_path

LONG_EDGE = 960
QUALITY = 62
BUDGET = 12_000_000
"""Characters of all pictures of a page together; a browser opens such a page at once."""


@dataclass(kw_only=True, slots=True)
class Album:
    """Encodes the pictures of one page, until the page is full.

    Attributes:
        folder: the run's, or the episode's.
        budget: characters left.
        left_out: number of pictures without room.
        damaged: number of pictures that are missing or unreadable.
    """

    folder: Path
    budget: int = BUDGET
    left_out: int = 0
    damaged: int = 0
    _made: dict[str, str] = field(default_factory=dict)

    def uri(self, name: str) -> str:
        """Return a picture as a ``data:`` URL; ``""`` where it is left out."""
        if name not in self._made:
            self._made[name] = self._encoded(name)
        return self._made[name]

    def _encoded(self, name: str) -> str:
        path = picture_path(self.folder, name)
        if path is None:
            self.damaged += 1
            return ""
        if self.budget <= 0:
            self.left_out += 1
            return ""
        try:
            data = small(path.read_bytes())
        except (OSError, ValueError, Image.DecompressionBombError):
            self.damaged += 1
            return ""
        uri = f"data:image/webp;base64,{base64.b64encode(data).decode()}"
        if len(uri) > self.budget:
            self.left_out += 1
            return ""
        self.budget -= len(uri)
        return uri


def small(data: bytes) -> bytes:
    """Encode a picture as WebP of at most ``LONG_EDGE`` pixels; ``OSError`` if it is invalid."""
    with Image.open(io.BytesIO(data)) as opened:
        # Lets a JPEG decode to fewer pixels from the start, where possible.
        opened.draft("RGB", (LONG_EDGE, LONG_EDGE))
        image = opened.convert("RGB")
    scale = min(1.0, LONG_EDGE / max(image.size))
    if scale < 1:
        size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
        image = image.resize(
            size, Image.Resampling.BOX if scale < 0.5 else Image.Resampling.HAMMING
        )
    into = io.BytesIO()
    image.save(into, format="WEBP", quality=QUALITY, method=2)
    return into.getvalue()
