"""Elements that are called by numbers, as the days of a calendar, told together. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent_e.types import Node

_LEAST = 7
_WRAPPERS = frozenset({"row", "rowgroup", "listitem", "cell", "gridcell"})


def in_ranges(nodes: Sequence[Node]) -> list[Node]:
    """The nodes with each long run of numbered elements as one text that has all their ids."""
    told: list[Node] = []
    at = 0
    while at < len(nodes):
        run = _run(nodes, at) if _is_numbered(nodes, at) else [at]
        if len(run) < _LEAST:
            told.append(nodes[at])
            at += 1
            continue
        first = nodes[at]
        words = "; ".join(_parts([nodes[each] for each in run]))
        told.append(Node(depth=first.depth, role="text", name=f"{first.role}s {words}"))
        at = run[-1] + 1
    return told


def _is_numbered(nodes: Sequence[Node], at: int) -> bool:
    node = nodes[at]
    plain = node.mmid is not None and node.name.isdecimal() and node.value is None
    leaf = at + 1 == len(nodes) or nodes[at + 1].depth <= node.depth
    return plain and leaf and not node.description


def _run(nodes: Sequence[Node], start: int) -> list[int]:
    """Indexes of the numbered elements from here on that nothing stands between but their rows."""
    first, run = nodes[start], []
    for at in range(start, len(nodes)):
        node = nodes[at]
        if _is_numbered(nodes, at) and (node.role, node.depth) == (first.role, first.depth):
            run.append(at)
        elif node.name or node.mmid is not None or node.role not in _WRAPPERS:
            break
    return run


def _parts(run: Sequence[Node]) -> Iterator[str]:
    start = 0
    for at in range(1, len(run) + 1):
        if at < len(run) and _goes_on(run[at - 1], run[at]):
            continue
        first, last = run[start], run[at - 1]
        states = f" ({', '.join(first.states)})" if first.states else ""
        if start == at - 1:
            yield f"'{first.name}': [{first.mmid}]{states}"
        else:
            yield f"'{first.name}' to '{last.name}': [{first.mmid}] to [{last.mmid}]{states}"
        start = at


def _goes_on(before: Node, node: Node) -> bool:
    assert before.mmid is not None
    follows = int(node.name) == int(before.name) + 1 and node.mmid == before.mmid + 1
    return follows and node.states == before.states
