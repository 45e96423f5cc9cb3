"""Which lines of an outline have the words that are looked for. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .lines import Line
from .paging import context

_NEAR = 12
_AFTER_HEADING = 8


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
    is_heading = any(node.role == "heading" or node.level for node in found[hit].nodes)
    for index in range(hit + 1, min(len(found), hit + 1 + _AFTER_HEADING)):
        below = found[index].parent == hit
        stop = any(node.role == "heading" for node in found[index].nodes)
        if stop or not (below or is_heading):
            return
        yield index


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
