from __future__ import annotations

import pytest

from tests.skills.widgets.driving import Model

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,  # a sample of the widgets stands in for all of them
    pytest.mark.asyncio(loop_scope="session"),
]


def element(name: str, property: str) -> str:
    return f"document.querySelector('sl-{name}').{property}"


async def test_shoelace_fields_take_text(model: Model):
    await model.open("shoelace", "Settings")
    await model.do("enter_text", mmid=model.id("textbox", "Name"), text="Bo")
    await model.do("enter_text", mmid=model.id("textbox", "About"), text="Two\nlines")
    await model.check(element("input", "value"), "Bo")
    await model.check(element("textarea", "value"), "Two\nlines")


async def test_a_shoelace_select_takes_an_option_and_closes(model: Model):
    await model.open("shoelace", "Settings")
    plan = model.id("combobox", "Plan")
    await model.do("select_option", mmid=plan, option="Team")
    await model.check(element("select", "value"), "team")
    await model.check(element("select", "open"), False)
    await model.do("select_option", mmid=plan, option="Company")
    await model.check(element("select", "value"), "firm")
    await model.check(element("select", "open"), False)


async def test_shoelace_switches_are_clicked(model: Model):
    await model.open("shoelace", "Settings")
    for role, name in (("checkbox", "News by mail"), ("switch", "Dark mode"), ("radio", "Finnish")):
        told = await model.do("click", mmid=model.id(role, name))
        assert "now checked" in told
    await model.check(element("checkbox", "checked"), True)
    await model.check(element("switch", "checked"), True)
    await model.check(element("radio-group", "value"), "fi")


async def test_a_shoelace_range_takes_a_value(model: Model):
    await model.open("shoelace", "Settings")
    await model.do("enter_text", mmid=model.id("slider", "Font size"), text="20")
    await model.check(element("range", "value"), 20)


async def test_an_entry_of_a_shoelace_menu_is_clicked(model: Model):
    await model.open("shoelace", "Settings")
    await model.do("click", mmid=model.id("button", "More"))
    await model.do("click", mmid=model.id("menuitem", "Archive"))
    await model.check("window.menu", "archive")


async def test_a_shoelace_tab_is_turned_to(model: Model):
    await model.open("shoelace", "Settings")
    told = await model.do("click", mmid=model.id("tab", "Limits"))
    assert "Ten calls a minute" in told
    await model.check(element("tab-group sl-tab[active]", "panel"), "two")


async def test_a_shoelace_dialog_is_filled_and_told_to_be_gone(model: Model):
    await model.open("shoelace", "Settings")
    told = await model.do("click", mmid=model.id("button", "Rename"))
    assert "A dialog 'Rename the project' opened" in told
    await model.do("enter_text", mmid=model.id("textbox", "New name"), text="Nova")
    told = await model.do("click", mmid=model.id("button", "Done"))
    assert told.endswith("The dialog 'Rename the project' closed.")
    await model.check(element("dialog", "open"), False)
    await model.check(element("dialog sl-input", "value"), "Nova")


async def test_a_jquery_ui_dialog_is_filled_and_answered(model: Model):
    await model.open("jquery_dialog", "Account")
    told = await model.do("click", mmid=model.id("button", "Close account"))
    assert "A dialog 'Close the account?' opened" in told
    await model.do("enter_text", mmid=model.id("textbox", "Reason"), text="Too dear")
    told = await model.do("click", mmid=model.id("button", "Close it"))
    assert "The dialog 'Close the account?' closed" in told
    await model.check("[answer, $('#sure').dialog('isOpen')]", ["Too dear", False])
