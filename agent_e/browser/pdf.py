"""Text from PDF files: from the web with the browser's cookies, or from downloads."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

from agent_e.errors import BadArgument, NavigationFailed, SkillError
from agent_e.types import Document

from .addresses import resolve
from .fetch import MAX_BYTES, client_for, fetch_with
from .pdf_words import PdfPage, Reading, Search, Span, clean, numbers, spans
from .session import BrowserSession

PARSE_S = 30.0
"""Longest time for reading one file; what was read by then is returned."""
_MAX_LINE_LENGTH = 1 << 23
_MAX_TITLE_LENGTH = 120
_HEADER = 1024
"""Leading bytes of a file in which ``%PDF`` may appear."""
_MEMORY = "it takes too much memory"
_FILE_NAME = re.compile(r"[^/\\?#:]+\.pdf", re.IGNORECASE)


class PdfDocuments:
    """Reads PDF files for a session."""

    def __init__(
        self,
        session: BrowserSession,
        *,
        budget_characters: int,
        on_text: Callable[[str, str], None] = lambda text, url: None,
    ) -> None:
        """Create it; ``on_text`` is called with every text and its address."""
        self._session = session
        self._budget = budget_characters
        self._on_text = on_text

    async def read_pdf(self, url: str, *, pages: str = "", find: str = "") -> Document:
        """Return the text of a PDF, or the places that match, within the budget.

        Args:
            url: an address, the name of a downloaded file, or ``""`` for the open page.
            pages: such as ``1-3``; all when left out.
            find: words to look for.

        Raises:
            BadArgument: ``pages`` or ``url`` is invalid.
            NavigationFailed: there is no such file, or no readable PDF in it.
        """
        wanted = spans(pages) if pages.strip() else [Span(first=1, last=None)]
        file = self._downloaded(url)
        if file is not None:
            _check(_beginning(file), url.strip(), "")
            return await self._read(file, url.strip(), wanted, find)
        address = self._address(url)
        session = self._session
        async with client_for(await session.user_agent(), proxy=session.proxy_url) as client:
            got = await fetch_with(
                client,
                address,
                cookies=session.cookies,
                check_url=session.check_url,
                headers=session.headers_for,
                reached=session.admit_answer,
            )
        _check(got.data[:_HEADER], got.url, got.kind)
        with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
            file = Path(folder, "file.pdf")
            await asyncio.to_thread(file.write_bytes, got.data)
            return await self._read(file, got.url, wanted, find)

    def _downloaded(self, name: str) -> Path | None:
        """The newest downloaded file of this name."""
        saved = [file for file in self._session.downloads if file.name == name.strip()]
        if saved and saved[-1].size > MAX_BYTES:
            raise NavigationFailed(f"{name} is too large: over {MAX_BYTES // 1_000_000} MB.")
        return saved[-1].path if saved else None

    def _address(self, url: str) -> str:
        current = self._session.url
        if not url.strip():
            if not current.startswith(("http:", "https:")):
                raise BadArgument(f"The open page, {current}, is no PDF. Give the address of one.")
            return current
        if _FILE_NAME.fullmatch(url.strip()) and current.startswith(("http:", "https:")):
            # Otherwise read as a host name.
            url = f"./{url.strip()}"
        return resolve(url, current=current)

    async def _read(self, file: Path, name: str, wanted: list[Span], find: str) -> Document:
        async with aclosing(_records(file, wanted)) as records:
            head = await anext(records, {"problem": _MEMORY})
            if problem := head.get("problem"):
                raise NavigationFailed(_cannot(name, str(problem)))
            count = int(head["pages"])
            asked = numbers(wanted, count)
            name_of = " ".join(clean(head["title"]).split())[:_MAX_TITLE_LENGTH]
            title = f"'{name_of}', " if name_of else ""
            head_line = f"PDF {title}{count} page{'' if count == 1 else 's'}: {name}"
            if not asked:
                raise BadArgument(f"{name} has {count} pages; there is no page {wanted[0].first}.")
            room = self._budget - len(head_line)
            if find.strip():
                text = await _found(records, asked, find, room)
            else:
                text = await _read(records, asked, wanted[0].part, room)
        read = Document(url=name, title=name_of, text=f"{head_line}\n{text}")
        self._on_text(read.text, name)
        return read


async def _read(records: AsyncIterator[Any], asked: list[int], part: int, room: int) -> str:
    reading = Reading(room - 120, part=part)
    left = set(asked)
    async for page in _pages(records, left):
        if not reading.take(page):
            rest = f"{reading.rest}-{asked[-1]}"
            more = f"{len(left) + 1} page{'s' if left else ''} more"
            return f'{reading.text}\n… {more}: read_pdf with pages="{rest}" or find="words"'
    return "\n".join(filter(None, [reading.text, _unread(left)]))


async def _found(records: AsyncIterator[Any], asked: list[int], find: str, room: int) -> str:
    search = Search(find, room - 300)
    left, mute = set(asked), 0
    async for page in _pages(records, left):
        search.take(page)
        mute += not page.text.strip()
    whole = f"{len(asked)} page{'' if len(asked) == 1 else 's'}"
    places = search.text or f"'{find}' is on none of the {whole} read."
    pictures = f"{mute} of {whole} have no text that could be searched." if mute else ""
    return "\n".join(filter(None, [places, pictures, _unread(left)]))


async def _pages(records: AsyncIterator[Any], left: set[int]) -> AsyncIterator[PdfPage]:
    """The pages as they arrive; each is removed from ``left``."""
    async for record in records:
        left.discard(record["page"])
        yield PdfPage(
            number=record["page"],
            text=record.get("text", ""),
            pictures=record.get("pictures", 0),
            problem=record.get("problem", ""),
        )


def _unread(left: set[int]) -> str:
    if not left:
        return ""
    return (
        f"Reading stopped before page {min(left)}, which takes too much time or memory; "
        f"{len(left)} pages were not read. Ask for others by pages."
    )


async def _records(file: Path, wanted: list[Span]) -> AsyncGenerator[dict[str, Any]]:
    """The worker's output until it ends, dies or times out; it never outlives this."""
    worker = Path(__file__).with_name("pdf_worker.py")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        str(worker),
        str(file),
        json.dumps([(span.first, span.last) for span in wanted]),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=_MAX_LINE_LENGTH,
    )
    assert process.stdout is not None
    try:
        end = asyncio.get_running_loop().time() + PARSE_S
        while True:
            try:
                async with asyncio.timeout_at(end):
                    line = await process.stdout.readline()
            except TimeoutError:
                return
            if not line.endswith(b"\n"):
                return
            yield json.loads(line)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def _beginning(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(_HEADER)
    except OSError as error:
        raise SkillError(f"{file.name} cannot be read: {error.strerror}.") from error


def _check(beginning: bytes, name: str, kind: str) -> None:
    if b"%PDF-" in beginning:
        return
    what = f"but {kind}" if kind and kind != "application/pdf" else "whatever it is called"
    page = " It is a page: open it with open_url." if kind == "text/html" else ""
    raise NavigationFailed(f"{name} is no PDF {what}.{page}")


def _cannot(name: str, problem: str) -> str:
    if problem == "encrypted":
        return f"{name} is encrypted and can only be read with its password, which is not known."
    if problem == _MEMORY or problem.startswith("MemoryError"):
        return f"{name} cannot be read: {_MEMORY} or time, which a sound file does not."
    return f"{name} is a broken PDF and cannot be read ({problem})."
