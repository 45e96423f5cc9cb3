"""The words for single changes. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from agent_e.dom.places import label
from agent_e.types import Dialog, ElementChange, Node, RequestSeen, Scroll

from .news import state_list

OPENED = {
    "alertdialog": "A dialog",
    "dialog": "A dialog",
    "listbox": "A list",
    "menu": "A menu",
    "popover": "A pop-up",
    "tooltip": "A hint",
    "tree": "A tree",
}
"""What is said of something with this role that opens or closes."""

_FEW = 3
_LONGEST_TEXT = 200


def dialog_words(dialog: Dialog, *, waits: bool) -> str:
    """Tell of a dialog; ``waits`` when it is open and wants an answer."""
    article = "An" if dialog.kind == "alert" else "A"
    message = short(dialog.message)
    if dialog.kind == "beforeunload":
        message = message or "Leave the page? What was entered may be lost."
    if waits:
        proposal = f" (proposed answer: '{dialog.default}')" if dialog.default else ""
        what = f"{article} {dialog.kind} dialog is open: '{message}'{proposal}"
        return f"{what} Answer it with handle_dialog."
    return f"{article} {dialog.kind} said: '{message}'"


def change_words(changed: Sequence[ElementChange]) -> Iterator[str]:
    """Tell of changes, one line for each node."""
    by_node: dict[int, list[ElementChange]] = {}
    for change in changed:
        by_node.setdefault(id(change.node), []).append(change)
    for changes in by_node.values():
        node = changes[0].node
        renamed = next((change for change in changes if change.what == "name"), None)
        said = [words for change in changes if (words := _change(change))]
        if renamed and node.role == "title":
            yield f"The title is now '{short(renamed.after)}'"
        elif renamed and node.mmid is None:
            yield f"{renamed.label}'{short(renamed.before)}' is now '{short(renamed.after)}'"
        elif any(change.what == "id" for change in changes):
            yield f"{node.role} '{short(node.name)}' is now [{node.mmid}]."
        elif renamed:
            was = f"[{node.mmid}] {node.role} '{short(renamed.before)}'"
            yield f"{was} is now '{short(renamed.after)}'" + "".join(f", {words}" for words in said)
        if said and (node.mmid is None or not renamed):
            yield f"{label(node)} is now {', '.join(said)}"


def _change(change: ElementChange) -> str:
    after = change.after
    match change.what:
        case "value":
            return f"value='{short(after)}'"
        case "states":
            return state_change(change)
        case "options":
            return f"offering: {short(after) or 'nothing'}"
        case "order":
            return f"in this order: {short(after)}"
        case "place":
            return f"in {after}"
        case "role":
            return f"a {after}"
    return ""


def state_change(change: ElementChange) -> str:
    """The states that came, or else those that went."""
    old, new = state_list(change.before), state_list(change.after)
    words = [state for state in new if state not in old]
    lost = [f"no longer {state}" for state in old if state not in new]
    # A state has its opposite in words: what came says what went.
    return ", ".join(words or lost)


def named(node: Node) -> str:
    """Name a node; a text is its own name."""
    return f"'{short(node.name)}'" if node.role == "text" else label(node)


def gone_words(removed: Sequence[Node], added: Sequence[Node]) -> Iterator[str]:
    """Tell what is gone, and what was only made anew not at all."""
    made_anew = {(node.role, node.name) for node in added}
    gone = [node for node in removed if (node.role, node.name) not in made_anew]
    tops = list(_tops(gone))
    for node in tops:
        if node.role in OPENED and node.mmid is None:
            name = f" '{node.name}'" if node.name else ""
            yield f"The {OPENED[node.role].removeprefix('A ')}{name} closed."
    inside_closed = {id(node) for top in tops if top.role in OPENED for node in _branch(top, gone)}
    rest = [
        node
        for node in gone
        if id(node) not in inside_closed and (node.mmid is not None or node.name)
    ]
    names = [named(node) for node in rest]
    if 0 < len(names) <= _FEW:
        yield f"Gone: {', '.join(names)}."
    elif names:
        yield f"Gone: {', '.join(names[:_FEW])} and {len(names) - _FEW} more."


def _tops(nodes: Sequence[Node]) -> Iterator[Node]:
    depth = -1
    for node in nodes:
        if depth < 0 or node.depth <= depth:
            depth = node.depth
            yield node


def _branch(top: Node, nodes: Sequence[Node]) -> Iterator[Node]:
    start = next(at for at, node in enumerate(nodes) if node is top)
    yield top
    for node in nodes[start + 1 :]:
        if node.depth <= top.depth:
            return
        yield node


def scroll_words(position: Scroll) -> str:
    """Tell where what was scrolled stands."""
    words = []
    if position.height > position.viewport_height:
        words.append(
            f"{position.y}–{position.y + position.viewport_height} of {position.height} px"
        )
    if position.width > position.viewport_width:
        words.append(
            f"{position.x}–{position.x + position.viewport_width} of {position.width} px across"
        )
    return f"Now at {', '.join(words)}." if words else "Scrolled."


def request_words(requests: Sequence[RequestSeen]) -> Iterator[str]:
    """Tell of requests, the first few by name."""
    for seen in requests[:_FEW]:
        answer = seen.failure or (f"HTTP {seen.status}" if seen.status else "no answer yet")
        verb = "failed" if failed(seen) else "was sent"
        yield f"The request {seen.method} {short(urlsplit(seen.url).path, 80)} {verb} ({answer})."
    if len(requests) > _FEW:
        yield f"And {count(len(requests) - _FEW, 'more request')}."


def failed(seen: RequestSeen) -> bool:
    """Whether the request had no good answer."""
    return bool(seen.failure) or (seen.status or 0) >= 400


def count(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def short(text: str, longest: int = _LONGEST_TEXT) -> str:
    """The text in one line, cut at its end when it is long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else f"{flat[: longest - 1]}…"


def left_out(count: int) -> str:
    """Say how many pieces of text nobody could see."""
    pieces = "1 piece of text is" if count == 1 else f"{count} pieces of text are"
    return f"{pieces} left out that nobody can see, transparent or tiny."
