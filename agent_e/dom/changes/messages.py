"""Messages of a page: the texts of its live regions (alert, status and log). Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent_e.dom.render.scopes import end_of
from agent_e.types import Node, Observation

LIVE = frozenset({"alert", "status", "log"})


def new_messages(before: Observation | None, after: Observation) -> tuple[str, ...]:
    """Return the new text in each live region, in document order."""
    regions = list(_regions(after.nodes))
    if not regions:
        return ()
    known = {text for region in _regions(before.nodes) for text in region} if before else set()
    fresh = (" ".join(text for text in region if text not in known) for region in regions)
    return tuple(dict.fromkeys(filter(None, fresh)))


def _regions(nodes: Sequence[Node]) -> Iterator[list[str]]:
    """Yield the texts of each live region; nested ones only with the outer."""
    end = 0
    for at, node in enumerate(nodes):
        if at < end or node.role not in LIVE:
            continue
        end = end_of(nodes, at)
        texts = [each.name for each in nodes[at + 1 : end] if each.name]
        yield texts or ([node.name] if node.name else [])
