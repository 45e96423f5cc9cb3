"""Days are found in all forms in which questions have them, and written back in the same form."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_e.benchmarks.tasks.date_text import find_mentions, is_ambiguous, rewrite


def days(text: str) -> list[tuple[str, str]]:
    return [(one.day.isoformat(), one.last.isoformat()) for one in find_mentions(text, 2026)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("on Dec 25, 2024", [("2024-12-25", "2024-12-25")]),
        ("January 10-24, 2024 in", [("2024-01-10", "2024-01-24")]),
        ("created after 2024-01-05.", [("2024-01-05", "2024-01-05")]),
        ("from 1st to the 7th of March 2025", [("2025-03-01", "2025-03-07")]),
        ("Saturday, January 6", [("2026-01-06", "2026-01-06")]),
        ("from Jan 22 to 25 in", [("2026-01-22", "2026-01-25")]),
        ("(6 March to 8 March 2024)", [("2024-03-06", "2024-03-06"), ("2024-03-08", "2024-03-08")]),
        ("20/12/2023 - 21/12/2023", [("2023-12-20", "2023-12-20"), ("2023-12-21", "2023-12-21")]),
        ("12/20/2023", [("2023-12-20", "2023-12-20")]),
        ("August. 15th and", [("2026-08-15", "2026-08-15")]),
        ("Dec 28 to Jan 3, 2024", [("2023-12-28", "2023-12-28"), ("2024-01-03", "2024-01-03")]),
        ("May 5, 2025 and Jan 2", [("2025-05-05", "2025-05-05"), ("2026-01-02", "2026-01-02")]),
        ("February 29", [("2028-02-29", "2028-02-29")]),
        ("within March 2023", [("2023-03-01", "2023-03-31")]),
        ("Roster 2023-24?", [("2023-01-01", "2024-06-30")]),
        ("from 2020–2021.", [("2020-01-01", "2021-06-30")]),
        ("published in 2019", [("2019-01-01", "2019-12-31")]),
    ],
)
def test_forms(text: str, found: list[tuple[str, str]]) -> None:
    assert days(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "it may 5 times rain",
        "10,000 US dollars",
        "$2024",
        "iPhone 15 and 14-inch",
        "the 1960s",
        "CVPR2023",
        "one in 3/4",
        "version 1.2.3",
        "a march of 20 people",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert days(text) == []


def test_what_nobody_can_tell_is_said() -> None:
    (one,) = find_mentions("for 03/04/2024", 2026)
    assert is_ambiguous(one)
    (one,) = find_mentions("for 04/04/2024", 2026)
    assert not is_ambiguous(one)
    one, other = find_mentions("from 03/04/2024 to 25/04/2024", 2026)
    assert not is_ambiguous(one) and not is_ambiguous(other)
    assert one.day == date(2024, 4, 3)


@pytest.mark.parametrize(
    ("text", "move", "moved"),
    [
        ("Jan 1st, 2024.", 21, "Jan 22nd, 2024."),
        ("on 23 December. Then", 9, "on 1 January. Then"),
        ("Dec. 25th - Dec. 28th", 3, "Dec. 28th - Dec. 31st"),
        ("March 20-27, 2024,", 9, "March 29 - April 5, 2024,"),
        ("Dec 25-30, 2024", 3, "Dec 28, 2024 - Jan 2, 2025"),
        ("from 1st to the 7th of March 2024", 26, "from 27th of March to the 2nd of April 2024"),
        ("05/01/2024 to 25/01/2024", 1, "06/01/2024 to 26/01/2024"),
        ("2024-01-05", 30, "2024-02-04"),
        ("Sat, May 4", 1, "Sun, May 5"),
        ("Wednesday, 1 May 2024", 7, "Wednesday, 8 May 2024"),
        ("the 01 March 2024", 1, "the 02 March 2024"),
    ],
)
def test_days_are_written_as_they_were(text: str, move: int, moved: str) -> None:
    by = timedelta(days=move)
    found = find_mentions(text, 2024)
    assert (
        rewrite(text, [replace(one, day=one.day + by, last=one.last + by) for one in found])
        == moved
    )


@given(
    st.sampled_from(
        [
            "stay March 3-5, 2024 please",
            "on Dec 25, 2024",
            "for 2024-01-05",
            "1st to the 7th of March 2024",
            "3 to 9 July 2024.",
            "20/12/2023",
        ]
    ),
    st.integers(0, 5000),
)
def test_what_is_written_is_read_as_what_was_meant(text: str, move: int) -> None:
    by = timedelta(days=move)
    moved = [
        replace(one, day=one.day + by, last=one.last + by) for one in find_mentions(text, 2026)
    ]
    read = find_mentions(rewrite(text, moved), 2026)
    meant = [(one.day, one.last) for one in moved]
    pairs = [(one.day, one.last) for one in read]
    if len(pairs) == 2 * len(meant):  # a pair that now spans two months is two days
        pairs = [(pairs[0][0], pairs[1][0])]
    if is_ambiguous(read[0]):
        return
    assert pairs == meant
