"""Traces: what our actions are in their words, and how two are compared."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.metrics import compare_traces, reference_of
from agent_e.benchmarks.metrics.traces import same_step
from agent_e.benchmarks.metrics.verbs import steps_of
from agent_e.benchmarks.tasks.record import TraceStep, Verb

from .conftest import link, task_with


def step(verb: Verb, name: str = "", value: str = "", **fields: str) -> TraceStep:
    return TraceStep(verb=verb, name=name, value=value, **fields)


FIELDS = [
    {"mmid": 1, "role": "textbox", "name": "Name", "value": "Ann"},
    {"mmid": 2, "role": "combobox", "name": "Size", "value": "M"},
    {"mmid": 3, "role": "checkbox", "name": "Gift", "value": "true"},
]


@pytest.mark.parametrize(
    ("action", "target", "arguments", "steps"),
    [
        ("open_url", {}, {"url": "http://x/"}, [step("open", "http://x/")]),
        ("click", link("A"), {"how": "double"}, [step("click", "A", role="link")]),
        (
            "enter_text",
            link("Q", 1, "searchbox"),
            {"text": "a", "submit": True},
            [step("type", "Q", "a", role="searchbox"), step("press", value="Enter")],
        ),
        (
            "fill_form",
            link("Send", 4, "button"),
            {"fields": FIELDS},
            [
                step("type", "Name", "Ann", role="textbox"),
                step("select", "Size", "M", role="combobox"),
                step("click", "Gift", role="checkbox"),
                step("click", "Send", role="button"),
            ],
        ),
        ("fill_form", {}, {"fields": FIELDS[:1]}, [step("type", "Name", "Ann", role="textbox")]),
        (
            "select_option",
            link("S", 1, "combobox"),
            {"option": "M"},
            [step("select", "S", "M", role="combobox")],
        ),
        (
            "pick_date",
            link("D", 1, "textbox"),
            {"date": "2026-05-03"},
            [step("type", "D", "2026-05-03", role="textbox")],
        ),
        ("press_key", {}, {"key": "Escape"}, [step("press", value="Escape")]),
        ("scroll", {}, {"direction": "down"}, [step("scroll", value="down")]),
        ("history", {}, {"direction": "back"}, [step("back")]),
        ("history", {}, {"direction": "forward"}, []),
        ("wait", {}, {}, [step("wait")]),
        ("drag", link("A"), {"to": {"mmid": 2}}, [step("drag", "A", role="link")]),
        ("hover", link("A"), {}, []),
    ],
)
def test_actions_in_the_words_of_traces(
    action: str, target: dict[str, Any], arguments: dict[str, Any], steps: list[TraceStep]
) -> None:
    assert list(steps_of(action, target, arguments)) == steps


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (step("click", "Add  to Basket", role="button"), step("click", "add to basket"), True),
        (step("click", "A", role="button"), step("click", "A", role="link"), False),
        (step("click", "A"), step("press", "A"), False),
        (step("type", "Name:*", "Ann"), step("type", "name", "ann"), True),
        (step("type", "Name", "Ann"), step("type", "Name", "Bob"), False),
        (step("click", "A", selector="#a"), step("click", selector="#a"), True),
        (step("click", "A", selector="#a"), step("click", selector="#b"), False),
        (step("click", "A", selector="#1"), step("click", "A", selector="#2"), True),
        (step("click", "A"), step("click"), False),
        (step("press", "Q", "Enter"), step("press", value="enter"), True),
        (step("press", "Q", "Enter"), step("press", "R", "Enter"), False),
        (step("scroll", value="up"), step("scroll", value="down"), False),
        (step("open", "http://Shop:1/a/"), step("open", "https://shop:1/a"), True),
        (step("open", "http://shop/a?x=1"), step("open", "http://shop/a?x=2"), False),
    ],
)
def test_when_two_steps_are_the_same(one: TraceStep, other: TraceStep, same: bool) -> None:
    assert same_step(one, other) is same
    assert same_step(other, one) is same


def letters(text: str) -> list[TraceStep]:
    return [step("click", letter) for letter in text]


@pytest.mark.parametrize(
    ("done", "reference", "ratios"),
    [
        ("abc", "abc", (1, 1, 1)),
        ("xabc", "abc", (0, 1, 4 / 3)),
        ("axc", "abc", (2 / 3, 2 / 3, 1)),
        ("cba", "abc", (1 / 3, 1 / 3, 1)),
        ("", "ab", (0, 0, 0)),
        ("abab", "ba", (0, 1, 2)),
    ],
)
def test_ratios_counted_by_hand(
    done: str, reference: str, ratios: tuple[float, float, float]
) -> None:
    assert compare_traces(letters(done), letters(reference)) == pytest.approx(ratios)


def test_waits_count_on_neither_side() -> None:
    opened = [step("click", "A"), step("wait", "Costs"), step("click", "B"), step("wait", "Costs")]
    assert compare_traces(letters("AB"), opened) == (1, 1, 1)
    assert compare_traces([step("wait"), *letters("AB")], opened) == (1, 1, 1)
    assert compare_traces(letters("A"), [step("wait", "Costs")]) is None


def common(one: str, other: str) -> int:
    """By trying all: the longest common subsequence."""
    if not one or not other:
        return 0
    if one[0] == other[0]:
        return 1 + common(one[1:], other[1:])
    return max(common(one[1:], other), common(one, other[1:]))


@settings(deadline=None)
@given(st.text("abc", max_size=7), st.text("abc", min_size=1, max_size=7))
def test_the_ratios_in_general(done: str, reference: str) -> None:
    found = compare_traces(letters(done), letters(reference))
    assert found is not None
    assert found.lcs_ratio == pytest.approx(common(done, reference) / len(reference))
    assert 0 <= found.match_ratio <= found.lcs_ratio <= min(1, found.length_ratio)
    assert compare_traces(letters(done), []) is None


def test_the_reference_is_filled_in_and_begins_after_the_start_page() -> None:
    task = task_with(
        step("open", "{shop}"),
        step("open", "{shop}/search"),
        step("type", "Site", "{shop}"),
        step("click", "{other}"),
        start_url="{shop}/",
    )
    found = reference_of(task, {"shop": "http://127.0.0.1:9"})
    assert found == (
        step("open", "http://127.0.0.1:9/search"),
        step("type", "Site", "http://127.0.0.1:9"),
        step("click", "{other}"),
    )
