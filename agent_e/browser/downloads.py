"""Downloads: saved under names of our own and recorded, whether they succeed or fail.

The page's name for a file is reported and journaled, but names nothing on disk. A file is never
opened, unpacked or made executable, and is cancelled when it or the run's total gets too large.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Download
from playwright.async_api import Error as PlaywrightError

from .background_tasks import Background
from .errors import first_line
from .file_type import belies, extension_of
from .lease import BrowserLease

MAX_NAME_LENGTH = 120
"""Longest file name, in characters; the rest is cut."""
_UNSAFE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r'\ud800-\udfff\U000e0000-\U000e007f<>:"|?*]'
)
"""Control, bidirectional and invisible characters, and what Windows forbids."""
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)", re.IGNORECASE)
_LOOK_S = 0.2
"""How often an incoming file is measured: the browser reports no progress."""
_READ_AT_ONCE = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class DownloadLimits:
    """Limits on a run's downloads; sizes in bytes."""

    one: int = 100_000_000
    all: int = 500_000_000
    number: int = 50


@dataclass(eq=False, kw_only=True, slots=True)
class SavedFile:
    """One download; ``ended`` is set at its end, ``failure`` is empty on success.

    Attributes:
        path: of the file: a number, with an extension that fits its content.
        name: the page's name for it, sanitised and unique in the run.
        suggested: the page's own name for it.
        url: its source.
        size: bytes; 0 until it is complete.
        sha256: of its content, in hexadecimal.
        theirs: whether it is the person's own, which is not reported.
    """

    path: Path
    name: str
    suggested: str
    url: str
    size: int = 0
    sha256: str = ""
    failure: str = ""
    theirs: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def label(self) -> str:
        """Its name, and its real type if the name suggests another."""
        kind = self.path.suffix.lstrip(".")
        if not belies(self.name, kind):
            return self.name
        is_a = "no such file, nor a known document" if kind == "bin" else f"a .{kind} file"
        return f"{self.name} (by what it holds it is {is_a})"


class Downloads:
    """The downloads of one session.

    Attributes:
        folder: where files go; created on first use.
        files: every download so far, oldest first.
    """

    def __init__(
        self,
        folder: Path,
        *,
        background: Background,
        lending: BrowserLease,
        on_begun: Callable[[SavedFile], None],
        on_ended: Callable[[SavedFile], None],
    ) -> None:
        """Create it; the callables get each download's start and end, failures too."""
        self.folder = folder
        self._limits = DownloadLimits()
        self.files: list[SavedFile] = []
        self._background = background
        self._lending = lending
        self._on_begun = on_begun
        self._on_ended = on_ended
        self._begun = asyncio.Event()

    def start_run(self, folder: Path, limits: DownloadLimits) -> None:
        """Save another run's files in ``folder``, within ``limits``."""
        self.folder, self._limits = folder, limits

    @property
    def saved(self) -> list[SavedFile]:
        """The finished files, oldest first, without the person's own."""
        done = [file for file in self.files if file.ended.is_set() and not file.failure]
        return [file for file in done if not file.theirs]

    def begin(self, download: Download) -> None:
        """Save the file in the background."""
        suggested = download.suggested_filename
        name = self._free_name(safe_name(suggested))
        number = len(self._together) + 1
        path = self.folder / f"{number:03}"
        file = SavedFile(
            path=path, name=name, suggested=suggested, url=download.url, theirs=self._lending.quiet
        )
        self.files.append(file)
        if not file.theirs:
            self._on_begun(file)
        self._background.run(self._save(download, file))
        self._begun.set()

    async def next_after(self, number: int, *, begin_s: float, end_s: float) -> SavedFile | None:
        """Wait for the download that starts after ``number`` others, then for its end.

        Args:
            number: how many downloads there were before.
            begin_s: longest wait for its start; returns ``None`` after that.
            end_s: longest wait for its end; returns it unfinished after that.
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

    @property
    def _together(self) -> list[SavedFile]:
        """The folder's files, which the limits apply to."""
        return [file for file in self.files if file.path.parent == self.folder]

    async def _save(self, download: Download, file: SavedFile) -> None:
        try:
            file.failure = await self._came(download, file)
            if not file.failure:
                file.path.parent.mkdir(parents=True, exist_ok=True)
                await download.save_as(file.path)
                await asyncio.to_thread(_settle, file)
        except (PlaywrightError, OSError) as error:
            words = error.message if isinstance(error, PlaywrightError) else str(error)
            file.failure = first_line(words) or type(error).__name__
        file.ended.set()
        self._on_ended(file)

    async def _came(self, download: Download, file: SavedFile) -> str:
        """Wait until the browser has it, measuring it; return why it failed."""
        limits = self._limits
        coming = asyncio.ensure_future(download.failure())
        why = ""
        if len(self._together) > limits.number:
            why = f"a run may have {limits.number} downloads (safety.max_downloads)"
        while not why:
            done, _ = await asyncio.wait({coming}, timeout=_LOOK_S)
            file.size = _size(download)
            why = self._too_large(file)
            if done and not why:
                return first_line(coming.result() or "")
        await download.cancel()
        if await coming is None:
            # It had already arrived complete.
            await download.delete()
        file.size = 0
        return f"{why}, so it was not kept"

    def _too_large(self, file: SavedFile) -> str:
        limits = self._limits
        if file.size > limits.one:
            megabytes = limits.one / 1_000_000
            return f"a download may have {megabytes:g} MB (safety.max_download_mb)"
        if sum(each.size for each in self._together) > limits.all:
            megabytes = limits.all / 1_000_000
            return f"the downloads of a run may have {megabytes:g} MB (safety.max_downloads_mb)"
        return ""

    def _free_name(self, name: str) -> str:
        taken = {file.name for file in self._together}
        stem, suffix = Path(name).stem, Path(name).suffix
        free, number = name, 2
        while free in taken:
            free = f"{stem} ({number}){suffix}"
            number += 1
        return free


def safe_name(suggested: str) -> str:
    """Reduce a proposed name to a plain file name: no folders or control characters."""
    name = suggested.replace("\\", "/").rpartition("/")[2]
    name = " ".join(_UNSAFE.sub("_", name).split()).strip(" .")
    if not name:
        return "download"
    name = f"_{name}" if _RESERVED.match(name) else name
    suffix = Path(name).suffix[:20]
    return name if len(name) <= MAX_NAME_LENGTH else name[: MAX_NAME_LENGTH - len(suffix)] + suffix


def _size(download: Download) -> int:
    """Bytes received so far; 0 if the browser is on another machine."""
    # Playwright reveals the path only at the end, but knows it from the start.
    known = download._impl_obj._artifact._initializer.get("absolutePath")
    for path in (Path(f"{known}.crdownload"), Path(str(known))):
        if known and path.is_file():
            return path.stat().st_size
    return 0


def _settle(file: SavedFile) -> None:
    """Give a finished file its extension and make it non-executable."""
    digest = hashlib.sha256()
    with file.path.open("rb") as opened:
        while part := opened.read(_READ_AT_ONCE):
            digest.update(part)
    file.path.chmod(0o600)
    kind = extension_of(file.path, file.name)
    file.path = file.path.rename(file.path.with_suffix(f".{kind}"))
    file.size, file.sha256 = file.path.stat().st_size, digest.hexdigest()
