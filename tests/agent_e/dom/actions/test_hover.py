from __future__ import annotations

import pytest

from agent_e.errors import ElementBlocked, ElementGone
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_menu_that_a_style_opens_is_told_and_stays_open_for_the_next_click(on: Stage):
    await on.open("hovers")
    await on.act(on.actor.hover(on.id("Products")))
    assert "link 'Lamps'" in on.words
    await on.look()
    await on.click("Lamps")
    assert "lamps" in on.words


async def test_a_menu_across_a_gap_that_closes_at_once_when_left_stays_open(on: Stage):
    await on.open("hovers")
    await on.act(on.actor.hover(on.id("Services")))
    assert "button 'Repair'" in on.words
    await on.look()
    await on.click("Repair")
    assert "repair" in on.words


async def test_a_hint_is_told(on: Stage):
    await on.open("hovers")
    await on.act(on.actor.hover(on.id("Hint")))
    assert "Costs nothing" in on.words


async def test_the_mouse_may_be_over_what_is_disabled(on: Stage):
    await on.open("hovers")
    await on.act(on.actor.hover(on.id("Order")))
    assert await on.script("document.querySelector('[disabled]').matches(':hover')")


async def test_hovering_hears_the_mouse_move_on_the_element_itself(on: Stage):
    await on.open("hovers")
    await on.script(
        "void document.addEventListener('mousemove', event => {"
        "  log.textContent = `${event.target.textContent} ${event.isTrusted}`; })"
    )
    await on.actor.hover(on.id("Hint"))
    assert await on.script("log.textContent") == "Hint true"


async def test_what_nothing_comes_of_is_said(on: Stage):
    await on.open("controls")
    await on.act(on.actor.hover(on.id("Idle")))
    assert on.words == "Nothing on the page changed."


@pytest.mark.parametrize("frame", ["near", "far"])
async def test_the_mouse_gets_into_frames(on: Stage, frame):
    await on.open("frames")
    await on.act(on.actor.hover(on.id(f"{frame} button")))
    within = next(f for f in on.session.active.page.frames if f.url.endswith(f"?{frame}"))
    assert await within.evaluate("document.querySelector('button').matches(':hover')")


async def test_what_is_covered_is_refused(on: Stage):
    await on.open("covered")
    with pytest.raises(ElementBlocked, match="covered by dialog 'Cookies'"):
        await on.actor.hover(on.id("Buy"))


async def test_what_goes_when_the_mouse_comes_is_a_failure(on: Stage):
    await on.open("shifty")
    with pytest.raises(ElementGone):
        await on.actor.hover(on.id("Goes when touched"))


async def test_a_row_is_pointed_at_so_that_its_buttons_come_into_reach(on: Stage):
    await on.open("row_actions")
    assert on.find("Edit world").states == ("off-screen",)
    await on.click("Edit world")
    assert "edit world" in on.words
    await on.look()
    await on.script("void second.classList.remove('shown')")
    await on.click("Trash moon")
    assert "trash moon" in on.words


async def test_what_pointing_at_its_row_does_not_bring_is_refused(on: Stage):
    await on.open("row_actions")
    with pytest.raises(ElementBlocked, match="also while the mouse is over what holds it"):
        await on.click("Never")
