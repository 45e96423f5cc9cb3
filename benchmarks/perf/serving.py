"""Serves one page of a measurement, with its frames and resources."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.asgi_server import serve_app

FOREIGN = "{foreign}"
"""Placeholder in a page for the address of the server of another site."""
PACKAGE = "/package"
_ONLY_OWN = "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'"
"""The content security policy of a page that loads nothing from elsewhere."""
_TYPES = {".js": "text/javascript", ".json": "application/json", ".css": "text/css"}


@dataclass(frozen=True, kw_only=True, slots=True)
class PageFiles:
    """The files of a page.

    Attributes:
        texts: documents by path; ``/`` is the page unless ``start`` says otherwise.
        foreign: documents of a server of another site.
        folder: served below ``PACKAGE``.
        sealed: whether the folder's files load nothing from other servers.
        start: path of the page.
        ready: JavaScript expression that is true once the page is ready; ``""`` for its load event.
        scroll: initial scroll position, CSS pixels.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    foreign: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    sealed: bool = False
    start: str = "/"
    ready: str = ""
    scroll: int = 0


@asynccontextmanager
async def serve_page(files: PageFiles) -> AsyncIterator[str]:
    """Serve the page while the block runs; yields its address.

    The other site is ``localhost`` where the page's own is ``127.0.0.1``.
    """
    async with serve_app(Starlette(routes=_documents(files.foreign, ""))) as other:
        routes = _documents(files.texts, f"http://localhost:{other}")
        if files.folder is not None:
            kind = _SealedFiles if files.sealed else StaticFiles
            routes.append(Mount(PACKAGE, kind(directory=files.folder)))
        async with serve_app(Starlette(routes=routes)) as port:
            yield f"http://127.0.0.1:{port}{files.start}"


class _SealedFiles(StaticFiles):
    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        answer = super().file_response(*args, **kwargs)
        answer.headers["Content-Security-Policy"] = _ONLY_OWN
        return answer


def _documents(texts: Mapping[str, str], foreign: str) -> list[BaseRoute]:
    return [_document(path, text.replace(FOREIGN, foreign)) for path, text in texts.items()]


def _document(path: str, text: str) -> Route:
    body, media_type = text.encode(), _TYPES.get(Path(path).suffix, "text/html")

    async def answer(request: Request) -> Response:
        return Response(body, media_type=media_type)

    return Route("/" + path.lstrip("/"), answer)
