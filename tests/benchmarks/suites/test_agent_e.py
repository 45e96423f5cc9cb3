"""Tasks in WebArena's form are brought to our evaluators."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agent_e.benchmarks.suites.agent_e import make_tasks
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError


def one(types: list[str], **checks: Any) -> BenchTask:
    standard = {"reference_answers": None, "reference_url": None, "program_html": None}
    row = {
        "task_id": 7,
        "start_url": "about:blank",
        "intent_template": "find {{item}}",
        "instantiation_dict": {"item": "it"},
        "intent": "find it",
        "eval": {"eval_types": types, **standard, **checks},
    }
    (task,) = make_tasks(json.dumps([row]))
    return task


def keys(task: BenchTask) -> list[dict[str, Any]]:
    return [{"type": spec.type, **spec.own} for spec in task.evaluators]


def test_addresses() -> None:
    task = one(["url_match"], reference_url="https://a.example/s?k=x+y&e= |OR| https://b.example/")
    assert keys(task) == [
        {
            "type": "url",
            "tab": "last",
            "any_of": [
                {"host": "a.example", "path_contains": "/s", "query": {"k": "x y"}},
                {"host": "b.example"},
            ],
        }
    ]
    assert (task.id, task.template_id, task.params) == ("Test--7", "find {{item}}", {"item": "it"})
    alone = one(["url_match"], reference_url="https://b.example/travel/")
    assert keys(alone)[0] == {
        "type": "url",
        "tab": "last",
        "host": "b.example",
        "path_contains": "/travel",
    }


def test_words_of_the_answer() -> None:
    all_of = one(["string_match"], reference_answers={"must_include": ["a", "b"]})
    assert keys(all_of)[0]["value"] == ["a", "b"]
    some = {"some_matches": {"phrases": ["a", "b", "c"], "min_required": 2}}
    assert keys(one(["string_match"], reference_answers=some))[0]["any_of"] == [
        ["a", "b"],
        ["a", "c"],
        ["b", "c"],
    ]


def test_looks_into_the_page() -> None:
    title = {
        "url": "last",
        "locator": "document.getElementById('t-1').innerText",
        "required_contents": {"exact_match": "Done (all)"},
    }
    inner = {
        "url": "last",
        "locator": 'document.querySelector("#a h1").innerText;',
        "required_contents": {"must_include": ["x"]},
    }
    live = {"url": "last", "locator": "document.querySelector('video').muted.toString()"}
    muted = {**live, "required_contents": {"exact_match": "true"}}
    found = keys(one(["program_html"], program_html=[title, inner, muted, muted]))
    assert found == [
        {
            "type": "text",
            "selector": "#t-1",
            "regex": r"^\s*Done\ \(all\)\s*$",
            "ignore_case": True,
            "tab": "last",
        },
        {
            "type": "text",
            "selector": "#a h1",
            "contains": ["x"],
            "ignore_case": True,
            "tab": "last",
        },
        {"type": "human"},  # once, and no stored page could say it
    ]


def test_what_people_judged_is_for_people() -> None:
    known = {"manual_check": {"answer": "A", "type": "golden"}}
    task = one(["manual"], reference_answers=known)
    assert [(spec.type, spec.required) for spec in task.evaluators] == [
        ("human", True),
        ("webvoyager", False),
        ("reference", False),
    ]
    assert (task.reference.answer, task.reference.kind) == ("A", "golden")


def test_an_unknown_check_is_refused() -> None:
    with pytest.raises(ConfigError, match="The task 7 of Agent-E has a check magic"):
        one(["magic"])
