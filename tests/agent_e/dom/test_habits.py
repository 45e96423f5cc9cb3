"""Habits of real applications that hid what a task needed: one page each."""

from __future__ import annotations

import re

import pytest

from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


def plain(outline: str) -> str:
    """An outline without the numbers of its elements."""
    return re.sub(r"\[\d+\]", "[n]", outline)


async def test_an_owner_that_is_not_drawn_takes_nothing_along(out: Lookout) -> None:
    assert plain(await out.open("owned_unseen")) == (
        "toolbar 'Tools'\n  [n] link 'Reply'\n  [n] link 'Forward'"
    )


async def test_a_hint_that_holds_controls_is_a_popup(out: Lookout) -> None:
    assert plain(await out.open("hints")).split("menu\n")[0] == (
        "tooltip 'Reload (r)'\npopover\n  [n] link 'Move to'\n  [n] link 'Copy to'\n"
    )


async def test_an_item_around_its_button_is_told_once_unless_it_says_more(out: Lookout) -> None:
    assert plain(await out.open("hints")).split("menu\n")[1] == (
        "  [n] menuitem 'Reply'\n  [n] menuitem 'More' (opens menu)\n    [n] button 'More'"
    )


async def test_boxes_alike_with_words_and_something_to_press_are_items(out: Lookout) -> None:
    assert plain(await out.open("posts")) == (
        "item: heading 3 'Hugo'; I prefer the older one.; [n] link 'like (0)'\n"
        "item: heading 3 'Ida'; So do I.; [n] link 'like (0)'\n"
        "item: heading 3 'Max'; Not me.; [n] link 'like (2)'\n"
        "[n] textbox 'Name' value=''\nAs in your passport\n"
        "[n] textbox 'Town' value=''\nWhere you live\n"
        "[n] textbox 'Street' value=''\nWith its number"
    )


async def test_days_are_offered_where_what_is_around_them_listens(out: Lookout) -> None:
    assert plain(await out.open("month")) == (
        "grid\n"
        "  row: [n] gridcell '1' | [n] gridcell '2'\n"
        "  row: [n] gridcell '8' | [n] gridcell '9'\n"
        "grid (900 rows in all)\n  row: Ann | Lima"
    )


async def test_choices_without_words_have_their_place_and_their_colour(out: Lookout) -> None:
    outline = plain(await out.open("chosen_by_eye"))
    assert outline == (
        "[n] clickable (hint: icon star; 1 of 3)\n"
        "[n] clickable (hint: icon star; 2 of 3)\n"
        "[n] clickable (hint: icon star; 3 of 3)\n"
        "[n] clickable (square, red #ff0000, hint: 1 of 3)\n"
        "[n] clickable (square, green #008000, hint: 2 of 3)\n"
        "[n] clickable (square, blue #0000ff, hint: 3 of 3)\n"
        "0 of 5 stars\n3 of 5 stars"
    )
    await out.script("stars[1].click()")
    colours = [line.split("(")[1].split(",")[0] for line in (await out.look()).split("\n")[:3]]
    assert colours == ["yellow #ffcc00", "yellow #ffcc00", "light grey #cccccc"]


async def test_a_link_whose_address_says_other_words_shows_the_end_of_it(out: Lookout) -> None:
    await out.open("posts")
    outline = await out.write(
        "<a href='/t/how-to-plant-tulips'>Gardening</a> <a href='/plant/red-tulips'>Tulips</a> "
        "<a href='/users/1'>Ann</a> <a href='?sort=by-name'>Order</a>"
    )
    assert plain(outline) == (
        "[n] link 'Gardening' → …/how-to-plant-tulips\n[n] link 'Tulips'\n[n] link 'Ann'\n"
        "[n] link 'Order'"
    )


async def test_what_belongs_elsewhere_is_no_part_of_a_name_and_no_control(out: Lookout) -> None:
    assert plain(await out.open("belongs_elsewhere")) == (
        "[n] combobox 'Status' value='open' (expanded)\n"
        "  [n] option 'open' (selected)\n"
        "  [n] option 'stalled'\n"
        "listbox 'Hits'\n"
        "  [n] option 'Posts'\n"
        "    [n] option 'Swallows'\n"
        "    [n] option 'Storks'\n"
        "[n] button '24 November' (expanded)\n"
        "  23 24 25\n"
        "[n] clickable 'Heike Brandt' (collapsed)\n"
        "  [n] link 'Heike Brandt'\n"
        "[n] heading 'Rename me'"
    )


async def test_items_at_which_the_tab_key_stops_in_turn_are_all_offered(out: Lookout) -> None:
    assert plain(await out.open("taking_turns")) == (
        "list\n"
        "  item: [n] button 'archive' 10mo ago\n"
        "  item: [n] clickable 'config' 9mo ago\n"
        "  item: [n] clickable 'data' 8mo ago\n"
        "Read this first\n"
        "feed 'Notes'\n"
        "  [n] clickable 'First note'\n"
        "    Milk\n"
        "    [n] textbox 'Title' value=''\n"
        "  [n] clickable 'Second note'\n"
        "    [n] textbox 'Title' value=''"
    )
