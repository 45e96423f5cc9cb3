"""The difference between two observations of one document.

Both are read as trees. Elements match by id; everything else is matched within its parent, first by
equal content anywhere, then by what is left between the same neighbours. So a line pushed down by
another is no change, and a sorted list is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent_e.dom.render.node_context import About, about
from agent_e.types import ElementChange, Node, Observation, RemainingItems

from .matching import match, wrappers
from .phrases import OPENED
from .reorders import Names, orders, places
from .tree_nodes import (
    INERT,
    SHIFTING_STATES,
    Pairs,
    TreeNode,
    altered,
    apart,
    below,
    grow,
    holder_of,
    lists_left,
    match_recreated,
    worth,
)

Noise = Callable[[str, str, str], bool]
"""Whether a text (before, after; ``""`` for none) changes by itself; the third argument is its
subject."""


_MOST = 0.5
"""Share of a page that must be hidden for a layer to count as hiding the rest."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """What changed; fields as in ``ChangeReport``.

    ``taken``: nodes gone from the lists in ``left``, not included in ``removed``.
    ``recreated``: ids of elements recreated in place, before and after.
    ``renumbered``: items that a list now shows in others of its elements, by old id.
    """

    added: tuple[Node, ...] = ()
    places: tuple[str, ...] = ()
    removed: tuple[Node, ...] = ()
    left: tuple[RemainingItems, ...] = ()
    taken: tuple[Node, ...] = ()
    changed: tuple[ElementChange, ...] = ()
    focus: Node | None = None
    scroll: tuple[int, int] | None = None
    recreated: Mapping[int, int] = field(default_factory=dict)
    renumbered: Mapping[int, Node] = field(default_factory=dict)


def diff(
    before: Observation, after: Observation, *, noise: Noise = lambda _old, _new, _about: False
) -> Difference:
    """Compare two observations of one document, ignoring texts that are ``noise``."""
    moved = (after.scroll.x - before.scroll.x, after.scroll.y - before.scroll.y)
    scroll = moved if any(moved) else None
    if before.nodes == after.nodes:
        return Difference(focus=_new_focus(before, after), scroll=scroll)
    old, new = grow(before.nodes), grow(after.nodes)
    pairs = match(old, new)
    recreated = match_recreated(old, new, pairs)
    other = altered(old, new, pairs, recreated)
    every = {**pairs, **recreated, **other}
    known_new, known_old = set(every), set(every.values())
    known = {**pairs, new: old}
    now_by_old = {was: now for now, was in known.items()}
    known_new |= _one_with_known(new, known_new) | wrappers(known)
    known_old |= _one_with_known(old, known_old) | wrappers(now_by_old)
    names = Names(old, new, known_old.copy())

    def is_old(branch: TreeNode) -> bool:
        # Inside something new, such as a row, everything is reported.
        there = branch.parent is new or branch.parent in known_new
        repeated = _in_name(branch, pairs) or not names.has_come(branch.node)
        return noise("", branch.node.name, "") or (there and repeated)

    def stays(branch: TreeNode) -> bool:
        there = branch.parent is old or branch.parent in known_old
        repeated = _in_name(branch, now_by_old) or not names.has_gone(branch.node)
        return noise(branch.node.name, "", "") or (there and repeated)

    news = apart(worth(new, known_new, is_old))
    gone = worth(old, known_old, stays)
    lists = lists_left(old, every) if gone else []
    taken = {inside for _, items in lists for item in items for inside in (item, *below(item))}
    changed = [
        change
        for branch, was in {**pairs, **other}.items()
        for change in _compare(was, branch, every, names)
    ]
    changed += _reordered(old, new, every)
    changed = [change for change in changed if not noise(change.before, change.after, change.label)]
    if not (news or gone):
        # A dialog implicitly disables everything behind it; here none opened.
        changed += _switched(before, after)
    return Difference(
        added=tuple(node for node, _ in news),
        places=tuple(place for _, place in news),
        removed=tuple(node for node, _ in apart(each for each in gone if each not in taken)),
        left=tuple(left for left, _ in lists),
        taken=tuple(node for node, _ in apart(each for each in gone if each in taken)),
        changed=tuple(_with_holders(changed, new)) if changed else (),
        focus=_new_focus(before, after),
        scroll=scroll,
        recreated={
            was.node.mmid: now.node.mmid
            for now, was in {**recreated, **other}.items()
            if was.node.mmid is not None and now.node.mmid is not None
        },
        renumbered={
            was.node.mmid: now.node
            for now, was in pairs.items()
            if was.node.mmid not in (None, now.node.mmid)
        },
    )


def _one_with_known(root: TreeNode, known: set[TreeNode]) -> set[TreeNode]:
    """Elements around a known one of the same name: the two are or were reported as one."""
    return {
        child.parent
        for child in known
        if child.parent is not None
        and child.parent is not root
        and child.parent.node.mmid is not None
        and child.node.mmid is not None
        and child.parent.node.name == child.node.name
    }


def _in_name(branch: TreeNode, other: Mapping[TreeNode, TreeNode]) -> bool:
    """Whether its words are part of the enclosing element's name: long names are split."""
    around = other.get(branch.parent) if branch.parent is not None else None
    words = f" {branch.node.name} "
    return around is not None and branch.node.role == "text" and words in f" {around.node.name} "


def _with_holders(changed: Iterable[ElementChange], new: TreeNode) -> Iterator[ElementChange]:
    """Add the owner of an element if others have the same name."""
    elements = [branch for branch in below(new) if branch.node.mmid is not None]
    alike = Counter((branch.node.role, branch.node.name) for branch in elements)
    by_id = {branch.node.mmid: branch for branch in elements}
    for change in changed:
        node = change.node
        if node.mmid is not None and alike[node.role, node.name] > 1:
            words = holder_of(by_id[node.mmid].parent, {by_id[node.mmid]})
            yield replace(change, owner=words)
        else:
            yield change


def format_state(node: Node) -> str:
    """Join the states that belong to the element itself, with the message of an invalid one."""
    words = [each for each in node.states if each not in SHIFTING_STATES and each != "invalid"]
    if "invalid" in node.states:
        # At the end, as only the message may contain commas.
        words.append(f"invalid: {node.description}" if node.description else "invalid")
    return ", ".join(words)


def _new_focus(before: Observation, after: Observation) -> Node | None:
    if after.focus is None:
        return after.focused if after.focused != before.focused else None
    return after.node(after.focus) if after.focus != before.focus else None


def _compare(was: TreeNode, now: TreeNode, pairs: Pairs, names: Names) -> Iterable[ElementChange]:
    old, new = was.node, now.node
    facts = {"place": places(was, now, pairs, names), "order": orders(now, pairs)}
    if _content(old) != _content(new):
        facts |= {
            "role": (old.role, new.role),
            "name": (old.name, new.name),
            "value": (old.value or "", new.value or ""),
            "states": (format_state(old), format_state(new)),
            "options": (", ".join(old.options), ", ".join(new.options)),
        }
    for what, (before, after) in facts.items():
        if before != after:
            label, under = about(now) if what == "name" else About()
            yield ElementChange(
                node=new, what=what, before=before, after=after, label=label, under=under
            )


def _reordered(old: TreeNode, new: TreeNode, pairs: Pairs) -> Iterator[ElementChange]:
    """The order of items outside any list, as results may be."""
    before, after = orders(new, {**pairs, new: old}, of_page=True)
    if before != after:
        yield ElementChange(node=new.node, what="order", before=before, after=after)


def _switched(before: Observation, after: Observation) -> Iterator[ElementChange]:
    """What the page has disabled or enabled again."""
    old = {node.mmid: node for node in before.elements}
    for node in after.elements:
        both = (old.get(node.mmid, node), node)
        was, now = (INERT if INERT in each.states else "" for each in both)
        if was != now:
            yield ElementChange(node=node, what="states", before=was, after=now)


def _content(node: Node) -> tuple[object, ...]:
    return (node.role, node.name, node.value, node.states, node.options, node.description)


def diff_with_behind(
    before: Observation, after: Observation, behind: Sequence[Node], *, noise: Noise
) -> tuple[Difference, Sequence[Node]]:
    """Compare as ``diff`` does; ``behind`` is what was behind a layer in the first.

    Also returns what is behind one in the second. While a dialog or menu is open, widget libraries
    hide all but that layer from assistive technology, though it stays visible.
    """
    found = diff(before, after, noise=noise)
    if _is_most(found.added, after) and behind:
        again = _is_layer(found.added)
        now = _joined(after, behind) if again else after
        found = diff(_joined(before, behind), now, noise=noise)
        behind = behind if again else ()
    elif _is_most((*found.removed, *found.taken), before) and _is_layer(found.added):
        found, behind = diff(before, _joined(after, before.nodes), noise=noise), before.nodes
    return found, behind


def _is_most(nodes: Sequence[Node], page: Observation) -> bool:
    return len(nodes) > _MOST * len(page.nodes)


def _is_layer(added: Sequence[Node]) -> bool:
    tops = [node for node in added if node.depth == 0]
    return bool(tops) and all(node.role in OPENED and node.mmid is None for node in tops)


def _joined(page: Observation, behind: Sequence[Node]) -> Observation:
    """The page with what is behind its layer, without duplicates."""
    there = {(node.role, node.name, node.mmid) for node in page.nodes if node.depth == 0}
    extra: list[Node] = []
    include = False
    for node in behind:
        include = include if node.depth else (node.role, node.name, node.mmid) not in there
        if include:
            extra.append(node)
    return replace(page, nodes=(*extra, *page.nodes))
