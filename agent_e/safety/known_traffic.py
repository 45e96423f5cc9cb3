"""What a run's pages send by themselves, and the addresses that they offer to read."""

from __future__ import annotations

from collections import Counter

from agent_e.types import Observation, Outgoing

from .origins import read_place
from .request_shape import address_shape, request_shape


class KnownTraffic:
    """Shapes of requests and addresses, learned as the run goes on."""

    def __init__(self) -> None:
        self._sent: set[str] = set()
        self._offered: set[str] = set()
        self._read: set[str] = set()
        self._sites: set[str] = set()

    def look(self, page: Observation) -> None:
        """Learn the addresses that a page offers, and its own."""
        links = {node.href for node in page.nodes if node.href}
        shapes = Counter(map(address_shape, links))
        # Of several links of one shape each leads to one more of a list.
        self._read |= {shape for shape, number in shapes.items() if number > 1}
        self._read.add(address_shape(page.url))
        self._offered |= set(shapes) | self._read
        if place := read_place(page.url):
            self._sites.add(place.shown)

    def unprompted(self, sent: Outgoing) -> None:
        """Learn a request that no act led to."""
        self._sent.add(request_shape(sent))

    def is_unprompted(self, sent: Outgoing) -> bool:
        """Whether pages send requests of this shape by themselves."""
        return request_shape(sent) in self._sent

    def is_read(self, url: str) -> bool:
        """Whether an address is like one that was read, or like others of a list."""
        return address_shape(url) in self._read

    def offers(self, url: str, task: str) -> bool:
        """Whether an address is one to read: offered by a page, named in the task, or a start.

        A site's first address counts as its start if it has no query.
        """
        place = read_place(url)
        if place is None or place.scheme not in ("http", "https"):
            return True
        plain = place.href.partition("#")[0]
        if plain.rstrip("/") in task or address_shape(plain) in self._offered:
            return True
        start = "?" not in plain and place.shown not in self._sites
        return start or plain == f"{place.scheme}://{place.shown}/"
