"""The server of the cases: their pages, an answer to everything else, and a log of what came."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from .cases import GateCase

_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
_TYPES = {
    "js": "text/javascript",
    "html": "text/html",
    "css": "text/css",
    "json": "application/json",
}
_PICTURE = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
_DOCUMENTS = ("document", "iframe", "frame", "embed", "object")


@dataclass(slots=True)
class CaseSite:
    """The application, and the requests that reached it other than for pages and their files."""

    cases: Sequence[GateCase]
    arrived: list[tuple[str, str, str]] = field(default_factory=list)

    def app(self) -> Starlette:
        """Return what serves the cases."""
        pages = {case.id: case for case in self.cases}

        async def page(request: Request) -> Response:
            case = pages[request.path_params["id"]]
            head = f"<!doctype html><html lang={case.language}><meta charset=utf-8>"
            return HTMLResponse(f"{head}<title>{html.escape(case.title)}</title><body>{case.page}")

        async def file(request: Request) -> Response:
            name = request.path_params["name"]
            case = pages[request.path_params["id"]]
            if name not in case.files:
                return await other(request)
            kind = _TYPES.get(name.rpartition(".")[2], "text/plain")
            return Response(case.files[name], media_type=kind)

        async def other(request: Request) -> Response:
            body = (await request.body()).decode("utf-8", "replace")
            path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            self.arrived.append((request.method, path, body))
            return _answer(request.headers.get("sec-fetch-dest", ""), request.headers["accept"])

        async def socket(websocket: WebSocket) -> None:
            await websocket.accept()
            try:
                while True:
                    text = await websocket.receive_text()
                    self.arrived.append(("WS", websocket.url.path, text))
            except WebSocketDisconnect:
                return

        return Starlette(
            routes=[
                Route("/favicon.ico", lambda request: Response(b"")),
                Route("/p/{id}", page, methods=["GET"]),
                Route("/p/{id}/{name}", file, methods=["GET"]),
                Route("/{path:path}", other, methods=_METHODS),
                WebSocketRoute("/{path:path}", socket),
            ]
        )


def _answer(destination: str, accepts: str) -> Response:
    if destination in _DOCUMENTS:
        return HTMLResponse("<!doctype html><title>Done</title><h1>Done</h1>")
    if destination == "image":
        return Response(_PICTURE, media_type="image/gif")
    if destination == "script":
        return Response("", media_type="text/javascript")
    if "event-stream" in accepts:
        return Response("data: ok\n\n", media_type="text/event-stream")
    return JSONResponse({"ok": True})
