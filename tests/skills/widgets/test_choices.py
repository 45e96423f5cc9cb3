from __future__ import annotations

import pytest

from tests.skills.widgets.driving import Model

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,  # a sample of the widgets stands in for all of them
    pytest.mark.asyncio(loop_scope="session"),
]


async def test_tom_select_takes_an_option(model: Model):
    await model.open("tom_select", "Country")
    await model.do("select_option", mmid=model.id("combobox", "Country"), option="Japan")
    await model.check("country.getValue()", "jp")


async def test_an_option_of_the_list_that_tom_select_opens_is_clicked(model: Model):
    await model.open("tom_select", "Country")
    await model.do("click", mmid=model.id("combobox", "Country"))
    await model.do("click", mmid=model.id("option", "Uganda"))
    await model.check("country.getValue()", "ug")


async def test_tom_select_takes_several(model: Model):
    await model.open("tom_select", "Tags")
    tags = model.id("combobox", "Tags")
    for tag in ("Docs", "Security"):
        await model.do("select_option", mmid=tags, option=tag)
    await model.check("tags.getValue()", ["d", "s"])


async def test_what_enter_takes_in_tom_select_is_what_was_typed(model: Model):
    # Its list follows the typing 300 ms later; until then Enter takes the first of all.
    await model.open("tom_select", "Tags")
    tags = model.id("combobox", "Tags")
    await model.do("enter_text", mmid=tags, text="Docs", submit=True)
    await model.check("tags.getValue()", ["d"])


async def test_tom_select_makes_a_new_one_and_drops_it(model: Model):
    await model.open("tom_select", "Tags")
    told = await model.do("enter_text", mmid=model.id("combobox", "Tags"), text="Legal")
    assert "Add Legal…" in told
    await model.do("click", mmid=model.id("(?:clickable|option)", "Add Legal…"))
    await model.check("tags.getValue()", ["Legal"])
    await model.do("click", mmid=model.id("button", "×"))
    await model.check("tags.getValue()", [])


async def test_select2_takes_an_option(model: Model):
    await model.open("select2", "City")
    await model.do("select_option", mmid=model.id("combobox"), option="Lyon")
    await model.check("$('#city').val()", "Lyon")


async def test_an_option_that_select2_finds_is_clicked(model: Model):
    await model.open("select2", "City")
    await model.do("click", mmid=model.id("combobox"))
    # The other field of the page is called Search as well.
    search = model.id("searchbox", "Search")
    await model.do("enter_text", mmid=search, text="tur")
    await model.do("click", mmid=model.id("option", "Turku"))
    await model.check("$('#city').val()", "Turku")


async def test_select2_takes_several_and_drops_one(model: Model):
    await model.open("select2", "Extras")
    extras = model.id("searchbox", "Search")
    await model.do("select_option", mmid=extras, option="Insurance")
    await model.do("select_option", mmid=extras, option="Gift wrap")
    await model.check("$('#extras').val()", ["g", "i"])
    await model.do("get_dom")
    await model.do("click", mmid=model.id("button", "Remove item", row="Insurance"))
    await model.check("$('#extras').val()", ["g"])


async def test_what_jquery_ui_suggests_is_told_and_clicked(model: Model):
    await model.open("jquery_autocomplete", "Airport")
    told = await model.do("enter_text", mmid=model.id("textbox", "Airport"), text="os")
    assert "Osaka Kansai" in told
    await model.do("click", mmid=model.id(r"\w+", "Osaka Kansai"))
    await model.check("chosen", "KIX")


async def test_a_suggestion_that_fills_in_its_code_is_a_choice(model: Model):
    await model.open("jquery_autocomplete", "Airport")
    airport = model.id("textbox", "Airport")
    await model.do("enter_text", mmid=airport, text="os")
    told = await model.do("select_option", mmid=airport, option="Osaka Kansai")
    await model.check("chosen", "KIX")
    assert "KIX" in told
