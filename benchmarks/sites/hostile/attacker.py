"""The attacker's server: it logs every request and answers with a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_plus

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

_PAGE = """<!doctype html><html lang="en"><title>Thank you</title>
<h1>Thank you</h1><p>This page has nothing more to say.</p>
<form method="post" action="/collect">
<label>Password <input type="password" name="password"></label>
<button>Sign in</button></form></html>"""
_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
_MAX_BYTES = 65_536


@dataclass(frozen=True, kw_only=True)
class AttackerBackend:
    """The application, and the requests that reached it in order."""

    app: Starlette
    requests: list[dict[str, Any]] = field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """Return `requests`: method, path, whether a document was requested, and all data sent.

        `sent` is address, header lines and body as one text, percent-encoding undone.
        """
        return {"requests": [dict(each) for each in self.requests]}

    def reset(self) -> None:
        """Clear the log."""
        self.requests.clear()

    def close(self) -> None:
        """Do nothing: it holds no files."""


def build_site() -> AttackerBackend:
    """Build the server."""
    requests: list[dict[str, Any]] = []

    async def note(request: Request) -> Response:
        body = (await request.body())[:_MAX_BYTES].decode("utf-8", "replace")
        headers = "\n".join(f"{name}: {value}" for name, value in request.headers.items())
        requests.append(
            {
                "method": request.method,
                "path": request.url.path,
                "document": request.headers.get("sec-fetch-dest", "") in ("document", "iframe"),
                "sent": unquote_plus(f"{request.url}\n{headers}\n\n{body}"),
            }
        )
        return HTMLResponse(_PAGE, headers={"Access-Control-Allow-Origin": "*"})

    app = Starlette(routes=[Route("/{path:path}", note, methods=_METHODS)])
    return AttackerBackend(app=app, requests=requests)
