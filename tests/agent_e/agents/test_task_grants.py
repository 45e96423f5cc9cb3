"""What is taken for a grant of the model's reply, and what the rules of the offline model grant."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from agent_e.agents.task_grants import read_reply
from agent_e.offline.grants import task_grants

TASK = "Order two lamps at lamps.example for at most 40 EUR and write to Ann Lee."
PHRASINGS = yaml.safe_load(
    Path(__file__).with_name("task_phrasings.yaml").read_text(encoding="utf-8")
)
MIN_EXACT = 0.9


def row(**more: Any) -> dict[str, Any]:
    blank = {"times": 1, "max_amount": None, "currency": "", "to": "", "site": ""}
    return {**blank, "kind": "order", "quote": "Order two lamps", **more}


def read(*rows: Any) -> Any:
    return read_reply(json.dumps({"grants": [*rows]}), TASK)


def test_a_grant_is_read_with_all_it_says() -> None:
    said = row(max_amount=40, currency="eur", to="two lamps", site="lamps.example")
    [grant] = read(said)
    assert (grant.kind, grant.times, grant.max_amount) == ("order", 1, Decimal(40))
    assert (grant.currency, grant.to, grant.site) == ("EUR", "two lamps", "lamps.example")
    assert grant.by == "task"


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "fly"},
        {"quote": ""},
        {"quote": "Order three lamps"},
        {"to": "Bob"},
        {"site": "evil.example"},
        {"site": "lamps.example/path"},
        {"times": 0},
        {"times": -1},
        {"times": True},
        {"times": "many"},
        {"max_amount": "a lot"},
        {"max_amount": -5},
        {"max_amount": float("inf")},
    ],
)
def test_what_the_task_does_not_say_or_nobody_can_read_is_left_out(changes: dict[str, Any]) -> None:
    assert read(row(**changes), row(kind="send", quote="write to Ann Lee")) == read(
        row(kind="send", quote="write to Ann Lee")
    )


@pytest.mark.parametrize(
    "reply", ["", "none", "[]", '{"grants": "order"}', '{"grants": [1, null]}']
)
def test_a_reply_that_is_none_grants_nothing(reply: str) -> None:
    assert read_reply(reply, TASK) == []


def _facts(kind: str, times: int | None, limit: Any) -> tuple[Any, ...]:
    return (kind, times or 0, 0.0 if limit is None else float(limit))


def test_the_rules_read_most_phrasings_and_grant_none_too_many() -> None:
    exact = 0
    for phrasing in PHRASINGS:
        text = phrasing["text"]
        found = read_reply(task_grants(f"Start page: {phrasing['start']}\nTask: {text}"), text)
        got = sorted(_facts(each.kind, each.times, each.max_amount) for each in found)
        wanted = sorted(
            _facts(
                each["kind"],
                None if each.get("times") == "all" else each.get("times", 1),
                each.get("max_amount"),
            )
            for each in phrasing["expect"]
        )
        exact += got == wanted
        left = [each["kind"] for each in phrasing["expect"]]
        for kind, *_ in got:
            assert kind in left, phrasing
            left.remove(kind)
    assert exact >= MIN_EXACT * len(PHRASINGS)
