"""Which lines of an outline have the words that are looked for. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .lines import Line
from .paging import context

_NEAR = 12
_AFTER_HEADING = 8
_CLOSE = 2


def find_lines(found: Sequence[Line], words: str) -> list[Line]:
    """Keep the lines with these words, what they stand under, and what belongs to the same item.

    The whole phrase counts first; where it is nowhere, lines and then items with every word.
    """
    texts = [_searched(line) for line in found]
    phrase = " ".join(words.casefold().split())
    parts = phrase.split()
    hits = [index for index, text in enumerate(texts) if phrase in text]
    hits = hits or [i for i, text in enumerate(texts) if all(word in text for word in parts)]
    items: dict[int, list[int]] = defaultdict(list)
    for index, line in enumerate(found):
        if line.item >= 0:
            items[line.item].append(index)
    if not hits:
        whole = {item: " ".join(texts[at] for at in inside) for item, inside in items.items()}
        hits = [item for item, text in whole.items() if all(word in text for word in parts)]
    kept: set[int] = set()
    for hit in hits:
        for index in _surroundings(found, hit, items.get(found[hit].item, ())):
            kept.update([index, *context(found, index)])
    return _only(found, sorted(kept))


def _searched(line: Line) -> str:
    more = [line.said or "", *(f"{joint}{node.name}" for joint, node in line.pieces)]
    words = ["".join(more)]
    for node in line.nodes:
        if node.mmid is not None:
            words += [f"[{node.mmid}] {node.role}", node.value or "", *node.options]
        if node.description or node.states:
            words += [node.description, *node.states]
    return " ".join(" ".join(words).casefold().split())


def _surroundings(found: Sequence[Line], hit: int, item: Sequence[int]) -> Iterable[int]:
    yield hit
    if item:
        yield from (at for at in item if len(item) <= _NEAR or abs(at - hit) <= 2)
        return
    is_heading = _is_heading(found[hit])
    if not is_heading and any(node.mmid is not None for node in found[hit].nodes):
        yield from _beside(found, hit)
    for index in range(hit + 1, min(len(found), hit + 1 + _AFTER_HEADING)):
        below = found[index].parent == hit
        stop = _is_heading(found[index])
        if stop or not (below or is_heading):
            return
        yield index


def _beside(found: Sequence[Line], hit: int) -> Iterable[int]:
    """What an element in no item belongs with: the heading just above it and what that is over."""
    first = max(0, hit - _AFTER_HEADING)
    above = range(hit - 1, first - 1, -1)
    head = next((at for at in above if _is_heading(found[at]) or _ends(found, at, hit)), -1)
    if head < 0 or not _is_title(found[head]) or found[head].parent != found[hit].parent:
        yield from _words_above(found, hit)
        return
    for index in range(head, min(len(found), head + _NEAR)):
        if index > hit and (_is_heading(found[index]) or _ends(found, index, hit)):
            return
        yield index


def _words_above(found: Sequence[Line], hit: int) -> Iterable[int]:
    """The lines of words just above an element, which may say what it is about."""
    start = hit
    while start > max(0, hit - _CLOSE) and _is_words(found[start - 1], found[hit]):
        start -= 1
    yield from range(start, hit)


def _is_words(line: Line, other: Line) -> bool:
    """Whether a line is of words alone, and stands where the other one does."""
    return line.parent == other.parent and all(node.mmid is None for node in line.nodes)


def _ends(found: Sequence[Line], at: int, hit: int) -> bool:
    """Whether a line is out of the part of the page that the one hit is in."""
    return found[at].indent < found[hit].indent


def _is_title(line: Line) -> bool:
    """Whether it is a heading of a part of the page, and not the page's own."""
    return any((node.level or 1) > 1 for node in line.nodes)


def _is_heading(line: Line) -> bool:
    return any(node.role == "heading" or node.level for node in line.nodes)


def _only(found: Sequence[Line], kept: Sequence[int]) -> list[Line]:
    number = {old: new for new, old in enumerate(kept)}
    number[-1] = -1
    return [
        replace(
            found[old],
            parent=number.get(found[old].parent, -1),
            item=number.get(found[old].item, -1),
            head=number.get(found[old].head, -1),
            side=-1,
        )
        for old in kept
    ]
