from __future__ import annotations

from dataclasses import replace

import pytest

from agent_e.cli.summary import answer_text, summary_lines
from agent_e.types import Effect, Fact, Outcome, TaskResult, Usage


def test_success_shows_evidence_figures_and_folder() -> None:
    result = TaskResult(
        outcome=Outcome.SUCCESS,
        answer="$12.50",
        evidence=(Fact(claim="Its price", quote='"$12.50"\nonly', step=3, url="http://shop/mug"),),
        usage={
            "planner": Usage(calls=2, input_tokens=4000, output_tokens=150),
            "navigator": Usage(calls=4, input_tokens=9000, output_tokens=200),
        },
        cost_usd=0.0123,
        steps=6,
        seconds=12.5,
        run_dir="runs/one",
    )
    assert [line.plain for line in summary_lines(result)] == [
        "success",
        '  Its price — ""$12.50" only" (http://shop/mug)',
        "  6 steps, 13,350 tokens, 12 s, $0.0123",
        "  runs/one",
    ]


@pytest.mark.parametrize("outcome", [each for each in Outcome if each is not Outcome.SUCCESS])
def test_every_other_outcome_says_why(outcome: Outcome) -> None:
    lines = summary_lines(TaskResult(outcome=outcome, message="Something\x1b[31m happened."))
    assert lines[0].plain == f"{outcome.value.replace('_', ' ')}: Something [31m happened."


def test_an_object_is_answered_as_json() -> None:
    assert answer_text({"price": "€ 3"}) == '{\n  "price": "€ 3"\n}'
    assert answer_text("two\nlines") == "two\nlines"


def test_what_was_done_is_listed_with_its_requests_folded() -> None:
    act = Effect(
        step=2, kind="act", tier="R3", action="click", target="button 'Buy'", page="http://shop/",
        grant="notify", page_message="Thank you.",
    )  # fmt: skip
    sent = replace(act, kind="request", method="POST", url="http://shop/orders", status=201)
    result = TaskResult(outcome=Outcome.GAVE_UP, effects=(act, sent), message="It got lost.")
    assert [line.plain for line in summary_lines(result)][:3] == [
        "gave up: It got lost.",
        "Done on your behalf:",
        "  clicked button 'Buy' (POST /orders 201, without asking) — \"Thank you.\"",
    ]
