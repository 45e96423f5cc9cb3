"""The files of a run: only listed ones are served, so no path leads anywhere else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from .models import Artefact

_TYPES = {
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
}
_UNKNOWN = "application/octet-stream"
_FOREIGN = "downloads"
"""Files from pages: whatever type they claim, nothing shall open them as that."""


def files_of(run_dir: Path) -> Iterator[Artefact]:
    """Yield the files of a run folder by path; links and unfinished files are left out."""
    for folder, folders, names in os.walk(run_dir):
        folders.sort()
        for name in sorted(names):
            place = Path(folder, name)
            if name.startswith(".") or place.is_symlink() or not place.is_file():
                continue
            path = place.relative_to(run_dir)
            foreign = path.parts[0] == _FOREIGN
            yield Artefact(
                path=path.as_posix(),
                bytes=place.stat().st_size,
                media_type=_UNKNOWN if foreign else _TYPES.get(place.suffix.lower(), _UNKNOWN),
            )
