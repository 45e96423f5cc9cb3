"""The pages of the cases, served."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.asgi_server import serve_app

PAGES = Path(__file__).parent / "pages"
STOCK_S = 0.4
"""Delay of the server's JSON response."""
_STOCK = [{"name": "Bolts", "count": 1250}, {"name": "Nuts", "count": 980}]


async def _stock(request: Request) -> JSONResponse:
    await asyncio.sleep(STOCK_S)
    return JSONResponse(_STOCK)


@asynccontextmanager
async def serve_pages() -> AsyncIterator[str]:
    """Serve them while the block runs; yields the address."""
    routes = [Route("/stock.json", _stock), Mount("/", StaticFiles(directory=PAGES))]
    async with serve_app(Starlette(routes=routes)) as port:
        yield f"http://127.0.0.1:{port}"
