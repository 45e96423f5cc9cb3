from __future__ import annotations

from dataclasses import replace

import pytest

from agent_e.benchmarks.perf.action.cases import CASES, Case
from agent_e.benchmarks.perf.action.doing import KNOWN, Act
from agent_e.benchmarks.perf.action.figures import CaseResult, rows_of
from agent_e.benchmarks.perf.action.table import table_of
from agent_e.benchmarks.perf.action.turns import Done, take_turns
from agent_e.benchmarks.perf.peers import TOTAL, PeerFailed

TEXT, INERT = CASES["text"], CASES["inert"]


class Pretended:
    """Says what it is told to say, one text an action; ``fails`` is what it fails at."""

    def __init__(
        self,
        name: str,
        *texts: str | None,
        ms: float = 10,
        before: str = "",
        nothing: str = "",
        fails: str = "",
    ) -> None:
        self.name = name
        self.nothing = nothing
        self.texts = list(texts)
        self.ms = ms
        self.before = before
        self.fails = fails
        self.did: list[str] = []

    async def open(self, url: str, case: Case) -> str:
        self._do(f"open {url}")
        return self.before

    async def act(self, case: Case) -> Act:
        self._do("act")
        times = {TOTAL: self.ms, KNOWN: self.ms + 1, "input": 4.0, "quiet": self.ms - 4}
        return Act(milliseconds=times, text=self.texts.pop(0), messages=8)

    async def check(self, expression: str) -> None:
        self._do(f"check {expression}")

    def _do(self, what: str) -> None:
        if self.fails and what.startswith(self.fails):
            raise PeerFailed("It fell over.")
        self.did.append(what)


async def turns(*doers: Pretended, case: Case = TEXT, repeats: int = 2) -> dict[str, Done]:
    return await take_turns(doers, "http://page", case, repeats=repeats, tell=lambda line: None)


async def test_each_time_the_page_is_opened_anew_and_the_first_is_not_counted() -> None:
    doer = Pretended("ours", "", "counted up to 1", "counted")
    case = replace(TEXT, ready="ticked")
    done = (await turns(doer, case=case))["ours"]
    once = ["open http://page", "check ticked", "act", f"check {TEXT.happened}"]
    assert doer.did == once * 3
    assert (done.milliseconds[TOTAL], done.named_effect, done.messages) == (
        [10, 10],
        [True, False],
        [8, 8],
    )
    assert done.untold == "counted"


@pytest.mark.parametrize("step", ["open", "act", "check"])
async def test_who_fails_has_a_problem_and_no_figure(step: str) -> None:
    failing = Pretended("browser-use", *["counted up to 1"] * 3, fails=step)
    fine = Pretended("ours", *["counted up to 1"] * 3)
    done = await turns(fine, failing)
    assert (done["browser-use"].problem, done["browser-use"].milliseconds) == ("It fell over.", {})
    assert (done["ours"].problem, done["ours"].named_effect) == ("", [True, True])
    rows = rows_of(CaseResult(name="text", case=TEXT, done=done))
    assert [row.note for row in rows if row.figure == "problems"] == ["browser-use: It fell over."]
    assert not any("browser-use" in row.peer_values for row in rows)


async def test_an_effect_that_was_there_before_counts_for_nothing() -> None:
    done = await turns(Pretended("ours", "", before="counted up to 1"))
    assert done["ours"].problem == "The effect was there before the action."
    assert done["ours"].milliseconds == {}


async def test_no_effect_is_told_by_who_has_words_for_it_only() -> None:
    done = await turns(
        Pretended("ours", "", "Nothing changed.", "'1' is now '2'", nothing="Nothing changed."),
        Pretended("browser-use", *["Clicked"] * 3),
        Pretended("playwright", *[None] * 3),
        case=INERT,
    )
    assert [done[name].named_effect for name in done] == [[True, False], [], []]
    result = CaseResult(name="inert", case=INERT, done=done)
    [told] = [row for row in rows_of(result) if row.figure == "told"]
    assert (told.value, told.peer_values) == (50, {})
    assert told.note == "ours said: '1' is now '2'"


async def test_bars_are_met_or_missed_and_what_is_compared_is_the_same_figure() -> None:
    def result(ours: float, theirs: float) -> CaseResult:
        done = {"ours": Done(), "browser-use": Done()}
        for name, ms in (("ours", ours), ("browser-use", theirs)):
            done[name].add({TOTAL: ms, KNOWN: ms + 5, "input": 1.0, "quiet": ms - 1})
        return CaseResult(name="text", case=TEXT, done=done)

    for ours, theirs, at_most, times in (
        (100, 600, "met", "met"),
        (100, 400, "met", "missed"),
        (121, 900, "missed", "met"),
    ):
        rows = {row.figure: row for row in rows_of(result(ours, theirs))}
        assert rows["bar: at most"].note == at_most
        assert rows["bar: at most"].peer_values == {"bar": 120}
        assert rows["times faster than browser-use"].note == times
        assert rows["call to result"].ratio == round(ours / theirs, 3)
        assert rows["until the model knows"].peer_values == {"browser-use": theirs + 5}
        assert [name for name in rows if name.startswith("stage")] == [
            "stage: input",
            "stage: quiet",
        ]
    [headings, line] = table_of([result(100, 600)], ("browser-use",))
    cells = dict(zip(headings, line, strict=True))
    assert cells["ms ours/bu"] == "100/600"
    assert cells["bu÷ours"] == "6.0"
    assert cells["bars"] == "≤120 ms met, ≥5× met"
    assert cells["our parts, ms"] == "input 1.0 + quiet 99"


def test_nine_of_ten_lie_within() -> None:
    done = Done()
    assert done.slow() is None
    done.add({TOTAL: 5})
    assert done.slow() == 5
    for value in range(10, 110, 10):
        done.add({TOTAL: value})
    assert done.slow() == 90
