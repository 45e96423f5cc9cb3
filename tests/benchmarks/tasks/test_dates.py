"""Old dates are moved by one amount, facts stay, and what cannot be helped is said."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_e.benchmarks.tasks.date_text import find_mentions
from agent_e.benchmarks.tasks.dates import HORIZON, DateReport, apply_dates, parse_date_rule
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError

TODAY = date(2026, 11, 22)


def task(intent: str, site: str = "Booking", **values: object) -> BenchTask:
    return BenchTask.model_validate(
        {"id": "one", "suite": "s", "intent": intent, "tags": {"site": site}, **values}
    )


def moved(
    intent: str, site: str = "Booking", rule: str = "shift", today: date = TODAY
) -> tuple[str, DateReport]:
    tasks, report = apply_dates([task(intent, site)], parse_date_rule(rule), today)
    return tasks[0].intent, report


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from Jan 1 to Jan 4, 2024.", "from Jan 1 to Jan 4, 2027."),
        ("February 14-21, 2024,", "February 14-21, 2027,"),
        # 2024 has a 29 February, so that three nights end on another day
        ("from February 28 to March 2, 2024", "from February 28 to March 3, 2027"),
        ("from Feb 27-29, 2024", "from Feb 27 - Mar 1, 2027"),
        ("on December 25, 2023, to January 5, 2024", "on December 25, 2026, to January 5, 2027"),
        ("20/12/2023 - 21/12/2023", "20/12/2026 - 21/12/2026"),
        ("Saturday, January 6, 2024", "Saturday, January 9, 2027"),
        ("A room on Saturday, January 6 in Rome", "A room on Saturday, January 9 in Rome"),
        ("the weekend of March 3-5, 2024", "the weekend of March 5-7, 2027"),
        ("weekend from March 18 to 20, 2024", "weekend from March 19 to 21, 2027"),
        ("weekend of 17 August 2024", "weekend of 14 August 2027"),
        ("for Christmas, December 25, 2020", "for Christmas, December 25, 2026"),
        ("today (February 17, 2024) to Paris", "today (November 22, 2026) to Paris"),
        ("in March 2024", "in March 2027"),
    ],
)  # fmt: skip
def test_plans_are_moved_together(before: str, after: str) -> None:
    intent, report = moved(before)
    assert intent == after
    assert {note.kind for note in report.notes} == {"shifted"}


@pytest.mark.parametrize(
    "intent",
    ["from March 3-5, 2031", "December 25-26", "from Jan 22 to 25", "flights on Jan. 1st with"],
)
def test_what_is_to_come_stays(intent: str) -> None:
    same, report = moved(intent)
    assert same == intent
    assert [note.kind for note in report.notes] == ["current"]


def test_no_flight_is_asked_for_that_is_not_sold_yet() -> None:
    intent, _ = moved("leaving on November 20, 2024", "Google Flights")
    assert intent == "leaving on September 25, 2027"
    assert date(2027, 9, 25) <= TODAY + HORIZON


@pytest.mark.parametrize(
    ("intent", "site"),
    [
        ("papers published in 2019", "ArXiv"),
        ("submitted between Jan 1, 2024, and Jan 3, 2024, and", "ArXiv"),
        ("initiated in January 2023; check", "GitHub"),
        ("created after 2023-12-29.", "GitHub"),
        ("fiction book released in 2024 on", "Amazon"),
        ("the scores of the NBA games played on December 25, 2023.", "ESPN"),
        ("geomagnetic field on June 20, 2023 in Oslo", "Wolfram Alpha"),
        ("days between February 12, 2024 and August 9, 2050", "Wolfram Alpha"),
        ("a member of from 2020–2021.", "Google Search"),
        ("'Oscars 2023: Must-See Moments!'", "Google Search"),
    ],
)
def test_facts_stay(intent: str, site: str) -> None:
    same, report = moved(intent, site)
    assert same == intent
    assert {note.kind for note in report.notes} == {"fact"}


@pytest.mark.parametrize(
    ("intent", "site", "reason"),
    [
        ("Boston Celtics Roster 2023-24?", "ESPN", "the season 2023-24 is over"),
        ("potential candidates in the NFL for 2023 season.", "ESPN", "the season 2023 is over"),
        ("What are the best PodCasts for 2023?", "BBC News", "2023 is its topic"),
        ("game on December 25, 2023, and the current standings", "ESPN", "what is so now"),
        ("a room in 2024", "Booking", "a year alone cannot be moved"),
        ("a room for 03/04/2024", "Booking", "cannot be told apart"),
    ],
)
def test_what_cannot_be_saved_is_said(intent: str, site: str, reason: str) -> None:
    same, report = moved(intent, site)
    assert same == intent
    assert report.tasks("unsaved") == ("one",)
    assert reason in report.notes[0].reason


def test_what_is_out_of_date_can_be_told_apart() -> None:
    given = [task("Roster 2023-24?", "ESPN"), task("from Jan 1 to Jan 4, 2024", id="two")]
    tasks, report = apply_dates(given, parse_date_rule("shift"), TODAY)
    assert [each.tags["out_of_date"] for each in tasks] == [True, False]
    assert report.of(tasks) == report
    assert {note.kind for note in report.of(tasks[1:]).notes} == {"shifted"}


def test_a_season_that_goes_on_is_no_trouble() -> None:
    assert moved("Roster 2026-27?", "ESPN")[1].tasks("unsaved") == ()


def test_elsewhere_only_what_is_planned_is_moved() -> None:
    intent, _ = moved(
        "schedule an in-store pickup at the nearest store for January 10, 2024.", "Apple"
    )
    assert intent.endswith("January 10, 2027.")
    intent, _ = moved("the iPhone released on January 10, 2024.", "Apple")
    assert intent.endswith("January 10, 2024.")


def test_months_are_added_plainly() -> None:
    assert moved("from Jan 1 to Jan 4, 2024", rule="months:8")[0] == "from Sep 1 to Sep 4, 2024"
    assert moved("on December 31, 2025", rule="months:2")[0] == "on February 28, 2026"
    assert moved("December 25-26", rule="months:8")[0] == "August 25-26"
    _, report = moved("from Jan 1 to Jan 4, 2024", rule="months:8")
    assert report.notes[0].reason == "moved by 8 months and still over"
    assert moved("on Jan 1, 2026", rule="months:11")[1].tasks("shifted") == ("one",)


def test_kept_dates_are_reported_as_over() -> None:
    intent, report = moved("on Jan 4, 2024", rule="keep")
    assert (intent, report.tasks("unsaved")) == ("on Jan 4, 2024", ("one",))


def test_a_moved_question_makes_its_answer_one_of_another_time() -> None:
    written = task("on Jan 4, 2024", reference={"answer": "A", "notice": "real-time"})
    (done,), _ = apply_dates([written], parse_date_rule("shift"), TODAY)
    assert done.reference.kind == "possible"
    assert done.reference.notice.startswith("real-time The dates of the question were moved")
    assert done.valid_until == date(2027, 1, 4)
    (same,), _ = apply_dates([task("No date at all.")], parse_date_rule("shift"), TODAY)
    assert same == task("No date at all.")


@pytest.mark.parametrize("rule", ["", "months", "months:0", "months:x", "Shift"])
def test_other_rules_are_refused(rule: str) -> None:
    with pytest.raises(ConfigError, match="is no rule for dates. Give shift, keep or a number"):
        parse_date_rule(rule)


@given(
    st.dates(date(2023, 1, 1), date(2026, 11, 21)),
    st.integers(1, 20),
    st.dates(date(2026, 11, 22), date(2030, 1, 1)),
)
def test_a_stay_keeps_its_length_and_is_never_over(first: date, nights: int, today: date) -> None:
    last = date.fromordinal(first.toordinal() + nights)
    intent = f"from {first:%B} {first.day}, {first.year} to {last:%B} {last.day}, {last.year}"
    found = find_mentions(moved(intent, today=today)[0], today.year)
    assert (found[1].day - found[0].day).days == nights
    assert today < found[0].day
    assert found[1].day <= today + HORIZON


def test_dates_can_be_moved_as_of_a_fixed_day() -> None:
    text, rule = "a room from Jan 1 to Jan 4, 2024.", "shift:2026-12-01"
    for today in (TODAY, date(2027, 12, 1)):
        assert moved(text, rule=rule, today=today)[0] == "a room from Jan 1 to Jan 4, 2027."
    assert {note.kind for note in moved(text, rule=rule)[1].notes} == {"shifted"}
    (note, _) = moved(text, rule=rule, today=date(2027, 12, 1))[1].notes
    assert (note.kind, note.reason) == ("unsaved", "the day that it was moved to is over as well")
    for wrong in ("shift:soon", "months:0", "keep:2026-12-01"):
        with pytest.raises(ConfigError, match="no rule for dates"):
            parse_date_rule(wrong)
