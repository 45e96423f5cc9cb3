"""Dates, times, journeys and words for fields, as people write them."""

from __future__ import annotations

import datetime

import pytest

from agent_e.offline.goals import parse_goal, read_trip
from agent_e.offline.page import page_of
from agent_e.offline.values import duration, read_date

from .observed import observed


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2031-02-11", (2031, 2, 11)),
        ("the 11th of February 2031", (2031, 2, 11)),
        ("Feb 11, 2031", (2031, 2, 11)),
    ],
)
def test_dates(text, day):
    assert read_date(text) == datetime.date(*day)


def test_what_is_no_date_is_none():
    assert read_date("2031-13-45") is None
    assert read_date("room 12") is None


@pytest.mark.parametrize(
    ("text", "minutes"), [("2 h 40 min", 160), ("11h 5m", 665), ("55 min", 55)]
)
def test_durations(text, minutes):
    found = duration(text)
    assert found is not None and found.number == minutes


def test_a_journey_is_read_from_a_sentence():
    trip = read_trip(
        "Find the fastest one-way train from Ulm to Bad Orb on 3 May 2031 for 2 adults"
    )
    assert trip == ("Ulm", "Bad Orb", datetime.date(2031, 5, 3))
    assert read_trip("Go from here to there") is None


def test_labels_below_their_fields():
    page = page_of(
        observed(
            "Page: P\n[1] textbox value=''\nTown\n[2] textbox value=''\nStreet\n[3] button 'Go'"
        )
    )
    assert [line.name for line in page.lines if line.mmid] == ["Town", "Street", "Go"]


@pytest.mark.parametrize(
    ("text", "kind", "asked"),
    [
        ("What is the third lamp rated?", "attribute", ("rating",)),
        ("How many stars do guests give the Elm Inn?", "attribute", ("rating",)),
        ("What is the lowest price?", "attribute", ("price",)),
        ("How much more does the oak desk cost than the elm desk?", "difference", ("price",)),
        ("How long does the fastest bus from A to B on 1 May 2031 take?", "trip", ("duration",)),
    ],
)
def test_questions(text, kind, asked):
    goal = parse_goal(text)
    assert (goal.kind, goal.attributes) == (kind, asked)
