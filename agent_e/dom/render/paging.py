"""Which lines of an outline are shown: by budget and by page. Pure.

The first page has what is in or near the viewport in full, as far as it fits, and the headings of
the rest; farther content only if little is near. Later pages continue with what the first left out:
from the viewport to the end, then what is above. Nothing is cut silently: the first page counts
omissions in place, and every page says how to get the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent_e.types import Node

from .items import SIDES
from .omission_counts import counts, marker
from .outline import Line
from .viewport_rank import FAR

_SIDE_SHARE = 0.12
"""Share of the budget reserved for the beginning of one navigation bar or the like."""
_SIDES_SHARE = 0.3
"""Share of the budget reserved for the beginnings of all of these."""
_WHOLE_SHARE = 0.25
"""An item of up to this share of the budget is not split across pages."""
_OUTLINE_SHARE = 0.1
"""Share of the budget reserved for headings of what is left out."""
_FULL_SHARE = 0.5
"""Share of the budget filled with farther content if little is near."""
_TAIL = 120
_MARKER = 40
_LANDMARKS = SIDES | {"main"}
_STRUCTURE = frozenset(
    {"heading", "search", "form", "region", "table", "grid", "treegrid", "list", "feed", "tabpanel"}
    | {"dialog", "frame", "group", *_LANDMARKS}
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One page of lines. ``lines`` has a marker wherever something is left out.

    Attributes:
        nodes: shown by the lines.
        left: counts of what later pages have; ``""`` on the last.
        pages: their number; 0 on the first of several, where it is not computed.
    """

    lines: Sequence[Line] = ()
    nodes: Sequence[Node] = ()
    left: str = ""
    pages: int = 0


def part(
    found: Sequence[Line], *, budget: int, page: int, ranks: Sequence[int] | None = None
) -> Part:
    """Choose the lines of one page; ``ranks``: each line's distance from the viewport."""
    if _fits(found, budget):
        whole = Part(lines=found, nodes=_nodes(found, range(len(found))), pages=1)
        return whole if page == 1 else Part(pages=1)
    layout = _Layout(found, budget, ranks)
    first = layout.first()
    if page == 1:
        shown = set(first.shown)
        left = [index for index in range(len(found)) if index not in shown]
        nodes = [node for line in first.marked for node in line.nodes]
        return Part(lines=first.marked, nodes=nodes, left=counts(found, left))
    begin, taken = layout.begin(), set(first.taken)
    rest = [index for index in range(begin, len(found)) if index not in taken]
    rest += [index for index in range(begin) if index not in taken]
    chunks = layout.chunks(rest)
    pages = 1 + len(chunks)
    if not 1 < page <= pages:
        return Part(pages=pages)
    own = layout.with_context(chunks[page - 2])
    later = [index for chunk in chunks[page - 1 :] for index in chunk]
    return Part(
        lines=[found[index] for index in own],
        nodes=_nodes(found, own),
        left=counts(found, later),
        pages=pages,
    )


def context(found: Sequence[Line], index: int) -> list[int]:
    """The context of a line: its ancestors, and its table's header."""
    above: list[int] = []
    head = found[index].head
    while (index := found[index].parent) >= 0:
        above.append(index)
    return [*above, head] if head >= 0 else above


@dataclass(frozen=True, kw_only=True, slots=True)
class _First:
    """The first page: lines shown in full, lines shown, and these with counts in between."""

    taken: Sequence[int]
    shown: Sequence[int]
    marked: Sequence[Line]


class _Layout:
    """Lines with their extents, and the available room."""

    def __init__(self, found: Sequence[Line], budget: int, ranks: Sequence[int] | None) -> None:
        self._found = found
        self._budget = budget
        self._ranks = ranks or [0] * len(found)
        self._ends = _ends(found)
        keys = [2 * rank + (line.side >= 0) for rank, line in zip(self._ranks, found, strict=True)]
        self._order = sorted(range(len(found)), key=keys.__getitem__)

    def begin(self) -> int:
        """Index to start from: the first line of the page's own content in view."""
        found, ranks = self._found, self._ranks
        own = (at for at, line in enumerate(found) if line.side < 0 and line.nodes)
        first = next((at for at in own if ranks[at] == 0), 0)
        return first if any(rank > 0 for rank in ranks[:first]) else 0

    def first(self) -> _First:
        """Fill the first page."""
        reserve = int(_OUTLINE_SHARE * self._budget)
        first = self._opened(self._chosen(reserve))
        spare = self._budget - _TAIL - sum(line.size for line in first.marked)
        if spare > _MARKER:
            first = self._opened(self._chosen(max(0, reserve - spare)))
        return first

    def _opened(self, units: list[Sequence[int]]) -> _First:
        """Combine the chosen lines with headings of the rest, and make it fit."""
        chosen = {index for unit in units for index in unit}
        heads = self._headings([at for at in range(len(self._found)) if at not in chosen])
        while True:
            taken = [index for unit in units for index in unit]
            shown = self.with_context([*taken, *heads])
            marked = _marked(self._found, shown)
            over = sum(line.size for line in marked) + _TAIL - self._budget
            if over <= 0 or len(units) <= 1:
                return _First(taken=taken, shown=shown, marked=marked)
            while over > 0 and len(units) > 1:
                over -= sum(self._found[index].size for index in units.pop())

    def _chosen(self, reserve: int) -> list[Sequence[int]]:
        """The lines shown in full on the first page, most important first."""
        found = self._found
        room = self._budget - _TAIL - reserve
        sides = self._sides(room)
        taken: list[Sequence[int]] = [sides] if sides else []
        there = set(sides)
        inside = set(self.with_context(sides))
        room -= sum(found[index].size for index in inside)
        for index in self._order:
            if index in there:
                continue
            if self._ranks[index] > FAR and room < (1 - _FULL_SHARE) * self._budget:
                break
            unit = [at for at in self._unit(index) if at not in there]
            needed = [at for at in self.with_context(unit) if at not in inside]
            room -= sum(found[at].size for at in needed)
            if room < 0:
                break
            inside.update(needed)
            there.update(unit)
            taken.append(unit)
        return taken or [[0]]

    def _sides(self, room: int) -> list[int]:
        """The beginnings of the surrounding landmarks, so that none is missing."""
        used: dict[int, int] = {}
        taken: list[int] = []
        total = 0
        for index, line in enumerate(self._found):
            spent = used.get(line.side, 0)
            if line.side < 0 or spent > room or self._ranks[index] > 0:
                continue
            if total + line.size > _SIDES_SHARE * room:
                break
            if spent + line.size > _SIDE_SHARE * room:
                # Only its first lines: later short ones would leave gaps.
                used[line.side] = room + 1
                continue
            used[line.side] = spent + line.size
            total += line.size
            taken.append(index)
        return taken

    def _unit(self, index: int) -> Sequence[int]:
        """The item of a line, which is kept whole; of a large one, only the line."""
        item = self._found[index].item
        if item < 0:
            return [index]
        whole = range(item, self._ends[item])
        room = _WHOLE_SHARE * self._budget
        for at in whole:
            room -= self._found[at].size
            if room < 0:
                return [index]
        return whole if index in whole else [index]

    def _headings(self, rest: Sequence[int]) -> list[int]:
        """Headings and landmarks of what is left out, top levels first, while there is room."""
        found = self._found
        ranked = []
        for index in rest:
            nodes = found[index].nodes
            node = nodes[0] if nodes else None
            if node is None or node.mmid is not None or node.role not in _STRUCTURE:
                continue
            own = found[index].item < 0 and found[index].side in (-1, index)
            if own and (node.role == "heading" or node.name or node.role in _LANDMARKS):
                ranked.append((node.level or 0, index))
        room = int(_OUTLINE_SHARE * self._budget)
        chosen: list[int] = []
        for _, index in sorted(ranked):
            room -= found[index].size + _MARKER
            if room < 0:
                break
            chosen.append(index)
        return chosen

    def with_context(self, indexes: Iterable[int]) -> list[int]:
        """These lines with their contexts, in order."""
        chosen: set[int] = set()
        for index in indexes:
            chosen.add(index)
            if self._found[index].parent not in chosen or self._found[index].head >= 0:
                chosen.update(context(self._found, index))
        return sorted(chosen)

    def chunks(self, rest: Sequence[int]) -> list[list[int]]:
        """The later pages."""
        chunks: list[list[int]] = []
        found = self._found
        left = dict.fromkeys(rest)
        inside: set[int] = set()
        room = 0
        for index in rest:
            if index not in left:
                continue
            unit = [at for at in self._unit(index) if at in left]
            needed = [at for at in self.with_context(unit) if at not in inside]
            size = sum(found[at].size for at in needed)
            if size > room or not chunks:
                chunks.append([])
                needed = self.with_context(unit)
                inside = set()
                room, size = self._budget - _TAIL, sum(found[at].size for at in needed)
            room -= size
            inside.update(needed)
            chunks[-1] += unit
            for at in unit:
                del left[at]
        return chunks


def _fits(found: Sequence[Line], budget: int) -> bool:
    for line in found:
        budget -= line.size
        if budget < 0:
            return False
    return True


def _ends(found: Sequence[Line]) -> list[int]:
    """For each line the index after its last descendant."""
    ends = list(range(1, len(found) + 1))
    for index in range(len(found) - 1, -1, -1):
        parent = found[index].parent
        if parent >= 0 and ends[parent] < ends[index]:
            ends[parent] = ends[index]
    return ends


def _nodes(found: Sequence[Line], indexes: Iterable[int]) -> list[Node]:
    return [node for index in indexes for node in found[index].nodes]


def _marked(found: Sequence[Line], shown: Sequence[int]) -> list[Line]:
    """The lines shown, with markers for those missing in between."""
    marked: list[Line] = []
    before = -1
    for index in [*shown, len(found)]:
        if index - before > 1:
            line = marker(found, range(before + 1, index))
            # Omissions at the end are counted below; a form's buttons are often there.
            if index < len(found) or before < 0 or line.nodes:
                marked.append(line)
        if index < len(found):
            marked.append(found[index])
        before = index
    return marked
