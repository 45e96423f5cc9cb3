from __future__ import annotations

import asyncio

import pytest

from agent_e.dom.changes.tab_state import trace_of
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_change_after_a_while_belongs_to_its_action(on: Stage):
    await on.open("late")
    await on.click("Later")
    assert "'idle' is now 'late one'" in on.words


async def test_both_batches_of_one_action_are_told(on: Stage):
    await on.open("late")
    await on.click("Twice")
    assert "'first batch'" in on.words
    assert "'second batch'" in on.words


async def test_a_page_that_says_loading_is_waited_for(on: Stage):
    await on.open("late")
    await on.click("Load")
    assert "'idle' is now 'Loaded after a while'" in on.words


async def test_a_part_of_what_was_drawn_anew_that_says_loading_is_waited_for(on: Stage):
    await on.open("loading_inside")
    await on.click("Choose a day")
    assert "button '19:30'" in on.words
    assert "Loading" not in on.words


async def test_what_a_field_suggests_that_took_the_focus_is_waited_for(on: Stage):
    await on.open("wizard")
    await on.click("Link to")
    assert "link 'Crane'" in on.words


async def test_a_hint_that_comes_with_the_mouse_is_not_the_effect(on: Stage):
    await on.open("hint_first")
    await on.click("List")
    assert "'Pictures' is now 'Lines'" in on.words


async def test_what_an_action_fetches_is_waited_for(on: Stage):
    await on.open("late")
    await on.click("Ask")
    assert "'idle' is now 'answer 42'" in on.words


async def test_a_page_that_never_rests_is_waited_for_once(on: Stage):
    await on.open("ticker")
    await on.click("Idle")
    report = await on.click("Idle")
    assert not report.unsettled


async def test_a_slow_page_is_never_told_as_empty(on: Stage):
    await on.open("links")
    report = await on.click("Slow page")
    assert report.navigation is not None
    assert "Here at last" in on.words


async def test_stages_of_the_wait_are_timed(on: Stage):
    await on.open("links")
    report = await on.click("Slow page")
    assert {"quiet", "observe"} <= set(report.milliseconds) <= {"navigation", "quiet", "observe"}


async def test_watching_ends_with_the_run(on: Stage):
    await on.open("links")
    watch = on.observer.watch()
    await watch.start()
    waiting = asyncio.ensure_future(watch.finish())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_page_that_leaves_a_little_later_is_followed(on: Stage):
    await on.open("odd")
    report = await on.click("Leave later")
    assert report.page is not None
    assert report.page.title == "Arrived"


@pytest.mark.slow
async def test_a_request_that_stays_open_is_said_and_waited_for_once(on: Stage):
    await on.open("odd")
    await on.click("Endless")
    assert on.words == "Nothing on the page changed.\nThe page still waits for data."
    assert trace_of(on.session.active).tolerated == 1
    report = await on.click("Count")
    assert not report.unsettled


async def test_a_page_that_came_back_from_history_is_watched_again(on: Stage):
    await on.open("late")
    await on.open("controls")
    await on.act(on.session.history("back"))
    await on.look()
    await on.click("Twice")
    assert "second batch" in on.words


async def test_a_dialog_ends_the_wait(on: Stage):
    await on.open("dialogs")
    watch = on.observer.watch()
    await watch.start()
    await on.actor.click(on.id("Delete"))
    report = await watch.finish()
    assert report.dialog_open
    await on.session.answer_dialog(accept=False)


async def test_a_dialog_in_the_middle_of_the_wait_ends_it(on: Stage):
    await on.open("dialogs")
    await on.script(
        "void document.querySelector('button').setAttribute('onclick', "
        "'setTimeout(() => confirm(`Late?`), 200)')"
    )
    report = await on.click("Delete")
    assert report.dialog_open
    await on.session.answer_dialog(accept=False)


async def test_a_busy_script_is_said(on: Stage):
    await on.open("late")
    await on.script(
        "void document.querySelector('button').setAttribute('onclick', "
        "'setTimeout(() => { const end = Date.now() + 6000; while (Date.now() < end); }, 20)')"
    )
    await on.click("Later")
    assert on.words.endswith("A script of the page is still busy.")
