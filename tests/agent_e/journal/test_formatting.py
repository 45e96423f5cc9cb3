"""How events are worded."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.journal import RunTranscript
from agent_e.journal.events import PersonAnswered, read_event
from agent_e.journal.formatting import format_answered, format_aside, plan_authors


def told(event: dict[str, Any]) -> str:
    return format_aside(read_event(event))


def version(number: int, by: str = "planner") -> dict[str, Any]:
    return {"kind": "plan.updated", "version": number, "steps": [], "by": by}


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([], ""),
        ([version(1), version(2)], ""),
        ([version(1), version(2, "person"), version(2, "person")], "version 2, yours"),
        ([version(1, "person"), version(2)], "version 2; version 1 was yours"),
        (
            [version(1, "person"), version(2, "person"), version(3)],
            "version 3; versions 1, 2 were yours",
        ),
        ([{"kind": "plan.updated", "steps": []}], ""),
    ],
)
def test_versions_of_a_plan_that_are_the_persons_are_named(
    events: list[dict[str, Any]], words: str
) -> None:
    assert plan_authors(RunTranscript.read(events).plans) == words


def test_what_the_person_does_with_a_run_is_told() -> None:
    assert told({"kind": "control.paused", "by": "terminal"}) == "paused by terminal"
    assert told({"kind": "control.resumed", "by": "http"}) == "goes on by http"
    steered = {"kind": "control.steered", "words": "the\x1b[2J other", "by": "http"}
    assert told(steered) == "steered by http: the [2J other"


def test_a_question_that_was_withdrawn_says_why() -> None:
    withdrawn = PersonAnswered(action="withdrawn", note="something else")
    assert format_answered(withdrawn) == "something else"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"kind": "grants.read", "grants": []}, ""),
        (
            {"kind": "grants.read", "grants": ["sign in", "order, once"]},
            "by your task: sign in; order, once",
        ),
        (
            {"kind": "grants.read", "grants": [], "error": "No answer."},
            "what your task allows could not be read: No answer.",
        ),
        (
            {"kind": "grant.used", "act": "click button 'Buy'", "grant": "order", "by": "settings"},
            "allowed by --may (order): click button 'Buy'",
        ),
        (
            {"kind": "grant.used", "act": "click\x1b[2J", "grant": "order, once", "by": "task"},
            "allowed by your task (order, once): click [2J",
        ),
    ],
)
def test_leave_that_was_given_beforehand(event: dict[str, Any], words: str) -> None:
    assert told(event) == words
