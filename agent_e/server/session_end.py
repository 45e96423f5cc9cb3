"""What is open when a session of the console ends, ends with it: WebSockets and event streams."""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Send

from agent_e.errors import BadArgument

from .request_limits import check_json

_SIGNED_OUT = "You have signed out. Run agent-e console for a new address, and open that."
_LONGEST_REASON = 123
_UNFIT, _ENDED = 1007, 1008
"""Codes that close a WebSocket: a message that is none, and a session that has ended."""


class SessionSocket:
    """A WebSocket whose messages are JSON of bounded depth, and that ends with its session.

    How long a message may be is ``ws_max_size`` of the server.
    """

    def __init__(self, receive: Receive, send: Send, may_go_on: Callable[[], bool]) -> None:
        self._receive = receive
        self._send = send
        self._may_go_on = may_go_on
        self._closed = False

    async def receive(self) -> Message:
        """Return the next message; a disconnection if it is none."""
        message = await self._receive()
        if message["type"] != "websocket.receive" or self._closed:
            return message
        if not self._may_go_on():
            return await self._end(_ENDED, _SIGNED_OUT)
        try:
            check_json((message.get("text") or "").encode("utf-8", "surrogatepass"))
        except BadArgument as error:
            return await self._end(_UNFIT, str(error))
        return message

    async def send(self, message: Message) -> None:
        """Send a message, unless the socket is closed."""
        if not self._closed and not self._may_go_on():
            await self._end(_ENDED, _SIGNED_OUT)
        if not self._closed:
            await self._send(message)

    async def _end(self, code: int, why: str) -> Message:
        self._closed = True
        reason = why.encode()[:_LONGEST_REASON].decode(errors="ignore")
        await self._send({"type": "websocket.close", "code": code, "reason": reason})
        return {"type": "websocket.disconnect", "code": code, "reason": reason}


def until(may_go_on: Callable[[], bool], send: Send) -> Send:
    """End an event stream before the first message after its session; other answers are whole."""
    streams = ended = False

    async def sending(message: Message) -> None:
        nonlocal streams, ended
        if message["type"] == "http.response.start":
            kind = Headers(raw=message["headers"]).get("content-type", "")
            streams = kind.startswith("text/event-stream")
        elif streams and not ended and not may_go_on():
            ended = True
            # For the server this is the end, and it tells the application of a disconnection.
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        if not ended:
            await send(message)

    return sending
