"""What is missing from the support of an answer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_e.types import Document, Effect, Fact, SkillResult
from agent_e.verification import EvidenceLog, notes_for

URL = "http://shop.test/"
FOUND = Fact(claim="It costs $12.50", quote="$12.50", step=1, url=URL)
LOST = Fact(claim="It is blue", quote="a blue mug", step=0, url="", found=False)
EFFECT = Effect(step=1, kind="act", tier="R2", action="click", target="button 'Buy'", page=URL)


def log_of(text: str) -> EvidenceLog:
    log = EvidenceLog()
    log.add(SkillResult(data=(Document(url=URL, text=text),)), step=1, url=URL)
    return log


PAGE = log_of(
    "Red Mug: $12.50\nTotal 1,204.00 €, in words\nSumme 3.418,50 €\n7 pieces\n15,234 views"
)


def kinds(answer: Any = "12", facts: tuple[Fact, ...] = (FOUND,), **more: Any) -> list[str]:
    given: dict[str, Any] = {"log": PAGE, "effects": (), "had_to_act": False, **more}
    return [f"{note.kind} {note.what}".strip() for note in notes_for(answer, facts, **given)]


@pytest.mark.parametrize(
    "answer", ["7", "There is none.", "3 + 4 = 7", "三つ", "I have ordered it.", ""]
)
def test_words_are_never_judged_by_code(answer: str) -> None:
    assert kinds(answer) == []


@given(st.text())
def test_whatever_the_words_are_nothing_is_noted(answer: str) -> None:
    assert kinds(answer) == []


def test_what_was_never_shown_is_named() -> None:
    assert kinds(facts=(FOUND, LOST)) == ["not_located a blue mug"]


def test_an_answer_without_evidence_is_noted_unless_something_was_done() -> None:
    assert kinds(facts=()) == ["no_evidence"]
    assert kinds(facts=(), effects=(EFFECT,)) == []


def test_what_had_to_be_done_and_was_not_is_noted() -> None:
    assert kinds(had_to_act=True) == ["nothing_done"]
    assert kinds(had_to_act=True, effects=(EFFECT,)) == []


def test_an_end_by_a_limit_is_noted() -> None:
    assert kinds(limit="20 steps") == ["limit 20 steps"]


@pytest.mark.parametrize(
    "answer",
    [
        {"price": 12.5},
        {"price": "12.50"},
        {"total": 1204},
        {"total": 1204.0},
        {"sum": 3418.5},
        {"pieces": 7, "in_stock": True, "note": None, "blank": " "},
        [{"name": "Red Mug"}, {"name": "red mug"}],
        {"views": 15234},
    ],
)
def test_values_are_found_in_the_form_of_the_page(answer: Any) -> None:
    assert kinds(answer) == []


@pytest.mark.parametrize(
    ("answer", "missing"),
    [
        ({"price": 12.51}, ["12.51"]),
        ({"items": [{"name": "Blue Mug"}, {"name": "Red Mug"}]}, ["Blue Mug"]),
        ([8, 7, 9], ["8", "9"]),
        ({"total": 1204.5}, ["1204.5"]),
    ],
)
def test_values_that_stand_nowhere_are_named(answer: Any, missing: list[str]) -> None:
    assert kinds(answer) == [f"value_not_found {value}" for value in missing]


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inside: (
            st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3)
        ),
        max_leaves=5,
    )
)
def test_no_typed_answer_breaks_it(answer: Any) -> None:
    assert all(said.startswith("value_not_found") for said in kinds(answer))
