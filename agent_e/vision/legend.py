"""What the numbers on a picture are, in words. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.text import cut
from agent_e.types import Node, Observation

_MAX_LENGTH = 60
_NAMED = 3
"""Elements out of view that are named, of each side."""
_WAYS = {"above": "up", "below": "down"}


def legend(
    page: Observation,
    marked: Sequence[str],
    *,
    disabled: Sequence[Node] = (),
    above: Sequence[Node] = (),
    below: Sequence[Node] = (),
    covered: int = 0,
    left_out: int = 0,
    skipped: int = 0,
    more: str = "",
) -> str:
    """Say what each number is, one a line, and what has none.

    Args:
        page: the page.
        marked: elements with a number, in words.
        disabled: in view, but of no use now.
        above: before what is shown.
        below: after what is shown.
        covered: how many are under something else.
        left_out: how many were too many.
        skipped: how many had a number on the picture before.
        more: how to come by those that were too many.
    """
    lines = [f"Page: '{cut(page.title, _MAX_LENGTH)}' at {page.url}"]
    lines += marked
    if not marked:
        lines.append("Nothing in view can be clicked.")
    if disabled:
        names = ", ".join(_what(node) for node in disabled[:_NAMED])
        others = f" and {len(disabled) - _NAMED} more" if len(disabled) > _NAMED else ""
        lines.append(f"Disabled: {names}{others}.")
    if left_out:
        lines.append(f"{left_out} more in view have no number here: {more}.")
    if skipped:
        lines.append(
            f"{skipped} others had their numbers before; any other action brings them back."
        )
    if covered:
        lines.append(f"{covered} more are covered, or scrolled out of sight in a part of the page.")
    lines += [_outside(where, nodes) for where, nodes in (("above", above), ("below", below))]
    return "\n".join(filter(None, lines))


def _what(node: Node) -> str:
    name = node.name or node.description
    return f"{node.role} '{cut(name, _MAX_LENGTH)}'" if name else node.role


def _outside(where: str, nodes: Sequence[Node]) -> str:
    if not nodes:
        return ""
    named = [node for node in nodes if node.name][:_NAMED]
    names = ", ".join(_what(node) for node in named)
    some = f", such as {names}" if names else ""
    return f"{len(nodes)} more {where}, out of view{some}: scroll {_WAYS[where]} to them."
