from __future__ import annotations

from typing import Any

import pytest

from agent_e.benchmarks.episodes.outcome import (
    claim_from_words,
    claim_of,
    classify,
    end_of,
    end_of_record,
)
from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord, Score
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.types import Outcome, TaskResult

REFUSALS = [
    "I could not find it.",
    "I couldn’t find any mug under $3.",
    "Sorry, unable to find the product.",
    "I was unable to complete the task.",
    "I was not able to log in.",
    "No such product exists.",
    "There is no such product in this shop.",
    "The product does not exist.",
    "No matching results were found.",
    "This cannot be done.",
    "The order can't be found.",
    "It is not possible to order there.",
    "I failed to open the page. I tried three times.",
    "I looked everywhere. I found no product called Teapot X.",
    "I can't find it.",
    "I cannot complete this task.",
    "I didn't find it.",
    "I give up.",
    "The task is infeasible.",
    "Ich konnte das Produkt nicht finden.",
    "Es gibt kein solches Produkt.",
    "Je n'ai pas trouvé ce produit.",
    "Ce produit n'existe pas.",
    "No he podido encontrarlo.",
    "No existe.",
    "Não encontrei o produto.",
    "找不到该商品。",
]
ANSWERS = [
    "$5",
    "The cannot-miss deal is $5.",
    "You cannot go wrong with the $5 mug.",
    "It cannot be returned after 30 days.",
    "I cannot recommend it enough: $5.",
    "I could not find the blue one, but the red one costs $5.",
    "I couldn't find a direct flight. However, one with a stop costs $200.",
    'The page says "I could not find what you want".',
    "The review: “I was unable to open it”. Rating: 2 stars.",
    "There is no charge.",
    "The unable-to-attend fee is $5.",
    "It was placed. The number is 7. Some did say it is not there. Total: $5.",
    42,
    ["a", "b"],
    False,
]


@pytest.mark.parametrize("words", REFUSALS)
def test_words_of_refusal(words: str) -> None:
    assert claim_from_words(words) == "cannot"


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_other_words(answer: Any) -> None:
    assert claim_from_words(answer) == "success"


@pytest.mark.parametrize("answer", [None, "", "  ", [], {}], ids=repr)
def test_no_words(answer: Any) -> None:
    assert claim_from_words(answer) == "none"


def result(outcome: Outcome, **more: Any) -> TaskResult:
    given: dict[str, Any] = {"exit_code": outcome.exit_code, "answer": "$5", **more}
    return TaskResult(outcome=outcome, **given)


SAID = [
    (result(Outcome.SUCCESS), ("success", "status")),
    (result(Outcome.UNVERIFIED), ("success", "status")),
    (result(Outcome.SUCCESS, answer="I could not find it."), ("cannot", "lexicon")),
    (result(Outcome.GAVE_UP), ("cannot", "status")),
    (result(Outcome.DENIED), ("cannot", "status")),
    (result(Outcome.LIMIT), ("none", "none")),
    (result(Outcome.ERROR), ("none", "none")),
    (result(Outcome.STOPPED), ("none", "none")),
]


@pytest.mark.parametrize(("ended", "claim"), SAID, ids=lambda each: str(each)[:40])
def test_claims(ended: TaskResult, claim: tuple[str, str]) -> None:
    assert claim_of(ended) == claim


CASES = [
    (result(Outcome.SUCCESS), True, "success"),
    (result(Outcome.SUCCESS), False, "fail_oblivious"),
    (result(Outcome.SUCCESS), None, "unjudged"),
    (result(Outcome.SUCCESS, answer="There is no such product."), False, "fail_self_aware"),
    (result(Outcome.UNVERIFIED), False, "fail_oblivious"),
    (result(Outcome.UNVERIFIED), True, "success"),
    (result(Outcome.SUCCESS, answer=None), False, "fail_oblivious"),
    (result(Outcome.GAVE_UP), False, "fail_self_aware"),
    (result(Outcome.GAVE_UP), True, "success"),
    (result(Outcome.GAVE_UP), None, "unjudged"),
    (result(Outcome.DENIED), False, "fail_self_aware"),
    (result(Outcome.NEEDS_PERSON), False, "blocked"),
    (result(Outcome.LIMIT), False, "fail_limit"),
    (result(Outcome.LIMIT), True, "success"),
    (result(Outcome.BAD_OUTPUT), False, "fail_invalid"),
    (result(Outcome.ERROR, error="BadReply"), False, "fail_invalid"),
    (result(Outcome.ERROR, error="ModelError"), False, "infra_error"),
    (result(Outcome.ERROR, exit_code=7, error="BrowserError"), True, "infra_error"),
    (result(Outcome.ERROR, exit_code=7), None, "infra_error"),
    (result(Outcome.STOPPED), False, "infra_error"),
    (result(Outcome.STOPPED, exit_code=143), False, "infra_error"),
]


@pytest.mark.parametrize(("ended", "passed", "outcome"), CASES, ids=lambda each: str(each)[:40])
def test_outcomes(ended: TaskResult, passed: bool | None, outcome: str) -> None:
    task = BenchTask(id="t", suite="s", intent="Do it.")
    score = Score(passed=passed, score=float(bool(passed)))
    assert classify(task, ended, score) == outcome


def test_what_could_not_be_scored_is_unjudged() -> None:
    task = BenchTask(id="t", suite="s", intent="Do it.")
    assert classify(task, result(Outcome.SUCCESS), None) == "unjudged"
    assert classify(task, result(Outcome.ERROR, exit_code=7), None) == "infra_error"


@pytest.mark.parametrize("outcome", list(EpisodeOutcome))
def test_a_stored_episode_keeps_how_it_ended(outcome: EpisodeOutcome) -> None:
    score = Score(passed=False, score=0)
    record = EpisodeRecord(
        suite="s", task_id="t", cluster="t", epoch=1, attempt=1, agent="own", outcome=outcome,
        score=score, started=0,
    )  # fmt: skip
    ends = {"blocked": "blocked", "fail_limit": "limit", "fail_invalid": "invalid"}
    wanted = "infra" if outcome == "infra_error" else ends.get(outcome, "answered")
    assert end_of_record(record) == wanted


def test_a_result_names_the_error_that_ended_it() -> None:
    assert result(Outcome.ERROR, error="BadReply").to_json()["error"] == "BadReply"
    assert result(Outcome.SUCCESS).to_json()["error"] == ""


def test_a_usage_error_is_no_fault_of_the_agent() -> None:
    assert end_of(result(Outcome.ERROR, exit_code=2)) == "infra"
