"""Whole bench runs: real workers, real browsers, our sites; killed and taken up again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord, read_evidence
from agent_e.benchmarks.runner import pool
from agent_e.benchmarks.runner.bench import Watcher
from agent_e.benchmarks.runner.plan import Slot
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, Reference, TaskLimits
from agent_e.errors import BrowserError, ConfigError

from .benching import run, tasks

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

MAX_SECONDS = 100.0


def outcomes(records: list[EpisodeRecord]) -> list[tuple[str, str]]:
    return [(record.task_id, record.outcome.value) for record in records]


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


def workers_of(pid: int) -> list[psutil.Process]:
    return [
        child
        for child in psutil.Process(pid).children(recursive=True)
        if "agent_e.benchmarks.runner.worker" in " ".join(_command(child))
    ]


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def until(holds: Callable[[], Any], what: str) -> Any:
    end = time.monotonic() + MAX_SECONDS
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {MAX_SECONDS:g} s for {what}")


@pytest.mark.slow
async def test_an_oracle_does_all_and_doing_nothing_does_nothing(tmp_path):
    right = await run(tmp_path / "oracle", tasks(limit=2))
    assert [record.outcome for record in right] == [EpisodeOutcome.SUCCESS] * 2
    # Python, the driver and a browser, none of which fits into less.
    assert all((record.metrics["peak_memory_mb"] or 0) > 60 for record in right)
    wrong = await run(tmp_path / "nothing", tasks(limit=2), agent="do-nothing")
    assert [record.outcome for record in wrong] == [EpisodeOutcome.FAIL_SELF_AWARE] * 2
    # What the checks say stands beside them, once.
    assert [record.message for record in wrong] == ["It does nothing."] * 2
    assert all(record.score and record.score.verdicts[0].reason for record in wrong)
    folder = BenchStore(tmp_path / "oracle").slot_folder(Slot(task=tasks()[0], epoch=1)) / "1"
    evidence = read_evidence(folder)
    assert evidence.answer == right[0].answer
    assert (folder / evidence.tabs[0].html).read_text("utf-8").startswith("<!doctype html>")
    opened = evidence.state["catalog"]
    assert isinstance(opened, dict) and opened["opened"]
    assert any("/details/" in each["url"] for each in lines(folder, "network.jsonl"))


@pytest.mark.slow
async def test_an_oracle_says_that_it_has_no_reference(tmp_path):
    blank = tasks(limit=1)[0].model_copy(update={"reference": Reference()})
    [record] = await run(tmp_path, [blank])
    assert record.outcome is not EpisodeOutcome.SUCCESS
    assert "has no reference to follow" in record.message


@pytest.mark.slow
async def test_a_run_is_taken_up_where_it_was_left(tmp_path):
    some = tasks()
    await run(tmp_path, some[:1])
    begun: list[str] = []
    records = await run(
        tmp_path, some, watcher=Watcher(start=lambda slot: begun.append(slot.task.id))
    )
    assert begun == [task.id for task in some[1:]]
    slots = json.loads((tmp_path / "slots.json").read_text())
    assert slots == {"tasks": [task.id for task in some], "epochs": 1}
    assert [record.task_id for record in records] == [task.id for task in some]


@pytest.mark.slow
async def test_workers_share_the_tasks_and_come_to_the_same(tmp_path):
    one = await run(tmp_path / "one", tasks(limit=4), agent="own")
    two = await run(tmp_path / "two", tasks(limit=4), agent="own", workers=2)
    assert [_steady(record) for record in one] == [_steady(record) for record in two]


def _steady(record: EpisodeRecord) -> dict[str, Any]:
    """All of a record but times and the name of the run's folder."""
    values = record.model_dump(
        mode="json", exclude={"started", "seconds", "overhead_s", "run", "score"}
    )
    for name in ("wall_time_s", "working_s", "peak_memory_mb"):
        values["metrics"].pop(name)
    return values


@pytest.mark.slow
async def test_a_killed_worker_is_no_failure_of_the_agent(tmp_path):
    killed: list[int] = []

    def kill_once(slot: Slot) -> None:
        if not killed:
            worker = workers_of(os.getpid())[0]
            killed.append(worker.pid)
            worker.kill()

    records = await run(tmp_path, tasks(), watcher=Watcher(start=kill_once))
    assert killed
    assert [record.outcome for record in records] == [EpisodeOutcome.SUCCESS] * 3
    assert sorted(record.attempt for record in records) == [1, 1, 2]


@pytest.mark.slow
async def test_a_killed_browser_is_no_failure_of_the_agent(tmp_path):
    killed: list[int] = []

    def kill_once(slot: Slot) -> None:
        if killed:
            return
        for worker in workers_of(os.getpid()):
            for child in worker.children(recursive=True):
                if "chrom" in child.name() and "--type=" not in " ".join(_command(child)):
                    killed.append(child.pid)
                    child.kill()

    ended: list[EpisodeRecord] = []
    some = tasks()
    # The browser comes with the first job, so that only the second one can lose it.
    records = await run(
        tmp_path,
        some,
        watcher=Watcher(
            start=lambda slot: kill_once(slot) if slot.task.id != some[0].id else None,
            end=ended.append,
        ),
    )
    assert killed
    assert [record.outcome for record in records] == [EpisodeOutcome.SUCCESS] * 3
    assert all(
        record.outcome in (EpisodeOutcome.SUCCESS, EpisodeOutcome.INFRA_ERROR) for record in ended
    )


@pytest.mark.slow
async def test_a_worker_that_hangs_is_ended_from_outside(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "HARD_LIMIT_GRACE_S", 1.0)
    some = tasks(limit=2)
    stopped: list[psutil.Process] = []

    def stop_once(slot: Slot) -> None:
        if not stopped:
            stopped.extend(workers_of(os.getpid()))
            stopped[0].suspend()

    records = await run(
        tmp_path, some, watcher=Watcher(start=stop_once), limits=TaskLimits(seconds=20)
    )
    by_task = {record.task_id: record for record in records}
    assert by_task[some[0].id].outcome is EpisodeOutcome.FAIL_LIMIT
    assert "ended from outside" in by_task[some[0].id].message
    assert by_task[some[1].id].outcome is EpisodeOutcome.SUCCESS
    assert not stopped[0].is_running()


@pytest.mark.slow
async def test_a_site_that_is_down_is_no_failure_of_the_agent(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        task = BenchTask(
            id="down",
            suite="own",
            intent="Find the price of the lamp.",
            start_url=url,
            evaluators=(EvaluatorSpec.model_validate({"type": "status", "claim": "cannot"}),),
        )
        for agent in ("own", "do-nothing", "oracle"):
            (record,) = await run(tmp_path / agent, [task], agent=agent, retries=0)
            assert record.outcome is EpisodeOutcome.INFRA_ERROR, agent
            assert "127.0.0.1" in record.message


@pytest.mark.slow
def test_a_runner_killed_in_the_middle_loses_and_repeats_nothing(tmp_path):
    command = [
        *(sys.executable, "-m", "agent_e", "bench", "run", "catalog", "--agent", "oracle"),
        *("--tasks", "price-of-*", "--limit", "4", "-j", "2", "--out", str(tmp_path), "--json"),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as first:
        try:
            assert first.stderr is not None and first.stderr.readline()
            workers = until(lambda: workers_of(first.pid), "workers")
        finally:
            first.send_signal(signal.SIGKILL)
    # What it left behind ends by itself: nobody is there to end it.
    until(lambda: not any(worker.is_running() for worker in workers), "the end of the workers")
    done = {record.task_id for record in BenchStore(tmp_path).records()}
    assert done
    again = subprocess.run(command, capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    assert f"{len(done)} of 4 episodes were done before" in again.stderr
    whole = json.loads(again.stdout)
    assert (whole["episodes"], whole["outcomes"]["success"]) == (4, 4)
    assert len(list(tmp_path.glob("episodes/*/*/*/episode.json"))) == 4


@pytest.mark.slow
async def test_a_fault_of_the_harness_is_told_and_is_no_failure_of_the_agent(tmp_path):
    broken = tasks(limit=1)[0].model_dump()
    broken["sites"] = [{"name": "catalog", "options": {"nothing": 1}}]
    (record,) = await run(tmp_path, [BenchTask.model_validate(broken)], retries=0)
    assert record.outcome is EpisodeOutcome.INFRA_ERROR
    assert record.message.startswith("The harness broke: TypeError")
    assert "Traceback" in (tmp_path / "workers" / "0.log").read_text("utf-8")


@pytest.mark.slow
async def test_workers_that_do_not_start_are_told_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(BrowserError, match="A worker process did not start"):
        await run(tmp_path, tasks(limit=2), workers=2)


@pytest.mark.slow
async def test_another_agent_in_the_same_folder_is_refused(tmp_path):
    await run(tmp_path, tasks(limit=1))
    with pytest.raises(ConfigError, match="another agent"):
        await run(tmp_path, tasks(limit=1), agent="do-nothing")


@pytest.mark.slow
async def test_a_run_is_replayed_without_its_model(tmp_path):
    (first,) = await run(tmp_path / "first", tasks(limit=1), agent="own")
    (again,) = await run(tmp_path / "again", tasks(limit=1), agent=f"replay:{tmp_path / 'first'}")
    assert (again.outcome, again.answer) == (first.outcome, first.answer)
