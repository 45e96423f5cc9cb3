from __future__ import annotations

import pytest

from agent_e.errors import BadArgument, ElementBlocked
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
OPEN = "document.querySelectorAll('#list, #long').length"


async def choose(on: Stage, name: str, option: str) -> str:
    await on.act(on.actor.select_option(on.id(name), option))
    return str(on.result)


@pytest.mark.parametrize(
    ("name", "option", "chosen", "shown"),
    [
        ("Fruit", "Banana", "Banana", "fruit.textContent"),
        ("Fruit", "blood", "Blood orange", "fruit.textContent"),
        ("Number", "Row 150", "Row 150", "many.textContent"),
        ("Colour", "Green", "Green", "plain.textContent"),
    ],
)
async def test_a_list_is_opened_searched_and_closed(on: Stage, name, option, chosen, shown):
    await on.open("listbox")
    assert await choose(on, name, option) == chosen
    assert await on.script(shown) == chosen
    assert await on.script(OPEN) == 0
    assert all(await on.script("said")), "by real clicks"


async def test_an_option_that_is_not_there_is_refused_with_those_that_are(on: Stage):
    await on.open("listbox")
    with pytest.raises(BadArgument, match="no option 'Kiwi'. Its options: 'Apple', 'Banana'"):
        await on.actor.select_option(on.id("Fruit"), "Kiwi")
    assert await on.script(OPEN) == 0
    assert await on.script("fruit.textContent") == "Pick"


async def test_a_beginning_of_several_options_is_refused(on: Stage):
    await on.open("listbox")
    with pytest.raises(BadArgument, match="begins with 'bl': 'Blood orange', 'Blueberry'"):
        await on.actor.select_option(on.id("Fruit"), "bl")


async def test_a_disabled_option_is_refused(on: Stage):
    await on.open("listbox")
    with pytest.raises(BadArgument, match="'Durian' of .* cannot be chosen now"):
        await on.actor.select_option(on.id("Fruit"), "Durian")
    assert await on.script(OPEN) == 0


async def test_a_choice_that_the_widget_does_not_show_is_a_failure(on: Stage):
    await on.open("listbox")
    with pytest.raises(ElementBlocked, match="'Other' was clicked, but .* still shows 'Same'"):
        await on.actor.select_option(on.id("Stubborn"), "Other")


async def test_a_radio_of_the_same_group_is_chosen(on: Stage):
    await on.open("listbox")
    assert await choose(on, "By air", "By sea") == "By sea"
    assert await on.script("document.querySelector('[name=ship]:checked').value") == "s"


async def test_an_option_of_an_open_list_is_chosen(on: Stage):
    await on.open("listbox")
    assert await choose(on, "North", "South") == "South"
    assert await on.script("document.querySelector('[aria-selected=true]').textContent") == "South"


async def test_options_are_added_in_a_select_of_several(on: Stage):
    chosen = "[...sizes.selectedOptions].map((each) => each.text).join()"
    await on.open("listbox")
    await choose(on, "Sizes", "Small")
    await choose(on, "Sizes", "Huge")
    assert await on.script(chosen) == "Small,Huge"
    await choose(on, "Sizes", "Small, Large")
    assert await on.script(chosen) == "Small,Large"


async def test_what_lists_nothing_is_refused(on: Stage):
    await on.open("selects")
    with pytest.raises(BadArgument, match="shows no list of options"):
        await on.actor.select_option(on.id("Fancy"), "Anything")


async def test_a_suggestion_that_is_only_highlighted_is_chosen_by_a_click(on: Stage):
    await on.open("completes")
    await on.enter("City", "Ber")
    await on.look()
    assert await choose(on, "City", "Bergen") == "Bergen"
    assert await on.script("booked.textContent") == "Bergen"
    assert await on.script("cities.hidden")


async def test_what_a_field_says_to_an_unknown_option_is_told(on: Stage):
    await on.open("completes")
    with pytest.raises(BadArgument, match="no option 'Zagreb'. Its options: 'No such city'"):
        await on.actor.select_option(on.id("City"), "Zagreb")
    assert await on.script("city.value") == ""
