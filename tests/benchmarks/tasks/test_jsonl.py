"""Files of tasks: read line by line, and what is wrong in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.benchmarks.tasks.jsonl import read_tasks
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError

GOOD = '{"id": "a", "intent": "Do it."}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.jsonl"


def test_what_is_written_is_read_again(file: Path) -> None:
    tasks = [
        BenchTask.model_validate(
            {
                "id": "ä",
                "suite": "s",
                "intent": "Größe?",
                "sites": [{"name": "shop"}],
                "evaluators": [{"type": "url", "path": "/x", "weight": 2}],
                "reference": {"answer": [1], "trace": [{"verb": "click", "name": "Go"}]},
                "valid_until": "2027-01-04",
            }
        ),
        BenchTask(id="b", suite="s", intent="No."),
    ]
    lines = [task.model_dump_json(exclude_defaults=True) + "\n" for task in tasks]
    file.write_text("".join(lines), encoding="utf-8")
    assert list(read_tasks(file)) == tasks


def test_a_task_belongs_to_its_file_and_empty_lines_are_passed_over(file: Path) -> None:
    file.write_text(f"\n{GOOD}\n\n", encoding="utf-8")
    assert [task.suite for task in read_tasks(file)] == ["mine"]
    assert [task.suite for task in read_tasks(file, "other")] == ["other"]


def test_reading_goes_line_by_line(file: Path) -> None:
    file.write_text(f"{GOOD}\n{{\n", encoding="utf-8")
    tasks = read_tasks(file)
    assert next(tasks).id == "a"
    with pytest.raises(ConfigError, match="line 2"):
        next(tasks)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"{", "mine.jsonl, line 2: this is no JSON object ("),
        (b'"text"', "mine.jsonl, line 2: this is no JSON object. Write one task a line."),
        (b'{"id": "\xff"}', "mine.jsonl, line 2: this is no JSON object ("),
        (b"{}", "mine.jsonl, line 2: the keys id, intent are missing. A task has: id, suite, "),
        (b'{"id": "b"}', "mine.jsonl, line 2: the key intent is missing. A task has: id, suite, "),
        (
            b'{"id": "b", "intnet": "x", "intent": "y"}',
            "mine.jsonl, line 2: there is no key intnet (did you mean intent?)",
        ),
        (
            b'{"id": "b", "intent": "y", "reference": {"anwser": 1}}',
            "mine.jsonl, line 2: there is no key reference.anwser (did you mean answer?)",
        ),
        (
            b'{"id": "b", "intent": "y", "reference": {"trace": [{"verb": "click", "nam": ""}]}}',
            "mine.jsonl, line 2: there is no key reference.trace.0.nam (did you mean name?)",
        ),
        (
            b'{"id": "b", "intent": "y", "limits": {"steps": 0}}',
            "mine.jsonl, line 2: limits.steps: input should be greater than or equal to 1",
        ),
    ],
)
def test_a_bad_line_is_named(file: Path, line: bytes, complaint: str) -> None:
    file.write_bytes(GOOD.encode() + b"\n" + line + b"\n")
    with pytest.raises(ConfigError) as raised:
        list(read_tasks(file))
    assert str(raised.value).startswith(complaint)
    assert "\n" not in str(raised.value)


def test_a_missing_file_is_one_sentence(file: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read: No such file or directory\."):
        list(read_tasks(file))
