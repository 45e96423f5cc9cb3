"""What differs between two looks at one document.

Both looks are read as trees. Elements are the same when their id is; everything else is matched
inside its parent, first by equal content wherever it stands, then by what is left between the same
neighbours. So a line that only moved down for another one is no change, and a sorted list is one.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

from agent_e.dom.places import label, label_of
from agent_e.types import ElementChange, Left, Node, Observation

from .branches import SHIFTING_STATES, Branch, Pairs, altered, apart, below, grow, made_anew, worth
from .lists import lists_left
from .restless import shape

_REPEATED = frozenset({"listitem", "row", "article", "option", "treeitem", "cell", "gridcell"})
"""Roles whose instances stand for different things: one is the other only if they share content."""

_ALIKE = 0.5
_PAIRS_COMPARED = 4_000
_MOST_TITLES = 8

Noise = Callable[[str, str, str], bool]
"""Whether a text (before, after; ``""`` where there is none) changes by itself; the third says what
it is about."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """What changed; fields as in ``ChangeReport``.

    ``taken``: nodes that are gone from the lists in ``left``, which ``removed`` is without.
    ``anew``: ids of elements that only were made anew in their place, before and after.
    """

    added: tuple[Node, ...] = ()
    places: tuple[str, ...] = ()
    removed: tuple[Node, ...] = ()
    left: tuple[Left, ...] = ()
    taken: tuple[Node, ...] = ()
    changed: tuple[ElementChange, ...] = ()
    focus: Node | None = None
    scroll: tuple[int, int] | None = None
    anew: Mapping[int, int] = field(default_factory=dict)


def diff(
    before: Observation, after: Observation, *, noise: Noise = lambda _old, _new, _about: False
) -> Difference:
    """Compare two looks at the same document.

    Args:
        before: the look before the action.
        after: the look after it.
        noise: tells the texts that change by themselves; they are left out.
    """
    old, new = grow(before.nodes), grow(after.nodes)
    pairs = _match(old, new)
    anew = made_anew(old, new, pairs)
    other = altered(old, new, pairs, anew)
    kept, matched = {*pairs, *anew, *other}, {*pairs.values(), *anew.values(), *other.values()}
    news = apart(worth(new, kept, lambda name: noise("", name, "")))
    gone = worth(old, matched, lambda name: noise(name, "", ""))
    lists = lists_left(old, {**pairs, **anew, **other}) if gone else []
    taken = {inside for _, items in lists for item in items for inside in (item, *below(item))}
    names = _Names(old, new)
    changed = [
        change
        for branch, was in {**pairs, **other}.items()
        for change in _compare(was, branch, pairs, names)
    ]
    changed = [change for change in changed if not noise(change.before, change.after, change.label)]
    moved = (after.scroll.x - before.scroll.x, after.scroll.y - before.scroll.y)
    return Difference(
        added=tuple(node for node, _ in news),
        places=tuple(place for _, place in news),
        removed=tuple(node for node, _ in apart(each for each in gone if each not in taken)),
        left=tuple(left for left, _ in lists),
        taken=tuple(node for node, _ in apart(each for each in gone if each in taken)),
        changed=tuple(changed),
        focus=_new_focus(before, after),
        scroll=moved if any(moved) else None,
        anew={
            was.node.mmid: now.node.mmid
            for now, was in {**anew, **other}.items()
            if was.node.mmid is not None and now.node.mmid is not None
        },
    )


def state_words(node: Node) -> str:
    """Join the states that belong to the element itself, with the message of an invalid one."""
    words = [each for each in node.states if each not in SHIFTING_STATES and each != "invalid"]
    if "invalid" in node.states:
        # At the end, as only the message may have commas in it.
        words.append(f"invalid: {node.description}" if node.description else "invalid")
    return ", ".join(words)


def _new_focus(before: Observation, after: Observation) -> Node | None:
    if after.focus is None or after.focus == before.focus:
        return None
    return after.node(after.focus)


def _match(old: Branch, new: Branch) -> Pairs:
    by_id = {branch.node.mmid: branch for branch in below(old) if branch.node.mmid is not None}
    pairs: Pairs = {
        branch: by_id[branch.node.mmid] for branch in below(new) if branch.node.mmid in by_id
    }
    taken = set(pairs.values())
    queue = deque([(old, new), *((was, now) for now, was in pairs.items())])
    while queue:
        was, now = queue.popleft()
        olds = [child for child in was.children if child.node.mmid is None and child not in taken]
        news = [child for child in now.children if child.node.mmid is None and child not in pairs]
        found = _match_equal(olds, news)
        pairs |= found
        taken |= set(found.values())
        late = [child for child in news if child not in pairs]
        early = [child for child in olds if child not in taken]
        if early and late:
            more = _match_rest(was, now, set(early), set(late), pairs, taken)
            pairs |= more
            taken |= set(more.values())
            found |= more
        queue.extend((before, after) for after, before in found.items())
    return pairs


def _match_equal(olds: Sequence[Branch], news: Sequence[Branch]) -> Pairs:
    """Match by whole content, by looks, then by role and name, in order of appearance."""
    found: Pairs = {}
    used: set[Branch] = set()
    keys: tuple[Callable[[Branch], object], ...] = (
        lambda branch: branch.digest,
        lambda branch: branch.looks,
        _named,
    )
    for key in keys:
        waiting: dict[object, deque[Branch]] = defaultdict(deque)
        for branch in olds:
            if branch not in used and key(branch) is not None:
                waiting[key(branch)].append(branch)
        for branch in news:
            if branch not in found and (same := waiting.get(key(branch))):
                found[branch] = same.popleft()
                used.add(found[branch])
    return found


def _named(branch: Branch) -> object:
    node = branch.node
    return (node.role, node.level, node.name) if node.name else None


def _match_rest(
    was: Branch,
    now: Branch,
    early: set[Branch],
    late: set[Branch],
    pairs: Pairs,
    taken: set[Branch],
) -> Pairs:
    """Match what is left between the same neighbours: changed text, lists with other content."""
    old_gaps = _gaps(was, early, lambda branch: branch if branch in taken else None)
    new_gaps = _gaps(now, late, lambda branch: pairs.get(branch))
    more: Pairs = {}
    for gap, come in new_gaps.items():
        gone = list(old_gaps.get(gap, ()))
        even = len(come) == len(gone)
        if len(come) * len(gone) > _PAIRS_COMPARED:
            continue
        for branch in come:
            partner = next((other for other in gone if _could_be(other, branch, even)), None)
            if partner is not None:
                gone.remove(partner)
                more[branch] = partner
    return more


def _gaps(
    parent: Branch, left: set[Branch], partner: Callable[[Branch], Branch | None]
) -> dict[object, list[Branch]]:
    """Group unmatched children by role and by the matched sibling before them."""
    gaps: dict[object, list[Branch]] = defaultdict(list)
    neighbour: Branch | None = None
    for child in parent.children:
        if child in left:
            gaps[(neighbour, child.node.role)].append(child)
        else:
            neighbour = partner(child) or neighbour
    return gaps


def _could_be(old: Branch, new: Branch, even: bool) -> bool:
    if old.children and new.children:
        return new.node.role not in _REPEATED or _share(old, new)
    if bool(old.node.name) != bool(new.node.name):
        return new.node.role not in _REPEATED
    if even and new.node.role not in _REPEATED:
        return True
    alike = SequenceMatcher(None, old.node.name, new.node.name)
    return alike.quick_ratio() > _ALIKE and alike.ratio() > _ALIKE


def _share(old: Branch, new: Branch) -> bool:
    words = [
        {(each.node.mmid, each.node.name) for each in below(side) if each.node.name}
        for side in (old, new)
    ]
    return 2 * len(words[0] & words[1]) >= min(len(words[0]), len(words[1]))


def _compare(was: Branch, now: Branch, pairs: Pairs, names: _Names) -> Iterable[ElementChange]:
    old, new = was.node, now.node
    facts = {"place": _places(was, now, pairs, names), "order": _orders(now, pairs)}
    if _content(old) != _content(new):
        facts |= {
            "role": (old.role, new.role),
            "name": (old.name, new.name),
            "value": (old.value or "", new.value or ""),
            "states": (state_words(old), state_words(new)),
            "options": (", ".join(old.options), ", ".join(new.options)),
        }
    for what, (before, after) in facts.items():
        if before != after:
            about = label_of(now) if what == "name" else ""
            yield ElementChange(node=new, what=what, before=before, after=after, label=about)


def _content(node: Node) -> tuple[object, ...]:
    return (node.role, node.name, node.value, node.states, node.options, node.description)


def _places(was: Branch, now: Branch, pairs: Pairs, names: _Names) -> tuple[str, str]:
    if now.parent is None or pairs.get(now.parent) is was.parent or was.parent is None:
        return "", ""
    for around in (_surrounding, _heading):
        old, new = around(was), around(now)
        if not _same_place(old, new, pairs, names):
            return _said(old), _said(new)
    return "", ""


def _same_place(old: Branch | None, new: Branch | None, pairs: Pairs, names: _Names) -> bool:
    if old is None or new is None:
        return old is new
    if pairs.get(new) is old or _said(old) == _said(new):
        return True
    if (old.node.role, shape(old.node.name)) != (new.node.role, shape(new.node.name)):
        return False
    # A heading that counts what is below it says another number; of two, each stays what it was.
    return old.node.name not in names.new and new.node.name not in names.old


class _Names:
    """What there is on the two pages, by name; found out when it is first asked for."""

    def __init__(self, old: Branch, new: Branch) -> None:
        self._roots = old, new

    @cached_property
    def old(self) -> frozenset[str]:
        return frozenset(branch.node.name for branch in below(self._roots[0]))

    @cached_property
    def new(self) -> frozenset[str]:
        return frozenset(branch.node.name for branch in below(self._roots[1]))


def _said(branch: Branch | None) -> str:
    return label(branch.node) if branch is not None else "page"


def _surrounding(branch: Branch) -> Branch | None:
    above = branch.parent
    while above is not None and not above.node.name:
        above = above.parent
    return above


def _heading(branch: Branch) -> Branch | None:
    """The heading that it stands below, for places without a name of their own."""
    inner = branch
    while (above := inner.parent) is not None:
        for sibling in reversed(above.children[: inner.position]):
            if sibling.node.role == "heading":
                return sibling
        inner = above
    return None


def _orders(now: Branch, pairs: Pairs) -> tuple[str, str]:
    kept = [
        child for child in now.children if child in pairs and pairs[child].parent is pairs.get(now)
    ]
    places = [pairs[child].position for child in kept]
    if places == sorted(places):
        return "", ""
    earlier = sorted(kept, key=lambda child: pairs[child].position)
    # What is new among them is told in its place, or the order would be read as that of all.
    return _titles(earlier), _titles(now.children)


def _titles(branches: Sequence[Branch]) -> str:
    titles = (
        next((each.node.name for each in (branch, *below(branch)) if each.node.name), "")
        for branch in branches[:_MOST_TITLES]
    )
    return ", ".join(filter(None, titles))
