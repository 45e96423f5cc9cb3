"""Named parts of a page, to distinguish elements that are alike. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten

from agent_e.types import Node

from .node_tree import CELLS
from .similar_roles import FAR, role_rank
from .text_fold import same_form

Span = range
"""Indexes of the nodes of a part."""
_ITEMS = frozenset({"row", "listitem", "article", "treeitem"})
"""Parts named by their content."""
_DOING = frozenset({"button", "checkbox", "clickable", "radio", "switch"})
"""Controls in them that act on the part."""
_UNNAMED = frozenset({"navigation", "main", "banner", "contentinfo", "complementary", "dialog"})
_WRITTEN = {"listitem": "item"}
_CUT = "..."
_SAYING = re.compile(r"[^\W\d_]{3}|[^\W\d_] [^\W\d_]")
"""Matches a meaningful name: not just numbers and signs."""
_NEVER = 99
_MAX_NAME_LENGTH = 60


def end_of(nodes: Sequence[Node], at: int) -> int:
    """Return the index after a node's contents."""
    depth = nodes[at].depth
    return next((i for i in range(at + 1, len(nodes)) if nodes[i].depth <= depth), len(nodes))


def without_parts(nodes: Sequence[Node], parts: Iterable[int]) -> list[Node]:
    """Return the nodes outside these parts, each given by its first node."""
    inside = {each for at in parts for each in range(at, end_of(nodes, at))}
    return [node for at, node in enumerate(nodes) if at not in inside]


def name_tier(name: str, wanted: str) -> int | None:
    """Rank how a name matches: 0 in full, 1 at its beginning, 2 in part; else ``None``.

    Both normalised by ``same_form``. A part must align with word boundaries, in scripts that have
    them.
    """
    if name == wanted:
        return 0
    at = name.find(wanted)
    while at >= 0:
        if _apart(name, at) and _apart(name, at + len(wanted)):
            return 1 if at == 0 else 2
        at = name.find(wanted, at + 1)
    if _CUT in wanted and len(wanted) > len(_CUT):
        # An outline omits the item's title from a name.
        parts = map(re.escape, wanted.split(_CUT))
        return 1 if re.fullmatch(".*".join(parts), name, re.DOTALL) else None
    return None


def spans(nodes: Sequence[Node], role: str, name: str) -> Iterator[list[Span]]:
    """Yield the parts of the page that may be meant, likeliest first.

    Role and name are ``""`` for any; the name is normalised by ``same_form``.
    """
    holders = [at for at in range(len(nodes)) if _is_holder(nodes, at, role)]
    if not name:
        yield [_span(nodes, at) for at in holders]
        return
    tiers = {at: name_tier(same_form(nodes[at].name), name) for at in holders if nodes[at].name}
    for tier in range(3):
        yield [_span(nodes, at) for at, found in tiers.items() if found == tier]
    items = [at for at in holders if role or nodes[at].role in _ITEMS]
    hits = {at for at, node in enumerate(nodes) if same_form(node.name) == name}
    yield _innermost(nodes, items, hits)
    hits = {at for at, node in enumerate(nodes) if name_tier(same_form(node.name), name)}
    yield _innermost(nodes, items, hits)


def place_of(nodes: Sequence[Node], at: int) -> str:
    """Say where a node is: its item, its named part, or the heading above it."""
    landmark, heading, depth = "", "", nodes[at].depth
    for above in range(at - 1, -1, -1):
        node = nodes[above]
        if not depth and heading:
            break
        if node.role == "heading" and not heading and node.depth <= depth:
            heading = f"under '{_cut(node.name)}'"
        if node.depth >= depth:
            continue
        depth = node.depth
        if node.role in _ITEMS and (title := _title(nodes, above, at)):
            return f"in {_WRITTEN.get(node.role, node.role)} '{title}'"
        if node.name and node.mmid is None and node.role not in CELLS | {"heading"}:
            return f"in {node.role} '{_cut(node.name)}'"
        if node.role in _UNNAMED and not landmark:
            landmark = f"in {node.role}"
    return heading or landmark


def words_before(nodes: Sequence[Node], at: int) -> str:
    """Return what is just before a node: its subject, if posts or items are not marked up."""
    name = nodes[at].name
    words = (nodes[above].name for above in range(at - 1, -1, -1))
    before = next((each for each in words if len(each) > 1 and each != name), "")
    return f"after '{_cut(before)}'" if before else ""


def distinguish(nodes: Sequence[Node], found: Sequence[int]) -> list[str]:
    """Distinguish elements that read alike, or say next to nothing.

    Returns for each its item or part of the page, or what precedes it; for a nameless item its
    content; ``""`` if none is needed or if it would be the same for all that are alike.
    """
    alike: dict[tuple[str, str], list[int]] = {}
    phrases: dict[int, str] = {}
    for at in found:
        node = nodes[at]
        if node.role in _ITEMS and not node.name and (title := _title(nodes, at, at)):
            phrases[at] = f"of '{title}'"
        else:
            alike.setdefault((node.role, node.name), []).append(at)
    for (_, name), group in alike.items():
        if len(group) == 1 and _SAYING.search(name):
            continue
        places = {at: place_of(nodes, at) for at in group}
        if len(group) == 1:
            # What precedes it is about it, more than a heading above it all.
            ((at, place),) = places.items()
            words = place if place.startswith("in ") else words_before(nodes, at)
            phrases[at] = words if _SAYING.search(words.partition("'")[2]) else ""
            continue
        often = Counter(places.values())
        for at, place in places.items():
            apart = "" if often[place] == 1 else words_before(nodes, at)
            phrases[at] = f"{'' if often[place] == len(group) else place} {apart}".strip()
    # What precedes many identifies none.
    shared = {words for words, count in Counter(phrases.values()).items() if count > 1}
    chosen = [phrases.get(at, "") for at in found]
    return ["" if words in shared and words.startswith("after ") else words for words in chosen]


def _apart(text: str, at: int) -> bool:
    """Whether this is a boundary: no word of a spaced script, and no number, continues."""
    if not 0 < at < len(text):
        return True
    before, after = text[at - 1], text[at]
    if before.isdigit() and after.isdigit():
        return False
    return not (before.upper() != before.lower() and after.upper() != after.lower())


def _is_holder(nodes: Sequence[Node], at: int, role: str) -> bool:
    """Whether a node, or a heading, may be the part that the role means."""
    node = nodes[at]
    if role and role_rank(node, role) in (None, FAR):
        return False
    return node.role == "heading" or (at + 1 < len(nodes) and nodes[at + 1].depth > node.depth)


def _span(nodes: Sequence[Node], at: int) -> Span:
    """The extent of a part; for a heading, of its section."""
    if nodes[at].role != "heading":
        return range(at + 1, end_of(nodes, at))
    depth, level = nodes[at].depth, nodes[at].level or _NEVER
    for index in range(at + 1, len(nodes)):
        node = nodes[index]
        if node.depth < depth or (node.role == "heading" and (node.level or _NEVER) <= level):
            return range(at + 1, index)
    return range(at + 1, len(nodes))


def _innermost(nodes: Sequence[Node], holders: Sequence[int], hits: set[int]) -> list[Span]:
    """The smallest of some parts that contain a hit."""
    found: list[Span] = []
    covered: set[int] = set()
    for at in reversed(holders):
        span = _span(nodes, at)
        there = hits.intersection(span)
        if there - covered:
            found.append(span)
            covered |= there
    return found[::-1]


def _title(nodes: Sequence[Node], item: int, without: int) -> str:
    """An item's title: its name, else the first words in it that are not the node's.

    A button's or checkbox's name is the same in every item, so it comes last.
    """
    if nodes[item].name:
        return _cut(nodes[item].name)
    inside = (nodes[at] for at in range(item + 1, end_of(nodes, item)) if at != without)
    named = (node for node in inside if len(node.name) > 1)
    first = min(named, key=lambda node: node.role in _DOING, default=None)
    return _cut(first.name) if first else ""


def _cut(text: str) -> str:
    return shorten(text, _MAX_NAME_LENGTH, placeholder=" …") or text[:_MAX_NAME_LENGTH]
