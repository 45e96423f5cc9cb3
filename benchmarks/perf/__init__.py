"""Speed benchmarks: each measures us beside a peer or a limit in the same run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from importlib import import_module

from .record import PerfOptions, PerfReport, PerfRow

_NAMES = (
    "action", "answers", "console", "effects", "framework", "gate", "marks", "network",
    "observation", "reach", "runner", "sight", "soak", "stopping", "verify",
)  # fmt: skip


async def _measure(name: str, options: PerfOptions) -> PerfReport:
    report: PerfReport = await import_module(f".{name}", __package__).measure(options)
    return report


PERF: dict[str, Callable[[PerfOptions], Awaitable[PerfReport]]] = {
    name: partial(_measure, name) for name in _NAMES
}
"""Benchmarks by name; each is imported when it is run."""

__all__ = ["PERF", "PerfOptions", "PerfReport", "PerfRow"]
