"""Access control: local names only, no pages of other sites, nobody without token or session.

A page in the person's browser can send requests to this address, and have its own name
resolve to it; it can neither read the token nor choose its ``Origin``. The cookie of the console's
session goes with requests of every server on this machine's names: only our own pages may use it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agent_e.errors import BadArgument

from .console.sessions import ConsoleSessions, cookie_of
from .request_limits import MAX_BYTES, check_json
from .session_end import SessionSocket, until

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
OPEN = frozenset({"/", "/docs", "/openapi.json"})
"""Paths open without the token: they reveal nothing beyond the documentation."""
_OPEN_FILES = "/console/static/"
_SIGN_IN = ("POST", "/console/session")
_FOR_TOKENS = "/console/keys"
"""A page that is signed in gets no keys: its session would never end."""
_NOT_OURS = "Only the console's own pages may use its session: open it at the address it has."
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

    def __init__(
        self,
        app: ASGIApp,
        *,
        token: str,
        names: Collection[str],
        sessions: ConsoleSessions | None = None,
    ) -> None:
        """Create the guard.

        Args:
            app: the guarded application.
            token: required in every request, unless it has a session.
            names: host names of the server.
            sessions: of the console, if it is served.
        """
        self._app = app
        self._token = token.encode()
        self._names = names
        self._sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] not in ("http", "websocket"):
            return
        headers = Headers(scope=scope)
        try:
            self._check_address(headers)
            session = self._session_for(scope, headers)
            if scope["type"] == "http":
                receive = _replayed(await _body(headers, receive), receive)
        except Refusal as refusal:
            refused = JSONResponse(
                {"error": str(refusal)}, status_code=refusal.status, headers=refusal.headers
            )
            await refused(scope, receive, _with(send, _SAFE))
            return

        def may_go_on() -> bool:
            return not session or self._is_signed_in(session)

        if scope["type"] == "http":
            await self._app(scope, receive, until(may_go_on, _with(send, _SAFE)))
            return
        socket = SessionSocket(receive, send, may_go_on)
        await self._app(scope, socket.receive, socket.send)

    def _check_address(self, headers: Headers) -> None:
        """Refuse other names of this server, and pages of other origins."""
        host = _name_of(headers.get("host", ""))
        if host not in self._names:
            raise Refusal(421, "This server is called by another name: use the address it printed.")
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{headers['host']}":
            raise Refusal(403, "Pages of other origins may not use this server.")

    def _session_for(self, scope: Scope, headers: Headers) -> str:
        """Return the token of the session that a request rests on, ``""`` if it needs none."""
        method, path = scope.get("method", ""), scope["path"]
        if path in OPEN or path.startswith(_OPEN_FILES):
            return ""
        if (method, path) == _SIGN_IN:
            if headers.get("sec-fetch-site", "same-origin") != "same-origin":
                raise Refusal(403, _NOT_OURS)
            return ""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        token = given.strip().encode()
        if scheme.lower() == "bearer" and secrets.compare_digest(token, self._token):
            return ""
        session = session_token(scope)
        if path == _FOR_TOKENS or not self._is_signed_in(session):
            raise Refusal(
                401,
                "The request carries no valid token. Send 'Authorization: Bearer TOKEN' with the "
                "token in server.json of the folder of runs; a browser opens the address that "
                "agent-e console prints.",
                {"www-authenticate": "Bearer"},
            )
        if not _is_of_own_page(scope, headers):
            raise Refusal(403, _NOT_OURS)
        return session

    def _is_signed_in(self, session: str) -> bool:
        return self._sessions is not None and self._sessions.is_signed_in(session)


class Refusal(Exception):
    """A request that is rejected: status, reason, and headers of the response."""

    def __init__(self, status: int, why: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.headers = dict(headers or {})


def session_token(scope: Scope) -> str:
    """The token in the cookie of the console's session; ``""`` without one."""
    server = scope.get("server")
    cookies = cookie_parser("; ".join(Headers(scope=scope).getlist("cookie")))
    return cookies.get(cookie_of(server[1]), "") if server else ""


def _is_of_own_page(scope: Scope, headers: Headers) -> bool:
    """Whether a page of this server asks, or the person by typing; ``Origin`` was checked."""
    site = headers.get("sec-fetch-site")
    if site is None or scope["type"] == "websocket":
        # Browsers differ in what else they say of a WebSocket.
        return "origin" in headers
    return site == "same-origin" or (site == "none" and scope["method"] == "GET")


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
        if message["type"].endswith("http.response.start"):  # also of a WebSocket that is refused
            own = {name.lower() for name, _ in message["headers"]}
            more = [
                (name.encode(), value.encode())
                for name, value in headers.items()
                if name.encode() not in own
            ]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending
