"""Questions and answers are joined by what stands behind the last ``--``."""

from __future__ import annotations

import json

import pytest

from agent_e.benchmarks.suites.webvoyager import make_tasks, parse_answers, parse_rows, split_id
from agent_e.benchmarks.tasks.record import Reference
from agent_e.errors import ConfigError

ROWS = "\n".join(
    json.dumps(
        {
            "web_name": "Old--Maps",
            "id": f"Old--Maps--{number}",
            "ques": f"Where is {number}?",
            "web": "https://maps.example/",
        }
    )
    for number in (0, 1, 2)
)
ANSWERS = json.dumps(
    {
        "Old--Maps": {
            "notice": " may change",
            "answers": [
                {"id": 0, "type": "golden", "ans": "here"},
                {"id": 1, "type": "possible", "ans": "there"},
            ],
        }
    }
)


def test_rows_become_tasks_with_their_answers() -> None:
    rows = parse_rows(ROWS + "\n\n", "rows.jsonl")
    first, second, third = make_tasks(rows, parse_answers(ANSWERS), source="x", licence="y")
    assert (first.id, first.intent, first.start_url) == (
        "Old--Maps--0",
        "Where is 0?",
        "https://maps.example/",
    )
    assert first.tags == {"site": "Old--Maps"}
    assert first.reference == Reference(answer="here", kind="golden", notice="may change")
    assert second.reference.kind == "possible"
    assert [spec.type for spec in first.evaluators] == ["webvoyager", "reference"]
    assert first.evaluators[0].own == {"screenshots": 15}
    assert [spec.required for spec in first.evaluators] == [True, False]
    # nothing is compared where there is nothing to compare with
    assert [spec.type for spec in third.evaluators] == ["webvoyager"]


def test_ids_are_split_at_the_last_dashes() -> None:
    assert split_id("Google Flights--12") == ("Google Flights", 12)
    assert split_id("Old--Maps--0") == ("Old--Maps", 0)


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "a"}'])
def test_a_line_that_is_no_task_is_named(line: str) -> None:
    with pytest.raises(ConfigError, match=r"rows.jsonl, line 2: this is no task of WebVoyager"):
        parse_rows(
            '{"web_name": "A", "id": "A--0", "ques": "q", "web": "w"}\n' + line, "rows.jsonl"
        )
