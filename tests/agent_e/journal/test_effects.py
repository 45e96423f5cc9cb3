"""How the ledger of effects is folded, worded and read."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest

from agent_e.journal import RunTranscript
from agent_e.journal.effects import (
    MAX_LINES,
    deeds,
    format_deed,
    format_effects,
    read_effects,
)
from agent_e.journal.events import read_event
from agent_e.journal.formatting import format_aside
from agent_e.types import Effect

SAID = "Your order 12 is placed."
ORDER = Effect(
    step=5,
    kind="act",
    tier="R3",
    action="click",
    target="button 'Place order'",
    page="http://shop.example/checkout?step=…",
    grant="approved",
    page_message=SAID,
)
SENT = replace(
    ORDER, kind="request", method="POST", url="http://shop.example/orders?id=…", status=303
)
AWAY = replace(SENT, url="http://pay.example/charge", status=200)
LIKE = replace(SENT, tier="R1", target="button '♥'", grant="", page_message="")


def test_requests_are_folded_into_their_act() -> None:
    told = deeds([ORDER, SENT, SENT, AWAY, LIKE, LIKE, replace(LIKE, step=6)])
    assert [(each.act, len(each.requests)) for each in told] == [
        (ORDER, 3),
        (LIKE, 2),
        (replace(LIKE, step=6), 1),
    ]
    assert told[0].sent == "POST /orders?id=… 303 ×2, POST http://pay.example/charge 200"


def test_the_same_act_twice_is_two() -> None:
    assert [len(each.requests) for each in deeds([ORDER, SENT, ORDER, ORDER])] == [1, 0, 0]


def test_a_line_for_a_model_has_step_tier_leave_and_what_was_said() -> None:
    assert format_effects([ORDER, SENT, LIKE]) == [
        "step 5: clicked button 'Place order' (R3, approved); POST /orders?id=… 303; "
        f'then the page said "{SAID}"',
        "step 5: clicked button '♥' (R1); POST /orders?id=… 303",
    ]
    assert format_effects([]) == []


def test_beyond_twenty_lines_the_older_ones_are_counted() -> None:
    many = [replace(ORDER, step=step) for step in range(1, 31)]
    lines = format_effects(many)
    assert len(lines) == MAX_LINES
    assert lines[0] == "11 earlier acts left out"
    assert lines[1].startswith("step 12:") and lines[-1].startswith("step 30:")
    assert len(format_effects(many[:MAX_LINES])) == MAX_LINES


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, f"clicked button 'Place order' (approved by you) — \"{SAID}\""),
        ({"page_message": "", "grant": "notify"}, "clicked button 'Place order' (without asking)"),
        ({"page_message": "", "grant": "", "action": "press_key", "target": ""}, "pressed a key"),
        (
            {
                "page_message": "",
                "grant": "",
                "action": "open_url",
                "target": "",
                "url": "http://a.example",
            },
            "opened http://a.example",
        ),
        (
            {"page_message": "", "grant": "", "action": "wave", "target": "link 'A'"},
            "did wave on link 'A'",
        ),
        ({"page_message": "\x1b[2J\nA", "grant": ""}, "clicked button 'Place order' — \"[2J A\""),
    ],
)
def test_a_person_reads_what_was_done(changes: dict[str, Any], words: str) -> None:
    [deed] = deeds([replace(ORDER, **changes)])
    assert format_deed(deed) == words


def said_of(effect: Effect) -> str:
    return format_aside(read_event({"kind": "effect", "effect": asdict(effect)}))


def test_only_an_act_that_nobody_was_asked_about_is_said_at_once() -> None:
    noted = replace(ORDER, grant="notify")
    assert said_of(noted) == (
        f"done without asking (--trust): clicked button 'Place order' — \"{SAID}\""
    )
    assert said_of(replace(noted, tier="R2")).startswith("done without asking (notify): clicked")
    for other in (ORDER, replace(noted, kind="request"), replace(noted, grant="")):
        assert said_of(other) == ""


LATE = replace(SENT, tier="R2", status=None, grant="notify", page_message="")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "clicked button 'Place order' (POST /orders?id=…{})"),
        ({"action": "", "target": ""}, "the page acted by itself (POST /orders?id=…{})"),
    ],
)
def test_a_request_after_the_end_of_its_act_is_said_too(
    changes: dict[str, Any], words: str
) -> None:
    effect = replace(LATE, **changes)
    event = {"kind": "effect", "effect": asdict(effect), "late": True}
    said = format_aside(read_event(event))
    assert said == f"done without asking (notify): {words.format(', later')}"
    [deed] = deeds([effect])
    assert format_deed(deed) == words.format(", without asking")


def test_a_ledger_is_read_as_it_was_written_and_nothing_else_is() -> None:
    events = [{"kind": "effect", "effect": asdict(each)} for each in (ORDER, SENT)]
    assert RunTranscript.read([{"kind": "pictured"}, *events]).effects == (ORDER, SENT)
    odd = {"step": "x", "kind": 3, "status": "200", "page": ["a"], "more": 1}
    [effect] = read_effects(["no", None, odd])
    assert (effect.step, effect.kind, effect.status, effect.page) == (0, "request", None, "['a']")
    assert format_effects([effect])
