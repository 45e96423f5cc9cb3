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

UNHURRIED = settings(deadline=None)
MONEY = {"kind": "money", "value": 64.5, "currency": "USD"}
EUROS = {"kind": "money", "value": "1.234,50 €"}
TWELVE = {"kind": "number", "value": 12}
PRODUCTS = {"kind": "number", "value": 12, "unit": "products"}
DATE = {"kind": "date", "value": "2026-05-03"}
TIME = {"kind": "time", "value": "14:30"}
LENGTH = {"kind": "duration", "value": "2 h 30 min"}
YES = {"kind": "boolean", "value": True}
NO = {"kind": "boolean", "value": False}
SET = {"kind": "set", "value": ["red", "green", "blue"]}
LIST = {"kind": "list", "value": ["red", "green", "blue"]}
DOE = {"kind": "contains", "value": "Jane Doe"}
BOTH = {"kind": "all_of", "value": ["Jane Doe", "Oxford"]}
EXACT = {"kind": "exact", "value": "Café Noir"}
OBJECT: dict[str, Any] = {
    "kind": "schema",
    "value": {
        "type": "object",
        "properties": {"price": {"const": 5}},
        "required": ["price"],
    },
}

RIGHT: list[tuple[dict[str, Any], Any]] = [
    (MONEY, 64.5),
    (MONEY, "64.5"),
    (MONEY, "64.50"),
    (MONEY, "$64.50"),
    (MONEY, "The price is $64.50."),
    (MONEY, "USD 64.50"),
    (MONEY, "US$64.50"),
    (MONEY, "64,50 USD"),
    (MONEY, "64.50 dollars"),
    (MONEY, "64 dollars and 50 cents"),
    (MONEY, "sixty-four dollars and 50 cents"),
    (MONEY, "6450 cents"),
    (MONEY, "It costs **$64.50**."),
    (MONEY, "The mug costs $64.50, down from $80."),
    (MONEY, "It was $80, now it costs $64.50."),
    (MONEY, "$64.50 (was $80)"),
    (MONEY, "It is $64.50, not $60."),
    (MONEY, "$64.50 rather than the $60 of the other shop"),
    (MONEY, "$60 is not the price; it is $64.50."),
    (MONEY, "$60 is wrong. The price is $64.50."),
    (MONEY, "First I saw $60. Final answer: $64.50"),
    (MONEY, "$60 for the small one.\nAnswer: $64.50"),
    (MONEY, "**Answer:** $64.50"),
    (MONEY, "The small one is $60 and the large one **$64.50**."),
    (MONEY, "Mugs cost $60 and $64.50. The large mug costs $64.50."),
    (MONEY, "KE 677, $64.50"),
    (MONEY, "17:25, $64.50"),
    (MONEY, "Stoneware Mugs, Set of 4, $64.50"),
    (MONEY, "$60 plus $4.50, so $64.50"),
    (MONEY, "$60 + $4.50 = $64.50"),
    (MONEY, "$60 and $4.50, in total $64.50."),
    (MONEY, "3 mugs cost $64.50"),
    (MONEY, "The 2nd cheapest of 15 costs $64.50 (20% off)"),
    (MONEY, "$64.50 plus $5 shipping"),
    (MONEY, "Cheaper than $80: $64.50"),
    (MONEY, "As of 3 May 2026 it is $64.50."),
    (MONEY, "Actually, $64.50"),
    (MONEY, "$60. Correction: $64.50"),
    (MONEY, "The price was $64.50."),
    (MONEY, "ＵＳＤ ６４．５０"),
    (MONEY, {"price": 64.5}),
    (EUROS, "1234.5"),
    (EUROS, "1.234,50 €"),
    (EUROS, "€1,234.50"),
    (EUROS, "EUR 1 234,50"),
    (EUROS, "1'234.50 Euro"),
    ({"kind": "money", "value": 1234}, "$1,234"),
    ({"kind": "money", "value": 1200000}, "$1.2 million"),
    ({"kind": "money", "value": 0}, "It is free."),
    ({"kind": "money", "value": 64.5, "tolerance": 0.5}, "about $64"),
    ({"kind": "money", "any_of": [64.5, 60]}, "$60"),
    (TWELVE, 12),
    (TWELVE, "12"),
    (TWELVE, "12."),
    (TWELVE, "There are 12 products."),
    (TWELVE, "There are twelve of them."),
    (TWELVE, "a dozen"),
    (TWELVE, "12 (twelve)"),
    (TWELVE, "I counted 12; yes, 12."),
    (TWELVE, "3 x 4 = 12"),
    (TWELVE, "5 red and 7 blue ones, so 12 in total"),
    (TWELVE, "5 red ones, 7 blue ones, 12 altogether"),
    (TWELVE, "On 3 May 2026 there were 12."),
    (TWELVE, "12 products cost less than $50"),
    (TWELVE, "position 12th"),
    (TWELVE, "Not 11 but 12"),
    (TWELVE, "12 out of 40"),
    (TWELVE, "Answer: 12. I looked at 3 pages."),
    (TWELVE, "**12**"),
    (TWELVE, "١٢"),
    (TWELVE, "1.2e1"),
    (TWELVE, "12,0"),
    (PRODUCTS, "12 products in 3 categories"),
    (PRODUCTS, "In 3 categories there are 12 products."),
    (PRODUCTS, "12"),
    (PRODUCTS, "12 of the red products are in stock"),
    (PRODUCTS, "In 3 categories there are 12 available products."),
    ({"kind": "number", "value": 0}, "There are no results."),
    ({"kind": "number", "value": -5}, "-5"),
    ({"kind": "number", "value": -5}, "minus 5 degrees"),
    ({"kind": "number", "value": 1234567}, "1,234,567"),
    ({"kind": "number", "value": 1234567}, "1.234.567"),
    ({"kind": "number", "value": 1234567}, "1 234 567"),
    ({"kind": "number", "value": 7.5095e33}, "7.5095 × 10³³"),
    ({"kind": "number", "value": 0.5}, "1/2"),
    ({"kind": "number", "value": 0.5}, "½"),
    ({"kind": "number", "value": 4.5}, "4.5/5"),
    ({"kind": "number", "value": 4.5}, "4.5 out of 5 stars"),
    ({"kind": "number", "value": 12, "unit": "%"}, "12 % of 40"),
    ({"kind": "number", "value": 12, "unit": "percent"}, "12%"),
    ({"kind": "number", "value": 1.5, "unit": "km"}, "1,500 m"),
    ({"kind": "number", "value": 48, "unit": "GB"}, "48GB of memory on 2 cards"),
    ({"kind": "number", "value": 3.14159, "tolerance": 0.01}, "3.14"),
    (DATE, "2026-05-03"),
    (DATE, "3 May 2026"),
    (DATE, "May 3rd, 2026"),
    (DATE, "Sunday, May 3, 2026"),
    (DATE, "the 3rd of May 2026"),
    (DATE, "03.05.2026"),
    (DATE, "05/03/2026"),
    (DATE, "3. Mai 2026"),
    (DATE, "3 mai 2026"),
    (DATE, "3 de mayo de 2026"),
    (DATE, "It arrives on May 3."),
    (DATE, "It was 1 May 2026 at first. Final answer: 3 May 2026"),
    (DATE, "not on 2 May 2026 but on 3 May 2026"),
    (TIME, "14:30"),
    (TIME, "2:30 pm"),
    (TIME, "2:30 p.m."),
    (TIME, "2.30 PM"),
    (TIME, "It leaves at 14:30 on 3 May 2026."),
    (TIME, "14h30"),
    (TIME, "14:30:00"),
    ({"kind": "time", "value": "12:00"}, "noon"),
    ({"kind": "time", "value": "09:00"}, "9 am"),
    (LENGTH, "2 h 30 min"),
    (LENGTH, "2 hours and 30 minutes"),
    (LENGTH, "150 minutes"),
    (LENGTH, "2.5 hours"),
    (LENGTH, "2h30"),
    (LENGTH, "2:30 h"),
    (LENGTH, "PT2H30M"),
    (LENGTH, 9000),
    (LENGTH, "It leaves at 10:00, arrives at 12:30 and takes 2 h 30 min."),
    (YES, True),
    (YES, "Yes"),
    (YES, "Yes, it is in stock."),
    (YES, "Yes, there is no charge."),
    (YES, "The answer is yes."),
    (YES, "**Yes** - it is."),
    (YES, "Ja."),
    (NO, "No, it is not."),
    (NO, "false"),
    (NO, "No."),
    (SET, ["blue", "Red", "green"]),
    (SET, '["red", "green", "blue"]'),
    (SET, "red, green and blue"),
    (SET, "The colours are: blue, green, red."),
    (SET, "1. Red\n2. Green (my favourite, by far)\n3. Blue"),
    (SET, "* **Red**\n* **Green**\n* **Blue**"),
    (SET, "In the shop, the colours are red, green and blue. I hope this helps!"),
    (SET, "red, green and blue, as shown on the page"),
    (SET, "red, green, blue, but not pink"),
    (LIST, "red, green, blue"),
    (LIST, "1. red\n2. green\n3. blue"),
    (LIST, ["red", "green", "blue"]),
    (DOE, "Jane Doe"),
    (DOE, "It was written by JANE   DOE in 1999."),
    (DOE, "not John Roe but Jane Doe"),
    (DOE, "“Jane Doe”"),
    (BOTH, "Jane Doe of Oxford"),
    (EXACT, "café noir."),
    (EXACT, "The answer is: Café Noir"),
    (EXACT, '"Cafe\u0301 Noir"'),
    (OBJECT, {"price": 5}),
    (OBJECT, '{"price": 5}'),
    (OBJECT, 'Here it is:\n```json\n{"price": 5}\n```'),
    ({"kind": "money", "value": 5, "field": "item.price"}, {"item": {"price": "$5"}}),
    ({"kind": "number", "value": 2, "field": "items.1"}, '{"items": [1, 2]}'),
]

WRONG: list[tuple[dict[str, Any], Any]] = [
    (MONEY, None),
    (MONEY, ""),
    (MONEY, "   "),
    (MONEY, "I do not know."),
    (MONEY, "$60"),
    (MONEY, "It is not $64.50 but $60"),
    (MONEY, "It is not $64.50."),
    (MONEY, "It isn't $64.50"),
    (MONEY, "$64.50 is not the price."),
    (MONEY, "$64.50 or $60"),
    (MONEY, "60 or $64.50"),
    (MONEY, "$60, $64.50, $70"),
    (MONEY, "Between $60 and $64.50"),
    (MONEY, "$60-64.50"),
    (MONEY, "Answer: $60 or $64.50"),
    (MONEY, "Final answer: $60. Final answer: $64.50."),
    (MONEY, "**$60** **$64.50**"),
    (MONEY, "less than $64.50"),
    (MONEY, "€64.50"),
    (MONEY, "64.50 EUR"),
    (MONEY, "$645.0"),
    (MONEY, "$6450"),
    (MONEY, "$-64.50"),
    (MONEY, "$164.50"),
    (MONEY, "$64.50. Correction: $60"),
    (MONEY, "$60 (was $64.50)"),
    (MONEY, "It is $60, not, as you might think, $64.50"),
    (MONEY, "It is not, as you might think, $64.50"),
    (MONEY, "Maybe $64.50. Perhaps $60."),
    (MONEY, {"price": 60}),
    (MONEY, ["$64.50", "$60"]),
    (EUROS, "1.2345 €"),
    (EUROS, "$1,234.50"),
    (TWELVE, "13"),
    (TWELVE, "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"),
    (TWELVE, "12 or 13"),
    (TWELVE, "eleven or 12"),
    (TWELVE, "12-13"),
    (TWELVE, "120"),
    (TWELVE, "0.12"),
    (TWELVE, "v12"),
    (TWELVE, "-12"),
    (TWELVE, "more than 12"),
    (TWELVE, "12 thousand"),
    (TWELVE, True),
    (PRODUCTS, "12 categories"),
    (PRODUCTS, "12 or 13 products"),
    (PRODUCTS, "12 categories with 13 products"),
    ({"kind": "number", "value": 12, "unit": "km"}, "12 miles"),
    ({"kind": "number", "value": 0}, "12"),
    (DATE, "2026-05-04"),
    (DATE, "3 May 2025"),
    (DATE, "3-5 May 2026"),
    (DATE, "3 or 4 May 2026"),
    (DATE, "not 3 May 2026"),
    (DATE, "May 2026"),
    (DATE, "05.03.2026"),
    (TIME, "2:30"),
    (TIME, "14:30 or 15:00"),
    (TIME, "from 14:30 to 15:00"),
    (TIME, "2:30 am"),
    (LENGTH, "2 hours or 30 minutes"),
    (LENGTH, "2 hours"),
    (LENGTH, "2 h 31 min"),
    (LENGTH, "150"),
    (YES, "No."),
    (YES, "Yes and no."),
    (YES, "Yes. No."),
    (YES, "Perhaps."),
    (YES, "There is no charge."),
    (NO, "Yes, there is no charge."),
    (SET, "red and green"),
    (SET, "red, green, blue, pink"),
    (SET, "pink, red, green, blue"),
    (SET, "red, green and not blue"),
    (SET, "- red\n- green\n- blue\n- pink"),
    (SET, ["red", "green", "blue", "pink"]),
    (SET, ["red", "green"]),
    (SET, "redgreenblue"),
    (LIST, "blue, green, red"),
    (LIST, ["green", "red", "blue"]),
    (LIST, "red, green, blue, pink"),
    (DOE, "Janet Doerr"),
    (DOE, "It is not Jane Doe."),
    (DOE, "John Roe rather than Jane Doe"),
    (BOTH, "Jane Doe of Cambridge"),
    (EXACT, "Café Noir or Café Blanc"),
    (EXACT, "Noir"),
    (OBJECT, {"price": 6}),
    (OBJECT, "5"),
    ({"kind": "money", "value": 5, "field": "item.price"}, {"item": {}}),
    ({"kind": "money", "value": 5, "field": "item.price"}, "$5"),
]


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
