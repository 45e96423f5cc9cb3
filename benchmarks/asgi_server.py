"""A web server as a guest of the caller's event loop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from agent_e.errors import ConfigError

_TICK_S = 1.0
"""How often the time that answers bear is renewed."""
_TURNS = 5
REQUEST_S = 10.0
"""How long a connection may stay without a whole request."""
MAX_IDLE = 100
"""Connections without a request being answered; of more, the oldest is closed."""
MAX_MESSAGE = 1 << 20
"""Maximum bytes of one message of a WebSocket."""


@asynccontextmanager
async def serve_app(
    app: ASGIApp, *, host: str = "127.0.0.1", port: int = 0, sockets: bool = False
) -> AsyncIterator[int]:
    """Serve ``app`` while the block runs; yields the port, taken free when ``port`` is 0.

    ``sockets`` says whether it has WebSockets.

    Raises:
        ConfigError: the port cannot be used.
    """
    with _listen(host, port) as listener:
        # log_config=None leaves the process's logging alone: several servers may live in it.
        config = uvicorn.Config(
            app,
            http=_Quiet,
            ws="wsproto" if sockets else "none",
            ws_max_size=MAX_MESSAGE,
            # A small message could unpack to any size, and pictures do not get smaller.
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=1,
        )
        server = _EmbeddedServer(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        accepting = asyncio.create_task(server.accepting.wait())
        try:
            await asyncio.wait({serving, accepting}, return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                serving.result()
            bound: int = listener.getsockname()[1]
            yield bound
        finally:
            accepting.cancel()
            server.end()
            await serving


class _EmbeddedServer(uvicorn.Server):
    """Leaves signals to its host, says when it is up, and ends as soon as nothing is left to do.

    uvicorn's own looks ten times a second whether it is to end, and whether it has.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.accepting = asyncio.Event()
        self._ending = asyncio.Event()

    def end(self) -> None:
        self.should_exit = True
        self._ending.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self.accepting.set()

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(_TICK_S):
                    await self._ending.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for closed in (*self.servers, *(sockets or ())):
            closed.close()
        # What was accepted just now becomes a connection in the next turns of the loop.
        await _turns()
        connections = list(self.server_state.connections)
        for connection in connections:
            connection.shutdown()
        try:
            async with asyncio.timeout(self.config.timeout_graceful_shutdown):
                for connection in connections:
                    if isinstance(connection, _Quiet):
                        await connection.lost.wait()
                if self.server_state.tasks:
                    await asyncio.wait(self.server_state.tasks)
        except TimeoutError:
            await self._abort()

    async def _abort(self) -> None:
        # A client that reads nothing would keep the rest of its socket from being sent.
        for left in list(self.server_state.connections):
            left.transport.abort()
        await _turns()
        for task in self.server_state.tasks:
            task.cancel()


async def _turns() -> None:
    for _ in range(_TURNS):
        await asyncio.sleep(0)


class _Quiet(H11Protocol):
    """Says when its connection is lost, and closes one on which nothing is asked.

    There is no access log, whatever handlers the process has; `Config.access_log` would change
    them. uvicorn itself waits for ever for a first request, and for the rest of any.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access_log = False
        self.lost = asyncio.Event()
        self.idle_since = 0.0
        self._waiting: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it is open and no request is being answered."""
        if self.transport.is_closing():
            return False
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        idle = [each for each in self.connections if isinstance(each, _Quiet) and each.is_idle]
        if len(idle) > MAX_IDLE:
            min(idle, key=lambda each: each.idle_since).transport.abort()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()
        self.lost.set()

    def _wait(self) -> None:
        self._stop_waiting()
        self.idle_since = self.loop.time()
        self._waiting = self.loop.call_later(REQUEST_S, self._end_idle)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()

    def _end_idle(self) -> None:
        if self.is_idle:
            self.transport.abort()


@contextmanager
def _listen(host: str, port: int) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio switches Nagle's algorithm off only on sockets that say they are TCP (`create_server`
    # does not say so); with it on, an answer sent in two parts waits 40 ms for an acknowledgement.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except (OSError, OverflowError) as error:
            raise ConfigError(
                f"Port {port} of {host} cannot be used: {error}. "
                "Choose another, or 0 for a free one."
            ) from error
        listener.listen(128)
        listener.setblocking(False)
        yield listener
