"""Results of systems in a file, and side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.leaderboard import System, add_system, read_leaderboard, system_of
from agent_e.benchmarks.standings import holm, standings
from agent_e.errors import ConfigError
from tests.benchmarks.records import episode
from tests.benchmarks.reporting.bench_folder import place

OTHERS = {
    "name": "Other", "suite": "s", "protocol": "100 tasks, people", "date": "2026-05",
    "source": "A paper, table 2", "rate": 0.99,
}  # fmt: skip


def write(folder: Path, records: Iterable[EpisodeRecord], **info: Any) -> Path:
    folder.mkdir()
    for record in records:
        place(folder, record)
    (folder / "run.json").write_text(json.dumps({"versions": {"agent-e": "1.2"}, **info}))
    return folder


def run(folder: Path, outcomes: str, **fields: Any) -> Path:
    named = {"+": "ok", "-": "aware", "x": "infra"}
    values = {"architecture": "som", "model": folder.name, "cost_usd": 0.5, "started": 1.79e9}
    return write(
        folder,
        [episode(f"t{n}", named[each], **{**values, **fields}) for n, each in enumerate(outcomes)],
    )


def test_the_result_of_a_run(tmp_path: Path) -> None:
    plan = {"judge": "gpt-4.1", "limits": {"seconds": 60, "steps": None}}
    records = [episode("a"), episode("a", epoch=2), episode("b", "aware", cost_usd=2.0)]
    folder = write(tmp_path / "run", records, split="test", dates="keep", plan=plan)
    found = system_of(folder, "mine")
    assert (found.name, found.measured, found.n, found.tasks) == ("mine", True, 3, 2)
    assert found.protocol == "2 tasks x 2, split test, dates keep, judge gpt-4.1, seconds 60"
    assert (found.date, found.source) == ("1970-01-01", "agent-e 1.2")
    assert (found.rate, found.cost_usd) == (2 / 3, None)
    with pytest.raises(ConfigError, match="No episode of .* counts yet"):
        system_of(run(tmp_path / "none", "x"))


def test_a_file_holds_one_result_a_system_and_protocol(tmp_path: Path) -> None:
    file = tmp_path / "board.jsonl"
    first = system_of(run(tmp_path / "one", "++-"))
    add_system(file, first)
    add_system(file, System(**OTHERS))
    add_system(file, better := first.model_copy(update={"rate": 0.7}))
    assert read_leaderboard(file) == [System(**OTHERS), better]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("no", "in line 1 at the whole"),
        (json.dumps({**OTHERS, "source": ""}), "in line 1 at source"),
        (json.dumps({**OTHERS, "date": "last year"}), "in line 1 at date"),
        (json.dumps({**OTHERS, "rate": 99}), "in line 1 at rate"),
        (json.dumps({**OTHERS, "interval": [0.1, 0.2]}), "the rate is not inside its interval"),
    ],
)
def test_a_line_that_is_no_result_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    file = tmp_path / "board.jsonl"
    file.write_text(line + "\n")
    with pytest.raises(ConfigError, match=complaint):
        read_leaderboard(file)


def test_runs_are_tested_and_results_of_others_are_not(tmp_path: Path) -> None:
    file = tmp_path / "board.jsonl"
    add_system(file, System(**OTHERS))
    add_system(file, System(**{**OTHERS, "name": "Earlier", "measured": True, "rate": 0.6}))
    first = run(tmp_path / "first", "+" * 8 + "--")
    worse, same = run(tmp_path / "worse", "-" * 10), run(tmp_path / "same", "+" * 8 + "-+")
    add_system(file, system_of(same))
    found = standings([first, worse, same, file])
    assert [row.system.model_dump()["rate"] for row in found.measured] == [0.9, 0.8, 0.6, 0]
    by_name = {row.system.name: row for row in found.measured}
    assert by_name["som first"].against is by_name["Earlier"].against is None
    against = by_name["som worse"].against
    assert against is not None
    assert (against.pairs, against.difference, against.change) == (10, -0.8, "worse")
    assert against.p_holm == 2 * against.p_value
    assert [system.name for system in found.reported] == ["Other"]
    assert found.regressed()
    assert not standings([first, same, file]).regressed()
    assert standings([same, first, file]).regressed(fail_below=9)


def test_pages_in_words_are_ranked_apart(tmp_path: Path) -> None:
    found = standings(
        [
            run(tmp_path / "a", "+-"),
            run(tmp_path / "b", "++", assisted=True),
        ]
    )
    assert [row.system.name for row in found.measured] == ["som a"]
    assert [row.system.name for row in found.assisted] == ["som b"]


def test_what_others_published_stands_apart(tmp_path: Path) -> None:
    found = standings([run(tmp_path / "a", "+-", suite="webvoyager")])
    names = {each.name: each for each in found.reported}
    assert names["Agent-E (text)"].rate == pytest.approx(0.731)
    assert names["Agent-E (text)"].date == "2024-07"
    assert not any(each.measured for each in found.reported)


def test_other_suites_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="results of s, t. Compare those of one suite"):
        standings([run(tmp_path / "a", "+"), run(tmp_path / "b", "+", suite="t")])


def test_holm_by_hand() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([]) == []
