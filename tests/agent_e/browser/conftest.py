"""A real site on loopback that can misbehave, and one browser for most tests of this folder."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent_e.browser import BrowserSession
from agent_e.browser.chromium import find_chromium, is_root
from agent_e.config import BrowserSettings
from agent_e.types import Decision, Outgoing

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]

BUTTON = "position:fixed;left:0;top:0;width:100px;height:100px"
"""Style of the thing that ``click`` hits."""


TLS_HANDSHAKE = b"\x16"


@dataclass
class Site:
    """A server whose pages the tests write.

    ``requests`` holds ``METHOD /path`` as they come, ``heads`` all that was sent before a body.
    """

    base: str = ""
    pages: dict[str, Answer] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    released: asyncio.Event = field(default_factory=asyncio.Event)
    connections: set[asyncio.StreamWriter] = field(default_factory=set)

    def page(
        self,
        path: str,
        body: str = "",
        *,
        status: str = "200 OK",
        wait_s: float = 0,
        **headers: str,
    ) -> str:
        """Serve this body at the path and return its address."""

        async def answer(writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(wait_s)
            lines = {"content-type": "text/html; charset=utf-8"}
            lines |= {name.replace("_", "-"): value for name, value in headers.items()}
            data = body.encode()
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            head += f"content-length: {len(data)}\r\nconnection: close\r\n"
            writer.write(f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + data)

        self.pages[path] = answer
        return self.base + path

    def raw(self, path: str, data: bytes, *, hold: bool = False) -> str:
        """Send these bytes as they are; ``hold`` keeps the connection open until the end."""

        async def answer(writer: asyncio.StreamWriter) -> None:
            writer.write(data)
            await writer.drain()
            if hold:
                await self.released.wait()

        self.pages[path] = answer
        return self.base + path

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections.add(writer)
        try:
            first = await reader.readexactly(1)
            if first == TLS_HANDSHAKE:
                return
            head = (first + await reader.readuntil(b"\r\n\r\n")).decode()
            method, target, _ = head.split(" ", 2)
            self.requests.append(f"{method} {target}")
            self.heads.append(head)
            answer = self.pages.get(target.partition("?")[0])
            if answer:
                await answer(writer)
            else:
                writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\nnone")
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            self.connections.discard(writer)
            writer.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[Site]:
    site = Site()
    listening = await asyncio.start_server(site.handle, "127.0.0.1", 0)
    site.base = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    yield site
    site.released.set()
    listening.close()
    for writer in list(site.connections):
        writer.close()


@pytest.fixture
def site(server: Site) -> Site:
    server.pages.clear()
    server.requests.clear()
    server.heads.clear()
    return server


@dataclass
class Shared:
    """The session that tests share, and the events it told."""

    session: BrowserSession
    events: list[tuple[str, dict[str, Any]]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Shared]:
    events: list[tuple[str, dict[str, Any]]] = []
    settings = BrowserSettings(navigation_timeout_s=5, action_timeout_s=5)
    async with BrowserSession.open(
        settings,
        downloads_dir=tmp_path_factory.mktemp("none"),
        on_event=lambda what, **fields: events.append((what, fields)),
    ) as session:
        yield Shared(session, events)


@pytest_asyncio.fixture(loop_scope="session")
async def session(shared: Shared, tmp_path: Path) -> AsyncIterator[BrowserSession]:
    """The shared session with one blank tab, and nothing left of the test before."""
    shared.session.start_run(tmp_path / "downloads")
    await _clear(shared.session)
    shared.events.clear()
    yield shared.session


async def _clear(session: BrowserSession) -> None:
    tab = await session.ready()
    while any(each.dialog for each in session.tabs):
        await session.answer_dialog(accept=True)
    for other in [each for each in session.tabs if each is not tab]:
        await other.page.close()
    await tab.guard(tab.page.goto("about:blank"))
    await tab.loaded(5)


@pytest.fixture
def events(shared: Shared) -> list[tuple[str, dict[str, Any]]]:
    return shared.events


@pytest.fixture
def hurry(session: BrowserSession, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Shortens the time that pages have to answer."""
    return lambda limit_s: monkeypatch.setattr(
        session, "_means", replace(session._means, timeout_s=limit_s)
    )


@pytest.fixture
def click(session: BrowserSession) -> Callable[[], Awaitable[None]]:
    """Clicks at the place of ``BUTTON`` in the active tab."""

    async def click() -> None:
        tab = session.active
        await tab.guard(tab.page.mouse.click(50, 50))

    return click


@pytest.fixture
def drawn(session: BrowserSession) -> Callable[[], Awaitable[None]]:
    """Waits until the active tab shows its document: a click lands on nothing before."""

    async def drawn() -> None:
        tab = session.active
        await tab.loaded(5)
        frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        await tab.guard(tab.page.evaluate(frames))

    return drawn


@pytest.fixture
def until() -> Callable[..., Awaitable[None]]:
    """Waits until a condition holds, for conditions that no event announces."""

    async def until(condition: Callable[[], Any], timeout_s: float = 10) -> None:
        async with asyncio.timeout(timeout_s):
            while not condition():  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    return until


class TheirBrowser:
    """A browser that somebody else started."""

    def __init__(self, tmp_path: Path) -> None:
        self.folder = tmp_path / "theirs"

    async def __aenter__(self) -> tuple[asyncio.subprocess.Process, str]:
        program = find_chromium(None, "").path
        arguments = ["--headless", "--remote-debugging-port=0", f"--user-data-dir={self.folder}"]
        self.process = await asyncio.create_subprocess_exec(
            program,
            *arguments,
            *(["--no-sandbox"] if is_root() else []),
            stderr=asyncio.subprocess.PIPE,
        )
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            if found := re.search(rb"listening on (ws://\S+)", line):
                return self.process, found[1].decode()
        raise AssertionError("the browser did not say where it listens")

    async def __aexit__(self, *_: object) -> None:
        self.process.kill()
        await self.process.communicate()


@pytest.fixture
def running_chromium(tmp_path: Path) -> TheirBrowser:
    return TheirBrowser(tmp_path)


class OnlyReads:
    """Lets no request go on but GET."""

    async def judge(self, sent: Outgoing) -> Decision:
        allowed = sent.method == "GET"
        return Decision(allowed=allowed, rule="test", sentence="nothing is sent.")

    def addressed(self, url: str) -> None:
        pass

    def noticed(self, sent: Outgoing) -> None:
        """Nothing is learned from it."""
