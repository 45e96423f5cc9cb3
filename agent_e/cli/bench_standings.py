"""Systems on one suite as a table on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agent_e.text import format_cost, format_time

from .console import new_table, print_table
from .output import clean, print_out

if TYPE_CHECKING:
    from agent_e.benchmarks.leaderboard import System
    from agent_e.benchmarks.standings import Against, Standing, Standings

_HEADINGS = ("system", "success", "95 %", "n", "an episode", "date", "protocol", "source")
_FIRST = "less the first [95 %], p"
_CHANGES = {"worse": ", worse", "better": ", better", "none": ""}


def print_standings(found: Standings) -> None:
    """Print what was measured, by rate, and apart from it what others published."""
    print_out(clean(found.suite))
    _print_measured("measured", found.measured)
    _print_measured("measured with pages in words (assisted)", found.assisted)
    if found.reported:
        print_out("\nreported by others, not measured here and not tested")
        table = new_table(*_HEADINGS, right=("success", "n"), whole=("95 %", "date"))
        print_table(table, [_cells(each) for each in found.reported])


def _print_measured(title: str, rows: Sequence[Standing]) -> None:
    if rows:
        print_out(f"\n{title}")
        table = new_table(
            *_HEADINGS, _FIRST, right=("success", "n"), whole=("95 %", "date", _FIRST)
        )
        print_table(table, [[*_cells(row.system), _against(row.against)] for row in rows])


def _cells(system: System) -> list[str]:
    interval = system.interval
    took = [
        format_cost(system.cost_usd) if system.cost_usd is not None else "",
        format_time(system.seconds) if system.seconds is not None else "",
    ]
    return [
        clean(system.name),
        f"{100 * system.rate:.1f} %",
        f"{100 * interval.low:.1f} to {100 * interval.high:.1f}" if interval else "",
        str(system.n or ""),
        ", ".join(filter(None, took)),
        system.date,
        clean(system.protocol),
        clean(system.source),
    ]


def _against(against: Against | None) -> str:
    if against is None:
        return ""
    points = f"{100 * against.difference:+.1f}"
    if against.interval:
        low, high = against.interval
        points += f" [{100 * low:+.1f}, {100 * high:+.1f}]"
    return f"{points}, {against.p_holm:.3g}{_CHANGES[against.change]}"
