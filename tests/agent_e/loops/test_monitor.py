"""The rules about loops, over traces of states and actions."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_e.loops.monitor import LoopMonitor
from agent_e.loops.steps import Step

from .traces import Move, Trace, first, path, watched

MIN_NEWS: dict[str, Any] = {"fresh": False, "news": 1, "items": 8}


def turns(*states: str, count: int = 12) -> list[str]:
    return list(islice(cycle(states), count))


def scrolling(*positions: int, **more: Any) -> list[Move]:
    """Scroll down a page whose content stays as it is, unless said otherwise."""
    return [
        (before, "scroll down", after, {"turned": False, "fresh": False, **more})
        for before, after in zip(positions, positions[1:], strict=False)
    ]


LOOPS: dict[str, tuple[list[Move], str, int]] = {
    "A-A-A: a ghost click": ([("a", "click", "a")] * 6, "no_change", 2),
    "the same with a form that is sent in vain": (
        [("a", "send", "a", {"effect": True})] * 6,
        "repeated",
        3,
    ),
    "A-B-A-B: click and back": (path(turns("list", "item")), "repeated", 5),
    "a cycle of three pages": (path(turns("a", "b", "c")), "no_new_state", 6),
    "a cycle of six pages": (path(turns("a", "b", "c", "d", "e", "f", count=20)), "any", 9),
    "clicks that jitter, put into one cell": ([("a", "click point 0", "a")] * 5, "no_change", 2),
    "scrolling on at the end of a page": (
        scrolling(0, 800, 1200, 1200, 1200, 1200),
        "no_change",
        4,
    ),
    "up and down without end": (
        [
            (0, "scroll down", 1),
            (1, "scroll up", 0),
            (0, "scroll down", 1),
            (1, "scroll up", 0),
            (0, "scroll down", 1),
        ],
        "repeated",
        5,
    ),
    "eight different useless clicks": (
        [("a", f"click {number}", "a") for number in range(8)],
        "unchanged",
        4,
    ),
    "a pager whose pages repeat": (
        path([f"page {n}" for n in range(8)], "click next", **MIN_NEWS),
        "no_news",
        4,
    ),
    "a feed that shows the same again": (
        path([f"{n} rows" for n in range(8)], "scroll down", **{**MIN_NEWS, "news": 0}),
        "no_news",
        4,
    ),
    "a feed that grows at every other scroll by the same again": (
        [
            move
            for n in range(5)
            for move in (
                (f"{n} rows", "scroll", f"{n} rows, end", {"turned": False}),
                (f"{n} rows, end", "scroll", f"{n + 1} rows", {**MIN_NEWS, "news": 0}),
            )
        ],
        "no_news",
        4,
    ),
    "the same text into the same field": (
        [("empty", "enter x", "x"), *[("x", "enter x", "x")] * 5],
        "no_change",
        3,
    ),
    "a refused action again": ([("a", "click gone", "a")] * 4, "no_change", 2),
    "ticking and unticking": (path(turns("off", "on"), "click box"), "repeated", 5),
    "a way that shows other advertisements each time": (
        [
            move
            for number in range(6)
            for move in (
                (f"list {number}", "click item", f"item {number}", {"way": ("/list", "/item")}),
                (f"item {number}", "back", f"list {number + 1}", {"way": ("/item", "/list")}),
            )
        ],
        "same_way",
        5,
    ),
    "the same look at the same page": (
        [("a", "get_dom", "a", {"kind": "read"})] * 4,
        "repeated",
        0,
    ),
}


@pytest.mark.parametrize("case", LOOPS)
def test_a_loop_is_found(case: str) -> None:
    moves, rule, step = LOOPS[case]
    verdict = first(moves)
    assert verdict is not None
    assert verdict.step == step
    assert rule in ("any", verdict.rule)
    assert verdict.level == 1
    assert verdict.pairs
    assert all(pair.words and pair.times for pair in verdict.pairs)


def bulk_edit() -> list[Move]:
    """Twenty rows: open, choose the same category, save, back on the list that shows it."""
    moves: list[Move] = []
    for row in range(20):
        moves += path([f"list {row}", f"form {row}", f"filled {row}", f"list {row + 1}"])
    return moves


def same_form_twenty_times() -> list[Move]:
    """Each row begins with the same text in the same blank form, and the list shows no more."""
    moves: list[Move] = []
    for row in range(20):
        moves += [
            ("blank", "enter category A", "category"),
            ("category", f"enter name {row}", f"named {row}"),
            (f"named {row}", "click save", "blank", {"effect": True}),
        ]
    return moves


def results_with_back() -> list[Move]:
    moves: list[Move] = []
    for number in range(4):
        moves += [
            ("results", f"click {number}", f"result {number}"),
            (f"result {number}", "back", "results"),
        ]
    return moves


LEGITIMATE: dict[str, list[Move]] = {
    "long scroll": scrolling(*range(0, 20_000, 800)),
    "eight times Next page": path([f"page {n}" for n in range(9)], "click next", items=8, news=8),
    "pages that differ in figures only, but in all of them": path(
        [f"page {n}" for n in range(9)], "click next", items=8, news=8, fresh=False
    ),
    "a pager that counts to its end": path(
        [f"page {n}" for n in range(9)], "click next", **MIN_NEWS, counted=True
    ),
    "quantity + four times": path(range(1, 6), "click +", fresh=False, news=0),
    "four results with back": results_with_back(),
    "a calendar 14 months on": path([f"month {n}" for n in range(15)], "click next", news=1),
    "a calendar with figures only": path(
        [f"{n:02}/2027" for n in range(15)], "click next", fresh=False, news=0
    ),
    "a wizard of ten pages alike": path(
        [f"step {n}" for n in range(10)], "click continue", **MIN_NEWS, counted=True
    ),
    "bulk edit of twenty rows": bulk_edit(),
    "the same blank form twenty times": same_form_twenty_times(),
    "ticking fifteen boxes": path(range(16), "", fresh=False, news=0, items=15),
    "a feed with new items": path([f"{n} rows" for n in range(12)], "scroll down", items=9, news=9),
    "twelve products of one list": [
        move
        for number in range(12)
        for move in (
            ("list", f"click {number}", f"product {number}"),
            (f"product {number}", "back", "list"),
        )
    ],
    "waiting for a slow job": [
        ("form", "click start", "running"),
        *[("running", "wait_for done", "running", {"kind": "wait"})] * 9,
        ("running", "click result", "result"),
    ],
    "back the whole way": [
        *path(["a", "b", "c", "d", "e", "f"]),
        *path(["f", "e", "d", "c", "b", "a"], "back"),
        ("a", "open g", "g"),
    ],
    "one retry": [
        ("a", "click", "a"),
        ("a", "other", "b"),
        ("b", "back", "a"),
        ("a", "click", "c"),
    ],
    "looking at all pages of an outline": [
        ("a", f"get_dom page {n}", "a", {"kind": "read"}) for n in range(8)
    ],
    "downloading ten files": [("a", f"click file {n}", "a", {"effect": True}) for n in range(10)],
    "opening and closing eight sections": [
        move
        for number in range(8)
        for move in (
            ("closed", f"open {number}", f"section {number}"),
            (f"section {number}", f"close {number}", "closed"),
        )
    ],
}


@pytest.mark.parametrize("case", LEGITIMATE)
def test_long_work_is_no_loop(case: str) -> None:
    assert watched(LEGITIMATE[case]).verdicts == []


def test_the_pairs_say_what_was_tried_and_what_it_led_to() -> None:
    verdict = first(path(turns("list", "item")))
    assert verdict is not None
    told = [(pair.words, pair.led_to, pair.times) for pair in verdict.pairs]
    assert told == [("open item", "page item", 3), ("open list", "page list", 2)]


def test_going_on_all_the_same_raises_the_level() -> None:
    trace = watched([("a", "click", "a")] * 4)
    assert [(each.level, each.rule) for each in trace.verdicts] == [
        (1, "no_change"),
        (2, "again"),
        (3, "again"),
    ]


def test_one_step_over_tried_ground_is_allowed_as_a_way_out() -> None:
    trace = watched(path(turns("list", "item", count=6)))
    assert len(trace.verdicts) == 1
    assert trace.step(("item", "open list", "list")) is None
    assert trace.step(("list", "open other", "other")) is None
    assert trace.step(("other", "open list", "list")) is None
    verdict = trace.step(("list", "open item", "item"))
    assert verdict is not None
    assert verdict.level == 2


def test_a_way_out_begins_anew() -> None:
    trace = watched([("a", "click", "a")] * 2)
    for move in path(["a", "b", "c", "d", "e", "f"]):
        trace.step(move)
    assert trace.monitor.level == 0
    again = [trace.step(("f", "click", "f")) for _ in range(2)][-1]
    assert again is not None
    assert again.level == 1


def test_states_that_turn_out_to_be_the_same_count_as_one() -> None:
    alike = {2: 1}
    monitor = LoopMonitor(lambda number: alike.get(number, number))
    steps = [Step(before=1, action="click", after=2), Step(before=2, action="click", after=1)]
    verdicts = [monitor.take(step) for step in steps]
    assert [each is not None for each in verdicts] == [False, True]


def test_what_the_page_does_by_itself_begins_the_count_anew() -> None:
    trace = Trace()
    assert trace.step(("running", "click refresh", "running")) is None
    assert trace.step(("running", "wait", "ready", {"kind": "wait"})) is None
    assert trace.step(("running", "click refresh", "running")) is None


ACTIONS = st.sampled_from(["click", "back", "scroll down", "enter x", "next", "get"])


@given(st.lists(ACTIONS, max_size=80))
def test_ever_new_states_never_alarm(actions: list[str]) -> None:
    moves = [(n, action, n + 1) for n, action in enumerate(actions)]
    assert watched(moves).verdicts == []


@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abcdef")), min_size=1, max_size=5),
    st.integers(4, 9),
)
def test_whatever_is_repeated_often_enough_is_found(
    round_: list[tuple[int, str]], times: int
) -> None:
    """Any cycle of up to five steps is found before it is walked a fifth time."""
    states = [state for state, _ in round_]
    moves = [
        (states[n], action, states[(n + 1) % len(states)]) for n, (_, action) in enumerate(round_)
    ]
    verdict = first(moves * times)
    assert verdict is not None
    assert verdict.step <= 3 * len(moves) + 1
