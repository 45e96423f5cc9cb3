"""How events are decoded, and what a transcript makes of them."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.journal import RunTranscript
from agent_e.journal.events import (
    ActionStarted,
    Event,
    LimitRaised,
    LimitTold,
    ModelReplied,
    Pictured,
    PlanUpdated,
    RunStarted,
    number,
    read_event,
)
from agent_e.types import Usage


def test_a_kind_that_is_not_known_is_kept_and_passed_over() -> None:
    raw = {"seq": 7, "time": 1.5, "kind": "page.dreamt", "of": "sheep"}
    event = read_event(raw)
    assert type(event) is Event
    assert (event.seq, event.time, event.kind, event.raw) == (7, 1.5, "page.dreamt", raw)
    assert RunTranscript.read([raw]).of(ActionStarted) == []


@pytest.mark.parametrize(
    ("value", "read"),
    [(2, 2), (0.5, 0.5), (10**400, None), (float("nan"), None), ("2", None), (None, None)],
)
def test_a_number_is_one_that_a_float_can_hold(value: Any, read: float | None) -> None:
    assert number(value) == read
    event = read_event({"kind": "limit.raised", "limit": "max_steps", "scope": "run", "by": value})
    assert isinstance(event, LimitRaised)
    assert (event.limit, event.scope, event.by) == ("max_steps", "run", read or 0)


def test_members_that_are_not_known_are_kept() -> None:
    event = read_event({"kind": "pictured", "file": "a.jpg", "lens": 50})
    assert isinstance(event, Pictured)
    assert (event.file, event.raw["lens"]) == ("a.jpg", 50)


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"action": None, "target": None, "arguments": None},
        {"target": "button", "arguments": [1]},
    ],
)
def test_what_is_missing_or_of_another_type_is_empty(odd: dict[str, Any]) -> None:
    event = read_event({"kind": "action.started", **odd})
    assert isinstance(event, ActionStarted)
    assert (event.action, event.target, event.arguments) == ("", {}, {})


@pytest.mark.parametrize("value", ["many", None, float("nan"), float("inf"), []])
def test_what_is_no_number_is_none(value: object) -> None:
    event = read_event({"kind": "limit.told", "used": value})
    assert isinstance(event, LimitTold)
    assert event.used == 0.0


def test_tokens_are_read_as_usage() -> None:
    usage = {"calls": 1, "input_tokens": 30, "output_tokens": None, "thoughts": 4}
    event = read_event({"kind": "model.replied", "usage": usage})
    assert isinstance(event, ModelReplied)
    assert event.used == Usage(calls=1, input_tokens=30)


@pytest.mark.parametrize("task", ["Look.", {"text": "Look.", "plan": []}])
def test_early_journals_hold_the_task_as_a_record(task: object) -> None:
    start = RunTranscript.read([{"kind": "run.started", "task": task}]).start
    assert start.text == "Look."


@pytest.mark.parametrize(
    ("models", "names"),
    [({"planner": "a", "navigator": "a", "actor": "b"}, ("a", "b")), ("a", ("a",)), (None, ())],
)
def test_models_are_named_once(models: object, names: tuple[str, ...]) -> None:
    event = read_event({"kind": "run.started", "models": models})
    assert isinstance(event, RunStarted)
    assert event.model_names == names


RUN: list[dict[str, Any]] = [
    {"seq": 1, "kind": "run.started", "task": "Look."},
    {"seq": 2, "kind": "plan.updated", "steps": ["look"], "version": 1},
    {"seq": 3, "kind": "action.started", "action": "click"},
    {"seq": 4, "kind": "action.ended", "started": 3, "status": "done"},
    {"seq": 5, "kind": "person.asked", "request": {"id": "1", "question": "Which?"}},
    {"seq": 6, "kind": "person.answered", "id": "1", "action": "answered", "value": "red"},
    {"seq": 7, "kind": "action.started", "action": "click"},
]


def test_a_transcript_puts_together_what_belongs_together() -> None:
    run = RunTranscript.read(RUN)
    assert run.ends[3].status == "done"
    assert run.questions["1"]["question"] == "Which?"
    assert run.answers["1"].value == "red"
    assert run.plans == run.of(PlanUpdated)
    assert run.unfinished_action is run.events[6]
    assert RunTranscript.read(RUN[:6]).unfinished_action is None


def test_what_was_under_way_before_a_run_was_cut_off_is_past_once_it_goes_on() -> None:
    assert RunTranscript.read([*RUN, {"kind": "run.continued"}]).unfinished_action is None


def acted(seq: int, marks: list[str], *after: dict[str, Any]) -> list[dict[str, Any]]:
    start = {"seq": seq, "kind": "action.started", "action": "click", "marks": marks}
    return [start, *({"started": seq, **each} for each in after)]


DONE = {"kind": "action.ended", "status": "done"}
BROKEN = {"kind": "action.ended", "status": "broken"}
CLICKED = {"step": 1, "kind": "act", "tier": "R3", "action": "click", "target": "", "page": ""}
ACT = {"kind": "effect", "effect": CLICKED}
ANSWERED = {"kind": "effect", "effect": {**CLICKED, "kind": "request", "status": 200}}
SENT = {"kind": "request.judged", "marks": ["request POST /x"]}


@pytest.mark.parametrize(
    ("events", "uncertain"),
    [
        (acted(1, ["form a"]), [{"form a"}]),
        (acted(1, ["form a"], BROKEN), [{"form a"}]),
        (acted(1, [], SENT), [{"request POST /x"}]),
        (acted(1, []), []),
        (acted(1, ["form a"], DONE), []),
        (acted(1, ["form a"], BROKEN, ACT), [{"form a"}]),
        (acted(1, ["form a"], BROKEN, ACT, ANSWERED), []),
        # Done once more since, with leave.
        ([*acted(1, ["form a", "click a"]), *acted(2, ["form a"], DONE)], []),
        ([*acted(1, ["form a"]), *acted(2, ["form b"], DONE)], [{"form a"}]),
        ([*acted(1, ["form a"]), {"kind": "run.continued"}, *acted(3, [])], [{"form a"}]),
    ],
)
def test_acts_without_a_known_outcome_are_told_by_their_marks(
    events: list[dict[str, Any]], uncertain: list[set[str]]
) -> None:
    assert RunTranscript.read(events).uncertain_acts == uncertain
