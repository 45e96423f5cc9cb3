"""Odysseys with its rubric, Online-Mind2Web for its judge, GAIA's questions: rows become tasks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.suites import SUITES, SuiteOptions, gaia
from agent_e.benchmarks.suites.live import make_odysseys, make_online
from agent_e.errors import ConfigError

ROW: dict[str, Any] = {
    "task_id": "ab12",
    "confirmed_task": "Compare two kettles.",
    "website": "https://kettles.example/",
    "reference_length": 6,
    "level": "hard",
}
RUBRIC = {
    "R1": {"requirement": "One is found.", "verification": "It is open.", "weight": 0.7},
    "R2": {"requirement": "So is another.", "verification": "It is named."},
}


def test_a_rubric_is_points_that_count_the_same() -> None:
    (task,) = make_odysseys([{**ROW, "rubrics": RUBRIC, "categories": ["Home"]}])
    assert (task.id, task.intent, task.start_url) == (
        "ab12",
        "Compare two kettles.",
        "https://kettles.example/",
    )
    assert task.tags["points"] == 2
    assert [spec.type for spec in task.evaluators] == ["rubric"]
    assert task.evaluators[0].own["points"] == [
        {"requirement": "One is found.", "verification": "It is open."},
        {"requirement": "So is another.", "verification": "It is named."},
    ]


def test_online_mind2web_is_judged_by_webjudge() -> None:
    (task,) = make_online([ROW])
    assert [(spec.type, spec.own) for spec in task.evaluators] == [("webjudge", {})]
    assert task.tags == {"level": "hard", "reference_length": 6}
    assert task.licence == "CC-BY-4.0"


def test_online_mind2web_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "online-mind2web" / "Online_Mind2Web.json"
    file.parent.mkdir()
    suite, options = SUITES["online-mind2web"], SuiteOptions(data_dir=tmp_path)
    with pytest.raises(ConfigError, match="Get it from huggingface.co/datasets/osunlp"):
        suite.load(options)
    rows = [{**ROW, "task_id": f"t{n}", "level": ("easy", "hard")[n % 2]} for n in range(300)]
    file.write_text(json.dumps(rows), encoding="utf-8")
    assert len(suite.load(options)) == 300
    file.write_text(json.dumps(rows[1:]), encoding="utf-8")
    with pytest.raises(ConfigError, match="has 299 tasks, and Online-Mind2Web has 300"):
        suite.load(options)
    file.write_text('[{"task": 1}]', encoding="utf-8")
    with pytest.raises(ConfigError, match="is not the file of Online-Mind2Web: KeyError"):
        suite.load(options)


def test_questions_about_a_file_are_left_out_and_secret_answers_are_for_people() -> None:
    asked = {"Question": "How many?", "Level": 1, "Final answer": "3", "file_name": ""}
    lines = [
        json.dumps({**asked, "task_id": "a"}),
        "",
        json.dumps({**asked, "task_id": "b", "file_name": "b.xlsx"}),
        json.dumps({"question": "Who?", "level": 2, "answer": "?", "file_name": None}),
    ]
    first, second = gaia.make_tasks(lines)
    assert first.intent.startswith("How many?\n\nAnswer with nothing but")
    assert (first.id, first.tags, first.start_url) == ("a", {"level": "1"}, None)
    assert first.evaluators[0].own == {"answer": "3"}
    assert (second.id, second.evaluators[0].type) == ("4", "human")
    with pytest.raises(ConfigError, match=r"metadata.jsonl, line 1: this is no question of GAIA"):
        gaia.make_tasks(['{"Question": "x"}'])
