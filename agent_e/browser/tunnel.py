"""Two connections joined: what one receives is sent on the other."""

from __future__ import annotations

import asyncio
import socket


class Tunnel:
    """A client's connection joined to a server's; ``closed`` is done once both are closed."""

    def __init__(self) -> None:
        """Create it; ``join`` connects the ends."""
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ends = [End(self), End(self)]

    async def join(self, client: socket.socket) -> None:
        """Join a client to the connected server's end."""
        await asyncio.get_running_loop().connect_accepted_socket(lambda: self.ends[1], client)
        for end in self.ends:
            if end.transport is not None:
                end.transport.resume_reading()

    def close(self) -> None:
        """Close both ends at once, whatever is on its way."""
        for end in self.ends:
            if end.transport is not None:
                end.transport.abort()

    def beyond(self, end: End) -> End:
        """The other end."""
        return self.ends[end is self.ends[0]]

    def ended(self) -> None:
        """Note that one end is closed."""
        gone = all(end.transport is None for end in self.ends)
        if gone and not self.closed.done():
            self.closed.set_result(None)


class End(asyncio.Protocol):
    """One end of a tunnel; it reads nothing until it is joined, and no faster than can be sent."""

    def __init__(self, tunnel: Tunnel) -> None:
        """Create it for a tunnel."""
        self.transport: asyncio.Transport | None = None
        self._tunnel = tunnel
        self._sent_all = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait until the other end is there."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """Send it on."""
        if other := self._tunnel.beyond(self).transport:
            other.write(data)

    def eof_received(self) -> bool:
        """Pass on that nothing follows; the other direction may go on."""
        other = self._tunnel.beyond(self)
        self._sent_all = True
        if other.transport is None or other._sent_all:
            return False
        other.transport.write_eof()
        return True

    def pause_writing(self) -> None:
        """Let the other end read no more, as this one sends too slowly."""
        if other := self._tunnel.beyond(self).transport:
            other.pause_reading()

    def resume_writing(self) -> None:
        """Let the other end read again."""
        if other := self._tunnel.beyond(self).transport:
            other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the other end too, once it has sent what it was given."""
        self.transport = None
        if other := self._tunnel.beyond(self).transport:
            other.close()
        self._tunnel.ended()
