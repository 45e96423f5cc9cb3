"""Loops of a planner, and what is said of loops."""

from __future__ import annotations

import pytest

from agent_e.loops.messages import ASK, LADDER, ending, named, next_strategy, refusal, warning
from agent_e.loops.steps import RULES, Tried, Verdict
from agent_e.loops.subtasks import SubTask, SubTaskMonitor, alike


def failed(words: str, *, news: bool = False, looped: bool = False) -> SubTask:
    return SubTask(words=words, outcome="failed: Not found.", news=news, looped=looped)


def done(words: str, *, news: bool = True) -> SubTask:
    return SubTask(words=words, outcome="done: Found.", news=news, done=True)


def levels(*ended: SubTask) -> list[int]:
    monitor = SubTaskMonitor()
    return [verdict.level if (verdict := monitor.take(each)) else 0 for each in ended]


FIND = "Find the price of the Arc floor lamp"
LOOPS = {
    "the same in other words": (
        [failed(FIND), failed("Look up what the Arc floor lamp costs, its price")],
        [0, 1],
    ),
    "two in turn": (
        [failed("Open the list of lamps", news=True), failed("Open the list of chairs", news=True)]
        + [failed("Open the list of lamps"), failed("Open the list of chairs")],
        [0, 0, 0, 1],
    ),
    "three that find nothing and change nothing": (
        [failed(f"Search for {name} in the {place}") for name, place in ("ab", "cd", "ef")],
        [0, 0, 1],
    ),
    "what went round": ([failed(FIND, news=True, looped=True)], [1]),
    "what went round, thrice": ([failed(f"Try {n}", looped=True) for n in range(3)], [1, 2, 3]),
    "what was done, a third time": (
        [done(FIND), done(FIND, news=False), done(FIND, news=False)],
        [0, 0, 1],
    ),
}
LEGITIMATE = {
    "other figures": [failed("Open page 3 of the list"), failed("Open page 4 of the list")],
    "after something changed": [
        failed("Send the order form"),
        done("Fill in the missing address of the order form"),
        failed("Send the order form"),
    ],
    "twelve that each find something": [
        done(f"Report the price of product {n}") for n in range(12)
    ],
    "one that failed, then another": [failed(FIND), failed("Search for lamps and sort by price")],
    "a second look": [done(FIND), done(FIND, news=False)],
}


@pytest.mark.parametrize("case", LOOPS)
def test_a_planner_that_goes_round_is_found(case: str) -> None:
    ended, expected = LOOPS[case]
    assert levels(*ended) == expected


@pytest.mark.parametrize("case", LEGITIMATE)
def test_a_planner_at_work_is_left_alone(case: str) -> None:
    assert not any(levels(*LEGITIMATE[case]))


def test_a_sub_task_is_refused_after_the_second_verdict_until_there_is_news() -> None:
    monitor = SubTaskMonitor()
    for _ in range(2):
        monitor.take(failed(FIND))
    assert monitor.banned(FIND) is None
    monitor.take(failed(FIND))
    assert monitor.banned("The price of the Arc floor lamp, please") is not None
    assert monitor.banned("Search the site for lamps") is None
    assert monitor.refused(FIND).level == 3
    monitor.take(done("Search the site for lamps"))
    assert monitor.banned(FIND) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Find the cheapest lamp", "find the cheapest Lamps", True),
        ("Report price of the Arc lamp", "What does the Arc lamp cost: report the price", True),
        ("Open http://a/x and read it", "Open http://a/y and read it", False),
        ("Order 2 lamps in red", "Order 3 lamps in red", False),
        ("Log in", "Log out", False),
        ("", "", True),
    ],
)
def test_sub_tasks_alike(one: str, other: str, same: bool) -> None:
    assert alike(one, other) is same


PAIR = Tried(state=1, action="k", words="click button 'Buy'", led_to="nothing", times=2)
VERDICT = Verdict(rule="no_change", level=1, step=2, pairs=(PAIR,))


def test_every_rule_has_words() -> None:
    from typing import get_args

    from agent_e.loops.steps import Rule

    assert set(RULES) == set(get_args(Rule))


def test_what_is_said_names_the_pairs_and_what_they_led_to() -> None:
    notices = [warning(VERDICT), ending(VERDICT, "Call report now.")]
    told = [*(each.tried.raw for each in notices), refusal(PAIR), named(VERDICT)]
    assert all("click button 'Buy' -> nothing (2 times)" in words for words in told)
    assert all(len(words) < 400 for words in [*told, *(each.own for each in notices)])
    assert "Call report now." in notices[1].own


def test_our_words_of_a_loop_quote_no_page() -> None:
    for notice in (warning(VERDICT), ending(VERDICT, "Call report now.")):
        assert "Buy" not in notice.own
        with pytest.raises(TypeError, match="through the fence only"):
            f"{notice.own} {notice.tried}"


def test_the_ladder_goes_up_and_names_the_person_only_where_there_is_one() -> None:
    first, second = next_strategy(1, person=True), next_strategy(2, person=True)
    assert [rung in first for rung in LADDER] == [True, True, True, False, False]
    assert [rung in second for rung in LADDER] == [False, False, True, True, True]
    assert ASK in second
    assert ASK not in next_strategy(2, person=False)
