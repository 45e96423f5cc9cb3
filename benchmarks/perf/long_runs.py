"""Whether memory grows in one long run, and over many runs of one process.

A scripted model looks at products of the catalogue for ever. Memory of our process, and of driver
and browser, is sampled at every step or run; what the first tenth reaches is the level, since
caches fill and the browser's heaps grow until then.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from agent_e.agent import WebAgent
from agent_e.benchmarks.runner.memory import MB, held, process_tree
from agent_e.benchmarks.scripted import scripted_server
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings

from .record import PerfOptions, PerfRow
from .shared import telling
from .stopping.moments import endless

STEPS = 500
RUNS = 100
_STEPS_A_RUN = 8
LIMIT = 0.05
"""Growth from the second tenth to the last that counts as none, as a share of the level."""
_ENDLESS_S = 3_600.0
_OURS, _OTHERS = "our process", "driver and browser"
Sample = Mapping[str, float]


async def one_long_run(options: PerfOptions) -> list[PerfRow]:
    """One run of ``options.repeats`` steps (500); about ten minutes."""
    steps = options.repeats or STEPS
    tell = telling(options, "steps")
    samples: list[Sample] = []

    def listen(event: Mapping[str, Any]) -> None:
        if event["kind"] == "action.ended":
            samples.append(_sample())
            if len(samples) % 50 == 0:
                tell(f"{len(samples)} actions")

    async with _agent(options, steps, listen) as (agent, site):
        result = await agent.run("Go on for ever.", start_url=site)
    return rows_of("one run", samples, f"{result.steps} steps, {len(samples)} actions")


async def many_runs(options: PerfOptions) -> list[PerfRow]:
    """``options.repeats`` runs (100) of one agent, one after the other; about ten minutes."""
    runs = options.repeats or RUNS
    tell = telling(options, "runs")
    samples: list[Sample] = []
    async with _agent(options, _STEPS_A_RUN, lambda event: None) as (agent, site):
        for number in range(1, runs + 1):
            await agent.run("Go on for ever.", start_url=site)
            samples.append(await asyncio.to_thread(_sample))
            if number % 10 == 0:
                tell(f"{number} runs")
    return rows_of("many runs", samples, f"{runs} runs of {_STEPS_A_RUN} steps")


@asynccontextmanager
async def _agent(
    options: PerfOptions, steps: int, listener: Callable[[Mapping[str, Any]], None]
) -> AsyncIterator[tuple[WebAgent, str]]:
    """An agent whose runs end after so many steps, and the address of a site."""
    async with serve_site("catalog") as site, scripted_server(endless(1)) as model:
        with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
            settings = Settings.model_validate(
                {
                    "model": "openai:scripted",
                    "models": {"base_url": model.base_url},
                    "runs_dir": Path(folder),
                    "loops": {"enabled": False},
                    "limits": {
                        "max_steps": steps,
                        "planner_steps": steps,
                        "seconds": _ENDLESS_S,
                    },
                    "browser": {"executable": options.executable},
                }
            )

            def listen(event: Mapping[str, Any]) -> None:
                # The model is served by this process, and keeps what it was asked.
                model.requests.clear()
                model.received.clear()
                listener(event)

            async with WebAgent(settings, listener=listen) as agent:
                yield agent, site.url


def rows_of(case: str, samples: Sequence[Sample], note: str) -> list[PerfRow]:
    """Return the growth of each kind of process, in MB."""
    tenth = max(1, len(samples) // 10)
    rows = []
    for kind in (_OURS, _OTHERS):
        values = [sample[kind] for sample in samples]
        # Of a stretch the median: a browser's heap is swept now and then.
        level = statistics.median(values[tenth : 2 * tenth] or values)
        last = statistics.median(values[-tenth:] or values)
        rows.append(
            PerfRow(
                case,
                f"growth of {kind}",
                round(last - level, 1),
                "MB",
                peer_values={"limit": round(LIMIT * level, 1)},
                note=f"{note}; {level:.0f} MB after a tenth, {last:.0f} at the end",
            )
        )
    return rows


def _sample() -> Sample:
    sums = {_OURS: 0.0, _OTHERS: 0.0}
    for process in process_tree(os.getpid()):
        kind = _OURS if process.pid == os.getpid() else _OTHERS
        sums[kind] += held(process) / MB
    return sums
