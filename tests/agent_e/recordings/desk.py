"""A page with one of everything, which counts what is done on it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from urllib.parse import parse_qs, unquote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

HOSTILE = 'Bad"""\'\\ \u2028\n + __import__("os")._exit(9) #'
PAGE = (Path(__file__).parents[2] / "pages" / "recordings" / "desk.html").read_text()
INNER = """<button onclick="fetch('/did?inner', {method: 'POST'})">Inside</button>"""
OTHER = (
    """<title>Other</title><button onclick="fetch('/did?other', {method: 'POST'})">There</button>"""
)


class Desk:
    """The site; ``done`` is everything that was done on it, in order."""

    def __init__(self) -> None:
        self.done: list[str] = []

    @property
    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", lambda request: HTMLResponse(PAGE.replace("HOSTILE", json.dumps(HOSTILE)))),
            Route("/inner", lambda request: HTMLResponse(INNER)),
            Route("/other", lambda request: HTMLResponse(OTHER)),
            Route("/file", lambda request: Response(b"it", media_type="application/zip")),
            Route("/did", self._did, methods=["POST"]),
            Route("/order", self._order, methods=["POST"]),
        ]

    async def _did(self, request: Request) -> Response:
        # Whoever does not wait for the answer is gone before it is counted.
        await asyncio.sleep(0.2)
        if not await request.is_disconnected():
            self.done.append(unquote(request.url.query))
        return Response()

    async def _order(self, request: Request) -> Response:
        form = parse_qs((await request.body()).decode())
        self.done.append(f"order {sorted((name, *given) for name, given in form.items())}")
        return RedirectResponse("/", 303)
