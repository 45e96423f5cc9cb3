"""A web server as a guest of the caller's event loop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from agent_e.errors import ConfigError


@asynccontextmanager
async def serve_app(app: ASGIApp, *, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[int]:
    """Serve ``app`` while the block runs; yields the port, taken free when ``port`` is 0.

    Raises:
        ConfigError: the port cannot be used.
    """
    with _listen(host, port) as listener:
        # log_config=None leaves the process's logging alone: several servers may live in it.
        config = uvicorn.Config(
            app,
            http=_QuietProtocol,
            ws="none",
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
            server.should_exit = True
            await serving


class _EmbeddedServer(uvicorn.Server):
    """Leaves signals to its host, and says when it is up."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.accepting = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self.accepting.set()


class _QuietProtocol(H11Protocol):
    """No access log, whatever handlers the process has; `Config.access_log` would change them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access_log = False


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
