"""What answers say, in the many ways in which people and models say it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.episodes.record import Evidence
from agent_e.benchmarks.evaluators import Case, check
from agent_e.benchmarks.evaluators.answers.candidates import stand_of
from agent_e.benchmarks.evaluators.answers.normal import tidy
from agent_e.benchmarks.evaluators.answers.numbers import parse_number, scan_numbers
from agent_e.benchmarks.evaluators.answers.scalars import Wanted, expected, matches
from agent_e.benchmarks.evaluators.base import Finding
from agent_e.benchmarks.evaluators.table import EVALUATORS
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec

from .answer_cases import MONEY, RIGHT, WRONG

UNHURRIED = settings(deadline=None)


async def said(own: dict[str, Any], answer: Any, intent: str = "Say it.") -> Finding:
    spec = EvaluatorSpec.model_validate({"type": "answer", **own})
    assert check(spec) == []
    task = BenchTask(id="t", suite="s", intent=intent, evaluators=(spec,))
    case = Case(task, Evidence(intent=intent, answer=answer), Path("nowhere"))
    evaluator = EVALUATORS["answer"]
    return await evaluator.rule(evaluator.read(spec), case, None)


def test_the_table_is_large() -> None:
    assert len(RIGHT) + len(WRONG) >= 150


@pytest.mark.parametrize(("own", "answer"), RIGHT, ids=lambda each: str(each)[:60])
async def test_right(own: dict[str, Any], answer: Any) -> None:
    found = await said(own, answer)
    assert found.passed is True, found.reason


@pytest.mark.parametrize(("own", "answer"), WRONG, ids=lambda each: str(each)[:60])
async def test_wrong(own: dict[str, Any], answer: Any) -> None:
    found = await said(own, answer)
    assert found.passed is False
    assert found.reason.endswith(".")


def test_the_question_s_own_numbers_are_no_answer() -> None:
    wanted = [Wanted(kind="number", value=Fraction(12))]
    answer = "Among the 40 mugs there are 12 red ones."
    assert matches(answer, wanted, "How many of the 40 mugs are red?") == ""
    assert "2" in matches(answer, wanted, "How many mugs are red?")


@pytest.mark.parametrize(
    "own",
    [
        {"kind": "money", "value": "cheap"},
        {"kind": "date", "value": "soon"},
        {"kind": "set", "value": []},
        {"kind": "set", "value": "red"},
        {"kind": "exact", "value": "..."},
        {"kind": "boolean", "value": "yes"},
        {"kind": "schema", "value": {"type": "nothing"}},
        {"kind": "number"},
        {"kind": "number", "value": 1, "any_of": [1]},
        {"kind": "number", "value": 1, "tolerence": 2},
        {"kind": "guess", "value": 1},
    ],
    ids=str,
)
def test_checks_that_could_not_work_are_named(own: dict[str, Any]) -> None:
    problems = check(EvaluatorSpec.model_validate({"type": "answer", **own}))
    assert problems
    assert all(problem.startswith("The check answer") for problem in problems)


@UNHURRIED
@given(st.integers(-(10**9), 10**9), st.integers(0, 99), st.sampled_from(["{:,.2f}", "{:.2f}"]))
def test_amounts_are_read_as_they_are_written(whole: int, cents: int, form: str) -> None:
    value = Fraction(whole * 100 + (cents if whole >= 0 else -cents), 100)
    wanted = [Wanted(kind="money", value=(value, frozenset[str]()))]
    text = form.format(float(value))
    assert matches(f"It costs {text}.", wanted, "") == ""
    swapped = text.translate(str.maketrans(",.", ".,"))
    assert matches(f"Das kostet {swapped} €", wanted, "") == ""


@UNHURRIED
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_two_amounts_are_no_answer(one: int, other: int) -> None:
    wanted = [Wanted(kind="money", value=(Fraction(one), frozenset[str]()))]
    wrong = matches(f"${one} or ${other}", wanted, "")
    assert (wrong == "") == (one == other)


@UNHURRIED
@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    for kind, value in (("money", "$5"), ("date", "2026-05-03"), ("time", "14:30")):
        wanted = Wanted(kind=kind, value=expected(kind, value))  # type: ignore[arg-type]
        assert isinstance(matches(text, [wanted], text), str)
    for each in scan_numbers(tidy(text)):
        assert each.readings


def test_separators() -> None:
    assert parse_number("1,234") == {Fraction(1234), Fraction(1234, 1000)}
    assert parse_number("1,234.5") == {Fraction("1234.5")}
    assert parse_number("1.234,5") == {Fraction("1234.5")}
    assert parse_number("12,34,56") == frozenset()
    assert parse_number("0,234") == {Fraction("0.234")}


def test_nothing_named_is_no_stand() -> None:
    assert stand_of("nothing", [], lambda one, other: one == other).problem == "it names none"


async def test_a_whole_page_is_no_answer() -> None:
    found = await said(MONEY, "$64.50 " * 1000)
    assert found.passed is False
    assert "too many" in found.reason
