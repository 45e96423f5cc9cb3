"""The files of a run: the list is all there is, so that no path leads anywhere else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_TYPES = {
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
}
_UNKNOWN = "application/octet-stream"
_FOREIGN = "downloads"
"""Files of pages: whatever they say they are, nothing shall open them as that."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RunFile:
    """One file: where it is, its path below the run folder, its size and how it is sent."""

    place: Path
    path: str
    size: int
    media_type: str


def files_of(run_dir: Path) -> Iterator[RunFile]:
    """Yield the files of a run folder by path; links and what is being written are left out."""
    for folder, folders, names in os.walk(run_dir):
        folders.sort()
        for name in sorted(names):
            place = Path(folder, name)
            if name.startswith(".") or place.is_symlink() or not place.is_file():
                continue
            path = place.relative_to(run_dir)
            foreign = path.parts[0] == _FOREIGN
            yield RunFile(
                place=place,
                path=path.as_posix(),
                size=place.stat().st_size,
                media_type=_UNKNOWN if foreign else _TYPES.get(place.suffix.lower(), _UNKNOWN),
            )
