"""Computes figures and a table row from the measurements of a page. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from agent_e.benchmarks.perf.peers import IN_PAGE, PEERS, Element, Offered, Ours, OursAgain, Walk
from agent_e.benchmarks.perf.peers.turns import Taken
from agent_e.benchmarks.perf.record import PerfRow

from .ground_truth import Planted, Recall, recall
from .heap import Heap

OURS, OURS_CHANGED, WALK = Ours.name, OursAgain.name, Walk.name
_MEGABYTE = 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class PageResult:
    """One page, measured.

    Attributes:
        taken: by the name of the looker.
        planted: the truth; ``None`` on pages without one.
        elements: number met by the bare walk.
        heap: before and after many observations, where measured.
        problem: why the page could not be measured.
    """

    name: str
    taken: Mapping[str, Taken] = field(default_factory=dict)
    planted: Sequence[Planted] | None = None
    elements: int = 0
    heap: tuple[Heap, Heap] | None = None
    problem: str = ""

    def offered(self, who: str) -> Offered | None:
        """What a looker saw; ``None`` for one that failed or did not take part."""
        taken = self.taken.get(who)
        return taken.offered if taken else None

    def near(self, who: str) -> Recall | None:
        """Share of the truth offered in the model's text."""
        seen = self.offered(who)
        return self._recall(seen.elements) if seen else None

    def everywhere(self, who: str) -> Recall | None:
        """Share of the truth with an id, ignoring the text's budget."""
        seen = self.offered(who)
        if seen is None:
            return None
        return self._recall(seen.elements if seen.whole is None else seen.whole)

    def _recall(self, elements: Sequence[Element]) -> Recall | None:
        if self.planted is None:
            return None
        labels = [element.label for element in elements]
        return recall(self.planted, labels, words=[element.state_words for element in elements])

    @property
    def problems(self) -> str:
        """All failures, as text."""
        notes = [f"{name}: {taken.problem}" for name, taken in self.taken.items() if taken.problem]
        return " ".join([self.problem, *notes]).strip()


def rows_of(page: PageResult) -> list[PerfRow]:
    """Return all figures of a page; peers in the order of ``PEERS``."""
    if not page.taken:
        return [PerfRow(page.name, "page", None, note=page.problem)]
    rows = [*_times(page), *_sizes(page), *_truths(page)]
    if page.heap:
        rows += _heap_rows(page.name, *page.heap)
    if page.problems:
        rows.append(PerfRow(page.name, "problems", None, note=page.problems))
    return rows


def _row(
    page: PageResult,
    figure: str,
    unit: str,
    of: Callable[[str], float | None],
    *limits: str,
    note: str = "",
) -> PerfRow:
    values = {name: of(name) for name in (*PEERS, *limits)}
    known = {name: value for name, value in values.items() if value is not None}
    return PerfRow(page.name, figure, of(OURS), unit, peer_values=known, note=note)


def _times(page: PageResult) -> list[PerfRow]:
    def median(name: str) -> float | None:
        return _rounded(page.taken[name].median()) if name in page.taken else None

    def fastest(name: str) -> float | None:
        return _rounded(page.taken[name].fastest()) if name in page.taken else None

    ours, walk = page.taken[OURS], page.taken[WALK]
    rows = [
        _row(page, "observe and render", "ms", median, WALK),
        _row(page, "observe and render, fastest", "ms", fastest, WALK),
    ]
    if (changed := page.taken.get(OURS_CHANGED)) and changed.milliseconds:
        value = _rounded(changed.median())
        rows.append(PerfRow(page.name, "observe and render, after a change", value, "ms"))
    for stage in ("observe", "render"):
        value = _rounded(ours.median(stage))
        rows.append(PerfRow(page.name, stage, value, "ms"))
    limits = {f"{WALK}, with transfer": walk.median(), f"{WALK}, in page": walk.median(IN_PAGE)}
    rows.append(
        PerfRow(
            page.name,
            "times the bare walk",
            _rounded(ours.median()),
            "ms",
            peer_values={name: round(ms, 2) for name, ms in limits.items() if ms is not None},
            note=f"{page.elements} elements",
        )
    )
    return rows


def _sizes(page: PageResult) -> list[PerfRow]:
    def of(figure: Callable[[Offered], float | None]) -> Callable[[str], float | None]:
        return lambda name: figure(seen) if (seen := page.offered(name)) else None

    return [
        _row(page, "text", "characters", of(lambda seen: len(seen.text))),
        _row(page, "text without a budget", "characters", of(lambda seen: seen.whole_characters)),
        _row(page, "offered in the text", "elements", of(lambda seen: len(seen.elements))),
        _row(page, "ids", "elements", of(lambda seen: seen.ids)),
    ]


def _truths(page: PageResult) -> list[PerfRow]:
    if page.planted is None:
        return []
    # Comparing is slow on large pages: done once for all figures.
    names = [name for name in page.taken if page.offered(name)]
    near = {name: found for name in names if (found := page.near(name))}
    everywhere = {name: found for name in names if (found := page.everywhere(name))}

    def of(
        found: Mapping[str, Recall], figure: Callable[[Recall], float | None]
    ) -> Callable[[str], float | None]:
        return lambda name: figure(found[name]) if name in found else None

    return [
        _row(
            page,
            "recall near",
            "%",
            of(near, lambda found: _percent(found.near_found, found.near_all)),
            note=_kinds("missed", near, lambda found: found.missed),
        ),
        _row(
            page,
            "recall all",
            "%",
            of(everywhere, lambda found: _percent(found.all_found, found.all_all)),
        ),
        _row(page, "offered to real", "", of(near, lambda found: found.offered_ratio)),
        _row(
            page,
            "decoys offered",
            "elements",
            of(near, lambda found: sum(found.decoys_offered.values())),
            note=_kinds("offered", near, lambda found: found.decoys_offered),
        ),
    ]


def _kinds(
    what: str, found: Mapping[str, Recall], figure: Callable[[Recall], Mapping[str, int]]
) -> str:
    """Format by kind what was missed or offered: ``ours missed 2 link``."""
    parts = []
    for name, each in found.items():
        if kinds := figure(each):
            counted = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
            parts.append(f"{name} {what} {counted}")
    return "; ".join(parts)


def _heap_rows(case: str, before: Heap, after: Heap) -> list[PerfRow]:
    figures = (
        ("heap", "MB", before.bytes / _MEGABYTE, after.bytes / _MEGABYTE),
        ("nodes held", "nodes", before.nodes, after.nodes),
        ("documents held", "documents", before.documents, after.documents),
    )
    return [
        PerfRow(
            case,
            f"{figure} after many observations",
            round(late, 3),
            unit,
            peer_values={"before": round(early, 3)},
        )
        for figure, unit, early, late in figures
    ]


def _percent(found: int, of: int) -> float | None:
    return round(100 * found / of, 2) if of else None


def _rounded(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else round(milliseconds, 2)
