"""Tasks of BrowserGym in our runner, with its side played by a stand-in; see test_theirs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.record import EpisodeRecord, read_evidence
from agent_e.benchmarks.runner.bench import BenchRun, Watcher
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.suites import SUITES, SuiteOptions, find_suite
from agent_e.benchmarks.tasks.lint import lint
from agent_e.config import Settings, load_settings
from agent_e.errors import ConfigError

ROOT = Path(__file__).parents[3]


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the stand-in writes what it is told, once it is BrowserGym's Python."""
    python = tmp_path / "python"
    script = Path(__file__).with_name("stand_in.py")
    python.write_text(f'#!/bin/sh\nshift 2\ncd {ROOT}\nexec {sys.executable} {script} "$@"\n')
    python.chmod(0o755)
    monkeypatch.setenv("AGENT_E_BROWSERGYM", str(python))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("HEARD", str(tmp_path / "heard"))
    return tmp_path / "heard"


async def done(folder: Path, name: str, agent: str = "own") -> EpisodeRecord:
    suite = find_suite(SUITES, f"browsergym:{name}")
    bench = BenchRun(
        plan=BenchPlan(suite=suite.name, agent=agent, settings=Settings(model="offline")),
        tasks=suite.load(SuiteOptions()),
        store=BenchStore(folder),
        retries=0,
        facts={},
    )
    [record] = await bench.run(Watcher())
    return record


@pytest.mark.browser
async def test_its_reward_judges_what_our_agent_does_in_its_tab(
    tmp_path: Path, heard: Path
) -> None:
    record = await done(tmp_path / "out", "miniwob.click-test-2")
    assert record.outcome == "success", record.message
    evidence = read_evidence(next((tmp_path / "out").glob("episodes/*/1/1")))
    assert evidence.intent == "Click button ONE."
    assert [tab.title for tab in evidence.tabs] == ["Click Test Task"]
    told = [json.loads(line) for line in heard.read_text().splitlines()]
    # Once after the click, and once with how the run ended.
    assert told[0] == {}
    assert len(told) == 2
    assert list(told[1]) in (["send_message_to_user"], ["report_infeasible_instructions"])


@pytest.mark.browser
async def test_doing_nothing_has_no_reward(tmp_path: Path, heard: Path) -> None:
    record = await done(tmp_path / "out", "miniwob.click-test-2", "do-nothing")
    assert record.outcome == "fail_self_aware"
    assert record.score is not None and record.score.verdicts[0].reason == "The page's reward is 0."


@pytest.mark.browser
async def test_a_task_that_cannot_be_set_up_is_no_failure_of_the_agent(
    tmp_path: Path, heard: Path
) -> None:
    record = await done(tmp_path / "out", "miniwob.broken")
    assert record.outcome == "infra_error"
    assert record.message == "BrowserGym failed: ValueError: no such page."


def test_tasks_are_named_one_by_one_or_by_benchmark(heard: Path) -> None:
    load_settings()  # the variable is no setting
    tasks = find_suite(SUITES, "browsergym:miniwob").load(SuiteOptions(seeds=(3, 4)))
    assert [task.id for task in tasks] == [
        f"miniwob.{name}--{seed}" for name in ("click-test-2", "broken") for seed in (3, 4)
    ]
    assert lint(tasks) == []
    with pytest.raises(ConfigError, match="no task other: nothing of that name is registered"):
        find_suite(SUITES, "browsergym:other").load(SuiteOptions())


def test_without_its_python_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AGENT_E_BROWSERGYM", raising=False)
    with pytest.raises(ConfigError, match="Name the Python of that in AGENT_E_BROWSERGYM"):
        find_suite(SUITES, "browsergym:miniwob").load(SuiteOptions())
    monkeypatch.setenv("AGENT_E_BROWSERGYM", "/missing/python")
    with pytest.raises(ConfigError, match="could not be asked .* by /missing/python"):
        find_suite(SUITES, "browsergym:miniwob").load(SuiteOptions())
