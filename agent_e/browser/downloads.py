"""Files that pages send instead of showing: saved under a safe name, recorded good or bad."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Download
from playwright.async_api import Error as PlaywrightError

from .background import Background
from .errors import first_line

LONGEST_NAME = 120
"""Characters of a file name that are kept."""
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]')
"""Control characters, those that turn the reading direction, and what Windows forbids."""


@dataclass(eq=False, slots=True)
class SavedFile:
    """One download; ``ended`` is set at its end, ``failure`` is empty when it went well."""

    path: Path
    url: str
    failure: str = ""
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Downloads:
    """The downloads of one session.

    Attributes:
        folder: where files go; made with the first one. May be changed between runs.
        files: every download so far, oldest first.
    """

    def __init__(
        self,
        folder: Path,
        *,
        background: Background,
        on_begun: Callable[[SavedFile], None],
        on_ended: Callable[[SavedFile], None],
    ) -> None:
        """Make it; the callables are told of each download's begin and end, well or not."""
        self.folder = folder
        self.files: list[SavedFile] = []
        self._background = background
        self._on_begun = on_begun
        self._on_ended = on_ended
        self._begun = asyncio.Event()

    @property
    def saved(self) -> list[Path]:
        """The finished files, oldest first."""
        return [file.path for file in self.files if file.ended.is_set() and not file.failure]

    def begin(self, download: Download) -> None:
        """Save the file in the background."""
        file = SavedFile(self._free_path(safe_name(download.suggested_filename)), download.url)
        self.files.append(file)
        self._on_begun(file)
        self._background.run(self._save(download, file))
        self._begun.set()

    async def next_after(self, number: int, *, begin_s: float, end_s: float) -> SavedFile | None:
        """Wait for the download that begins after ``number`` others, then for its end.

        Args:
            number: of the downloads there were before.
            begin_s: longest wait for its begin; ``None`` is returned past it.
            end_s: longest wait for its end; it is returned unfinished past it.
        """
        try:
            async with asyncio.timeout(begin_s):
                while len(self.files) <= number:
                    self._begun.clear()
                    await self._begun.wait()
        except TimeoutError:
            return None
        file = self.files[number]
        try:
            async with asyncio.timeout(end_s):
                await file.ended.wait()
        except TimeoutError:
            return file
        return file

    async def _save(self, download: Download, file: SavedFile) -> None:
        try:
            file.path.parent.mkdir(parents=True, exist_ok=True)
            await download.save_as(file.path)
        except (PlaywrightError, OSError) as error:
            words = error.message if isinstance(error, PlaywrightError) else str(error)
            file.failure = first_line(words) or type(error).__name__
        file.ended.set()
        self._on_ended(file)

    def _free_path(self, name: str) -> Path:
        taken = {file.path for file in self.files}
        stem, suffix = Path(name).stem, Path(name).suffix
        path, number = self.folder / name, 2
        while path in taken or path.exists():
            path = self.folder / f"{stem} ({number}){suffix}"
            number += 1
        return path


def safe_name(suggested: str) -> str:
    """Make a plain file name of what a server proposes: no folders, no control characters."""
    name = suggested.replace("\\", "/").rpartition("/")[2]
    name = _UNSAFE.sub("_", name).strip(" .")
    if not name:
        return "download"
    suffix = Path(name).suffix[:20]
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - len(suffix)] + suffix
