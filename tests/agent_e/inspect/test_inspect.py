"""Our suites in Inspect, where it is installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.benchmarks.runner.benching import run, tasks

inspect_ai = pytest.importorskip("inspect_ai")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.timeout(300),
    # Inspect leaves streams of its own open.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


async def test_it_scores_a_suite_as_bench_run_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agent_e.inspect import suite

    monkeypatch.setenv("AGENT_E_RUNS", str(tmp_path / "runs"))
    ours = [*tasks("price-of-nth--*", 1), *tasks("count--*", 1)]
    # It cannot be done: both sides have to say so.
    broken = ours[0].model_copy(update={"id": "broken", "intent": "Say nothing."})
    file = tmp_path / "own.jsonl"
    file.write_text("".join(f"{each.model_dump_json()}\n" for each in [*ours, broken]))
    records = await run(tmp_path / "out", [*ours, broken], agent="own")
    [log] = await inspect_ai.eval_async(
        suite(str(file), model="offline"), model="none/none", log_dir=str(tmp_path / "logs")
    )
    assert log.status == "success", log.error
    theirs = {each.id: each.scores["evaluators"] for each in log.samples}
    assert {name: score.value for name, score in theirs.items()} == {
        each.task_id: float(each.outcome == "success") for each in records
    }
    assert {score.value for score in theirs.values()} == {0.0, 1.0}
    [sample] = (each for each in log.samples if each.id == ours[0].id)
    assert json.loads(sample.target) == ours[0].reference.answer
    assert sample.output.usage.input_tokens > 100
    assert Path(sample.metadata["folder"], "evidence.json").exists()


async def test_a_fault_is_an_error_of_the_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agent_e.inspect import suite

    monkeypatch.setenv("AGENT_E_RUNS", str(tmp_path / "runs"))
    [task] = tasks(limit=1)
    nowhere = task.model_copy(update={"start_url": "http://127.0.0.1:9/", "sites": ()})
    file = tmp_path / "own.jsonl"
    file.write_text(nowhere.model_dump_json())
    [log] = await inspect_ai.eval_async(
        suite(str(file), model="offline"), model="none/none", log_dir=str(tmp_path / "logs")
    )
    assert log.status == "error"
    assert "127.0.0.1:9" in log.samples[0].error.message
