"""Pictures: told apart by their pixels, written once in the size that the model sees."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from agent_e.types import Screenshot
from agent_e.vision.actions import Space
from agent_e.vision.coordinates import Size
from agent_e.vision.grounding import Sent, scaling_to, sent_to
from agent_e.vision.spec import VisionSpec

_FOLDER = "images"
_AS_SENT = (Space.IMAGE_PX, Space.CSS)
"""Spaces of models that are not resized by a vision tower we know."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """A picture that decodes.

    Attributes:
        id: of its pixels, whatever file they came in.
        size: in its own pixels, which stand for CSS pixels.
    """

    id: str
    size: Size


class Pictures:
    """The pictures of one data set.

    Attributes:
        written: where each one is, relative to the data set, by its id.
    """

    def __init__(self, folder: Path, row: VisionSpec) -> None:
        self.written: dict[str, str] = {}
        self._folder = folder
        self._row = row
        # A trainer resizes to the same multiples: a picture that has them already stays as it is.
        self._as_seen = row if row.space in _AS_SENT else replace(row, space=Space.RESIZED_PX)
        self._seen: dict[bytes, Seen | None] = {}

    def look(self, data: bytes) -> Seen | None:
        """Return what the picture is; ``None`` where it cannot be decoded or resized."""
        key = hashlib.sha256(data).digest()
        if key not in self._seen:
            self._seen[key] = self._decoded(data)
        return self._seen[key]

    def write(self, seen: Seen, data: bytes) -> None:
        """Write the picture as the model sees it, unless it is there."""
        if seen.id in self.written:
            return
        picture = sent_to(self._as_seen, _screenshot(seen.size, _plain(data))).picture
        suffix = "png" if picture.media_type == "image/png" else "jpg"
        path = Path(_FOLDER, f"{seen.id}.{suffix}")
        (self._folder / path).parent.mkdir(exist_ok=True)
        (self._folder / path).write_bytes(picture.data)
        self.written[seen.id] = path.as_posix()

    def sent(self, size: Size) -> tuple[Sent, Size]:
        """Return what inference knows of a screenshot of this size, and its size for the model."""
        scaling = scaling_to(self._row, size)
        nothing = _screenshot(size, b"").picture
        seen = scaling_to(self._as_seen, size).image
        return Sent(picture=nothing, scaling=scaling, row=self._row), seen

    def _decoded(self, data: bytes) -> Seen | None:
        try:
            with Image.open(io.BytesIO(data)) as image:
                size = Size(width=image.width, height=image.height)
                scaling_to(self._as_seen, size)
                pixels = image.convert("RGB").tobytes()
        # Decoders raise many things at broken data, SyntaxError and struct.error among them.
        except Exception:
            return None
        digest = hashlib.sha256(f"{size.width}x{size.height}".encode() + pixels)
        return Seen(id=digest.hexdigest()[:24], size=size)


def _plain(data: bytes) -> bytes:
    """The picture as PNG or JPEG, which it may be already."""
    with Image.open(io.BytesIO(data)) as image:
        if image.format in ("PNG", "JPEG") and image.mode == "RGB":
            return data
        into = io.BytesIO()
        image.convert("RGB").save(into, format="PNG")
    return into.getvalue()


def _screenshot(size: Size, data: bytes) -> Screenshot:
    return Screenshot(
        data=data,
        media_type="image/png" if data.startswith(b"\x89PNG") else "image/jpeg",
        width=size.width,
        height=size.height,
        viewport_width=size.width,
        viewport_height=size.height,
    )
