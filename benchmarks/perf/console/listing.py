"""How long the server takes to list many runs, and to list them again."""

from __future__ import annotations

import time
from pathlib import Path

from agent_e.benchmarks.perf.record import PerfOptions, PerfRow
from agent_e.benchmarks.perf.shared import telling
from agent_e.journal import Journal

from .desk import Desk

REPEATS = 10
RUNS = 2_000
LIMIT_MS = 500.0
_LISTED = 1_000
_STEPS = 20


async def measure_list(desk: Desk, options: PerfOptions, *, runs: int = RUNS) -> list[PerfRow]:
    """List so many runs once, and ``options.repeats`` times (10) again."""
    for number in range(runs):
        _write_run(desk.runs / f"20260101-{number:06d}-0000")
    times = []
    for _ in range(1 + (options.repeats or REPEATS)):
        begun = time.perf_counter()
        await desk.list(_LISTED)
        times.append(1000 * (time.perf_counter() - begun))
    first, *later = times
    telling(options, "list")(f"{first:.0f} ms, then {min(later):.0f} to {max(later):.0f} ms")
    limit = {"limit": LIMIT_MS}
    note = f"{runs:,} runs in the folder, {min(runs, _LISTED):,} listed"
    return [
        PerfRow("list", "first listing", round(first), "ms", peer_values=limit, note=note),
        PerfRow(
            *("list", "later listing, longest", round(max(later)), "ms"),
            peer_values=limit,
            note=note,
        ),
    ]


def _write_run(path: Path) -> None:
    """Write what a run of ``agent-e run`` leaves that has ended."""
    path.mkdir()
    journal = Journal(path)
    journal.write("run.started", task="Look at the shop", models={"planner": "openai:scripted"})
    for _ in range(_STEPS):
        journal.write("model.called", role="planner", messages=[{"content": "a page " * 200}])
        journal.write("model.replied", role="planner", usage={"input_tokens": 400}, text="ok")
    journal.write("run.ended", outcome="success", answer="42")
    journal.close()
    settings = {"architecture": "hierarchical", "mode": "human", "limits": {"max_steps": 50}}
    task = {"text": "Look at the shop"}
    journal.write_file("run.json", {"task": task, "models": {}, "settings": settings})
    result = {"outcome": "success", "answer": "42", "steps": _STEPS, "seconds": 3.5}
    journal.write_file("result.json", result)
