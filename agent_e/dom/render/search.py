"""Finds the lines of an outline that match words. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import takewhile

from .items import SIDES
from .omission_counts import marker, plural
from .outline import Line
from .paging import context
from .text_fold import folded

_NEAR = 12
_AFTER_HEADING = 12
_CLOSE = 2
_MAX_LABEL_LENGTH = 80
_MAX_BESIDE = 600
"""Characters that may come between a label and what it labels."""
_PARTS = SIDES | {"main", "dialog", "alertdialog"}
_CHAPTER = 2
_DEEPEST = 99
_MAX_HEADINGS = 50
"""Headings searched, per part of the page, for the parent of one."""
_WORD = re.compile(r"\w{3,}")
_ALIKE = 0.75


@dataclass(frozen=True, slots=True)
class Found:
    """The matching lines, and the number of matches."""

    lines: Sequence[Line]
    places: int


def find_lines(found: Sequence[Line], words: str) -> Found:
    """Keep matching lines, their ancestors, and the rest of their items.

    The whole phrase counts first; failing that, lines and then items with every word.
    """
    texts = [_searched(line) for line in found]
    phrase = folded(words)
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
    titles = _Titles(found)
    shown: set[int] = set()
    for hit in hits:
        for index in _surroundings(found, hit, items.get(found[hit].item, ())):
            shown.update([index, *context(found, index)])
        shown.update(titles.above(hit))
    counted = _with_counts(found, sorted(shown), [hit for hit in hits if _is_heading(found[hit])])
    return Found(counted, len(hits))


def why_nowhere(found: Sequence[Line], words: str) -> str:
    """Report partial or similar matches and what to do: the end of a sentence."""
    texts = [_searched(line) for line in found]
    parts = folded(words).split()
    there = {part: sum(part in text for text in texts) for part in parts}
    some = [f'"{part}" ({_places(count)})' for part, count in there.items() if count]
    if some and len(parts) > 1:
        return f", only {', '.join(some)}: look for one of these"
    known = {word for text in texts for word in _WORD.findall(text)}
    like = [_alike(part, known) for part in parts]
    if all(like):
        return f': "{" ".join(like)}" is'
    return ": look for other words, or without find"


def _alike(part: str, known: Iterable[str]) -> str:
    """The similar word on the page that may have been meant, if any."""
    close = sorted(word for word in known if abs(len(word) - len(part)) <= 2)
    return next(iter(get_close_matches(part, close, n=1, cutoff=_ALIKE)), "")


def _places(count: int) -> str:
    return f"{count} {plural('place', count)}"


def _searched(line: Line) -> str:
    more = [line.text or "", *(f"{joint}{node.name}" for joint, node in line.pieces)]
    words = ["".join(more)]
    for node in line.nodes:
        if node.mmid is not None:
            words += [f"[{node.mmid}] {node.role}", node.value or "", *node.options]
        if node.description or node.states:
            words += [node.description, *node.states]
    return folded(" ".join(words))


def _surroundings(found: Sequence[Line], hit: int, item: Sequence[int]) -> Iterable[int]:
    yield hit
    if item:
        yield from (at for at in item if len(item) <= _NEAR or abs(at - hit) <= 2)
    elif _is_heading(found[hit]):
        yield from range(hit + 1, min(_end(found, hit), hit + 1 + _AFTER_HEADING))
    elif any(node.mmid is not None for node in found[hit].nodes):
        yield from _beside(found, hit)
        yield from _inside(found, hit)
    else:
        yield from _labelled(found, hit)
        yield from _inside(found, hit)


def _inside(found: Sequence[Line], hit: int) -> Iterable[int]:
    near = range(hit + 1, min(len(found), hit + 1 + _NEAR))
    return takewhile(lambda at: not _is_heading(found[at]) and found[at].parent == hit, near)


def _end(found: Sequence[Line], heading: int) -> int:
    """Index after a heading's section."""
    for index in range(heading + 1, len(found)):
        if _is_heading(found[index]) or _ends(found, index, heading) or _is_part(found[index]):
            return index
    return len(found)


def _labelled(found: Sequence[Line], hit: int) -> Iterator[int]:
    """What a label, such as a plan's name, covers: everything up to an actionable line."""
    room = _MAX_BESIDE if len(found[hit].text) <= _MAX_LABEL_LENGTH else 0
    for index in range(hit + 1, min(len(found), hit + 1 + _NEAR)):
        line = found[index]
        room -= line.size
        if room < 0 or _is_heading(line) or _ends(found, index, hit) or _is_part(line):
            return
        if any(node.mmid is not None for node in line.nodes):
            yield from range(hit + 1, index + 1)
            return


def _beside(found: Sequence[Line], hit: int) -> Iterable[int]:
    """The context of an element in no item: the heading just above and its section."""
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
    """The lines of words just above an element, which may be about it."""
    above = range(hit - 1, max(-1, hit - 1 - _CLOSE), -1)
    return takewhile(lambda at: _is_words(found[at], found[hit]), above)


class _Titles:
    """Positions of headings, by parent."""

    def __init__(self, found: Sequence[Line]) -> None:
        self._found = found
        self._by_parent: dict[int, list[int]] = defaultdict(list)
        for index, line in enumerate(found):
            if _is_heading(line) and line.item < 0:
                self._by_parent[line.parent].append(index)

    def above(self, hit: int) -> Iterator[int]:
        """The heading of a line's section, with its ancestors."""
        item = self._found[hit].item
        at = item if item >= 0 else hit
        below = _level(self._found[at])
        while at >= 0:
            parent = self._found[at].parent
            # Headings next to an item often belong to other items.
            least = _CHAPTER if at == item else _DEEPEST
            headings = self._by_parent.get(parent, [])
            before = headings[: bisect_left(headings, at)][-_MAX_HEADINGS:]
            levels = ((one, _level(self._found[one])) for one in reversed(before))
            higher = (one for one, level in levels if 1 < level < below and level <= least)
            if (heading := next(higher, -1)) >= 0:
                yield from [heading, *context(self._found, heading)]
                return
            if parent < 0 or _is_part(self._found[parent]):
                return
            at = parent


def _level(line: Line) -> int:
    """A heading's level in the page's outline; other lines are deeper than all."""
    levels = [node.level or 2 for node in line.nodes if node.role == "heading" or node.level]
    return min(levels, default=_DEEPEST)


def _is_part(line: Line) -> bool:
    return bool(line.nodes) and line.nodes[0].role in _PARTS


def _is_words(line: Line, other: Line) -> bool:
    """Whether a line is plain words, in the same place as the other."""
    return line.parent == other.parent and all(node.mmid is None for node in line.nodes)


def _ends(found: Sequence[Line], at: int, hit: int) -> bool:
    """Whether a line is outside the section of the hit."""
    return found[at].indent < found[hit].indent


def _is_title(line: Line) -> bool:
    """Whether it is the heading of a section, not the page's own."""
    return any((node.level or 1) > 1 for node in line.nodes)


def _is_heading(line: Line) -> bool:
    return any(node.role == "heading" or node.level for node in line.nodes)


def _with_counts(found: Sequence[Line], shown: Sequence[int], heads: Sequence[int]) -> list[Line]:
    """The lines shown, each heading's followed by a count of what it omits."""
    there = set(shown)
    cut: dict[int, list[int]] = {}
    for head in heads:
        left = [at for at in range(head + 1, _end(found, head)) if at not in there]
        if left and left[0] - 1 in there:
            cut[left[0] - 1] = left
    number = {-1: -1}
    counted: list[Line] = []
    for old in shown:
        number[old] = len(counted)
        line = found[old]
        parent, item, head = (number.get(at, -1) for at in (line.parent, line.item, line.head))
        counted.append(replace(line, parent=parent, item=item, head=head, side=-1))
        if old in cut:
            counted.append(marker(found, cut[old]))
    return counted
