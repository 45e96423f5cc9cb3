"""Checks that compare as other benchmarks publish: WebArena's, GAIA's, Mind2Web's, showdown's."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.benchmarks.evaluators import EvaluationError, check, js_key
from agent_e.benchmarks.evaluators.first_act import f1
from agent_e.benchmarks.evaluators.gaia import is_same
from agent_e.benchmarks.evaluators.webarena import PageKeys
from agent_e.benchmarks.tasks.record import EvaluatorSpec

from .conftest import SHOP, Judged

ANSWERS: list[tuple[dict[str, Any], Any, bool | None]] = [
    ({"exact": "Sprite"}, " 'sprite' ", True),
    ({"exact": "Sprite"}, "It is Sprite", False),
    ({"includes": ["914km"]}, "It is 914km far.", True),
    ({"includes": ["914km"]}, "It is 914 km far.", False),
    ({"includes": ["a", "b"]}, "cab", True),
    ({"includes": ["0"]}, "There are 10.", False),
    ({"includes": ["0"]}, "There are 0.", True),
    ({"includes": ["x"], "same": ["y"]}, "nothing", False),
    ({"same": ["8h 33min"]}, "8h 33min", True),
    ({"same": ["8h 33min"]}, "513 minutes", None),
    ({"same": ["3 orders", "$5"]}, "3 orders", None),
    ({"exact": "Sprite"}, "", False),
    ({"exact": "Sprite"}, None, False),
]


@pytest.mark.parametrize(("own", "answer", "right"), ANSWERS, ids=str)
async def test_webarenas_answers(
    judged: Judged, own: dict[str, Any], answer: Any, right: bool | None
) -> None:
    verdict = await judged({"type": "webarena_answer", **own}, answer=answer)
    assert verdict.passed is right, verdict.reason


PAGES: list[tuple[dict[str, Any], Any, bool]] = [
    ({"exact": "1"}, 1, True),
    ({"exact": "1"}, 10, False),
    ({"includes": ["A & B |OR| C"]}, "x a &amp; b y", True),
    ({"includes": ["A", "D"]}, "a", False),
    ({"exact": ""}, None, True),
    ({"includes": ["a"]}, None, False),
]


@pytest.mark.parametrize(("own", "value", "right"), PAGES, ids=str)
async def test_webarenas_pages(
    judged: Judged, own: dict[str, Any], value: Any, right: bool
) -> None:
    keys = {"url": "last", "locator": "document.title", **own}
    key = js_key("last", PageKeys.model_validate(keys).expression)
    seen = {"js": {key: value}, "sites": {"shop": SHOP}}
    verdict = await judged({"type": "webarena_page", **keys}, pages={f"{SHOP}/a": ""}, **seen)
    assert verdict.passed is right, verdict.reason
    made_up = await judged({"type": "webarena_page", **keys}, pages={"data:,x": ""}, **seen)
    assert made_up.passed is False


async def test_a_page_that_could_not_be_read_is_nobodys_failure(judged: Judged) -> None:
    keys, page = {"url": "last", "locator": "document.title", "exact": "x"}, {f"{SHOP}/a": ""}
    key = js_key("last", PageKeys.model_validate(keys).expression)
    with pytest.raises(EvaluationError, match="could not be read: late"):
        await judged({"type": "webarena_page", **keys}, pages=page, js={key: {"$error": "late"}})
    with pytest.raises(EvaluationError, match="has no value"):
        await judged({"type": "webarena_page", **keys}, pages=page)


@pytest.mark.parametrize("answer", [None, "done", "[1]", '{"task_type": 5, "status": "SUCCESS"}'])
async def test_an_answer_of_another_form_does_not_reach_the_program(
    judged: Judged, answer: Any
) -> None:
    verdict = await judged({"type": "webarena_verified", "task": 1}, answer=answer)
    assert verdict.passed is False
    assert verdict.reason.startswith("The answer is no JSON object")


GAIA = [
    ("17", "17", True),
    ("$1,700", "1700", True),
    ("17.0 %", "17", True),
    ("seventeen", "17", False),
    ("Sea gull.", "seagull", True),
    ("sea gulls", "seagull", False),
    ("b; A", "b,a", True),
    ("a, b", "b, a", False),
    ("1, $2", "1;2", True),
    ("1", "1;2", False),
    ("St. Ives, x", "St Ives, x", False),
]


@pytest.mark.parametrize(("given", "wanted", "right"), GAIA)
async def test_gaias_quasi_exact_match(
    judged: Judged, given: str, wanted: str, right: bool
) -> None:
    assert is_same(given, wanted) is right
    assert (await judged({"type": "gaia", "answer": wanted}, answer=given)).passed is right


def did(kind: str, *ids: str, value: str = "", **place: float) -> dict[str, Any]:
    return {"kind": kind, "value": value, "ids": list(ids), **place}


INTO = [did("CLICK", "9", "1"), did("TYPE", "9", "1", value="Ro"),
        did("TYPE", "9", "1", value="Rome it"), did("TYPE", "4", value="x")]  # fmt: skip
ACTS: list[tuple[dict[str, Any], list[dict[str, Any]], bool, float]] = [
    ({"box": [0.1, 0.1, 0.2, 0.2]}, [did("CLICK", x=0.2, y=0.1)], True, 1.0),
    ({"box": [0.1, 0.1, 0.2, 0.2]}, [did("CLICK", x=0.21, y=0.1)], False, 0.0),
    ({"box": [0.1, 0.1, 0.2, 0.2]}, [did("CLICK"), did("CLICK", x=0.2, y=0.1)], False, 0.0),
    ({"elements": ["1"]}, [did("CLICK", "9", "1")], True, 1.0),
    ({"elements": ["2"]}, [did("CLICK", "9", "1"), did("CLICK", "2")], False, 0.0),
    ({"elements": []}, [did("CLICK", "9")], False, 0.0),
    ({"operation": "TYPE Rome it"}, INTO, True, 1.0),
    ({"operation": "TYPE Rome"}, INTO, False, 0.8),
    ({"operation": "CLICK"}, [did("CLICK", "9")], True, 1.0),
    ({"operation": "SELECT Two"}, [did("CLICK", "9")], False, 0.0),
    ({"operation": "CLICK"}, [], False, 0.0),
]


@pytest.mark.parametrize(("own", "acts", "right", "score"), ACTS, ids=str)
async def test_the_first_act_on_a_stored_page(
    judged: Judged, own: dict[str, Any], acts: list[dict[str, Any]], right: bool, score: float
) -> None:
    made = {"type": "first_act", "site": "stored", **own}
    verdict = await judged(made, state={"stored": {"acts": acts}})
    assert (verdict.passed, verdict.score) == (right, pytest.approx(score)), verdict.reason
    with pytest.raises(EvaluationError, match="does not say what was done"):
        await judged(made)


def test_words_are_counted_once() -> None:
    assert f1("TYPE a a", "TYPE a") == 1.0
    assert f1("", "CLICK") == 0.0


async def test_a_site_elsewhere_hides_its_state(judged: Judged) -> None:
    elsewhere = {"sites": {"shop": "http://shop.example"}}
    for made in (
        {"type": "state", "site": "shop", "path": "orders", "count": 1},
        {"type": "reward", "site": "shop", "path": "main"},
    ):
        verdict = await judged(made, **elsewhere)
        assert verdict.passed is None
        assert verdict.reason == "shop ran elsewhere and does not reveal its state."


@pytest.mark.parametrize(
    "made",
    [
        {"type": "webarena_answer"},
        {"type": "webarena_page", "url": "last"},
        {"type": "webarena_page", "url": "last", "exact": "a", "includes": ["b"]},
        {"type": "first_act", "site": "s"},
        {"type": "first_act", "site": "s", "box": [1, 2]},
        {"type": "first_act", "site": "s", "elements": [], "operation": "CLICK"},
        {"type": "gaia"},
    ],
    ids=str,
)
def test_a_check_that_says_nothing_is_refused(made: dict[str, Any]) -> None:
    assert check(EvaluatorSpec.model_validate(made)) != []
