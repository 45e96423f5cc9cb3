"""The proxy through which everything of one session's browser goes, whoever in it asks.

It speaks SOCKS5 on loopback: each connection asks for a host and port and becomes a tunnel, so that
HTTPS stays end to end and no HTTP is read here that a server could read in another way. The
proxy looks the name up, checks the addresses and connects to one of those it has checked.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol
from urllib.parse import urlsplit

from python_socks import ProxyError

from agent_e.types import Decision, Destination
from agent_e.urls import LOOPBACK, is_own_name

from .background_tasks import Background
from .proxy_peers import ProxyPeers
from .socks import NotSocks, Reply, read_request, send_reply
from .tunnel import Tunnel
from .upstream_proxy import connect_through, upstream_for

CONNECT_S = 30.0
"""Longest wait for a server to accept a connection."""
_TRY_S = 3.0
"""Longest wait for one of several addresses, after which the next one is tried."""
_ASK_S = 10.0
"""How long a client may take to say where it wants to go."""
_MOST = 512
"""Connections at a time; more are closed at once."""
_PLACES = 100
"""Refused places that are told one by one; the rest are counted together."""
_FAILURES = 200
"""Places whose last failure is remembered."""
_ACCEPT_AGAIN_S = 0.5

_FREE = Decision(allowed=True, rule="unrestricted")


class LoadCheck(Protocol):
    """Decides where the browser may connect to."""

    async def load(self, host: str, port: int) -> Destination:
        """Decide, with the addresses that were looked up for it."""
        ...


OnRefused = Callable[[str, Decision, int], None]
"""Called with ``host:port``, the decision and how often this was refused so far, at each power of
ten; the place is ``""`` for all those after the first hundred."""


class RunProxy:
    """The proxy of one session; until it is restricted it lets everything through.

    Attributes:
        on_refused: told of refusals.
    """

    def __init__(self, listener: socket.socket) -> None:
        """Serve a listening socket; use ``open`` to get a proxy."""
        self.on_refused: OnRefused = lambda place, decision, count: None
        self._listener = listener
        self._check: LoadCheck | None = None
        self._peers = ProxyPeers()
        self._background = Background()
        self._tunnels: dict[Tunnel, tuple[str, int]] = {}
        self._clients = 0
        self._refused: Counter[str] = Counter()
        self._failures: dict[tuple[str, int], str] = {}

    @classmethod
    @asynccontextmanager
    async def open(cls) -> AsyncIterator[RunProxy]:
        """Listen on a port of its own while the block runs."""
        with socket.create_server(("127.0.0.1", 0), backlog=_MOST) as listener:
            listener.setblocking(False)
            proxy = cls(listener)
            proxy._background.run(proxy._accept())
            try:
                yield proxy
            finally:
                await proxy._background.stop()
                for tunnel in list(proxy._tunnels):
                    tunnel.close()

    @property
    def port(self) -> int:
        """Where it listens on 127.0.0.1."""
        return int(self._listener.getsockname()[1])

    @property
    def url(self) -> str:
        """Its address, for browsers and HTTP clients."""
        return f"socks5://127.0.0.1:{self.port}"

    async def restrict(self, check: LoadCheck) -> None:
        """Let through only what the check allows; other connections made before are closed."""
        self._check = check
        for tunnel, (host, port) in list(self._tunnels.items()):
            if not (await check.load(host, port)).decision.allowed:
                tunnel.close()

    def failure_at(self, url: str) -> str:
        """The browser's name for why the last connection to this address failed, else ``""``."""
        parts = urlsplit(url)
        usual = 443 if parts.scheme == "https" else 80
        return self._failures.get((parts.hostname or "", parts.port or usual), "")

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                client, (_, port) = await loop.sock_accept(self._listener)
            except OSError:
                # No file descriptor is left, for now.
                await asyncio.sleep(_ACCEPT_AGAIN_S)
                continue
            if self._clients >= _MOST:
                client.close()
                continue
            self._clients += 1
            self._background.run(self._serve(client, port))

    async def _serve(self, client: socket.socket, port: int) -> None:
        try:
            with client:
                await self._connected(client, port)
        finally:
            self._clients -= 1

    async def _connected(self, client: socket.socket, port: int) -> None:
        tunnel = Tunnel()
        try:
            async with asyncio.timeout(_ASK_S):
                if not await asyncio.to_thread(self._peers.allows, port, self.port):
                    return
                host, wanted = await read_request(client)
            reply = await self._reach(tunnel, host, wanted)
            await send_reply(client, reply)
            if reply is not Reply.DONE:
                return
            self._tunnels[tunnel] = host, wanted
            await tunnel.join(client)
            await tunnel.closed
        except (NotSocks, OSError):
            # A client that breaks off, or none of ours.
            return
        finally:
            self._tunnels.pop(tunnel, None)
            tunnel.close()

    async def _reach(self, tunnel: Tunnel, host: str, port: int) -> Reply:
        """Connect the tunnel's end to the server."""
        to = Destination(decision=_FREE, host=host)
        if self._check is not None:
            to = await self._check.load(host, port)
        if not to.decision.allowed:
            self._refuse(f"{to.host}:{port}", to.decision)
            self._fail(host, port, "ERR_BLOCKED_BY_CLIENT")
            return Reply.NOT_ALLOWED
        try:
            async with asyncio.timeout(CONNECT_S):
                await _connect(tunnel, to, port)
        except (OSError, ProxyError) as error:
            reply, reason = _failure(error)
            self._fail(host, port, reason)
            return reply
        self._failures.pop((host, port), None)
        return Reply.DONE

    def _refuse(self, place: str, decision: Decision) -> None:
        if place not in self._refused and len(self._refused) >= _PLACES:
            place = ""
        self._refused[place] += 1
        count = self._refused[place]
        if count == 10 ** (len(str(count)) - 1):
            self.on_refused(place, decision, count)

    def _fail(self, host: str, port: int, reason: str) -> None:
        self._failures.pop((host, port), None)
        self._failures[host, port] = reason
        if len(self._failures) > _FAILURES:
            del self._failures[next(iter(self._failures))]


async def _connect(tunnel: Tunnel, to: Destination, port: int) -> None:
    """Connect to one of the addresses, or by name where there are none to choose from."""
    loop = asyncio.get_running_loop()
    server = tunnel.ends[0]
    if upstream := upstream_for(to.host, port):
        connected = await connect_through(upstream, to.host, port)
        await loop.create_connection(lambda: server, sock=connected)
        return
    addresses = to.addresses
    if addresses is None:
        addresses = LOOPBACK if is_own_name(to.host) else (to.host,)
    if not addresses:
        raise socket.gaierror(socket.EAI_NONAME, "no address is known")
    for address in addresses[:-1]:
        try:
            async with asyncio.timeout(_TRY_S):
                await loop.create_connection(lambda: server, address, port)
            return
        except OSError:
            # The next address may answer.
            continue
    await loop.create_connection(lambda: server, addresses[-1], port)


def _failure(error: Exception) -> tuple[Reply, str]:
    """The reply for a failed connection, and the browser's name for it."""
    match error:
        case socket.gaierror():
            return Reply.UNREACHABLE, "ERR_NAME_NOT_RESOLVED"
        case ConnectionRefusedError():
            return Reply.REFUSED, "ERR_CONNECTION_REFUSED"
        case TimeoutError():
            return Reply.UNREACHABLE, "ERR_CONNECTION_TIMED_OUT"
        case ProxyError():
            return Reply.FAILED, "ERR_TUNNEL_CONNECTION_FAILED"
    return Reply.UNREACHABLE, "ERR_ADDRESS_UNREACHABLE"
