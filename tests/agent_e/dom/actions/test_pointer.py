"""Clicks of every kind, and what is done where a plain one does not land."""

from __future__ import annotations

import pytest

from agent_e.dom.actions import pointer
from agent_e.dom.actions.targets import Targets
from agent_e.errors import BadArgument, DialogOpen, ElementBlocked, ElementGone, Missed
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_button_that_opens_a_file_chooser_says_how_to_answer_it(on: Stage):
    await on.open("clicks")
    picture = on.id("Add a picture")

    async def click_and_wait() -> None:
        # The browser tells of the chooser when it gets to it.
        async with on.session.active.page.expect_event("filechooser"):
            await on.actor.click(picture)

    await on.act(click_and_wait())
    assert on.words == "It opened a file chooser: use upload_file with this number."


async def test_a_double_click_is_one(on: Stage):
    await on.open("clicks")
    await on.act(on.actor.click(on.id("File"), "double"))
    assert await on.script("log.textContent") == "none click click dblclick"


async def test_a_right_click_opens_the_pages_own_menu_whose_items_can_be_clicked(on: Stage):
    await on.open("clicks")
    await on.act(on.actor.click(on.id("File"), "right"))
    assert "menuitem 'Rename'" in on.words
    await on.look()
    await on.click("Rename")
    assert "renamed" in on.words


async def test_keys_are_held_while_clicking_and_go_up_again(on: Stage):
    await on.open("clicks")
    await on.act(on.actor.click(on.id("File"), "single", "ctrl+Shift"))
    await on.act(on.actor.click(on.id("File")))
    held = "click ctrlKey+shiftKey keyup Shift ctrlKey keyup Control"
    assert await on.script("log.textContent") == f"none {held} click"


async def test_what_cannot_be_held_is_refused(on: Stage):
    await on.open("clicks")
    with pytest.raises(BadArgument, match="'Enter' cannot be held down"):
        await on.actor.click(on.id("File"), "single", "Enter")


@pytest.mark.parametrize(("how", "modifiers"), [("middle", ""), ("single", "Control")])
async def test_a_link_is_opened_in_a_tab_of_its_own(on: Stage, how, modifiers):
    await on.open("clicks")
    tab = on.session.active
    try:
        report = await on.act(on.actor.click(on.id("Read on"), how, modifiers))
        assert [url.rpartition("/")[2] for url in report.opened_tabs] == ["arrived.html"]
        assert "A new tab opened" in on.words
    finally:
        for other in on.session.tabs:
            if other is not tab:
                await other.page.close()
        on.session.activate(tab)


async def test_a_dialog_of_the_first_click_keeps_the_second_from_being_sent(on: Stage):
    await on.open("clicks")
    await on.script(
        "void (document.querySelectorAll('button')[1].onclick = () => confirm('First'))"
    )
    await on.act(on.actor.click(on.id("Warns"), "double"))
    assert "confirm dialog is open: 'First'" in on.words
    await on.act(on.session.answer_dialog(accept=True))
    await on.act(on.actor.click(on.id("File")))
    assert await on.script("log.textContent") == "none click"


async def test_keys_held_over_a_dialog_go_up_with_its_answer(on: Stage):
    await on.open("clicks")
    await on.act(on.actor.click(on.id("Asks when pressed"), "single", "Control"))
    assert "'Pressed?'" in on.words
    with pytest.raises(DialogOpen):
        await on.actor.click(on.id("File"))
    await on.act(on.session.answer_dialog(accept=True))
    await on.act(on.actor.click(on.id("File")))
    assert await on.script("log.textContent") == "none click"


@pytest.mark.parametrize(
    ("name", "said"), [("Buy", "bought true 0"), ("Terms", "#terms"), ("Agree", "now checked")]
)
async def test_a_control_beneath_something_is_worked_by_keyboard_and_that_is_said(
    on: Stage, name, said
):
    await on.open("beneath")
    await on.click(name)
    assert "box 'Chat with us', so it was done by the keyboard" in on.result
    assert said in on.words


@pytest.mark.parametrize("name", ["Not by Tab", "Only by mouse"])
async def test_what_the_keyboard_does_not_reach_stays_covered(on: Stage, name):
    await on.open("beneath")
    with pytest.raises(ElementBlocked, match="is covered by .*'Chat with us'"):
        await on.click(name)
    assert await on.script("log.textContent") == "nothing"


@pytest.mark.parametrize("how", ["double", "right", "middle"])
async def test_only_a_plain_click_has_a_key_in_its_stead(on: Stage, how):
    await on.open("beneath")
    with pytest.raises(ElementBlocked, match="is covered by"):
        await on.actor.click(on.id("Buy"), how)


@pytest.mark.parametrize(
    "barrier",
    [
        "chat.setAttribute('role', 'dialog')",
        "chat.setAttribute('aria-modal', 'true')",
        "chat.style.cssText = 'left:0;top:0;width:100vw;height:100vh'",
        "chat.style.cssText = 'position:fixed;inset:0;width:auto;height:auto'",
        "document.body.insertAdjacentHTML('beforeend', '<dialog id=ask>Sure? <button>Yes</button>')"
        " || ask.showModal()",
    ],
)
async def test_nothing_is_done_beneath_a_modal_layer(on: Stage, barrier):
    await on.open("beneath")
    await on.script(barrier)
    with pytest.raises(ElementBlocked, match="is covered by|switched off"):
        await on.click("Buy")
    assert await on.script("log.textContent") == "nothing"
    assert await on.script("document.activeElement.textContent !== 'Buy'")


async def test_an_element_in_a_frame_beneath_a_box_is_worked_by_keyboard(on: Stage):
    await on.open("frames")
    await on.script(
        "document.body.insertAdjacentHTML('beforeend', '<div id=veil style=\"position:fixed;"
        "left:0;bottom:0;width:90vw;height:90vh;background:#eee\">Veil</div>')"
    )
    await on.click("far button")
    assert "'Veil', so it was done by the keyboard (Enter)" in on.result
    assert "far clicked true" in on.words


async def test_an_element_that_jumps_away_once_is_followed(on: Stage):
    await on.open("shifty")
    await on.click("Jumps once")
    assert "jumped" in on.words


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Always away", "moved away as the mouse came to it"),
        ("Hides when touched", "hid when the mouse came to it|is not visible"),
    ],
)
async def test_what_is_not_under_the_mouse_any_more_is_not_clicked(on: Stage, name, why):
    await on.open("shifty")
    with pytest.raises(ElementBlocked, match=why):
        await on.click(name)
    assert await on.script("log.textContent") == "nothing"


async def test_what_hides_beneath_a_hint_when_touched_is_worked_by_keyboard(on: Stage):
    await on.open("shifty")
    await on.click("Covered when touched")
    assert "It is covered by box 'Tip over all of it', so it was done by the key" in on.result
    assert "pressed" in on.words


async def test_what_goes_when_the_mouse_comes_is_a_failure(on: Stage):
    await on.open("shifty")
    with pytest.raises(ElementGone, match="'Goes when touched' is not on the page any more"):
        await on.click("Goes when touched")


async def test_a_click_never_counts_as_done_when_something_else_got_it(on: Stage):
    await on.open("shifty")
    right = on.id("Right one")
    for wait in (*range(16), 20, 30):
        await on.actor.hover(on.id("Wrong one"))
        await on.script(f"swapAfter({wait})")
        try:
            await on.actor.click(right)
        except ElementBlocked:
            continue
        assert await on.script("hits") == ["right"], f"swapped after {wait} ms"


async def test_a_click_that_was_missed_says_what_got_it(on: Stage):
    await on.open("shifty")
    wrong = on.id("Wrong one")
    targets = Targets(on.session, on.observer, 10.0)
    target = targets.of(on.id("Right one"))
    at = await pointer.reach(targets, target)
    await on.script("swap()")
    await on.session.active.page.mouse.click(at.x, at.y)
    with pytest.raises(Missed) as missed:
        await pointer.check_landed(target)
    said = f"The click landed on [{wrong}] button 'Wrong one', not on [{target.mmid}] button"
    assert str(missed.value) == f"{said} 'Right one'."


async def test_a_button_that_is_drawn_anew_when_it_is_pressed_was_not_missed(on: Stage):
    await on.open("busy_button")
    await on.actor.click(on.id("Save"))
    assert await on.script("document.querySelector('span').textContent") == "Saving…"


async def test_what_pulses_for_ever_is_clicked_and_what_wanders_is_not(on: Stage):
    await on.open("pulsing")
    await on.actor.click(on.id("Publish"))
    assert await on.script("log.textContent") == "published"
    with pytest.raises(ElementBlocked, match="does not stop moving"):
        await on.actor.click(on.id("Wanders"))
