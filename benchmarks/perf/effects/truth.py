"""Whether the claims of a change report are true. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from agent_e.types import ChangeReport, ElementChange, Node

from .looking import Control, Look
from .words import bare, words_of

_STATES = {
    "checked": ("checked", "true"),
    "not checked": ("checked", "false"),
    "partly checked": ("checked", "mixed"),
    "expanded": ("expanded", "true"),
    "collapsed": ("expanded", "false"),
    "selected": ("selected", "true"),
    "pressed": ("pressed", "true"),
    "not pressed": ("pressed", "false"),
}
_OPENED = frozenset({"alertdialog", "dialog", "listbox", "menu", "popover", "tooltip", "tree"})
_LONG = 8
_CLEAR = 3
"""Letters and digits that a name needs to be recognised."""

_STRUCK = "crossed out: "
"""How reports mark what is crossed out; looks show that by the place."""


class _Rendered:
    """Everything rendered in a look, for finding names."""

    def __init__(self, look: Look, *, seen_only: bool = False) -> None:
        texts = [each for each in (*look.texts, *look.labels) if each.seen or not seen_only]
        controls = [each for each in look.controls if each.seen or not seen_only]
        # Line numbers stand between the words of an editor.
        pieces = [(bare(each.text), each.place) for each in texts if not each.counts]
        self._all = "".join(text for text, _ in pieces)
        self._starts = list(accumulate((len(text) for text, _ in pieces), initial=0))
        self._pieces = [place for _, place in pieces]
        self._names = [bare(name) for each in controls for name in each.names]
        self._single = Counter([*(bare(each.text) for each in texts), *self._names])
        self._words = words_of(" ".join(each.text for each in texts))
        self._words |= words_of(" ".join(name for each in controls for name in each.names))
        self._places = Counter((bare(each.text), each.place) for each in texts)
        self._places += Counter(
            (bare(name), each.place) for each in controls for name in {*each.names}
        )
        self._within = [(bare(name), each) for each in controls for name in {*each.names}]
        self._knows = look.knows
        self._held = {(name, box) for name, each in self._within for box in each.around}

    def has(self, name: str) -> bool:
        """Whether a name is there, as a whole or at least all its words."""
        name = name.removeprefix(_STRUCK)
        plain = bare(name)
        return plain in self._all or plain in self._single or words_of(name) <= self._words

    def count(self, name: str) -> int:
        """Number of occurrences of a name."""
        plain = bare(name.removeprefix(_STRUCK))
        if len(plain) < _LONG:
            return self._single[plain]
        return self._all.count(plain) + sum(plain in each for each in self._names)

    def places(self, name: str) -> Counter[str]:
        """Occurrences of a name by kind of place; for several pieces, that of the first."""
        plain = bare(name.removeprefix(_STRUCK))
        found = Counter(
            {place: count for (text, place), count in self._places.items() if text == plain}
        )
        at = self._all.find(plain) if len(plain) >= _LONG else -1
        while at >= 0:
            place = self._pieces[bisect_right(self._starts, at) - 1]
            found[place] += 1
            at = self._all.find(plain, at + 1)
        return found

    def came_into_another(self, old: _Rendered, name: str) -> bool:
        """Whether a control of that name has entered a box that existed without one."""
        plain = bare(name.removeprefix(_STRUCK))
        come = (one for each, one in self._within if each == plain and not old._knows(one.key))
        boxes = (next(filter(old._knows, one.around), None) for one in come)
        return any(box is not None and (plain, box) not in old._held for box in boxes)


def untrue(before: Look, after: Look, rest: Look, report: ChangeReport, text: str) -> Iterator[str]:
    """Yield the false claims of a report; a page shown in full claims nothing."""
    if report.page:
        return
    claims = bare(text)
    old, new = _Rendered(before, seen_only=True), (_Rendered(after), _Rendered(rest))
    yield from _untrue_news(old, new, report.added, claims)
    yield from _untrue_ends(before, (after, rest), report, claims)
    for change in report.changed:
        if bare(change.after)[:40] in claims:
            yield from _untrue_change(change, new, (after, rest))


def _untrue_news(
    old: _Rendered, new: Sequence[_Rendered], added: Sequence[Node], claims: str
) -> Iterator[str]:
    """False news: absent things, and branches that were there completely before."""
    for branch in _branches(added):
        named = [node for node in branch if bare(node.name) and bare(node.name)[:40] in claims]
        for node in named:
            if not any(each.has(node.name) for each in new):
                yield f"new: {node.role} '{node.name}' is not on the page"
        clear = [node for node in named if len(bare(node.name)) >= _CLEAR]
        # A report cut for length may have left out the news: of that it claims nothing.
        whole = [node for node in branch if bare(node.name)]
        if clear and not any(_grew(old, each, node.name) for each in new for node in whole):
            yield f"new: {clear[0].role} '{clear[0].name}' was there before, with all in it"


def _branches(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """Nodes with their subtrees; each of depth 0 begins another."""
    branch: list[Node] = []
    for node in nodes:
        if node.depth == 0 and branch:
            yield branch
            branch = []
        branch.append(node)
    if branch:
        yield branch


def _grew(old: _Rendered, new: _Rendered, name: str) -> bool:
    """Whether a name occurs more often than before: at all, in a kind of place or in a box."""
    if new.count(name) > old.count(name) or new.came_into_another(old, name):
        return True
    if not (old.count(name) or old.has(name)):
        return new.has(name)
    return bool(new.places(name) - old.places(name))


def _untrue_ends(
    before: Look, later: Sequence[Look], report: ChangeReport, claims: str
) -> Iterator[str]:
    old = _Rendered(before, seen_only=True)
    new = [_Rendered(each, seen_only=True) for each in later]
    added = {(node.role, node.name) for node in report.added}
    for node in report.removed:
        plain = bare(node.name)
        if not plain or plain[:40] not in claims or (node.role, node.name) in added:
            continue
        if "gone" not in claims and "closed" not in claims:
            continue
        # An opened part may share the name of its button: it closed with its contents.
        inside = next(each for each in _branches(report.removed) if node in each)
        whole = inside if node.role in _OPENED and node.mmid is None else [node]
        if all(_grew_or_same(old, each, one.name) for each in new for one in whole if one.name):
            yield f"gone: {node.role} '{node.name}' is still there"


def _grew_or_same(old: _Rendered, new: _Rendered, name: str) -> bool:
    """Whether a name occurs as often as before, at all and in each kind of place."""
    if not old.count(name) or new.count(name) < old.count(name):
        return False
    return old.places(name) <= new.places(name)


def _untrue_change(
    change: ElementChange, new: Sequence[_Rendered], later: Sequence[Look]
) -> Iterator[str]:
    node = change.node
    match change.what:
        case "name" if bare(change.after) and not any(each.has(change.after) for each in new):
            yield f"changed: {node.role} is not called '{change.after}'"
        case "value" if bare(change.after) and not any(each.has(change.after) for each in new):
            yield f"changed: {node.role} '{node.name}' does not hold '{change.after}'"
        case "states":
            came = {*change.after.split(", ")} - {*change.before.split(", ")}
            for word in came & {*_STATES}:
                # A control without such a declared state may still show it, as a tab by its colour.
                known = [
                    each
                    for look in later
                    for each in _same(look, node)
                    if _STATES[word][0] in each.states
                ]
                if known and not any(_is(each, word) for each in known):
                    yield f"changed: {node.role} '{node.name}' is not {word}"


def _same(look: Look, node: Node) -> list[Control]:
    """The controls that a node may be, by its name."""
    plain = bare(node.name)
    return [each for each in look.controls if plain and plain in map(bare, each.names)]


def _is(control: Control, word: str) -> bool:
    state, value = _STATES[word]
    return control.states.get(state, "false") == value
