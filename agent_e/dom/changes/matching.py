"""Matches the nodes of two observations of one document.

Elements match by id; everything else is matched within its parent, first by equal content anywhere,
then by what is left between the same neighbours.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from .tree_nodes import Pairs, TreeNode, below, is_holder

_REPEATED = frozenset({"listitem", "row", "article", "option", "treeitem", "cell", "gridcell"})
"""Roles whose instances are distinct things: they match only if they share content."""

_ALIKE = 0.5
_PAIRS_COMPARED = 4_000
_MIN_MUCH = 3


def match(old: TreeNode, new: TreeNode) -> Pairs:
    """Pair what is the same in two observations, each given by its root."""
    by_id = {branch.node.mmid: branch for branch in below(old) if branch.node.mmid is not None}
    pairs: Pairs = {
        branch: by_id[branch.node.mmid] for branch in below(new) if branch.node.mmid in by_id
    }
    _follow_items(new, pairs)
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
    return pairs | _rewrapped(old, new, pairs)


def _follow_items(new: TreeNode, pairs: Pairs) -> None:
    """Pair what moved between rows of a list that reuses its elements."""
    gone: dict[object, list[TreeNode]] = defaultdict(list)
    come: dict[object, list[TreeNode]] = defaultdict(list)
    for now in below(new):
        was = pairs.get(now)
        if now.node.mmid is None or (was and was.node.name == now.node.name):
            continue
        if was and _is_item(was):
            gone[was.node.tag, was.node.name].append(was)
        if now.node.name and _is_item(now):
            come[now.node.tag, now.node.name].append(now)
    followed = {
        come[key][0]: gone[key][0]
        for key in come
        if len(come[key]) == 1 and len(gone.get(key, ())) == 1
    }
    taken = set(followed.values())
    for now, was in [*pairs.items()]:
        if was in taken:
            del pairs[now]
    pairs |= followed


def _is_item(branch: TreeNode) -> bool:
    around = (branch, branch.parent) if branch.parent else (branch,)
    return any(each.node.role in _REPEATED for each in around)


def wrappers(known: Pairs) -> set[TreeNode]:
    """New containers around known branches, including the roots."""
    return {
        branch.parent
        for branch, same in known.items()
        if branch.parent is not None
        and branch.parent not in known
        and is_holder(branch.parent)
        and branch.parent.parent is not None
        and known.get(branch.parent.parent) is same.parent
    }


def _rewrapped(old: TreeNode, new: TreeNode, pairs: Pairs) -> Pairs:
    """Pair what is unchanged except for a container added or removed around it."""
    gone = _standing(old, {each: each for each in (old, *pairs.values())})
    found: Pairs = {}
    for (above, digest, held), come in _standing(new, {**pairs, new: old}).items():
        same = gone.get((above, digest, not held), [])
        if len(same) == len(come) == 1:
            found |= dict(zip((come[0], *below(come[0])), (same[0], *below(same[0])), strict=True))
    return found


def _standing(root: TreeNode, known: Pairs) -> dict[tuple[TreeNode, int, bool], list[TreeNode]]:
    """Unknown branches by known ancestor and by whether a container is in between."""
    found: dict[tuple[TreeNode, int, bool], list[TreeNode]] = defaultdict(list)
    for branch in below(root):
        above = branch.parent
        if branch in known or above is None or not (branch.node.name or branch.children):
            continue
        held = above not in known and is_holder(above)
        around = known.get(above.parent) if held and above.parent else known.get(above)
        if around is not None:
            found[around, branch.digest, held].append(branch)
    return found


def _match_equal(olds: Sequence[TreeNode], news: Sequence[TreeNode]) -> Pairs:
    """Match by full content, by looks, then by role and name, in order of appearance."""
    found: Pairs = {}
    used: set[TreeNode] = set()
    keys: tuple[Callable[[TreeNode], object], ...] = (
        lambda branch: branch.digest,
        lambda branch: branch.looks,
        _named,
    )
    for key in keys:
        waiting: dict[object, deque[TreeNode]] = defaultdict(deque)
        for branch in olds:
            if branch not in used and key(branch) is not None:
                waiting[key(branch)].append(branch)
        for branch in news:
            if branch not in found and (same := waiting.get(key(branch))):
                found[branch] = same.popleft()
                used.add(found[branch])
    return found


def _named(branch: TreeNode) -> object:
    node = branch.node
    return (node.role, node.level, node.name) if node.name else None


def _match_rest(
    was: TreeNode,
    now: TreeNode,
    early: set[TreeNode],
    late: set[TreeNode],
    pairs: Pairs,
    taken: set[TreeNode],
) -> Pairs:
    """Match what is left between the same neighbours: changed text, lists with other content."""
    old_gaps = _gaps(was, early, lambda branch: branch if branch in taken else None)
    new_gaps = _gaps(now, late, lambda branch: pairs.get(branch))
    # If most is gone, as between steps of a form, nothing replaces anything.
    plain = sum(child.node.mmid is None for child in was.children)
    much = plain > _MIN_MUCH and 2 * len(early) > plain
    more: Pairs = {}
    for gap, come in new_gaps.items():
        gone = list(old_gaps.get(gap, ()))
        even = len(come) == len(gone) and (gap[1] == "heading" or not much)
        if len(come) * len(gone) > _PAIRS_COMPARED:
            continue
        for branch in come:
            partner = next((other for other in gone if _could_be(other, branch, even)), None)
            if partner is not None:
                gone.remove(partner)
                more[branch] = partner
    return more


def _gaps(
    parent: TreeNode, left: set[TreeNode], partner: Callable[[TreeNode], TreeNode | None]
) -> dict[tuple[TreeNode | None, str], list[TreeNode]]:
    """Group unmatched children by role and by the matched sibling before them."""
    gaps: dict[tuple[TreeNode | None, str], list[TreeNode]] = defaultdict(list)
    neighbour: TreeNode | None = None
    for child in parent.children:
        if child in left:
            gaps[(neighbour, child.node.role)].append(child)
        else:
            neighbour = partner(child) or neighbour
    return gaps


def _could_be(old: TreeNode, new: TreeNode, even: bool) -> bool:
    if old.children and new.children:
        return new.node.role not in _REPEATED or _share(old, new)
    if bool(old.node.name) != bool(new.node.name):
        return new.node.role not in _REPEATED
    if even and new.node.role not in _REPEATED:
        return True
    alike = SequenceMatcher(None, old.node.name, new.node.name)
    return alike.quick_ratio() > _ALIKE and alike.ratio() > _ALIKE


def _share(old: TreeNode, new: TreeNode) -> bool:
    words = [
        {(each.node.mmid, each.node.name) for each in below(side) if each.node.name}
        for side in (old, new)
    ]
    return 2 * len(words[0] & words[1]) >= min(len(words[0]), len(words[1]))
