"""Runs of a server, and clients that look at their browsers and use them from afar."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Page
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Script, ScriptedServer, Thinking, scripted_server
from agent_e.browser import BrowserSession
from agent_e.config import Settings
from agent_e.human import RunControl
from agent_e.server.app import build_app
from agent_e.server.managed_run import ManagedRun
from agent_e.server.runs import Runs
from agent_e.types import Task
from agent_e.workspace import Opener

TOKEN = "a-token-of-the-tests"


class LiveClient:
    """One page of the console, without a page.

    Attributes:
        told: the messages, oldest first.
        frames: how many pictures came.
        header: of the newest one.
        jpeg: the newest one.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[dict[str, Any]] = []
        self.frames = 0
        self.header: dict[str, Any] = {}
        self.jpeg = b""
        self._news = asyncio.Event()

    async def read(self) -> None:
        try:
            async for message in self.socket:
                if isinstance(message, str):
                    self.told.append(json.loads(message))
                else:
                    length = int.from_bytes(message[:4], "big")
                    self.header = json.loads(message[4 : 4 + length])
                    self.jpeg = message[4 + length :]
                    self.frames += 1
                self._news.set()
        except ConnectionClosed:
            return
        finally:
            self.told.append({"kind": "closed"})
            self._news.set()

    async def do(self, what: str, **members: Any) -> None:
        await self.socket.send(json.dumps({"do": what, **members}))

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not holds():
                self._news.clear()
                await self._news.wait()

    def last(self, kind: str) -> dict[str, Any]:
        return next((each for each in reversed(self.told) if each["kind"] == kind), {})

    async def shows(self, kind: str, /, **members: Any) -> dict[str, Any]:
        """The last message of a kind, once it has these members."""
        await self.until(lambda: self.last(kind) and self.last(kind).items() >= members.items())
        return self.last(kind)

    async def refused(self) -> str:
        """Why something was not done, told after this was called before."""
        await self.until(lambda: any(each["kind"] == "refused" for each in self.told))
        place = next(at for at, each in enumerate(self.told) if each["kind"] == "refused")
        return str(self.told.pop(place)["why"])

    async def frame(self) -> None:
        """A picture that is newer than this call."""
        before = self.frames
        await self.until(lambda: self.frames > before)

    def colour(self, x: float, y: float) -> tuple[int, ...]:
        """The colour at a place of the page, roughly."""
        with Image.open(io.BytesIO(self.jpeg)) as image:
            scale = image.width / self.header["width"]
            pixel = image.convert("RGB").getpixel((round(x * scale), round(y * scale)))
        assert isinstance(pixel, tuple)
        return tuple(round(part / 51) for part in pixel)

    async def coloured(self, colour: tuple[int, ...], x: float = 100, y: float = 100) -> None:
        await self.until(lambda: self.jpeg and self.colour(x, y) == colour)

    async def take(self) -> None:
        await self.do("take")
        await self.shows("holder", mine=True)

    async def click(self, x: float, y: float, **more: Any) -> None:
        held = {"x": x, "y": y, "button": "left", "clicks": 1, **more}
        await self.do("mouse", type="move", x=x, y=y)
        await self.do("mouse", type="down", **held, buttons=1)
        await self.do("mouse", type="up", **held)

    async def click_on(self, page: Page, selector: str) -> None:
        """Click the middle of an element, as a person who sees it does."""
        box = await page.locator(selector).bounding_box()
        assert box is not None
        await self.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    async def press(self, key: str, code: str = "", **more: Any) -> None:
        code = code or (f"Key{key.upper()}" if len(key) == 1 else key)
        for kind in ("down", "up"):
            await self.do("key", type=kind, key=key, code=code, **more)

    async def types(self, text: str) -> None:
        for letter in text:
            await self.press(letter)


class LiveBench:
    """A server of runs in the tests' shared browser.

    Attributes:
        model: what answers for the models.
        url: the server's.
    """

    def __init__(self, folder: Path, opener: Opener) -> None:
        self.folder = folder
        self.model: ScriptedServer
        self._opener = opener
        self._stack = AsyncExitStack()
        self._runs: Runs
        self.url = ""
        self._reading: list[asyncio.Task[None]] = []

    async def begin(self, script: Script | Thinking, start_url: str, **settings: Any) -> ManagedRun:
        """Serve runs whose models answer from a script, and begin one."""
        self.model = await self._stack.enter_async_context(scripted_server(script))
        models = {"base_url": self.model.base_url, "max_retry_wait_s": 0.01, "attempts": 2}
        given = {
            "model": "openai:scripted",
            "planner": "always",
            "verify": "never",
            "mode": "autonomous",
            "about_me": False,
            "runs_dir": self.folder,
            "safety": {"trust": ["127.0.0.1"]},
            "models": models,
            **settings,
        }
        self._runs = Runs(Settings.model_validate(given), self._opener)
        self._stack.push_async_callback(self._runs.close)
        app = build_app(self._runs, token=TOKEN)
        port = await self._stack.enter_async_context(serve_app(app, sockets=True))
        # This ends connections, for which the server waits.
        self._stack.push_async_callback(self._runs.close)
        self.url = f"ws://127.0.0.1:{port}"
        return await self._runs.create(Task(text="Find the offer.", start_url=start_url), {})

    async def client(self, run: ManagedRun, tab_id: str = "tab-of-the-tests") -> LiveClient:
        """Look at a run until the test is over."""
        return await self._stack.enter_async_context(self.connected(run, tab_id))

    @asynccontextmanager
    async def connected(
        self, run: ManagedRun, tab_id: str = "tab-of-the-tests", *, reads: bool = True
    ) -> AsyncIterator[LiveClient]:
        """Look at a run while the block runs."""
        async with connect(
            f"{self.url}/runs/{run.id}/live",
            additional_headers={"Authorization": f"Bearer {TOKEN}"},
            proxy=None,
            max_size=None,
        ) as socket:
            client = LiveClient(socket)
            await client.do("hello", tab_id=tab_id)
            reading = asyncio.create_task(client.read()) if reads else None
            try:
                yield client
            finally:
                await socket.close()
                if reading is not None:
                    await reading

    async def close(self) -> None:
        await self._stack.aclose()


def control_of(run: ManagedRun) -> RunControl:
    assert run.control is not None
    return run.control


def session_of(run: ManagedRun) -> BrowserSession:
    assert run.session is not None
    return run.session


def page_of(run: ManagedRun) -> Page:
    return session_of(run).active.page


def last_asked(bench: LiveBench, ending: str) -> Mapping[str, Any]:
    """The newest request of the role that is offered this function."""
    return next(
        body
        for body in reversed(bench.model.requests)
        if ending in [tool["function"]["name"] for tool in body.get("tools", ())]
    )
