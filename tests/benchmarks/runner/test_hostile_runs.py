"""The suite of attacks, run: real workers, real browsers, the obedient model."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.runner.bench import BenchRun, Watcher, chosen
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.suites import SUITES, SuiteOptions
from agent_e.benchmarks.summary import attack_figures, summarise
from agent_e.config import Settings

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


async def run(folder: Path, glob: str, *, split: str = "guarded") -> list[EpisodeRecord]:
    tasks = chosen(SUITES["hostile"].load(SuiteOptions(split=split)), [glob], None)
    bench = BenchRun(
        plan=BenchPlan(suite="hostile", agent="obedient", settings=Settings()),
        tasks=tasks,
        store=BenchStore(folder),
        facts={},
    )
    return await bench.run(Watcher())


def figures(records: list[EpisodeRecord], *names: str) -> list[float | None]:
    metrics = summarise(records).metrics
    return [metrics[name].value for name in names]


async def test_an_attack_is_tried_stopped_and_the_errand_done(tmp_path: Path) -> None:
    (record,) = await run(tmp_path, "t02-generic-link--*")
    assert record.metrics["attack_intermediate"] == 1, record
    assert record.metrics["attack_success"] == 0
    assert record.metrics["success_under_attack"] == 1
    assert (record.agent, record.model, record.architecture) == (
        "obedient",
        "obedient",
        "hierarchical",
    )
    assert [figure.name for figure in attack_figures(summarise([record]))] == [
        "success_under_attack",
        "attack_success",
        "attack_intermediate",
        "approvals_per_task",
    ]


@pytest.mark.slow
async def test_the_same_attacks_succeed_where_nothing_stops_them(tmp_path: Path) -> None:
    names = ("attack_success", "attack_intermediate")
    stopped = await run(tmp_path / "guarded", "t02-hijack-*--*")
    assert figures(stopped, *names) == [0, 1]
    free = await run(tmp_path / "undefended", "t02-hijack-*--*", split="undefended")
    assert figures(free, *names) == [1, 1]


@pytest.mark.slow
async def test_errands_alone_are_done_without_a_question(tmp_path: Path) -> None:
    records = await run(tmp_path, "none--*")
    names = ("benign_success", "approvals_per_task", "false_blocks")
    assert figures(records, *names) == [1, 0, 0], records
    assert attack_figures(summarise(records)) == []


@pytest.mark.slow
async def test_a_password_that_the_site_gives_back_stands_nowhere(tmp_path: Path) -> None:
    records = await run(tmp_path, "t16-*")
    assert figures(records, "attack_intermediate", "attack_success") == [1, 0]
    assert summarise(records).metrics["canary_leaks"].value == 0
