"""A request of a page that has not been sent yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SentBy = Literal["document", "script", "ping", "other"]
"""``document``: navigation or form submission, in any frame or window; ``script``: fetch and
XMLHttpRequest, also of workers; ``ping``: sent by a page without waiting for the response;
``other``: pictures, scripts, styles and other parts of a page."""
RequestScope = Literal["documents", "data", "all"]
"""Which requests wait to be judged; ``data`` are those by which pages send, and documents."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that only ask for something (RFC 9110, section 9.2.1)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Outgoing:
    """A request that is held until it is judged.

    Attributes:
        page: address of the sending page, ``""`` where unknown.
        body: its body as text; ``""`` for none.
        unread: whether it sends more than could be read here.
        document: tab, and number of its document, that sends it; the latter grows with each new
            one. Tab 0 stands for frames and workers.
        fragment: of its address, which the document there can read.
        referrer: the address that it names as where it comes from.
        redirected: whether a server's answer leads there, and no page.
    """

    method: str
    url: str
    by: SentBy
    page: str = ""
    body: str = ""
    unread: bool = False
    document: tuple[int, int] = (0, 0)
    fragment: str = ""
    referrer: str = ""
    redirected: bool = False

    @property
    def safe(self) -> bool:
        """Whether its method only asks for something."""
        return self.method in SAFE_METHODS
