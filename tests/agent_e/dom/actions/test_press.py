from __future__ import annotations

import pytest

from agent_e.errors import BadArgument, DialogOpen, ElementBlocked
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def press(on: Stage, key: str, name: str | None = None) -> str:
    await on.act(on.actor.press_key(key, on.id(name) if name else None))
    return str(on.result)


async def test_several_keys_are_pressed_one_after_the_other(on: Stage):
    await on.open("keys")
    await on.script("fruit.focus()")
    assert await press(on, "ArrowDown ArrowDown, Enter") == ""
    assert "chose Pear" in on.words


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Ctrl+A", ["ctrlKey Control", "ctrlKey a"]),
        ("Ctrl+Shift+K", ["ctrlKey Control", "ctrlKey+shiftKey Shift", "ctrlKey+shiftKey K"]),
        ("Alt++", ["altKey Alt", "altKey +"]),
        ("PgDn", ["PageDown"]),
        ("+", ["+"]),
        ("Control+a Delete", ["ctrlKey Control", "ctrlKey a", "Delete"]),
    ],
)
async def test_the_page_hears_the_keys_and_no_key_stays_down(on: Stage, said, heard):
    await on.open("keys")
    await press(on, said, "Story")
    await press(on, "x")
    assert await on.script("heard") == [*heard, "x"]


async def test_a_letter_that_is_on_no_key_is_put_in_as_text(on: Stage):
    await on.open("keys")
    await press(on, "ß", "First")
    assert await on.script("document.querySelector('input').value") == "ß"


async def test_keys_held_with_one_that_does_not_exist_go_up_again(on: Stage):
    await on.open("keys")
    with pytest.raises(BadArgument, match="no such key"):
        await press(on, "Control+ß", "First")
    await press(on, "x", "First")
    assert await on.script("heard") == ["ctrlKey Control", "x"]


async def test_a_dialog_cuts_off_the_keys_after_it_and_none_stays_down(on: Stage):
    await on.open("keys")
    await on.script(
        "void (document.querySelectorAll('button')[2].onkeydown = event => {"
        "  if (event.key === 'a') confirm('Sure?'); })"
    )
    assert await press(on, "Control+a b c", "Alerts") == (
        "b, c was not pressed, because the page was interrupted before."
    )
    assert "'Sure?'" in on.words
    with pytest.raises(DialogOpen):
        await on.actor.press_key("d")
    await on.act(on.session.answer_dialog(accept=True))
    await press(on, "x", "First")
    assert await on.script("heard") == ["ctrlKey Control", "ctrlKey a", "x"]


@pytest.mark.parametrize(
    ("name", "what", "sent"),
    [
        ("First", "textbox 'First'", "sent true send"),
        ("Story", "button 'Send'", "sent true send"),
        ("Other", "button 'Send'", "sent true send"),
        ("Ticked", "textbox 'Alone'", "bare sent"),
    ],
)
async def test_submit_is_enter_where_it_sends_the_form(on: Stage, name, what, sent):
    await on.open("keys")
    said = await press(on, "submit", name)
    assert what in said
    assert sent in on.words


async def test_submit_is_for_the_form_that_has_the_focus(on: Stage):
    await on.open("keys")
    await on.actor.enter_text(on.id("Alone"), "x")
    assert "'Alone'" in await press(on, "Submit")
    assert "bare sent" in on.words


async def test_submit_outside_of_a_form_is_enter_in_the_field(on: Stage):
    await on.open("keys")
    await press(on, "Submit", "Outside")
    assert "entered" in on.words


async def test_submit_without_a_form_is_refused(on: Stage):
    await on.open("controls")
    with pytest.raises(BadArgument, match="no form here"):
        await press(on, "Submit")


async def test_submit_reaches_into_a_frame_of_another_origin(on: Stage):
    await on.open("frames")
    await on.actor.enter_text(on.id("far field"), "x")
    assert "textbox 'far field'" in await press(on, "Submit")


async def test_what_takes_no_focus_is_sent_no_key(on: Stage):
    await on.open("keys")
    with pytest.raises(ElementBlocked, match="does not take the focus"):
        await press(on, "Enter", "Pear")
