"""Nodes as trees that can be compared. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field

from agent_e.dom.render.node_context import label
from agent_e.types import Node

_NOWHERE = frozenset({"main", "document", "frame", "page"})
_HOLDERS = frozenset(
    {"list", "listitem", "row", "rowgroup", "cell", "gridcell", "article", "group", "region"}
)
"""Roles that say nothing where what they hold was there before, or is not worth telling."""

_TITLED = frozenset({"listitem", "row", "article", "treeitem"})
"""Roles of what is called by its first words when it has no name."""

_MESSAGES = frozenset({"alert", "status", "log"})

INERT = "switched off"
SHIFTING_STATES = frozenset({"covered", "off-screen", INERT})
"""States that scrolling, or a dialog, changes on everything at once; other words tell of that."""


@dataclass(eq=False, slots=True)
class TreeNode:
    """A node with what is inside it; equal only to itself.

    ``digest`` is the same for equal content, ``looks`` also when it was made anew, with other ids.
    """

    node: Node
    parent: TreeNode | None
    position: int = 0
    children: list[TreeNode] = field(default_factory=list)
    digest: int = 0
    looks: int = 0


Pairs = dict[TreeNode, TreeNode]
"""From a branch of the second look to its counterpart in the first."""


def grow(nodes: Sequence[Node]) -> TreeNode:
    """Make the tree of a page's nodes; its root stands for the page."""
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
    """The nodes of some branches, with depths counted from the top of each, and what it is in."""
    base: dict[TreeNode, tuple[int, str]] = {}
    nodes: list[tuple[Node, str]] = []
    branches = list(branches)
    told = set(branches)
    for branch in branches:
        node, above = branch.node, branch.parent
        inside = base.get(above) if above is not None else None
        base[branch] = inside or (node.depth, _container(above, told))
        depth, place = base[branch]
        glue = node.glue if inside else None
        nodes.append((node._replace(depth=node.depth - depth, glue=glue), place))
    return nodes


def worth(
    root: TreeNode, known: Container[TreeNode], silent: Callable[[TreeNode], bool]
) -> list[TreeNode]:
    """The branches that are not known, without names that are silent and holders of no news."""
    told: set[TreeNode] = set()
    for branch in reversed([root, *below(root)]):
        node = branch.node
        if branch in known or branch is root:
            continue
        if any(child in told for child in branch.children):
            told.add(branch)
        elif node.name:
            if not silent(branch) or _is_in_message(branch, known):
                told.add(branch)
        elif not is_holder(branch) or not branch.children:
            told.add(branch)
    return [branch for branch in below(root) if branch in told]


def is_holder(branch: TreeNode) -> bool:
    """Whether it says nothing by itself, only what it holds does."""
    node = branch.node
    return node.role in _HOLDERS and node.mmid is None and not node.name


def _is_in_message(branch: TreeNode, known: Container[TreeNode]) -> bool:
    """Whether it came with a message: without its words the message would say nothing."""
    above = branch.parent
    while above is not None and above not in known:
        if above.node.role in _MESSAGES:
            return True
        above = above.parent
    return False


def made_anew(old: TreeNode, new: TreeNode, pairs: Pairs) -> Pairs:
    """Pair elements that only were made anew: same role, name and content in the same place."""
    matched = set(pairs.values())
    gone: dict[object, list[TreeNode]] = defaultdict(list)
    come: dict[object, list[TreeNode]] = defaultdict(list)
    for branch in below(old):
        if branch not in matched and branch.node.mmid is not None:
            gone[(branch.parent, branch.looks)].append(branch)
    for branch in below(new):
        if branch not in pairs and branch.node.mmid is not None and branch.parent is not None:
            above = old if branch.parent is new else pairs.get(branch.parent)
            come[(above, branch.looks)].append(branch)
    found: Pairs = {}
    for key, news in come.items():
        olds = gone.get(key, [])
        if len(news) == len(olds):
            for now, was in zip(news, olds, strict=True):
                found[now] = was
                found |= dict(zip(below(now), below(was), strict=True))
    return found


def altered(old: TreeNode, new: TreeNode, pairs: Pairs, anew: Pairs) -> Pairs:
    """Pair fields that were made anew with another value or state: the only ones of their name."""
    taken, kept = {*pairs.values(), *anew.values()}, {*pairs, *anew}
    gone: dict[object, list[TreeNode]] = defaultdict(list)
    come: dict[object, list[TreeNode]] = defaultdict(list)
    for branch in below(old):
        if branch not in taken and branch.node.mmid is not None and not branch.children:
            gone[_place(branch, branch.parent)].append(branch)
    for branch in below(new):
        if branch not in kept and branch.node.mmid is not None and not branch.children:
            above = branch.parent
            if above is not None and (partner := old if above is new else pairs.get(above)):
                come[_place(branch, partner)].append(branch)
    return {
        come[key][0]: gone[key][0]
        for key in come
        if len(come[key]) == 1 and len(gone.get(key, ())) == 1
    }


def holder_of(branch: TreeNode | None, news: Container[TreeNode] = ()) -> str:
    """Name the item or row around by what it says first, ``news`` left out; ``""`` for none."""
    while branch is not None and branch.node.role not in _TITLED:
        branch = branch.parent
    if branch is None:
        return ""
    named = (each for each in (branch, *below(branch)) if each.node.name and each not in news)
    title = next((each.node.name for each in named), "")
    role = "item" if branch.node.role == "listitem" else branch.node.role
    return f"{role} '{title}'" if title else ""


def _place(branch: TreeNode, above: TreeNode | None) -> object:
    node = branch.node
    return (above, node.role, node.name, node.tag)


def _container(branch: TreeNode | None, news: Container[TreeNode]) -> str:
    """The nearest thing around that has a name or is an item, which says where something came."""
    while branch is not None and branch.node.role not in _NOWHERE:
        if branch.node.name:
            return label(branch.node, number=False)
        if branch.node.role in _TITLED and (words := holder_of(branch, news)):
            return words
        branch = branch.parent
    return ""
