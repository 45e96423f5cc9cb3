"""Bench runs on a Ray cluster: real nodes on this machine, killed and started again."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.runner.bench import BenchRun, Watcher
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.summary import summarise
from agent_e.errors import ConfigError

from .benching import OFFLINE, run, tasks
from .ray_cluster import ACCESS, Cluster, cluster, kill

# Ray is imported by the run: what it reads of the environment is set there before.
absent = pytest.mark.skipif(find_spec("ray") is None, reason="the extra ray is not installed")
pytestmark = [absent, pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(autouse=True)
def access(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ACCESS.items():
        monkeypatch.setenv(name, value)


def counts(records: list[EpisodeRecord]) -> list[tuple[str, int, str, object]]:
    return sorted((r.task_id, r.epoch, r.outcome.value, r.answer) for r in records)


async def on_ray(
    folder: Path, running: Cluster | None, *, watcher: Watcher | None = None, n: int = 6
) -> list[EpisodeRecord]:
    bench = BenchRun(
        plan=BenchPlan(suite="catalog", agent="oracle", settings=OFFLINE),
        tasks=tasks(limit=n),
        store=BenchStore(folder),
        workers=2,
        ray=running.address if running else "",
        facts={},
    )
    return await bench.run(watcher or Watcher())


async def test_two_nodes_and_the_local_pool_give_the_same(tmp_path: Path) -> None:
    with cluster(tmp_path, 1, 1) as running:
        spread = await on_ray(tmp_path / "ray", running)
    local = await run(tmp_path / "local", tasks(limit=6), workers=2)
    assert counts(spread) == counts(local)
    assert summarise(spread).success == summarise(local).success
    assert {path.name for path in (tmp_path / "ray").rglob("*.json*")} == {
        path.name for path in (tmp_path / "local").rglob("*.json*")
    }


async def test_either_takes_up_the_others_folder(tmp_path: Path) -> None:
    first = await on_ray(tmp_path / "run", None, n=2)
    begun: list[str] = []
    watcher = Watcher(start=lambda slot: begun.append(slot.task.id))
    await run(tmp_path / "run", tasks(limit=3), watcher=watcher)
    assert begun == [tasks(limit=3)[2].id]
    begun.clear()
    again = await on_ray(tmp_path / "run", None, watcher=watcher, n=4)
    assert begun == [tasks(limit=4)[3].id]
    assert counts(again)[:2] == counts(first)


async def test_a_node_that_dies_costs_nothing_but_time(tmp_path: Path) -> None:
    ended: list[EpisodeRecord] = []
    with cluster(tmp_path, 1, 1) as running:

        def end(record: EpisodeRecord) -> None:
            ended.append(record)
            if len(ended) == 2:
                kill(running.nodes[1])

        records = await on_ray(tmp_path / "run", running, watcher=Watcher(end=end))
    assert [record.outcome.value for record in records] == ["success"] * 6
    assert len(ended) == 6, "nothing is counted twice"
    assert {record.attempt for record in records} == {1}


async def test_a_head_that_comes_back_is_waited_for(tmp_path: Path) -> None:
    told: list[str] = []
    ended: list[EpisodeRecord] = []
    with cluster(tmp_path, 1, 1) as running:

        def end(record: EpisodeRecord) -> None:
            ended.append(record)
            if len(ended) == 2:
                for each in (running.head, *running.nodes):
                    kill(each)
                running.start_head()
                running.start_node(2)

        watcher = Watcher(end=end, tell=told.append)
        records = await on_ray(tmp_path / "run", running, watcher=watcher)
    assert [record.outcome.value for record in records] == ["success"] * 6
    assert len(ended) == 6
    assert told == [
        "The Ray cluster is gone; waiting for it to come back.",
        "The Ray cluster is back.",
    ]


async def test_an_address_without_a_cluster_is_said(tmp_path: Path) -> None:
    bench = BenchRun(
        plan=BenchPlan(suite="catalog", agent="oracle", settings=OFFLINE),
        tasks=tasks(limit=1),
        store=BenchStore(tmp_path),
        ray="ray://127.0.0.1:1",
        facts={},
    )
    with pytest.raises(ConfigError, match="No Ray cluster can be used at ray://127.0.0.1:1"):
        await bench.run(Watcher())
