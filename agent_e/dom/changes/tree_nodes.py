"""Nodes as comparable trees. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from agent_e.dom.render.node_context import label
from agent_e.types import Node, RemainingItems

from .messages import LIVE

_NOWHERE = frozenset({"main", "document", "frame", "page"})
_HOLDERS = frozenset(
    {"list", "listitem", "row", "rowgroup", "cell", "gridcell", "article", "group", "region"}
)
"""Roles of no interest if their content is old or not worth reporting."""

_TITLED = frozenset({"listitem", "row", "article", "treeitem"})
"""Roles titled by their first words if nameless."""

ITEMS = frozenset({"listitem", "row", "article", "option", "treeitem"})
"""Roles of list items."""
_MIN_GONE = 3
_SHOWN = 5

INERT = "switched off"
SHIFTING_STATES = frozenset({"covered", "off-screen", INERT})
"""States that scrolling or a dialog changes everywhere; those are reported otherwise."""


@dataclass(eq=False, slots=True)
class TreeNode:
    """A node with its subtree; compared by identity.

    ``digest`` is the same for equal content, ``looks`` also if recreated with other ids.
    """

    node: Node
    parent: TreeNode | None
    position: int = 0
    children: list[TreeNode] = field(default_factory=list)
    digest: int = 0
    looks: int = 0


Pairs = dict[TreeNode, TreeNode]
"""Maps branches of the second observation to their counterparts in the first."""


def grow(nodes: Sequence[Node]) -> TreeNode:
    """Build the tree of a page's nodes; its root is the page."""
    root = TreeNode(node=Node(depth=-1, role="page"), parent=None)
    path = [root]
    for node in nodes:
        while path[-1].node.depth >= node.depth:
            path.pop()
        branch = TreeNode(node=node, parent=path[-1], position=len(path[-1].children))
        path[-1].children.append(branch)
        path.append(branch)
    for branch in reversed(list(below(root))):
        node = branch.node
        content = tuple(child.digest for child in branch.children)
        branch.digest = hash((node.role, node.name, node.level, node.mmid, content))
        states = tuple(state for state in node.states if state not in SHIFTING_STATES)
        inside = tuple(child.looks for child in branch.children)
        branch.looks = hash((node.role, node.name, node.level, node.value, states, inside))
    return root


def below(root: TreeNode) -> Iterable[TreeNode]:
    """Every branch below the root, in document order."""
    stack = list(reversed(root.children))
    while stack:
        branch = stack.pop()
        yield branch
        stack.extend(reversed(branch.children))


def apart(branches: Iterable[TreeNode]) -> list[tuple[Node, str]]:
    """The nodes of some branches, with depths relative to each top, and its container."""
    base: dict[TreeNode, tuple[int, str]] = {}
    nodes: list[tuple[Node, str]] = []
    branches = list(branches)
    chosen = set(branches)
    for branch in branches:
        node, above = branch.node, branch.parent
        inside = base.get(above) if above is not None else None
        base[branch] = inside or (node.depth, container(above, chosen))
        depth, place = base[branch]
        glue = node.glue if inside else None
        nodes.append((node._replace(depth=node.depth - depth, glue=glue), place))
    return nodes


def worth(
    root: TreeNode, known: Container[TreeNode], silent: Callable[[TreeNode], bool]
) -> list[TreeNode]:
    """The unknown branches, without silent names and containers of nothing new."""
    worthy: set[TreeNode] = set()
    for branch in reversed([root, *below(root)]):
        node = branch.node
        if branch in known or branch is root:
            continue
        if any(child in worthy for child in branch.children):
            worthy.add(branch)
        elif node.name:
            if not silent(branch) or _is_in_message(branch, known):
                worthy.add(branch)
        elif not is_holder(branch) or not branch.children:
            worthy.add(branch)
    return [branch for branch in below(root) if branch in worthy]


def is_holder(branch: TreeNode) -> bool:
    """Whether only its content says something."""
    node = branch.node
    return node.role in _HOLDERS and node.mmid is None and not node.name


def _is_in_message(branch: TreeNode, known: Container[TreeNode]) -> bool:
    """Whether it came with a message, which would be empty without it."""
    above = branch.parent
    while above is not None and above not in known:
        if above.node.role in LIVE:
            return True
        above = above.parent
    return False


def match_recreated(old: TreeNode, new: TreeNode, pairs: Pairs) -> Pairs:
    """Pair recreated elements: same role, name and content in the same place."""
    found: Pairs = {}
    for olds, news in _in_place(old, new, pairs, {}, lambda branch: branch.looks):
        if len(news) == len(olds):
            for now, was in zip(news, olds, strict=True):
                found[now] = was
                found |= dict(zip(below(now), below(was), strict=True))
    return found


def altered(old: TreeNode, new: TreeNode, pairs: Pairs, recreated: Pairs) -> Pairs:
    """Pair fields recreated with another value or state: the only ones of their name."""

    def named(branch: TreeNode) -> object:
        node = branch.node
        return None if branch.children else (node.role, node.name, node.tag)

    both = _in_place(old, new, pairs, recreated, named)
    return {news[0]: olds[0] for olds, news in both if len(news) == len(olds) == 1}


def _in_place(
    old: TreeNode,
    new: TreeNode,
    pairs: Pairs,
    recreated: Pairs,
    key: Callable[[TreeNode], object],
) -> Iterator[tuple[list[TreeNode], list[TreeNode]]]:
    """Unpaired elements with the same key and place: those before and those after."""
    taken, known = {*pairs.values(), *recreated.values()}, {*pairs, *recreated}
    places = {**pairs, new: old}
    gone: dict[object, list[TreeNode]] = defaultdict(list)
    come: dict[object, list[TreeNode]] = defaultdict(list)
    for branch in below(old):
        if branch not in taken and branch.node.mmid is not None:
            gone[branch.parent, key(branch)].append(branch)
    for branch in below(new):
        above = places.get(branch.parent) if branch.parent else None
        same = key(branch)
        if above and same and branch not in known and branch.node.mmid is not None:
            come[above, same].append(branch)
    return ((gone.get(place, []), news) for place, news in come.items())


def holder_of(branch: TreeNode | None, news: Container[TreeNode] = ()) -> str:
    """Name the enclosing item or row by its first words, ignoring ``news``; else ``""``."""
    while branch is not None and branch.node.role not in _TITLED:
        branch = branch.parent
    if branch is None:
        return ""
    named = (each for each in (branch, *below(branch)) if each.node.name and each not in news)
    title = next((each.node.name for each in named), "")
    role = "item" if branch.node.role == "listitem" else branch.node.role
    return f"{role} '{title}'" if title else ""


def container(branch: TreeNode | None, news: Container[TreeNode] = ()) -> str:
    """The nearest enclosing named thing or item, to say where something appeared."""
    while branch is not None and branch.node.role not in _NOWHERE:
        if branch.node.name:
            return label(branch.node, number=False)
        if branch.node.role in _TITLED and (words := holder_of(branch, news)):
            return words
        branch = branch.parent
    return ""


def lists_left(old: TreeNode, pairs: Pairs) -> list[tuple[RemainingItems, list[TreeNode]]]:
    """Lists that lost most of their items, each with those lost.

    ``pairs`` maps every remaining branch from its current form.
    """
    now_by_old = {was: now for now, was in pairs.items()}
    found = []
    for parent in (old, *below(old)):
        items = [child for child in parent.children if child.node.role in ITEMS]
        if len(items) <= _MIN_GONE:
            continue
        gone = [item for item in items if item not in now_by_old]
        remaining = [item for item in items if item in now_by_old]
        if not remaining or len(gone) < max(_MIN_GONE, len(remaining)):
            continue
        parents = {now_by_old[item].parent for item in remaining}
        above = parents.pop()
        if parents or above is None:
            continue
        there = [child for child in above.children if child.node.role in ITEMS]
        if any(child not in pairs for child in there):
            # New ones among them are reported as such.
            continue
        shown = [each for item in there[:_SHOWN] for each in (item, *below(item))]
        left = RemainingItems(
            place=container(above),
            before=len(items),
            count=len(there),
            shown=min(len(there), _SHOWN),
            nodes=tuple(node for node, _ in apart(shown)),
        )
        found.append((left, gone))
    return found
