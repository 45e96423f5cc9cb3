"""A table of one row per page, for people. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agent_e.benchmarks.perf.peers import PEERS

from .figures import OURS, OURS_CHANGED, WALK, PageResult
from .ground_truth import Recall

_SHORT = {"browser-use": "bu", "playwright": "pw"}
_NOTHING = "–"


def table_of(pages: Sequence[PageResult], peers: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return headings and a row for each page; several values in a cell are ours, then peers'.

    Args:
        pages: the measured ones.
        peers: the chosen ones.
    """
    peers = [name for name in PEERS if name in peers]
    order = "/".join(["ours", *(_SHORT[name] for name in peers)])
    headings = (
        "page",
        *(f"{each} ms" for each in ("ours", "changed", *(_SHORT[name] for name in peers), "walk")),
        *(f"÷{_SHORT.get(name, 'walk')}" for name in (*peers[:1], WALK)),
        f"chars {order}",
        f"ids {order}",
        f"near % {order}",
        "all %",
        f"offered÷real {order}",
        f"decoys {order}",
    )
    return (headings, *(_line(page, peers) for page in pages))


def _line(page: PageResult, peers: Sequence[str]) -> tuple[str, ...]:
    who = (OURS, *peers)
    times = {name: _median(page, name) for name in (OURS, OURS_CHANGED, *peers, WALK)}

    def each(figure: Callable[[str], str]) -> str:
        return "/".join(figure(name) for name in who)

    def near(figure: Callable[[Recall], str]) -> str:
        if page.planted is None:
            return ""
        return each(lambda name: figure(found) if (found := page.near(name)) else _NOTHING)

    everywhere = page.everywhere(OURS)
    return (
        page.name,
        *(format_ms(value) for value in times.values()),
        *(_times(times[OURS], times[name]) for name in (*peers[:1], WALK)),
        each(lambda name: _thousands(len(seen.text)) if (seen := page.offered(name)) else _NOTHING),
        each(lambda name: str(seen.ids) if (seen := page.offered(name)) else _NOTHING),
        near(lambda found: _percent(found.near_found, found.near_all)),
        _percent(everywhere.all_found, everywhere.all_all) if everywhere else "",
        near(lambda found: f"{found.offered_ratio:.2f}"),
        near(lambda found: str(sum(found.decoys_offered.values()))),
    )


def _median(page: PageResult, name: str) -> float | None:
    return page.taken[name].median() if name in page.taken else None


def format_ms(value: float | None) -> str:
    """Format milliseconds: ``4.2``, ``1,310``; a dash for none."""
    if value is None:
        return _NOTHING
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"


def _times(ours: float | None, other: float | None) -> str:
    """Ours over the other's; below 1 we are faster."""
    return f"{ours / other:.3g}" if ours and other else _NOTHING


def _thousands(characters: int) -> str:
    return f"{characters / 1000:.1f}k"


def _percent(found: int, of: int) -> str:
    return f"{100 * found / of:.4g}" if of else _NOTHING
