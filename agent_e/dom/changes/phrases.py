"""The words for single changes. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from agent_e.dom.render.items import SIDES
from agent_e.dom.render.node_context import clipped, label
from agent_e.text import format_count
from agent_e.types import Dialog, ElementChange, Node, RemainingItems, RequestSeen, Scroll

from .relevance import state_list

OPENED = {
    "alertdialog": "A dialog",
    "dialog": "A dialog",
    "listbox": "A list",
    "menu": "A menu",
    "popover": "A pop-up",
    "tooltip": "A hint",
    "tree": "A tree",
}
"""Noun for something of this role that opens or closes."""

_LISTS = frozenset({"list", "group", "rowgroup", "table", "feed", "form", "region"})
_ITEMS = frozenset({"listitem", "row", "article", "treeitem", "option"})
_LANDMARKS = SIDES | {"main"}
_FEW = 3
_NAME = 80
"""Longest name of something not new."""


def format_dialog(dialog: Dialog, *, waits: bool, advice: bool = True) -> str:
    """Report a dialog; ``waits``: it is open, ``advice``: say how to answer it."""
    article = "An" if dialog.kind == "alert" else "A"
    message = clipped(dialog.message)
    if dialog.kind == "beforeunload":
        message = message or "Leave the page? What was entered may be lost."
    if waits:
        proposal = f" (proposed answer: '{dialog.default}')" if dialog.default else ""
        what = f"{article} {dialog.kind} dialog is open: '{message}'{proposal}"
        return f"{what} Answer it with handle_dialog." if advice else what
    return f"{article} {dialog.kind} said: '{message}'"


def format_change(
    changed: Sequence[ElementChange], *, number: bool = True
) -> Iterator[tuple[Node, str]]:
    """Report changes, each line with its node; without ``number``, without ids."""
    by_node: dict[int, list[ElementChange]] = {}
    for change in changed:
        by_node.setdefault(id(change.node), []).append(change)
    for changes in by_node.values():
        node = changes[0].node
        renamed = next((change for change in changes if change.what == "name"), None)
        # An observation may contain the same node twice.
        parts = list(dict.fromkeys(words for change in changes if (words := _change(change))))
        owner = f" of {clipped(changes[0].owner, _NAME)}" if changes[0].owner else ""
        if renamed and node.role == "title":
            yield node, f"The title is now '{clipped(renamed.after)}'"
        elif renamed and node.mmid is None:
            now = f"'{clipped(renamed.before)}' is now '{clipped(renamed.after)}'"
            yield node, f"{format_about(renamed)}{now}"
        elif renamed:
            was = label(node._replace(name=renamed.before), number=number)
            also = "".join(f", {words}" for words in parts)
            yield node, f"{was}{owner} is now '{clipped(renamed.after)}'{also}"
        if parts and (node.mmid is None or not renamed):
            words = ", ".join(parts)
            now = "" if words.startswith("no longer") else "now "
            yield node, f"{named(node, number=number)}{owner} is {now}{words}"


def _change(change: ElementChange) -> str:
    after = change.after
    match change.what:
        case "value":
            return f"value='{clipped(after)}'"
        case "states":
            return state_change(change)
        case "options":
            return f"offering: {clipped(after) or 'nothing'}"
        case "order":
            return f"in this order: {clipped(after)}"
        case "place":
            return f"{'under' if after.startswith('heading ') else 'in'} {after}"
        case "position":
            return f"{after} from where it was"
        case "role":
            return f"a {after}"
    return ""


def format_about(change: ElementChange) -> str:
    """Say what a text is about, or else where it is; ``""`` if unknown."""
    if change.label:
        return f"{change.label}: "
    return f"in '{change.under}': " if change.under else ""


def state_change(change: ElementChange) -> str:
    """The states gained, or else those lost."""
    old, new = state_list(change.before), state_list(change.after)
    words = [state for state in new if state not in old]
    lost = [f"no longer {state.partition(': ')[0]}" for state in old if state not in new]
    # A state has an opposite: what was gained implies what was lost.
    return ", ".join(words or lost)


def named(node: Node, *, number: bool = True) -> str:
    """Name a node; a text is its own name."""
    return f"'{clipped(node.name, _NAME)}'" if node.role == "text" else label(node, number=number)


def format_gone(
    removed: Sequence[Node], added: Sequence[Node], *, number: bool = True
) -> Iterator[str]:
    """Report what is gone, each thing with its contents, except what was only recreated."""
    recreated = {(node.role, node.name) for node in added if node.name}
    gone = [node for node in removed if (node.role, node.name) not in recreated]
    names = []
    for top in _branches(gone):
        node = top[0]
        if node.role in OPENED and node.mmid is None:
            name = f" '{clipped(node.name, _NAME)}'" if node.name else ""
            yield f"The {OPENED[node.role].removeprefix('A ')}{name} closed."
        elif words := _gone(top, number=number):
            names.append(words)
    if 0 < len(names) <= _FEW:
        yield f"Gone: {', '.join(names)}."
    elif names:
        yield f"Gone: {', '.join(names[:_FEW])} and {len(names) - _FEW} more."


def renumbered(replacements: Mapping[int, int]) -> tuple[str, set[int]]:
    """Report renumbering as ranges; also return the old numbers reported."""
    stretches: list[tuple[int, int, int]] = []
    for was, now in sorted(replacements.items()):
        if stretches:
            first, to, length = stretches[-1]
            if (was, now) == (first + length, to + length):
                stretches[-1] = first, to, length + 1
                continue
        stretches.append((was, now, 1))
    # The longest are mostly the rows of what was redrawn.
    longest = sorted(sorted(stretches, key=lambda each: -each[2])[:_FEW])
    left = len(replacements) - sum(length for _, _, length in longest)
    more = f" and {left} more" if left else ""
    reported = {first + at for first, _, length in longest for at in range(length)}
    return f"New numbers: {', '.join(_stretch(*each) for each in longest)}{more}.", reported


def _stretch(was: int, now: int, length: int) -> str:
    if length == 1:
        return f"[{was}] is [{now}] now"
    return f"[{was}]–[{was + length - 1}] are [{now}]–[{now + length - 1}] now"


def left_title(left: RemainingItems) -> str:
    """The heading over what is left of a list."""
    which = f" in {clipped(left.place, _NAME)}" if left.place else ""
    first = "" if left.count <= left.shown else f", of which the first {left.shown}"
    return f"Left{which or ' on the page'}, {left.count} of {left.before}{first}:"


def _gone(branch: Sequence[Node], *, number: bool) -> str:
    """Name what is gone; something nameless by its first content."""
    top, held = branch[0], [node for node in branch if node.name]
    if top.name or top.mmid is not None or not held:
        return named(top, number=number) if top.name or top.mmid is not None else ""
    inner = held[0]
    if len(held) == 1 and (inner.mmid is not None or top.role not in _ITEMS):
        return named(inner, number=number)
    if top.role in _LANDMARKS:
        return f"{top.role} with all in it"
    return named(top._replace(name=inner.name), number=number)


def _branches(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
    """The nodes grouped by top-level node.

    In a list without a name, each item is a group.
    """
    start = 0
    for at in range(1, len(nodes) + 1):
        if at == len(nodes) or nodes[at].depth <= nodes[start].depth:
            top = nodes[start]
            if top.role in _LISTS and not top.name and top.mmid is None and at > start + 1:
                yield from _branches(nodes[start + 1 : at])
            else:
                yield nodes[start:at]
            start = at


def format_scroll(position: Scroll) -> str:
    """Report a scroll position."""
    x, y, wide, high = position.x, position.y, position.viewport_width, position.viewport_height
    words = []
    if position.height > high:
        words.append(f"{y}–{y + high} of {position.height} px")
    if position.width > wide:
        words.append(f"{x}–{x + wide} of {position.width} px across")
    return f"Now at {', '.join(words)}." if words else "Scrolled."


def format_request(requests: Sequence[RequestSeen]) -> Iterator[str]:
    """Report requests, the first few by name."""
    for seen in requests[:_FEW]:
        answer = seen.failure or (f"HTTP {seen.status}" if seen.status else "no answer yet")
        verb = "failed" if failed(seen) else "was sent"
        answered = " and answered" if seen.status and not failed(seen) else ""
        path = clipped(urlsplit(seen.url).path, 80)
        yield f"The request {seen.method} {path} {verb}{answered} ({answer})."
    if len(requests) > _FEW:
        yield f"And {format_count(len(requests) - _FEW, 'more request')}."


def failed(seen: RequestSeen) -> bool:
    """Whether the request failed or had an error status."""
    return bool(seen.failure) or (seen.status or 0) >= 400


def left_out(count: int) -> str:
    """Report how many pieces of text were hidden."""
    pieces = "1 piece of text is" if count == 1 else f"{count} pieces of text are"
    return f"{pieces} left out that nobody can see, transparent or tiny."
