"""A page that writes all of itself anew after every change."""

from __future__ import annotations

from datetime import date

import pytest

from agent_e.errors import BadArgument, ElementGone
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_number_goes_on_standing_for_what_took_its_place(on: Stage):
    await on.open("redrawn")
    more, seat = on.id("More guests"), next(n for n in on.page.elements if n.tag == "select")
    for guests in (2, 3, 4):
        assert (await on.actor.resolve(more)).name == "More guests"
        await on.act(on.actor.click(more))
        assert f"'Guests: {guests - 1}' is now 'Guests: {guests}'" in on.words
        assert "Gone" not in on.words
    assert seat.mmid is not None
    await on.act(on.actor.select_option(seat.mmid, "Door"))
    assert await on.script("state.seat") == "Door"
    assert (await on.actor.resolve(seat.mmid)).mmid != seat.mmid


async def test_a_number_never_comes_to_mean_another_things_button(on: Stage):
    await on.open("redrawn")
    first, second = (node.mmid for node in on.page.elements if node.name == "Delete")
    assert first is not None
    assert second is not None
    await on.act(on.actor.click(first))
    assert await on.script("document.querySelectorAll('.delete').length") == 1
    with pytest.raises(ElementGone):
        await on.actor.resolve(first)
    assert (await on.actor.resolve(second)).name == "Delete"


async def test_a_date_is_picked_in_a_calendar_that_takes_its_field_along(on: Stage):
    await on.open("redrawn_widgets")
    leave, back = on.id("Leave on"), on.id("Back on")
    await on.act(on.actor.pick_date(leave, date(2031, 1, 9)))
    assert on.result == "2031-01-09"
    await on.act(on.actor.pick_date(back, date(2030, 12, 28)))
    assert await on.script("[state.leave, state.back].join()") == "2031-01-09,2030-12-28"
    assert "Gone" not in on.words


async def test_a_list_that_takes_its_widget_along_is_chosen_from(on: Stage):
    await on.open("redrawn_widgets")
    room = on.id("Room")
    await on.act(on.actor.select_option(room, "Double"))
    assert await on.script("state.room") == "Double"
    with pytest.raises(BadArgument, match="no option 'Parking'"):
        await on.actor.select_option(room, "Parking")
    assert await on.script("state.list") is False
