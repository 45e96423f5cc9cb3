"""The vision-first agent's answers and judgements, without a browser."""

from __future__ import annotations

import pytest

from agent_e.architectures.websight.judge import blame, read_verdict
from agent_e.architectures.websight.steps import StepResult
from agent_e.architectures.websight.tag_parser import action_in, steps_in
from agent_e.loops.steps import Tried, Verdict
from agent_e.types import ChangeReport, SkillResult


@pytest.mark.parametrize(
    ("reply", "steps"),
    [
        ("<step>Open the shop</step>\n<step>Search it</step>", ["Open the shop", "Search it"]),
        ("<STEP>Open\n the shop</STEP>", ["Open the shop"]),
        ("<step>Open the shop <step>Search it", ["Open the shop", "Search it"]),
        ("1. Open the shop\n2) Search it", ["Open the shop", "Search it"]),
        ("<think>hm</think><step>Open</step>", ["Open"]),
        ("Just open it.", ["Just open it."]),
        ("", []),
    ],
)
def test_a_plan_is_read(reply, steps):
    assert steps_in(reply) == steps


def test_a_plan_has_an_end():
    assert len(steps_in("<step>again</step>" * 50)) == 12


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        (
            "<reasoning>So.</reasoning>\n<action>Click the 'Buy' link</action>",
            ("act", "Click the 'Buy' link"),
        ),
        ("<action>Click\n it", ("act", "Click it")),
        ("<action>Click a</action><action>Click b</action>", ("act", "Click a")),
        ("<action>FINISHED + It costs $5.</action>", ("done", "It costs $5.")),
        ("<action>Finished: Cannot: no such page</action>", ("done", "Cannot: no such page")),
        ("FINISHED 3", ("done", "3")),
        ("I would click it.", None),
        ("", None),
    ],
)
def test_one_thing_to_do_or_the_end(reply, wanted):
    assert action_in(reply) == wanted


def test_a_verdict_is_read_with_the_state_and_what_was_found():
    found = read_verdict(
        "<advanced>Yes</advanced><state>The kettle is open.</state>"
        "<fact>Price: $48.00</fact><fact>none</fact>",
        "before",
    )
    assert (found.advanced, found.state) == (True, "The kettle is open.")
    assert (found.facts, found.fault) == (("Price: $48.00",), "")


def test_a_verdict_names_whose_fault_it_was():
    said = "<advanced>no</advanced><fault>Actor: it hit the ad.</fault>"
    found = read_verdict(said, "before")
    assert (found.advanced, found.state, found.fault) == (False, "before", "actor")


def test_a_judge_that_says_nothing_takes_change_for_progress():
    assert read_verdict("I cannot tell.", "before").advanced


def round_of(*led_to: str) -> Verdict:
    pairs = tuple(
        Tried(state=number, action="click", words="click", led_to=words, times=2)
        for number, words in enumerate(led_to)
    )
    return Verdict(rule="repeated", level=1, step=5, pairs=pairs)


ACTED, GHOST = SkillResult(), SkillResult(ghost=True)


def step(instruction: str = "Click the Save button", **fields) -> StepResult:
    return StepResult(instruction=instruction, message="", **fields)


@pytest.mark.parametrize(
    ("taken", "said", "component"),
    [
        (step(), "", "actor"),
        (step(kind="scroll", result=GHOST), "", "actor"),
        (step(kind="click", result=GHOST, target="Advertisement"), "", "actor"),
        (step(kind="click", result=GHOST, target="Save"), "", "reasoner"),
        (step(kind="click", error="No."), "", "actor"),
        (step(kind="click", error="No.", banned=True), "", "reasoner"),
        (step(kind="click", result=ACTED), "planner", "planner"),
        (step(kind="click", result=ACTED), "nobody", "reasoner"),
        (step(kind="click", verdict=round_of("page 'A'", "page 'B'")), "", "planner"),
        (step(kind="click", verdict=round_of("-", "-"), target="Save"), "", "reasoner"),
        (step("Type 'mug'", kind="type", error="No."), "", "reasoner"),
    ],
)
def test_whose_fault_a_step_was(taken, said, component):
    assert blame(taken, said) == component


@pytest.mark.parametrize(
    ("action", "report", "unseen"),
    [
        ("click(point='<point>5 5</point>')", None, True),
        ("click(point='<point>5 5</point>')", ChangeReport(), False),
        ("", None, False),
    ],
)
def test_what_no_picture_shows_is_known(action, report, unseen):
    took = StepResult(instruction="", message="", action=action, result=SkillResult(report=report))
    assert took.unseen == unseen
