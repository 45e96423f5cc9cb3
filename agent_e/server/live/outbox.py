"""What waits to be sent to one viewer: the newest of each kind, however slowly they read."""

from __future__ import annotations

import asyncio
import json
import logging
import struct
from collections.abc import Coroutine, Mapping
from typing import Any

from starlette.websockets import WebSocket

from agent_e.browser.screencast import Frame
from agent_e.errors import AgentEError, Unexpected

_LOG = logging.getLogger(__name__)


class Outbox:
    """The one sender of a connection."""

    def __init__(self, socket: WebSocket) -> None:
        """Create it for a connection that was accepted."""
        self._socket = socket
        self._texts: dict[str, Mapping[str, Any]] = {}
        self._known: dict[str, Mapping[str, Any]] = {}
        self._frame: Frame | None = None
        self._news = asyncio.Event()
        self._empty = asyncio.Event()

    def put(self, kind: str, **members: Any) -> None:
        """Send this, in place of one of the same kind that was not sent yet."""
        self._texts[kind] = {"kind": kind, **members}
        self._wake()

    def put_state(self, kind: str, **members: Any) -> None:
        """Send this unless it is what was sent last of its kind."""
        if self._known.get(kind) != members:
            self._known[kind] = members
            self.put(kind, **members)

    def put_frame(self, frame: Frame | None) -> None:
        """Send this picture next; ``None``: none of those that wait."""
        self._frame = frame
        self._wake()

    def refuse(self, why: object) -> None:
        """Say why something was not done."""
        self.put("refused", why=str(why))

    async def told(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work, and say why if it fails."""
        try:
            await work
        except AgentEError as error:
            self.refuse(error)
        except Exception as error:  # whatever it is, the person is told
            _LOG.error("a live view broke", exc_info=error)
            self.refuse(Unexpected(error, hint="The server's log has more."))

    async def send(self) -> None:
        """Send what comes; returns never, and raises once the connection is gone."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._texts or self._frame:
                if self._texts:
                    text = self._texts.pop(next(iter(self._texts)))
                    await self._socket.send_text(json.dumps(text))
                elif self._frame:
                    frame, self._frame = self._frame, None
                    await self._socket.send_bytes(_packed(frame))
            self._empty.set()

    async def sent(self) -> None:
        """Return when nothing waits."""
        await self._empty.wait()

    def _wake(self) -> None:
        self._empty.clear()
        self._news.set()


def _packed(frame: Frame) -> bytes:
    """The length of a header in 4 bytes, the header as JSON, the picture."""
    about = {
        "tab": frame.tab,
        "width": frame.width,
        "height": frame.height,
        "scale": frame.scale,
    }
    header = json.dumps(about).encode()
    return struct.pack(">I", len(header)) + header + frame.jpeg
