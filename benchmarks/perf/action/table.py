"""A table of one row per case, for people. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agent_e.benchmarks.perf.observation.table import format_ms
from agent_e.benchmarks.perf.peers import PEERS, TOTAL, BrowserUse

from .doing import KNOWN
from .figures import OURS, CaseResult, messages_sent, percent_named, verdict
from .turns import Done

_SHORT = {"browser-use": "bu", "playwright": "pw"}
_NOTHING = "–"
_MIN_MS = 1.0
"""Shorter parts of our time are not listed."""


def table_of(results: Sequence[CaseResult], peers: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return headings and a row for each case; several values in a cell are ours, then peers'.

    Args:
        results: of the cases.
        peers: the chosen ones.
    """
    peers = [name for name in PEERS if name in peers]
    who = (OURS, *peers)
    order = "/".join(["ours", *(_SHORT[name] for name in peers)])
    tellers = [name for name in who if name != "playwright"]
    headings = (
        "case",
        f"ms {order}",
        f"9 of 10 {order}",
        *(["bu÷ours"] if BrowserUse.name in peers else []),
        f"known ms {order}",
        f"told % {'/'.join(['ours', *(_SHORT[name] for name in tellers[1:])])}",
        "messages",
        "bars",
        "our parts, ms",
    )
    return (headings, *(_line(result, who, tellers) for result in results))


def _line(result: CaseResult, who: Sequence[str], tellers: Sequence[str]) -> tuple[str, ...]:
    def each(names: Sequence[str], figure: Callable[[Done], float | None]) -> str:
        return "/".join(format_ms(result.of(name, figure)) for name in names)

    return (
        result.name,
        each(who, lambda done: done.median(TOTAL)),
        each(who, lambda done: done.slow(TOTAL)),
        *([format_ms(result.faster)] if BrowserUse.name in who else []),
        each(who, lambda done: done.median(KNOWN)),
        each(tellers, percent_named),
        each([OURS], messages_sent),
        _bars(result),
        " + ".join(
            f"{name} {format_ms(ms)}" for name, ms in result.stages.items() if ms >= _MIN_MS
        ),
    )


def _bars(result: CaseResult) -> str:
    case, ours, faster = result.case, result.median(OURS), result.faster
    bars = []
    if case.max_ms is not None and ours is not None:
        bars.append(f"≤{case.max_ms:g} ms {verdict(ours, case.max_ms, limit=True)}")
    if case.times is not None and faster is not None:
        bars.append(f"≥{case.times:g}× {verdict(faster, case.times, limit=False)}")
    return ", ".join(bars)
