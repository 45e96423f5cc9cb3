"""What the navigator does when a form is sent without what only the person knows."""

from __future__ import annotations

from typing import Any

from .helpers import ASK, FILL_SECRET, Site, navigate, page

HUMAN = (ASK, FILL_SECRET)
COURSE = """
main
  heading 1 'Course'
  [1] textbox 'Date of birth' value='' (date as yyyy-mm-dd{born})
  [2] spinbutton 'Shoe size' value=''{size}
  [3] button 'Request a place'
"""
EMPTY = page("Course", COURSE.format(born="", size=""))
WRONG = page(
    "Course",
    COURSE.format(born=", invalid: Enter your date of birth.", size=" (invalid: Enter it.)"),
)
CARD = page(
    "Card",
    """
main
  heading 1 'New card'
  alert
    Choose the address that the card is to be sent to.
  group 'Send it to'
    [4] radio 'Home: 94 Orchard Close'
    [5] radio 'Work: 22 Weir Street'
  [6] button 'Send my card'
""",
)
DONE = page("Members", "main\n  heading 1 'Hello Ann'\n  It is requested.")


def course(**person: list[Any]) -> Site:
    states = {"start": EMPTY, "wrong": WRONG, "done": DONE}
    moves = {("start", "click 3"): "go wrong", ("wrong", "click 3"): "go done"}
    return Site(states, moves, person=person)


async def test_asks_for_what_the_form_finds_missing_and_sends_it_again() -> None:
    said = {"Date of birth": "5 April 1990", "Shoe size": "41.5"}
    site = course(form=[said])
    report = await navigate(site, "Click Request a place", beside=HUMAN)
    assert site.made == [
        "click 3",
        "ask_user form",
        "enter_text 1 1990-04-05",
        "enter_text 2 41.5",
        "click 3",
    ]
    assert report["status"] == "done"


async def test_without_a_person_it_says_what_the_form_wants() -> None:
    site = course()
    report = await navigate(site, "Click Request a place")
    assert report["status"] == "failed" and site.made == ["click 3"]
    assert "Date of birth" in report["summary"] and "Enter your date" in report["summary"]


async def test_a_person_who_says_nothing_leaves_it_as_it_is() -> None:
    for said in (None, "!Nobody is there."):
        site = course(form=[said])
        report = await navigate(site, "Click Request a place", beside=HUMAN)
        assert site.made == ["click 3", "ask_user form"] and report["status"] == "failed"


async def test_asks_which_one_where_a_choice_is_not_made() -> None:
    states = {"start": CARD.replace("  alert\n    Choose", "  Choose"), "w": CARD, "d": DONE}
    moves = {
        ("start", "click 6"): "go w",
        ("w", "click 5"): "w | ~ [5] radio 'Work: 22 Weir Street' (checked)",
        ("w", "click 6"): "go d",
    }
    answers = ["Work: 22 Weir Street"]
    site = Site(states, moves, person={"choice": answers})
    report = await navigate(site, "Click Send my card", beside=HUMAN)
    assert site.made == ["click 6", "ask_user choice", "click 5", "click 6"]
    assert report["status"] == "done" and "Send it to" in site.asked[0]


async def test_a_choice_that_is_not_on_the_page_is_not_made() -> None:
    site = Site({"start": CARD}, {("start", "click 6"): "go start"})
    site.person = {"choice": ["Moon"]}
    report = await navigate(site, "Click Send my card", beside=HUMAN)
    assert site.made == ["click 6", "ask_user choice"] and report["status"] == "failed"
