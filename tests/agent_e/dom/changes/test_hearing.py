from __future__ import annotations

import pytest

from agent_e.dom.changes.tab_state import trace_of
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def unheard(on: Stage) -> bool:
    return trace_of(on.session.active).acted.unheard


async def test_a_click_that_nothing_hears_is_not_waited_for(on: Stage):
    await on.open("unheard")
    await on.click("Still")
    assert unheard(on)
    assert on.words == (
        "Nothing on the page changed.\nNo script of the page listens to a click there."
    )


@pytest.mark.parametrize(
    ("name", "log"),
    [("Inside a listener", "heard"), ("Sheltered", "heard inside")],
)
async def test_listeners_around_the_element_are_given_time(on: Stage, name: str, log: str):
    await on.open("unheard")
    await on.click(name)
    assert not unheard(on)
    assert f"is now '{log}'" in on.words


async def test_a_listener_of_the_window_counts(on: Stage):
    await on.open("unheard")
    await on.script(
        "addEventListener('mousedown', () => setTimeout(() => { log.textContent = 'window' }, 200))"
    )
    await on.click("Still")
    assert not unheard(on)
    assert "is now 'window'" in on.words


async def test_what_only_styles_show_is_told_at_once(on: Stage):
    await on.open("unheard")
    await on.click("Styles")
    assert unheard(on)
    assert "link 'First way'" in on.words


async def test_a_mark_of_having_been_pressed_is_not_yet_the_effect(on: Stage):
    await on.open("unheard")
    await on.click("Rippling")
    assert "is now 'after the ripple'" in on.words


async def test_a_new_text_of_the_element_is_an_effect(on: Stage):
    await on.open("unheard")
    await on.click("Follow")
    assert "'Follow' is now 'Following'" in on.words
    assert "much later" not in on.words


async def test_links_and_buttons_that_send_a_form_are_heard_by_the_browser(on: Stage):
    await on.open("links")
    await on.click("Slow page")
    assert not unheard(on)
