"""Collapses runs of numbered elements, such as the days of a calendar. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent_e.types import Node

_MIN_RANGE = 7
_NUMBER = re.compile(r"\d{1,4}")
_WRAPPERS = frozenset({"row", "rowgroup", "listitem", "cell", "gridcell"})


def in_ranges(nodes: Sequence[Node], *, ids: bool = True) -> list[Node]:
    """The nodes, with each long run of numbered ones as one text, optionally with ids."""
    return [node for node, _ in with_runs(nodes, ids=ids)]


def with_runs(nodes: Sequence[Node], *, ids: bool = True) -> list[tuple[Node, Sequence[Node]]]:
    """The same, each node paired with those its text stands for."""
    shown: list[tuple[Node, Sequence[Node]]] = []
    at = 0
    while at < len(nodes):
        run = _run(nodes, at) if _is_numbered(nodes, at) else [at]
        if len(run) < _MIN_RANGE or all(nodes[each].mmid is None for each in run):
            shown.append((nodes[at], ()))
            at += 1
            continue
        numbered = [nodes[each] for each in run]
        words = "; ".join(_parts(numbered, with_ids=ids))
        shown.append((Node(depth=nodes[at].depth, role="text", name=words), numbered))
        at = run[-1] + 1
    return shown


def _is_numbered(nodes: Sequence[Node], at: int) -> bool:
    node = nodes[at]
    acts = node.mmid is not None and node.value is None and not node.description
    leaf = at + 1 == len(nodes) or nodes[at + 1].depth <= node.depth
    return (acts or node.role == "text") and leaf and _NUMBER.fullmatch(node.name) is not None


def _run(nodes: Sequence[Node], start: int) -> list[int]:
    """Indexes of consecutive numbered nodes from here on, ignoring their rows."""
    run: list[int] = []
    for at in range(start, len(nodes)):
        node = nodes[at]
        if _is_numbered(nodes, at) and node.depth == nodes[start].depth:
            # Days that cannot be chosen are plain text, as are many numbers that are no days.
            if run and node.role == "text" and int(node.name) != int(nodes[run[-1]].name) + 1:
                break
            run.append(at)
        elif node.name or node.mmid is not None or node.role not in _WRAPPERS:
            break
    return run


def _parts(run: Sequence[Node], *, with_ids: bool) -> Iterator[str]:
    start, last_role = 0, ""
    for at in range(1, len(run) + 1):
        if at < len(run) and _goes_on(run[at - 1], run[at]):
            continue
        first, last = run[start], run[at - 1]
        many = start < at - 1
        names, ids = f"'{first.name}'", f"[{first.mmid}]"
        if many:
            names, ids = f"{names} to '{last.name}'", f"{ids} to [{last.mmid}]"
        text = f"{names} (text)" if first.mmid is None else f"{names}: {ids}" if with_ids else names
        states = f" ({', '.join(first.states)})" if first.states else ""
        role = f"{first.role}s " if first.mmid is not None and first.role != last_role else ""
        last_role = first.role if first.mmid is not None else last_role
        yield f"{role}{text}{states}"
        start = at


def _goes_on(before: Node, node: Node) -> bool:
    if (before.role, before.states) != (node.role, node.states):
        return False
    if before.mmid is None or node.mmid is None:
        return before.mmid is node.mmid and int(node.name) == int(before.name) + 1
    return int(node.name) == int(before.name) + 1 and node.mmid == before.mmid + 1
