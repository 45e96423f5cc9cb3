"""Looks names up beside the event loop."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Sequence

from agent_e.urls import LOOPBACK, is_own_name

from .url_policy import Resolver

LOOKUP_S = 5.0
"""Longest wait for the addresses of a name."""
_KEPT_S = 10.0
"""How long addresses are used again: a page connects to its host several times at once."""
_AT_ONCE = 32


class NameLookup:
    """Looks names up with a resolver that blocks; each once within a short time."""

    def __init__(self, resolve: Resolver) -> None:
        """Create it for a resolver, which is called in threads."""
        self._resolve = resolve
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._lookups: dict[str, asyncio.Task[Sequence[str]]] = {}

    async def addresses(self, host: str) -> tuple[str, ...] | None:
        """Return a name's addresses, none when it is unknown; ``None`` if it takes too long."""
        looking = self._lookups.get(host)
        if looking is None:
            loop = asyncio.get_running_loop()
            looking = self._lookups[host] = loop.create_task(self._look(host))
            loop.call_later(_KEPT_S, self._lookups.pop, host, None)
        try:
            async with asyncio.timeout(LOOKUP_S):
                return tuple(await asyncio.shield(looking))
        except TimeoutError:
            return None

    async def _look(self, host: str) -> Sequence[str]:
        loop = asyncio.get_running_loop()
        found: asyncio.Future[Sequence[str]] = loop.create_future()

        def settle(addresses: Sequence[str]) -> None:
            if not found.done():
                found.set_result(addresses)

        def look() -> None:
            addresses = self._resolve(host)
            try:
                loop.call_soon_threadsafe(settle, addresses)
            except RuntimeError:
                # The loop has ended meanwhile, and with it whoever asked.
                return

        async with self._turns:
            # A daemon: a name server that does not answer would hold up the end of the program.
            threading.Thread(target=look, name=f"lookup of {host}", daemon=True).start()
            return await found


def addresses_of(host: str) -> Sequence[str]:
    """Return the addresses of a name by this machine's resolver; none when it is unknown."""
    if is_own_name(host):
        return LOOPBACK
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        # The browser will not find it either, and reports that itself.
        return ()
    return [str(entry[4][0]) for entry in found]
