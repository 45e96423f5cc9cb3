"""Anybody's white agent, a program of its own, is driven and scored through the green side."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.runner.store import BenchStore

from .benching import run, tasks

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.fixture
def white_agent() -> Iterator[str]:
    program = Path(__file__).with_name("white_agent.py")
    with subprocess.Popen(
        # Isolated: nothing but the standard library can be imported.
        [sys.executable, "-I", "-S", str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def bench_run(agent: str, folder: Path, *options: str) -> dict[str, Any]:
    """What a person types."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "agent_e", "bench", "run", "catalog", "--agent", agent),
            *("--out", str(folder), "--json", *options),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.slow
def test_ten_lines_score_on_the_catalogue(tmp_path: Path, white_agent: str) -> None:
    told = bench_run(white_agent, tmp_path, "--tasks", "*-of-nth--0")
    assert (told["episodes"], told["outcomes"]["success"]) == (2, 2)
    for stored in BenchStore(tmp_path).episodes():
        folder, record = stored.folder, stored.record
        assert record.metrics["steps_taken"] == 2
        assert record.metrics["trace_match_ratio"] == 1
        assert record.metrics["invalid_actions"] == record.metrics["timeouts"] == 0
        assert record.metrics["wall_time_s"]
        assert (folder / "trace.zip").stat().st_size
        journal = (folder / record.run / "events.jsonl").read_text("utf-8").splitlines()
        events = [json.loads(line) for line in journal]
        assert [each["step"] for each in events if each["kind"] == "act.asked"] == [0, 1]
        assert [each["action"]["type"] for each in events if each["kind"] == "act.answered"] == [
            "click",
            "stop",
        ]


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_ten_lines_score_on_the_whole_catalogue(tmp_path: Path, white_agent: str) -> None:
    told = bench_run(white_agent, tmp_path, "-j", "2")
    assert told["episodes"] == 70
    assert told["outcomes"]["infra_error"] == told["outcomes"]["unjudged"] == 0
    right: Counter[str] = Counter()
    for record in BenchStore(tmp_path).records():
        right[record.cluster] += record.outcome is EpisodeOutcome.SUCCESS
    # What the task itself says, it does; what has to be compared, it cannot.
    assert right["count"] == right["price-of-nth"] == right["rating-of-nth"] == 10, right
    assert 30 / 70 <= told["success_rate"] <= 40 / 70


@pytest.mark.slow
async def test_a_white_agent_that_is_gone_is_no_failure_of_its(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/act"
        (record,) = await run(tmp_path, tasks(limit=1), agent=address, retries=0)
    assert record.outcome is EpisodeOutcome.INFRA_ERROR
    assert "cannot be reached" in record.message
