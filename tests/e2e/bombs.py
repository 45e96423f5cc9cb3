"""Pages that work against whoever opens them, one way each, and a server for them.

Most are files of ``tests/pages/bombs``; here are those that are too large for a file, and those
whose server does the work.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app

_FILES = Path(__file__).parents[1] / "pages/bombs"
_BUTTON = "<button>Press</button>"

LARGE = {
    "nesting": "<div>" * 30_000 + _BUTTON,
    "text": "word " * 4_000_000 + _BUTTON,
    "attribute": f"<button aria-label='{'a' * 5_000_000}'>x</button>",
    "title": f"<title>{'t' * 5_000_000}</title>{_BUTTON}",
    "buttons": _BUTTON * 60_000,
    "svg-uses": "<svg><circle id=a0 r=1 />"
    + "".join(f"<g id=a{n}>{f'<use href=#a{n - 1} />' * 10}</g>" for n in range(1, 9))
    + f"</svg>{_BUTTON}",
    "css-variables": "<style>:root{--a0:x;"
    + "".join(f"--a{n}:var(--a{n - 1})var(--a{n - 1});" for n in range(1, 40))
    + "}p::before{content:var(--a39)}</style><p>text</p>"
    + _BUTTON,
}


async def _for_ever(head: str, piece: str, pause_s: float) -> AsyncIterator[str]:
    yield head
    while True:
        yield piece
        await asyncio.sleep(pause_s)


async def _endless(_: Request) -> Response:
    return StreamingResponse(_for_ever(_BUTTON, "<p>more</p>" * 2_000, 0), media_type="text/html")


async def _drip(_: Request) -> Response:
    return StreamingResponse(_for_ever(_BUTTON, "<p>drip</p>", 0.2), media_type="text/html")


async def _parts(_: Request) -> Response:
    part = f"--x\r\ncontent-type: text/html\r\n\r\n{_BUTTON}\r\n"
    return StreamingResponse(
        _for_ever("", part, 0.02), media_type="multipart/x-mixed-replace; boundary=x"
    )


async def _mute(_: Request) -> Response:
    await asyncio.sleep(3600)
    return Response()


async def _gzip(_: Request) -> Response:
    packed = gzip.compress(b" " * 200_000_000 + _BUTTON.encode(), 1)
    return Response(packed, headers={"content-encoding": "gzip", "content-type": "text/html"})


async def _redirects(request: Request) -> Response:
    return RedirectResponse(f"/redirects?{len(request.url.query)}x{request.url.query}"[:200])


SERVED = {
    "endless": _endless,
    "drip": _drip,
    "parts": _parts,
    "mute": _mute,
    "gzip": _gzip,
    "redirects": _redirects,
}

NAMES = (*sorted(each.stem for each in _FILES.glob("*.html")), *LARGE, *SERVED)


async def _page(request: Request) -> Response:
    name = request.path_params["name"]
    if name in LARGE:
        return HTMLResponse(LARGE[name])
    return HTMLResponse((_FILES / f"{name}.html").read_text())


async def _next(_: Request) -> Response:
    return HTMLResponse("<title>Next</title><h1>Next page</h1>")


async def _file(_: Request) -> Response:
    return Response(b"data", headers={"content-disposition": "attachment"})


async def _worker(_: Request) -> Response:
    return Response("for (let i = 0; i < 1e9; i++);", media_type="text/javascript")


async def _nothing(_: Request) -> Response:
    return Response(status_code=404)


@asynccontextmanager
async def serve_bombs() -> AsyncIterator[str]:
    """Serve them at ``/NAME``, and a plain page at ``/next``; yields the address."""
    routes = [
        Route("/next", _next),
        Route("/file", _file),
        Route("/worker.js", _worker),
        Route("/favicon.ico", _nothing),
        *(Route(f"/{name}", answer) for name, answer in SERVED.items()),
        Route("/{name}", _page),
    ]
    async with serve_app(Starlette(routes=routes)) as port:
        yield f"http://127.0.0.1:{port}"
