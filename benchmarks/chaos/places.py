"""The shop and the provider of one chaos run, both of which can be made to fail while it runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
from starlette.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import scripted_server
from agent_e.benchmarks.sites.definition import Backend
from agent_e.benchmarks.sites.serve import SITES
from agent_e.benchmarks.sites.shop.seed import DEMO_EMAIL, DEMO_PASSWORD

from .shopper import LEAVE, Shopper

_SPINS = "<title>Busy</title><script>addEventListener('load', () => { for (;;); })</script>"


class Shop:
    """A shop whose pages may be late, stuck or gone.

    Attributes:
        delay_s: before each answer.
        stuck: number of pages still to be answered by one that keeps its renderer busy for ever.
        url: without a slash at the end.
    """

    def __init__(self, backend: Backend) -> None:
        self.delay_s = 0.0
        self.stuck = 0
        self.url = ""
        self._backend = backend
        self._before = len(backend.state()["orders"])
        self._serving = AsyncExitStack()

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncIterator[Shop]:
        """Serve one while the block runs."""
        backend: Backend = SITES["shop"].build()
        shop = cls(backend)
        try:
            await shop.come_back()
            yield shop
        finally:
            await shop.vanish()
            backend.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of HTTP."""
        await asyncio.sleep(self.delay_s)
        if self.stuck and scope["method"] == "GET" and not scope["path"].startswith("/static/"):
            self.stuck -= 1
            await HTMLResponse(_SPINS)(scope, receive, send)
        else:
            await self._backend.app(scope, receive, send)

    @property
    def orders(self) -> int:
        """Number of orders placed here."""
        return len(self._backend.state()["orders"]) - self._before

    async def vanish(self) -> None:
        """Close the port and all connections."""
        await self._serving.aclose()

    async def come_back(self) -> None:
        """Serve at the address of before."""
        port = int(self.url.rpartition(":")[2] or 0)
        bound = await self._serving.enter_async_context(serve_app(self, port=port))
        self.url = f"http://127.0.0.1:{bound}"

    async def save_login(self, file: Path) -> None:
        """Log in, and write the cookies as ``browser.storage_state`` takes them."""
        async with httpx.AsyncClient(base_url=self.url) as client:
            await client.post("/login", data={"email": DEMO_EMAIL, "password": DEMO_PASSWORD})
            cookies = [
                {
                    "name": name, "value": value, "domain": "127.0.0.1", "path": "/",
                    "expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax",
                }
                for name, value in client.cookies.items()
            ]  # fmt: skip
        file.write_text(json.dumps({"cookies": cookies, "origins": []}), encoding="utf-8")


@asynccontextmanager
async def served(*, by_task: bool, looks: bool) -> AsyncIterator[tuple[Shop, Shopper, str]]:
    """Serve a shop and its model; yields both and the model's address.

    Args:
        by_task: whether the words of the task are read as leave to order once.
        looks: see ``Shopper``.
    """
    async with Shop.open() as shop:
        shopper = Shopper(shop.url, looks=looks)
        grants = [LEAVE] if by_task else []
        async with scripted_server(shopper, grants=grants) as provider:
            yield shop, shopper, provider.base_url
