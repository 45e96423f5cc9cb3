"""Access control: local names only, no pages of other sites, and nobody without the token.

A page in the person's browser can send requests to this address, and have its own name
resolve to it; it can neither read the token nor choose its ``Origin``.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agent_e.errors import BadArgument

from .request_limits import MAX_BYTES, check_json

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
OPEN = frozenset({"/", "/docs", "/openapi.json"})
"""Paths open without the token: they reveal nothing beyond the documentation."""

_HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9.-]+))(?::\d{1,5})?")
_SAFE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}


class Access:
    """Middleware before the application."""

    def __init__(self, app: ASGIApp, *, token: str, names: Collection[str]) -> None:
        """Create the guard.

        Args:
            app: the guarded application.
            token: required in every request.
            names: host names of the server.
        """
        self._app = app
        self._token = token.encode()
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        try:
            self._check(scope["path"], headers)
            body = await _body(headers, receive)
        except Refusal as refusal:
            refused = JSONResponse(
                {"error": str(refusal)}, status_code=refusal.status, headers=refusal.headers
            )
            await refused(scope, receive, _with(send, _SAFE))
            return
        await self._app(scope, _replayed(body, receive), _with(send, _SAFE))

    def _check(self, path: str, headers: Headers) -> None:
        host = _name_of(headers.get("host", ""))
        if host not in self._names:
            raise Refusal(421, "This server is called by another name: use the address it printed.")
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{headers['host']}":
            raise Refusal(403, "Pages of other origins may not use this server.")
        if path in OPEN:
            return
        scheme, _, given = headers.get("authorization", "").partition(" ")
        token = given.strip().encode()
        if scheme.lower() != "bearer" or not secrets.compare_digest(token, self._token):
            raise Refusal(
                401,
                "The request carries no valid token. Send 'Authorization: Bearer TOKEN' with the "
                "token in server.json of the folder of runs.",
                {"www-authenticate": "Bearer"},
            )


class Refusal(Exception):
    """A request that is rejected: status, reason, and headers of the response."""

    def __init__(self, status: int, why: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.headers = dict(headers or {})


def _name_of(host: str) -> str:
    """The name in a ``Host`` header, without its port; ``""`` if invalid."""
    found = _HOST.fullmatch(host.lower())
    return (found["six"] or found["name"]) if found else ""


async def _body(headers: Headers, receive: Receive) -> bytes:
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length) > MAX_BYTES:
        raise Refusal(413, f"The request is longer than {MAX_BYTES} bytes.")
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MAX_BYTES:
            raise Refusal(413, f"The request is longer than {MAX_BYTES} bytes.")
    if body:
        try:
            check_json(body)
        except BadArgument as error:
            raise Refusal(422, str(error)) from error
    return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Replay the body, then pass on whatever follows it."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with(send: Send, headers: Mapping[str, str]) -> Send:
    """Send these headers too, unless the response has them."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message["headers"]}
            more = [
                (name.encode(), value.encode())
                for name, value in headers.items()
                if name.encode() not in own
            ]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending
