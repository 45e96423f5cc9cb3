from __future__ import annotations

import pytest

from tests.skills.widgets.driving import Model

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_flatpickr_takes_a_day_of_another_year(model: Model):
    await model.open("flatpickr", "Arrival")
    await model.do("pick_date", mmid=model.id("textbox", "Arrival"), date="2027-02-03")
    await model.check("picked(day)", ["2027-02-03 00:00"])


async def test_flatpickr_takes_a_range(model: Model):
    await model.open("flatpickr", "Stay")
    stay = model.id("textbox", "Stay")
    await model.do("pick_date", mmid=stay, date="2026-05-28", end="2026-06-03")
    await model.check("picked(range)", ["2026-05-28 00:00", "2026-06-03 00:00"])


async def test_a_day_of_the_calendar_that_flatpickr_opens_is_clicked(model: Model):
    await model.open("flatpickr", "Arrival")
    await model.do("click", mmid=model.id("textbox", "Arrival"))
    await model.do("select_option", mmid=model.id("combobox", "Month"), option="July")
    await model.do("get_dom", find="July 9, 2026")
    await model.do("click", mmid=model.id("clickable", "July 9, 2026"))
    await model.check("picked(day)", ["2026-07-09 00:00"])


async def test_flatpickr_takes_a_time_of_day(model: Model):
    await model.open("flatpickr", "Wake-up call")
    # The month's days fill the report, which says that two fields are left out.
    assert "(2 fields)" in await model.do("click", mmid=model.id("textbox", "Wake-up call"))
    await model.do("get_dom", find="Hour")
    hour = model.id("spinbutton", "Hour")
    await model.do("get_dom", find="Minute")
    minute = model.id("spinbutton", "Minute")
    await model.do("enter_text", mmid=hour, text="18")
    await model.do("enter_text", mmid=minute, text="30", submit=True)
    await model.check("picked(time)", ["2026-05-20 18:30"])


async def test_jquery_ui_datepicker_takes_a_day_of_another_month(model: Model):
    await model.open("jquery_datepicker", "Day")
    await model.do("pick_date", mmid=model.id("textbox", "Day"), date="2026-08-03")
    await model.check("$('#day').datepicker('getDate').toDateString()", "Mon Aug 03 2026")


async def test_a_day_of_the_jquery_ui_datepicker_is_clicked(model: Model):
    await model.open("jquery_datepicker", "Day")
    await model.do("click", mmid=model.id("textbox", "Day"))
    await model.do("click", mmid=model.id("clickable", "Next"))
    await model.do("click", mmid=model.id("link", "11"))
    await model.check("$('#day').datepicker('getDate').toDateString()", "Thu Jun 11 2026")


async def test_jquery_ui_datepicker_takes_a_day_as_it_writes_it(model: Model):
    await model.open("jquery_datepicker", "Day")
    await model.do("enter_text", mmid=model.id("textbox", "Day"), text="06/03/2026")
    await model.check("$('#day').datepicker('getDate').toDateString()", "Wed Jun 03 2026")
