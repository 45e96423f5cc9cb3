from __future__ import annotations

import pytest

from agent_e.types import Filled
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def fill(on: Stage, values: dict[str, str], submit: str = "") -> Filled:
    entries = [(on.id(name), value) for name, value in values.items()]
    await on.act(on.actor.fill_form(entries, on.id(submit) if submit else None))
    assert isinstance(on.result, Filled)
    return on.result


async def test_fields_of_all_kinds_are_filled_and_sent(on: Stage):
    await on.open("form")
    values = {
        "Name": "Ann", "Country": "Peru", "Arrival": "2031-05-03", "News": "false",
        "Fast": "true", "Last": "x",
    }  # fmt: skip
    filled = await fill(on, values, submit="Send")
    assert (filled.problem, filled.left) == ("", ())
    sent = "sent name=Ann&country=Peru&arrival=2031-05-03&pace=fast&reason=none&last=x"
    assert await on.script("done.textContent") == sent


async def test_what_the_fields_were_given_is_not_repeated(on: Stage):
    await on.open("form")
    filled = await fill(on, {"Name": "Ann", "Country": "Pe", "News": "false", "Slow": "true"})
    assert filled.notes == ("combobox 'Country' holds 'Peru'.",)
    assert on.words == ""


async def test_suggestions_of_which_none_was_chosen_are_told(on: Stage):
    await on.open("suggests")
    filled = await fill(on, {"From": "ber", "To": "lima", "Class": "first", "Seat": "2"})
    assert filled.notes == (
        "textbox 'From' suggests 'Bergen', 'Berlin', 'Bern'; none was chosen: select_option does "
        "that.",
        "textbox 'To' suggests 'Lima'; none was chosen: select_option does that.",
    )
    assert await on.script("[...document.forms[0]].map((field) => field.value).join()") == (
        "ber,lima,first,2"
    )


async def test_a_field_that_is_emptied_by_another_is_told(on: Stage):
    await on.open("form")
    await fill(on, {"Last": "Lee", "Clears": "x"})
    assert on.words == f"[{on.id('Last')}] textbox 'Last' is now value=''"


@pytest.mark.parametrize("value", ["Fast", "fast", "Fa"])
async def test_a_radio_takes_the_name_of_another_one_of_its_group(on: Stage, value):
    await on.open("form")
    filled = await fill(on, {"Slow": value})
    assert filled.problem == ""
    assert await on.script("new FormData(form).get('pace')") == "fast"
    assert on.words == f"[{on.id('Fast')}] radio 'Fast' is now checked"


async def test_a_radio_says_what_else_there_is(on: Stage):
    await on.open("form")
    assert (
        "no option 'Lazy'. Its options: 'Slow', 'Fast'"
        in (await fill(on, {"Slow": "Lazy"})).problem
    )


async def test_filling_stops_at_a_value_that_is_refused(on: Stage):
    await on.open("form")
    filled = await fill(on, {"Name": "Ann", "Country": "Narnia", "Last": "x"}, submit="Send")
    assert filled.done == (on.id("Name"),)
    assert filled.left == (on.id("Country"), on.id("Last"))
    assert "no option 'Narnia'" in filled.problem
    assert await on.script("done.textContent") == ""


async def test_filling_stops_when_the_form_changes(on: Stage):
    await on.open("form")
    filled = await fill(on, {"Reason": "other", "Last": "x"}, submit="Send")
    assert filled.done == (on.id("Reason"),)
    assert filled.problem == "textbox 'Why' appeared in the form."
    assert await on.script("done.textContent") == ""


async def test_filling_stops_when_a_dialog_opens(on: Stage):
    await on.open("form")
    filled = await fill(on, {"Ask": "a", "Last": "x"})
    assert "a dialog opened" in filled.problem
    assert filled.left == (on.id("Last"),)
    await on.session.answer_dialog(accept=True)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("News", "maybe", "takes true or false"),
        ("Slow", "true", ""),
        ("Arrival", "soon", "not a value for a date field"),
    ],
)
async def test_ticks_take_true_or_false(on: Stage, name, value, why):
    await on.open("form")
    assert why in (await fill(on, {name: value})).problem


async def test_a_field_that_is_gone_leaves_the_others(on: Stage):
    await on.open("form")
    entries = [(on.id("Name"), "Ann"), (on.id("Last"), "x")]
    await on.script("document.querySelector('[name=last]').closest('label').remove()")
    await on.act(on.actor.fill_form(entries))
    assert isinstance(on.result, Filled)
    assert on.result.done == (entries[0][0],)
    assert "is not on the page any more" in on.result.problem


@pytest.mark.parametrize(
    ("country", "sent"),
    [
        ("Peru", "name=Ann&country=Peru&town=Rio"),
        ("Chile", "country=Chile&town=Rio&name=Ann"),
    ],
    ids=["in place", "in another order"],
)
async def test_a_form_that_is_drawn_again_meanwhile_is_filled_on(on: Stage, country, sent):
    await on.open("drawn_again")
    filled = await fill(on, {"Name": "Ann", "Country": country, "Town": "Rio"}, submit="Send")
    assert (filled.problem, filled.left) == ("", ())
    assert await on.script("sent.textContent") == sent


async def test_a_form_that_has_another_field_once_it_is_drawn_again_is_not_sent(on: Stage):
    await on.open("drawn_again")
    filled = await fill(on, {"Name": "Ann", "Country": "Brazil", "Town": "Rio"}, submit="Send")
    assert filled.problem == "textbox 'State' appeared in the form."
    assert await on.script("sent.textContent") == ""
