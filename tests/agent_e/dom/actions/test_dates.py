from __future__ import annotations

from datetime import date

import pytest

from agent_e.dom.actions.dates import iso_date, written
from agent_e.errors import BadArgument, ElementBlocked
from tests.agent_e.dom.stage import Stage

browser = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
DAY = date(2031, 5, 3)


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        ("dd/mm/yyyy", "03/05/2031"),
        ("MM-DD-YYYY", "05-03-2031"),
        ("TT.MM.JJJJ", "03.05.2031"),
        ("jj/mm/aaaa", "03/05/2031"),
        ("gg/mm/aaaa", "03/05/2031"),
        ("ДД.ММ.ГГГГ", "03.05.2031"),
        ("yyyy/mm/dd", "2031/05/03"),
        ("Date (d.m.yy)", "3.5.31"),
        ("DD MMM YYYY", "03 May 2031"),
        ("e.g. 31/12/2030", "03/05/2031"),
        ("12/31/2030", "05/03/2031"),
        ("2030-12-31", "2031-05-03"),
        ("1/2/2030", "2031-05-03"),
        ("Date of birth\nmm/dd/yyyy", "05/03/2031"),
        ("When?", "2031-05-03"),
    ],
)
def test_a_date_is_written_as_the_field_asks_for_it(hint, text):
    assert written(DAY, hint) == text


def test_only_whole_dates_are_dates():
    assert iso_date("2031-05-03") == DAY
    assert iso_date("2031-02-30") is None
    assert iso_date("3 May 2031") is None


class TestCalendar:
    pytestmark = browser

    @pytest.mark.parametrize(
        ("name", "day", "holds"),
        [
            ("Day", date(2031, 1, 31), "31/01/2031"),
            ("Day", date(2030, 10, 1), "01/10/2030"),
            ("Day", date(2029, 12, 29), "29/12/2029"),
            ("Tag", date(2031, 3, 1), "01/03/2031"),
            ("Bare", DAY, "03.05.2031"),
            ("Native", DAY, "2031-05-03"),
        ],
    )
    async def test_a_day_of_any_month_is_picked(self, on: Stage, name, day, holds):
        await on.open("calendar")
        await on.act(on.actor.pick_date(on.id(name), day))
        assert on.result == holds
        assert await on.script(f"{name.lower()}.value") == holds
        assert await on.script("document.querySelectorAll('.cal').length") == 0

    async def test_a_read_only_field_of_a_form_is_filled_by_its_calendar(self, on: Stage):
        await on.open("calendar")
        fields = [(on.id("Day"), "2031-01-31"), (on.id("Bare"), "2031-05-03")]
        await on.act(on.actor.fill_form(fields))
        assert on.result.problem == ""
        assert await on.script("[day.value, bare.value]") == ["31/01/2031", "03.05.2031"]

    async def test_a_range_is_picked(self, on: Stage):
        await on.open("calendar")
        await on.act(on.actor.pick_date(on.id("Stay"), date(2030, 11, 28), date(2031, 1, 2)))
        assert await on.script("stay.value") == "28/11/2030 - 02/01/2031"

    async def test_a_day_that_is_not_offered_is_refused_and_the_calendar_closed(self, on: Stage):
        await on.open("calendar")
        with pytest.raises(ElementBlocked, match="2031-02-21 cannot be chosen"):
            await on.actor.pick_date(on.id("Day"), date(2031, 2, 21))
        assert await on.script("document.querySelectorAll('.cal').length") == 0
        assert await on.script("day.value") == ""

    async def test_the_end_of_a_range_needs_a_calendar_that_takes_one(self, on: Stage):
        await on.open("calendar")
        with pytest.raises(ElementBlocked, match="field that is meant for the end"):
            await on.actor.pick_date(on.id("Day"), date(2030, 11, 3), date(2030, 11, 5))

    @pytest.mark.parametrize(
        ("name", "why"), [("Stone", "opens no calendar"), ("Native", "values to 2031-12-31")]
    )
    async def test_what_takes_no_such_date_says_so(self, on: Stage, name, why):
        await on.open("calendar")
        with pytest.raises(BadArgument, match=why):
            await on.actor.pick_date(on.id(name), date(2032, 1, 1))

    async def test_a_range_that_ends_before_it_begins_is_refused(self, on: Stage):
        await on.open("calendar")
        with pytest.raises(BadArgument, match="swap them"):
            await on.actor.pick_date(on.id("Stay"), DAY, date(2031, 5, 1))
