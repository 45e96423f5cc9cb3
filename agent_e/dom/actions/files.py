"""Files to upload: found on this machine and checked against the page's limits."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Sequence
from pathlib import Path

from agent_e.errors import BadArgument


def found_files(paths: Sequence[str], folders: Sequence[Path]) -> list[Path]:
    """Return the files as absolute paths, looking for relative ones in each folder in order.

    ``BadArgument`` if there are none, or one is missing, not a plain file, or unreadable.
    """
    if not paths:
        raise BadArgument("No file is given. Give the path of at least one as paths.")
    return [_found(path, folders) for path in paths]


def check_fitting(
    files: Sequence[Path], who: str, *, accept: str, multiple: bool, folder: bool
) -> None:
    """Check files against a file field's limits; ``BadArgument`` if they do not fit.

    ``who`` names the field, ``accept`` is its attribute; it takes ``multiple`` files, or a
    ``folder``.
    """
    if folder:
        raise BadArgument(f"{who} takes a whole folder, which cannot be given to it.")
    if len(files) > 1 and not multiple:
        raise BadArgument(f"{who} takes one file, not {len(files)}. Give it one.")
    wanted = [part.strip().lower() for part in accept.split(",") if part.strip()]
    for file in files:
        if wanted and not any(_fits(file, each) for each in wanted):
            raise BadArgument(
                f"{who} takes only {', '.join(wanted)}, and {file.name!r} is none of these."
            )


def _found(path: str, folders: Sequence[Path]) -> Path:
    plain = Path(path.strip()).expanduser()
    places = [plain] if plain.is_absolute() else [folder / plain for folder in folders]
    file = next((place for place in places if place.exists()), None)
    if file is None:
        raise BadArgument(f"There is no file {path!r}. Give the path of one that exists.")
    if not file.is_file():
        what = "a folder" if file.is_dir() else "no plain file"
        raise BadArgument(f"{path!r} is {what}. Give the path of a file.")
    if not os.access(file, os.R_OK):
        raise BadArgument(f"The file {path!r} may not be read. Give another one.")
    return file.resolve()


def _fits(file: Path, wanted: str) -> bool:
    if wanted.startswith("."):
        return file.name.lower().endswith(wanted)
    kind, _ = mimetypes.guess_type(file.name)
    if kind is None or "/" not in wanted:
        # An unknown type cannot be judged, and the page will check itself.
        return True
    return wanted in ("*/*", kind) or (wanted.endswith("/*") and kind.startswith(wanted[:-1]))
