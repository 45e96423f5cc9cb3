from __future__ import annotations

import pytest

from agent_e.dom.changes.volatile_text import Place, ticks

CLOCK = Place(texts=["12:00:01", "12:00:02"], around="Local time 12:00:02")
COUNTER = Place(texts=["1", "2", "3"], around="3 people are here")
SLIDE = Place(texts=["Saved items\nHalf price"], around="Saved items Half price")


@pytest.mark.parametrize(
    ("place", "before", "after"),
    [
        (CLOCK, "12:00:01", "12:00:02"),
        (CLOCK, "Local time 12:00:01", "Local time 12:00:02"),
        (COUNTER, "2 people are here", "3 people are here"),
        (SLIDE, "", "Half price"),
        (SLIDE, "Saved items", ""),
        (SLIDE, "", "Saved items Half price"),
    ],
)
def test_what_a_place_shows_by_itself_is_no_effect(place, before, after):
    assert place.goes_on(before, after)


@pytest.mark.parametrize(
    ("place", "before", "after"),
    [
        (CLOCK, "12:00:02", "12:00:02 Saved"),
        (CLOCK, "Local time 12:00:01", "Your time 12:00:02"),
        (COUNTER, "Basket (1)", "Basket (2)"),
        (COUNTER, "1", "2"),
        (SLIDE, "", "Saved"),
        (SLIDE, "", "Half"),
    ],
)
def test_words_that_merely_hold_such_a_text_are_an_effect(place, before, after):
    assert not place.goes_on(before, after)


def test_a_bare_figure_goes_by_what_it_is_about():
    assert COUNTER.goes_on("1", "2", "people")
    assert not COUNTER.goes_on("1", "2", "Guests")
    alone = Place(texts=["1", "2"], around="2")
    assert alone.goes_on("1", "2")


def test_what_it_showed_during_an_action_is_an_effect_and_may_go_by_itself():
    place = Place(texts=["Ready", "Busy", "Ready", "Busy"], own=["Sent"], around="Sent")
    assert not place.goes_on("Ready", "Sent")
    assert place.goes_on("Sent", "Ready")


NOON = 1_800_000_000.0


@pytest.mark.parametrize(
    ("before", "after", "moves"),
    [
        ("It is 08:00:00", "It is 08:00:01", True),
        ("Ends in 02:10:09", "Ends in 02:10:08", True),
        ("00:10:00 played", "00:10:01 played", False),
        ("Ends in 02:10:09", "Ends in 02:09:09", False),
        ("09:30", "09:29", False),
        ("08:00:00, 3 guests", "08:00:01, 4 guests", False),
    ],
)
def test_a_clock_is_known_by_its_first_tick(before, after, moves):
    assert ticks(before, after, now=NOON + 1, passed=1.2) == moves


def test_a_text_is_known_where_it_moves_and_a_bare_figure_by_its_place_only() -> None:
    ad = Place(texts=["Hats against the sun"], own=["Shoes for every road"], around="Offers")
    assert ad.shows("Hats against the sun")
    assert ad.shows("Shoes for every road")
    assert not ad.shows("Hats")
    assert not Place(texts=["9"], around="9 seconds left").shows("9")
    assert Place(texts=["9", "8"], around="8").shows("9")


def test_a_bare_figure_that_comes_is_only_known_where_nothing_else_stands() -> None:
    rows = Place(texts=["15"], around="Rows of a text field 15")
    assert not rows.goes_on("", "15")
    assert Place(texts=["15"], around="15").goes_on("", "15")
