"""What a request carries that cannot be read: bytes, and tokens that the page made itself.

A token that came from the network was known to a server before it was sent. One that a script made
after something private was typed may be that, in an encoding of its own.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from urllib.parse import unquote

from agent_e.types import Outgoing

Received = Callable[[frozenset[str]], Awaitable[frozenset[str]]]
"""Returns which of these texts are part of what the run's pages received from the network."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,}")
"""As long as the shortest password in hexadecimal."""
_MIN_BITS = 3.0
"""Entropy of a character in a token: that of eight letters, all as frequent."""
_READ = 200_000
"""Characters of a request that are read."""
_MAX_KNOWN = 20_000
"""Tokens that are remembered."""


async def nothing_received(tokens: frozenset[str]) -> frozenset[str]:
    """Stand in where nothing is known of what was received."""
    return frozenset()


class OpaqueValues:
    """Tells requests that cannot be read from those made of what was there before."""

    def __init__(self, received: Received) -> None:
        """``received`` is asked about tokens that were not sent before."""
        self._received = received
        self._known: dict[str, None] = {}

    def learn(self, text: str) -> None:
        """Remember the tokens of a request that was sent before anything private was typed."""
        self._known |= dict.fromkeys(_tokens(text))
        while len(self._known) > _MAX_KNOWN:
            del self._known[next(iter(self._known))]

    async def is_carried(self, sent: Outgoing) -> bool:
        """Whether a request carries bytes, or a token that neither was there nor was received.

        What a server's answer leads to is that server's own.
        """
        if sent.redirected:
            return False
        if sent.unread:
            return True
        text = f"{sent.url.partition('//')[2]}\n{sent.fragment}\n{sent.body[:_READ]}"
        new = frozenset(_tokens(text) - self._known.keys())
        return bool(new) and new != await self._received(new)


def _tokens(text: str) -> set[str]:
    return {each for each in _TOKEN.findall(unquote(text)) if _is_dense(each)}


def _is_dense(token: str) -> bool:
    """Whether figures stand among its characters, and these vary as in data, not as in words."""
    if not any(map(str.isdigit, token)):
        return False
    counts = Counter(token).values()
    bits = -sum(n / len(token) * math.log2(n / len(token)) for n in counts)
    return bits >= _MIN_BITS
