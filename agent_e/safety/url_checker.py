"""The URL policy at work: names are looked up beside the event loop, and never for long."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence

from agent_e.types import Decision

from .origins import read_place
from .urls import Resolver, UrlPolicy, decide, decide_reached

LOOKUP_S = 5.0
"""Longest look for the addresses of a name."""


class UrlCheck:
    """Decides on addresses for a browser session.

    Attributes:
        policy: what is allowed; may be changed between runs.
    """

    def __init__(self, policy: UrlPolicy, *, resolve: Resolver | None) -> None:
        """Make it; without ``resolve`` names are not looked up, as behind a proxy that does it."""
        self.policy = policy
        self._resolve = resolve

    def now(self, url: str) -> Decision:
        """Decide at once, without looking up names."""
        return decide(url, self.policy)

    def reached(self, url: str, address: str) -> Decision:
        """Decide on a document by the address it came from; behind a proxy that is the proxy's."""
        if self._resolve is None:
            return Decision(allowed=True, rule="unseen")
        return decide_reached(url, address, self.policy)

    async def __call__(self, url: str) -> Decision:
        """Decide, with the addresses that the host's name has now."""
        decision = self.now(url)
        if not decision.lookup or self._resolve is None:
            return decision
        try:
            async with asyncio.timeout(LOOKUP_S):
                found = await asyncio.to_thread(self._resolve, decision.lookup)
        except TimeoutError:
            return Decision(
                allowed=False,
                rule="unresolved",
                sentence=f"{decision.lookup} may not be opened: whose address it is could not be "
                f"found out within {LOOKUP_S:g} s. Behind a proxy that does it, safety.lookup is "
                "to be off.",
            )
        return decide(url, self.policy, lambda _: found)


def addresses_of(host: str) -> Sequence[str]:
    """The addresses of a name by this machine's own lookup; none when it is unknown."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        # The browser will not find it either, and says so in its own words.
        return ()
    return [str(entry[4][0]) for entry in found]


def granted_place(url: str) -> tuple[str, int] | None:
    """Host and port of an address that the person gave; ``None`` when it has none."""
    place = read_place(url)
    return (place.host, place.port) if place and place.host else None
