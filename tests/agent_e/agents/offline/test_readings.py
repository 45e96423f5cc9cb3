"""Dates, times, journeys and words for fields, as people write them."""

from __future__ import annotations

import datetime

import pytest

from agent_e.agents.offline.calendars import next_click
from agent_e.agents.offline.colours import as_code
from agent_e.agents.offline.dates import read_clock, read_date
from agent_e.agents.offline.goals import parse_goal
from agent_e.agents.offline.journeys import read_trip
from agent_e.agents.offline.outline import Line
from agent_e.agents.offline.pages import page_of
from agent_e.agents.offline.slots import slots
from agent_e.agents.offline.values import duration

from .observed import observed


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("on 02/11/2031", (2031, 2, 11)),
        ("2031-02-11", (2031, 2, 11)),
        ("the 11th of February 2031", (2031, 2, 11)),
        ("Feb 11, 2031", (2031, 2, 11)),
        ("11.2.2031", (2031, 2, 11)),
    ],
)
def test_dates(text, day):
    assert read_date(text) == datetime.date(*day)


def test_what_is_no_date_is_none():
    assert read_date("13/45/2031") is None
    assert read_date("room 12") is None


@pytest.mark.parametrize(
    ("text", "clock"), [("7:05 PM", "19:05"), ("12am", "00:00"), ("at 18:30", "18:30"), ("x", "")]
)
def test_times(text, clock):
    assert read_clock(text) == clock


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
    assert trip is not None
    assert (trip.origin, trip.goal, trip.one_way) == ("Ulm", "Bad Orb", True)
    assert trip.day == datetime.date(2031, 5, 3)
    assert read_trip("Go from here to there") is None


def test_fields_take_what_stands_by_words_akin_to_their_labels():
    fields = [Line(role="textbox", name=name, mmid=n) for n, name in enumerate(("Painter", "Year"))]
    found = slots("Search for pictures painted by Ada Holm in year 1931", fields)
    assert [value for _line, value in found] == ["Ada Holm", "1931"]


def test_a_colour_goes_as_code_only_where_a_code_stands():
    assert as_code(Line(role="textbox", value="#12AB34", mmid=1), "bright red") == "#FF0000"
    assert as_code(Line(role="textbox", value="hello", mmid=1), "red") == ""


def test_labels_below_their_fields():
    page = page_of(
        observed(
            "Page: P\n[1] textbox value=''\nTown\n[2] textbox value=''\nStreet\n[3] button 'Go'"
        )
    )
    assert [line.name for line in page.lines if line.mmid] == ["Town", "Street", "Go"]


def test_a_calendar_is_turned_towards_the_day():
    page = page_of(
        observed(
            "Page: P\n[1] link 'Prev'\n[2] link 'Next'\nMarch\n2031\n[3] link '1'\n[4] link '2'"
        )
    )
    earlier = next_click(page.lines, datetime.date(2031, 1, 2))
    later = next_click(page.lines, datetime.date(2032, 1, 2))
    here = next_click(page.lines, datetime.date(2031, 3, 2))
    assert earlier and later and here
    assert [each[0].mmid for each in (earlier, later, here)] == [1, 2, 4]
    assert here[1] and not earlier[1]


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
