"""What differs after a page was reloaded under its own address. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from agent_e.dom.render.node_context import clipped
from agent_e.dom.render.node_tree import tree, walk
from agent_e.types import ChangeReport, ElementChange, Node, Observation

from .diff import diff
from .phrases import format_about, named, state_change
from .relevance import news

_MIN_SAME = 0.6
_MAX_LISTED = 6
_SAME = "It reads as before"
_OTHER_QUERY = "with another query"


def format_reload(before: Observation, after: Observation, shown: Sequence[Node] = ()) -> str:
    """Report what differs from before; ``""`` if it is a different page altogether.

    What ``shown`` says, the nodes reported of the new page anyway, is not repeated here.
    """
    how = _how(before.url, after.url)
    if not how or not _alike(before, after):
        return ""
    now = _without_ids(after)
    found = diff(_without_ids(before), now)
    places = {id(node): place for place, node in enumerate(now.nodes)}
    ordered: Sequence[ElementChange]
    ordered = sorted(found.changed, key=lambda change: places[id(change.node)])
    text = "\n".join(f"{node.name}\n{node.value or ''}" for node in shown)
    errors = {change.node.description for change in found.changed if change.what == "states"}
    new: Sequence[Node] = found.added
    gone: Sequence[Node] = (*found.removed, *found.taken)
    if how == _OTHER_QUERY:
        # Different content was requested, and is shown.
        new = gone = ()
        ordered = () if shown else ordered
    changed = tuple(change for change in ordered if not _is_shown(change, text))
    report = ChangeReport(added=found.added, removed=found.removed, changed=changed)
    parts = [
        *_listed("New", (n for n in new if n.name not in errors and n.name not in text)),
        *_counted(_change(change).rstrip(".") for change in news(report)),
        *_listed("gone", gone),
    ]
    same = "" if found.added or found.removed or found.taken or found.changed else _SAME
    details = f" {'; '.join(parts) or same}." if parts or same else ""
    return f"The page was loaded again ({how}).{details}"


def _is_shown(change: ElementChange, text: str) -> bool:
    """Whether a page already shows the new value; states appear beside their name.

    Lost content, such as a field's text, appears nowhere.
    """
    words = change.node.name if change.what == "states" else change.after
    return bool(words) and words in text


def _how(old: str, new: str) -> str:
    was, now = (urlsplit(url)._replace(fragment="") for url in (old, new))
    if was == now:
        return "same address"
    return _OTHER_QUERY if was._replace(query="") == now._replace(query="") else ""


def _alike(before: Observation, after: Observation) -> bool:
    old, new = (Counter((n.role, n.name) for n in page.elements) for page in (before, after))
    return (old & new).total() >= _MIN_SAME * max(old.total(), new.total(), 1)


def _without_ids(page: Observation) -> Observation:
    """The page for comparison: ids differ between documents, so names must match."""
    return replace(page, nodes=tuple(node._replace(mmid=None) for node in page.nodes), focus=None)


def _listed(title: str, nodes: Iterable[Node]) -> Iterator[str]:
    names = [named(item.node) for item in walk(tree(nodes)) if item.node.name]
    if names:
        yield f"{title}: {', '.join(_counted(names))}"


def _counted(texts: Iterable[str]) -> list[str]:
    filled = [text for text in texts if text]
    rest = len(filled) - _MAX_LISTED
    return [*filled[:_MAX_LISTED], f"and {rest} more"] if rest > 0 else filled


def _change(change: ElementChange) -> str:
    node, was, now = change.node, clipped(change.before), clipped(change.after)
    match change.what:
        case "name":
            about = format_about(change)
            role = "" if about or node.role == "text" else f"{node.role} "
            return f"{about}{role}'{was}' is now '{now}'"
        case "value":
            return f"{named(node)} is now value='{now}' (was '{was}')"
        case "states":
            return f"{named(node)} is now {state_change(change)}"
    return ""
