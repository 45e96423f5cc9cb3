from __future__ import annotations

from typing import Any

from agent_e.cli.plain import PlainView

from .feed import START, events


def test_one_line_for_every_event_of_note() -> None:
    lines: list[str] = []
    view = PlainView(lines.append)
    for event in events():
        view(event)
    assert lines == [
        "task: Find the cheapest mug in the shop and tell me its price",
        "model: openai:gpt-4.1, openai:gpt-4.1-mini, architecture: hierarchical",
        "note: No model key is set: the rule-based offline model answers.",
        "  open_url http://127.0.0.1:41234/: "
        'The page changed: now "Corner Shop" at http://127.0.0.1:41234/ (HTTP 200).',
        "plan:",
        "  [x] Open the shop",
        "  [>] Find the cheapest mug",
        "  [ ] Report its price",
        "sub-task 1: List the mugs by price",
        "  enter_text searchbox 'Search' \"mug\": "
        'The page changed: now "7 results" at http://127.0.0.1:41234/search?q=mug (HTTP 200).',
        "  model: The provider is overloaded. Trying again in 2 s.",
        "  click button 'Sort by price' (refused): "
        "'Sort by price' is covered by dialog 'Cookies'; close it first.",
        "  click button 'Accept all': The dialog 'Cookies' closed.",
        "sub-task 1 done: The blue mug is the cheapest at $12.50.",
        "plan:",
        "  [x] Open the shop",
        "  [x] Find the cheapest mug",
        "  [>] Report its price",
    ]


def test_text_of_pages_is_harmless_and_short() -> None:
    lines: list[str] = []
    view = PlainView(lines.append)
    words = "Which\x1b[31m one?\n" + "x" * 500
    view({"seq": 1, "time": START, "kind": "subtask.started", "number": 1, "sub_task": words})
    assert lines[0].startswith("sub-task 1: Which [31m one? xxx")
    assert len(lines[0]) == 200


def test_what_was_extracted_is_told_in_figures() -> None:
    lines: list[str] = []
    event = {"kind": "extracted", "fields": ["item", "price"], "records": 40, "pages": 2}
    PlainView(lines.append)({**event, "seq": 1, "time": START, "place": "table under 'Prices'"})
    assert lines == ["  extract item, price: 40 records from 2 pages, table under 'Prices'"]


def test_a_loop_is_named() -> None:
    lines: list[str] = []
    event = {"seq": 1, "time": START, "kind": "loop.found", "role": "navigator", "level": 2}
    PlainView(lines.append)({**event, "words": "It went round in a loop: click -> nothing."})
    assert lines == [
        "  loop of the navigator (2 in a row): It went round in a loop: click -> nothing."
    ]


def told(*fed: dict[str, Any], **options: Any) -> list[str]:
    lines: list[str] = []
    view = PlainView(lines.append, **options)
    for number, event in enumerate(fed):
        view({"seq": number, "time": START, **event})
    return lines


ASKED = {"kind": "person.asked", "request": {"id": "1", "question": "Which size\x1b[2J?"}}
ANSWERED = {"kind": "person.answered", "id": "1", "action": "answered", "value": "42", "note": ""}


def test_the_person_is_told_of() -> None:
    assert told(
        ASKED,
        ANSWERED,
        {"kind": "control.paused", "by": "http"},
        {"kind": "control.steered", "by": "http", "words": "look at the red ones"},
        {"kind": "control.resumed", "by": "http"},
    ) == [
        "waiting for you: Which size [2J?",
        "answer: 42",
        "paused by http",
        "steered by http: look at the red ones",
        "goes on by http",
    ]


def test_a_question_is_not_told_of_where_it_is_shown() -> None:
    assert told(ASKED, ANSWERED, asks=True) == ["answer: 42"]


def test_lines_wait_while_somebody_else_has_the_terminal() -> None:
    lines: list[str] = []
    view = PlainView(lines.append)
    with view.lent():
        view({"seq": 1, "time": START, **ANSWERED})
        assert not lines
    assert lines == ["answer: 42"]


EFFECT = {
    "step": 3,
    "kind": "act",
    "tier": "R3",
    "action": "click",
    "target": "button 'Cancel booking'",
    "page": "http://club.example/bookings",
    "grant": "notify",
    "page_message": "It is\x1b[2J cancelled.",
}


def test_what_nobody_was_asked_about_is_said_at_once() -> None:
    words = (
        "done without asking (--trust): clicked button 'Cancel booking' — \"It is [2J cancelled.\""
    )
    assert told({"kind": "effect", "started": 1, "effect": EFFECT}) == [f"  {words}"]
    approved = {**EFFECT, "grant": "approved"}
    assert told({"kind": "effect", "started": 1, "effect": approved}) == []
