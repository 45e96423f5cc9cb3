"""A request of a page that has not been sent yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SentBy = Literal["document", "script", "ping", "other"]
"""``document``: by going to a page or sending a form, in any frame or window; ``script``: fetch and
XMLHttpRequest, those of workers too; ``ping``: what a page sends without waiting for an answer;
``other``: pictures, scripts, styles and whatever else a page is made of."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""That only ask for something (RFC 9110, section 9.2.1)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outgoing:
    """A request that waits at the border.

    Attributes:
        page: address of the page that sends it, ``""`` where it is not known.
        body: what it sends, as text; ``""`` for nothing.
        unread: whether it sends more than could be read here.
    """

    method: str
    url: str
    by: SentBy
    page: str = ""
    body: str = ""
    unread: bool = False

    @property
    def safe(self) -> bool:
        """Whether its method only asks for something."""
        return self.method in SAFE_METHODS
