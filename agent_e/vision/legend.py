"""The legend of a picture's numbers, in words. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent_e.text import cut
from agent_e.types import Node, Observation

_MAX_LENGTH = 60
_NAMED = 3
"""Out-of-view elements named per side."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Choice:
    """Which elements of a page are marked.

    Attributes:
        marked: in document order.
        left_out: eligible, but too many.
        disabled: in view, but not clickable.
        above: out of view before the viewport, reachable by scrolling; ``below`` after it.
        covered: in view, but under something else.
        skipped: numbered on the previous picture.
    """

    marked: tuple[Node, ...] = ()
    left_out: int = 0
    disabled: tuple[Node, ...] = ()
    above: tuple[Node, ...] = ()
    below: tuple[Node, ...] = ()
    covered: int = 0
    skipped: int = 0


def legend(page: Observation, marked: Sequence[str], choice: Choice, *, more: str) -> str:
    """List what each number is, one per line, and what has none.

    Args:
        page: the page.
        marked: elements with a number, in words.
        choice: what was to be marked; some may be gone by now.
        more: how to reach those that were too many.
    """
    lines = [f"Page: '{cut(page.title, _MAX_LENGTH)}' at {page.url}", *marked]
    if not marked:
        lines.append("Nothing in view can be clicked.")
    if disabled := choice.disabled:
        names = ", ".join(_what(node) for node in disabled[:_NAMED])
        others = f" and {len(disabled) - _NAMED} more" if len(disabled) > _NAMED else ""
        lines.append(f"Disabled: {names}{others}.")
    if choice.left_out:
        lines.append(f"{choice.left_out} more in view have no number here: {more}.")
    if choice.skipped:
        lines.append(
            f"{choice.skipped} others had their numbers before; any other action brings them back."
        )
    if covered := choice.covered + len(choice.marked) - len(marked):
        lines.append(f"{covered} more are covered, or scrolled out of sight in a part of the page.")
    lines += [_outside("above", "up", choice.above), _outside("below", "down", choice.below)]
    return "\n".join(filter(None, lines))


def _what(node: Node) -> str:
    name = node.name or node.description
    return f"{node.role} '{cut(name, _MAX_LENGTH)}'" if name else node.role


def _outside(where: str, way: str, nodes: Sequence[Node]) -> str:
    if not nodes:
        return ""
    named = [node for node in nodes if node.name][:_NAMED]
    names = ", ".join(_what(node) for node in named)
    some = f", such as {names}" if names else ""
    return f"{len(nodes)} more {where}, out of view{some}: scroll {way} to them."
