"""Right answers, false quotes and wrong answers, and what is counted of them; no browser."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from agent_e.benchmarks.perf.answers import judging
from agent_e.benchmarks.perf.answers.bench import verdict_rows
from agent_e.benchmarks.perf.answers.copying import quotes_of
from agent_e.benchmarks.perf.answers.counting import CITED, false_rows, right_rows
from agent_e.benchmarks.perf.answers.evidence import Case, Run, Shown
from agent_e.benchmarks.perf.answers.judging import read_verdicts, request_of, write_verdicts
from agent_e.benchmarks.perf.answers.misquoting import KINDS, misquotes_of
from agent_e.benchmarks.perf.answers.right import phrases, right_answers
from agent_e.benchmarks.perf.answers.wrong import RIGHT, asked
from agent_e.dom.render.page_text import render
from agent_e.errors import ConfigError
from agent_e.models.model import Message, Reply
from agent_e.types import ChangeReport, Effect, Node, Observation, SkillResult
from agent_e.verification.judge import MAX_CHARACTERS, Judgement

GOODS = [("Red Mug", "$12.50", "4"), ("Blue Mug", "$9.90", "11"), ("Oak Lamp", "$45.00", "7")]


def page_of(path: str, port: int = 80) -> Observation:
    nodes = [
        Node(0, "heading", "All our goods of this spring", level=1),
        Node(0, "text", "We send every parcel within three working days to your door."),
        Node(0, "table", "Goods"),
    ]
    for name, price, stock in GOODS:
        nodes += [Node(1, "row"), *(Node(2, "cell", text) for text in (name, price, stock))]
    return Observation(url=f"http://127.0.0.1:{port}{path}", title="Goods", nodes=tuple(nodes))


def shown(path: str = "/", *, sent: bool = False, port: int = 80) -> Shown:
    page = page_of(path, port)
    if sent:
        report = ChangeReport(page=page)
        text = f"Clicked button 'Buy'.\n{render(page).text}"
        return Shown(result=SkillResult(text=text, report=report), url=page.url, sent=True)
    return Shown(result=SkillResult(text=render(page).text, data=(page,)), url=page.url)


EFFECT = Effect(
    step=1, kind="request", tier="R2", action="click", target="button 'Buy'", page="", method="POST"
)
SAVED = Run(id="goods", source="saved", task="What is there?", answer="", shown=(shown(),))
LOCAL = Run(
    id="shop-price-0",
    source="local",
    task="What does the Red Mug cost?",
    answer="$12.50",
    shown=(shown(),),
    params={"product": "red-mug"},
)
DEED = Run(
    id="shop-add-0",
    source="local",
    task="Put the Red Mug in my basket.",
    answer="The Red Mug is in your basket.",
    deed=True,
    shown=(shown(), shown("/basket", sent=True)),
    effects=(EFFECT,),
)


def test_quotes_are_copied_in_many_styles_and_false_ones_of_every_kind() -> None:
    styles = {quote.style.partition(",")[0] for quote in quotes_of(shown(), Random(1))}
    assert {"line", "words", "row", "cells of a row", "title", "section"} <= styles
    made = {
        quote.style for seed in range(9) for quote in misquotes_of("goods", [shown()], Random(seed))
    }
    assert made == set(KINDS)


def test_no_phrase_is_there_twice_and_all_have_what_they_need() -> None:
    every = [(kind, text) for kind, texts in phrases().items() for text in texts]
    assert len(set(every)) == len(every) >= 60
    names = {"name", "value", "n", "a", "b", "c", "x", "y"}
    assert all(text.format(**dict.fromkeys(names, "?")) for _, text in every)


@pytest.mark.parametrize("run", [SAVED, LOCAL, DEED])
def test_right_answers_are_the_same_each_time(run: Run) -> None:
    made = list(right_answers(run))
    assert made == list(right_answers(run))
    assert len({case.id for case in made}) == len(made) >= 2


async def test_right_answers_pass_and_their_quotes_are_located() -> None:
    figures = {(row.case, row.figure): row for row in await right_rows([SAVED, LOCAL, DEED])}
    assert figures[CITED, "tried"].value >= 15  # type: ignore[operator]
    assert figures[CITED, "refused by code"].value == 0
    located = figures[CITED, "quotes located"]
    assert located.value == 100, located.note
    assert ("without quotes", "tried") in figures


def test_false_quotes_are_located_nowhere() -> None:
    figures = {(row.case, row.figure): row.value for row in false_rows([SAVED, LOCAL])}
    assert figures["false quotes", "tried"] == 18
    assert figures["false quotes", "located"] == 0


def test_the_judge_is_asked_about_wrong_and_right_answers() -> None:
    cases = {case.kind: case for case in asked([LOCAL, DEED])}
    assert {"another item", "number off by one", "not done", "nothing done", RIGHT} <= set(cases)
    assert cases["another item"].answer == "$9.90"
    assert cases["number off by one"].answer == "$13.50"
    assert (cases["not done"].answer, cases["not done"].effects) == (DEED.answer, ())
    assert cases["nothing done"].quotes == ()
    assert cases["not done"].had_to_act


def request_at(port: int) -> judging.Request:
    [case] = [
        case
        for case in asked([replace(LOCAL, shown=(shown(port=port),))])
        if case.kind == "another item"
    ]
    return request_of(case)


def test_a_request_is_known_by_its_words_whatever_the_port() -> None:
    one, same = request_at(40001), request_at(50002)
    assert one.hash == same.hash
    assert one.case.id not in one.messages[1].words
    other = request_of(replace(one.case, answer="$1.00"))
    assert other.hash != one.hash
    assert one.size <= MAX_CHARACTERS


def judged(cases: list[Case], verdicts: list[str]) -> dict[tuple[str, str], object]:
    requests = [request_of(case) for case in cases]
    given = {
        request.hash: Judgement(verdict=verdict, why="")  # type: ignore[arg-type]
        for request, verdict in zip(requests, verdicts, strict=False)
    }
    return {(row.case, row.figure): row.value for row in verdict_rows(requests, given, "someone")}


def test_verdicts_are_counted_and_stale_ones_are_said() -> None:
    cases = sorted(asked([LOCAL, DEED]), key=lambda case: case.kind == RIGHT)
    wrong = sum(case.kind != RIGHT for case in cases)
    right = len(cases) - wrong
    said = judged(cases, ["no"] * (wrong - 1) + ["yes"] + ["no"] + ["yes"] * (right - 1))
    assert said["judge", "wrong answers judged"] == wrong
    assert said["judge", "caught"] == wrong - 1
    assert (said["judge", "right answers judged"], said["judge", "right refused"]) == (right, 1)
    assert ("judge", "stale verdicts") not in said
    assert judged(cases, ["no"])["judge", "stale verdicts"] == len(cases) - 1


def test_verdicts_are_written_and_read(tmp_path: Path) -> None:
    request = request_at(80)
    file = tmp_path / "verdicts.json"
    verdict = Judgement(verdict="no", why="It is the price of the Blue Mug.")
    write_verdicts([request], {request.hash: verdict}, "someone", file)
    assert read_verdicts(file) == ("someone", {request.hash: verdict})
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"holds no recorded verdicts .* Record some with"):
        read_verdicts(file)


class Reader:
    """A model that says no."""

    name = "reader"

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def complete(
        self, messages: Sequence[Message], tools: object = (), *, schema: object = None
    ) -> Reply:
        self.asked.append(messages[-1].words)
        return Reply(text='{"verdict": "no", "why": "No."}')

    async def close(self) -> None:
        pass


async def test_what_was_judged_before_is_not_asked_again() -> None:
    first, *others = (request_of(case) for case in asked([LOCAL, DEED]))
    reader = Reader()
    known = {first.hash: Judgement(verdict="yes")}
    found = [dict(each) async for each in judging.judged([first, *others], reader, known)]
    assert len(reader.asked) == len(others) == len(found) - 1
    assert found[-1][first.hash].verdict == "yes"
    assert {found[-1][each.hash].verdict for each in others} == {"no"}
    assert all("<page>" in words for words in reader.asked)


def test_requests_that_are_judged_by_hand_do_not_tell_which_are_wrong(tmp_path: Path) -> None:
    requests = [request_of(case) for case in asked([LOCAL, DEED])]
    file = tmp_path / "requests.json"
    judging.write_requests(requests, file)
    told = json.loads(file.read_text(encoding="utf-8"))
    assert [each["hash"] for each in told] == [request.hash for request in requests]
    assert all(set(each) == {"hash", "messages"} for each in told)
    assert Counter(len(each["messages"]) for each in told) == {2: len(requests)}
