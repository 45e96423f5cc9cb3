"""Generated pages, really served, the foreign frames by a server of another site."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.perf.pages import GeneratedPage


@asynccontextmanager
async def served(page: GeneratedPage) -> AsyncIterator[str]:
    """Serve a page and its frames; yields the page's address."""
    async with serve_app(_giving(page.foreign)) as second:
        own = page.documents(f"http://localhost:{second}")
        async with serve_app(_giving(own)) as first:
            yield f"http://127.0.0.1:{first}/{page.name}"


def _giving(documents: Mapping[str, str]) -> Starlette:
    def give(request: Request) -> HTMLResponse:
        found = documents.get(request.url.path)
        return HTMLResponse(found or "nothing", 200 if found else 404)

    return Starlette(routes=[Route("/{path:path}", give)])
