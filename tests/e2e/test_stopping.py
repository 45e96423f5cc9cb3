"""Runs that are stopped at random moments: they end, and nothing is left of them but a record.

How long it takes is measured by ``agent-e bench perf stopping``.
"""

import asyncio
import fcntl
import os
import signal
import sys
import termios
from pathlib import Path

import pytest

from agent_e import WebAgent
from agent_e.benchmarks.perf.stopping.bench import rows_of
from agent_e.benchmarks.perf.stopping.moments import endless
from agent_e.benchmarks.perf.stopping.stops import Stopped, stop_command, stop_library
from agent_e.benchmarks.scripted import scripted_server
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import list_runs, read_run
from tests.browsers import Chromium

from .conftest import Workbench

pytestmark = pytest.mark.browser

SEEDS = range(50)


def check(stopped: Stopped, exit_code: int = 130) -> None:
    assert (stopped.outcome, stopped.exit_code) == ("stopped", exit_code), stopped.when
    assert stopped.left == 0, stopped.when
    kinds = [event["kind"] for event in stopped.events]
    assert kinds[-1] == "run.ended", stopped.when
    assert kinds.count("control.stopped") == 1, stopped.when
    # What was to be done has its outcome, whatever that is.
    ended = {event["started"] for event in stopped.events if event["kind"] == "action.ended"}
    begun = {event["seq"] for event in stopped.events if event["kind"] == "action.started"}
    assert begun == ended, stopped.when
    late = kinds[kinds.index("control.stopped") :]
    assert not {"action.started", "subtask.started", "model.called"} & set(late), stopped.when


async def stopped_library(chromium: Chromium, seed: int, folder: Path) -> None:
    contexts = (await chromium.bare()).contexts
    check(await stop_library(seed, folder, chromium.session))
    assert (await chromium.bare()).contexts == contexts


@pytest.mark.parametrize("seed", [1, 6])
async def test_a_run_of_the_library_ends(chromium: Chromium, seed: int, tmp_path: Path) -> None:
    await stopped_library(chromium, seed, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_a_run_of_the_library_ends_at_50_random_moments(
    chromium: Chromium, tmp_path: Path
) -> None:
    for seed in SEEDS:
        await stopped_library(chromium, seed, tmp_path / str(seed))


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
async def test_a_run_of_the_command_line_ends_at_random_moments_with_no_process_left(
    tmp_path: Path,
) -> None:
    for seed in range(12):
        check(await stop_command(seed, tmp_path / str(seed)))
    terminated = await stop_command(3, tmp_path / "terminated", by=signal.SIGTERM)
    check(terminated, exit_code=143)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has terminals")
async def test_a_run_whose_terminal_is_closed_ends_with_its_result(
    catalog: RunningSite, tmp_path: Path, attaching: dict[str, str]
) -> None:
    ours, theirs = os.openpty()
    async with scripted_server(endless(0)) as model:
        process = await asyncio.create_subprocess_exec(
            *(
                sys.executable,
                "-m",
                "agent_e",
                "run",
                "Go on for ever.",
                "--start-url",
                catalog.url,
            ),
            *("--model", "openai:scripted", "--base-url", model.base_url, "--out", str(tmp_path)),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env={**os.environ, **attaching},
        )
        os.close(theirs)
        async with asyncio.timeout(60):
            await model.asked.wait()
        os.close(ours)
        async with asyncio.timeout(20):
            assert await process.wait() == 143
    (run,) = list_runs(tmp_path)
    assert (read_run(run.path).result or {})["outcome"] == "stopped"


@pytest.mark.parametrize("kind", ["run.started", "action.started"])
async def test_a_listener_may_stop_the_run_at_once(
    workbench: Workbench, catalog: RunningSite, kind: str
) -> None:
    agent: WebAgent = await workbench.agent(
        endless(0), listener=lambda event: agent.stop() if event["kind"] == kind else None
    )
    result = await agent.run("Go on for ever.", start_url=catalog.url)
    assert (str(result.outcome), result.exit_code) == ("stopped", 130)
    assert workbench.server.requests == []


async def test_stopping_what_is_over_or_ending_does_nothing(
    workbench: Workbench, catalog: RunningSite
) -> None:
    agent: WebAgent = await workbench.agent(
        endless(0),
        listener=lambda event: (
            agent.stop(143) if event["kind"] in ("model.called", "run.ended") else None
        ),
    )
    result = await agent.run("Go on for ever.", start_url=catalog.url)
    agent.stop()
    assert (str(result.outcome), result.exit_code) == ("stopped", 143)
    kinds = [event["kind"] for event in read_run(Path(result.run_dir)).events]
    assert kinds.count("control.stopped") == 1


async def test_a_paused_run_can_be_stopped(workbench: Workbench, catalog: RunningSite) -> None:
    def step(event: object) -> None:
        assert agent.control is not None
        kind = event["kind"]  # type: ignore[index]
        if kind == "model.replied":
            agent.control.pause()
            agent.control.stop()

    agent = await workbench.agent(endless(0), listener=step)
    result = await agent.run("Go on for ever.", start_url=catalog.url)
    assert (str(result.outcome), result.exit_code) == ("stopped", 130)


def test_the_figures_are_seconds_and_what_is_left() -> None:
    from agent_e.benchmarks.perf.stopping.moments import moment

    taken = [
        Stopped(
            when=moment(number),
            seconds=number / 10,
            outcome="stopped" if number > 1 else "",
            exit_code=130,
            left=number == 2,
            events=[],
        )
        for number in range(1, 21)
    ]
    rows = {row.figure: row.value for row in rows_of("library", taken)}
    assert rows == {
        "stopped, p50": 1.0,
        "stopped, p95": 1.9,
        "stopped, worst": 2.0,
        "ended as stopped": 19,
        "processes left": 1,
    }
