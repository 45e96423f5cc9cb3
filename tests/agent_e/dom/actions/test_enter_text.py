from __future__ import annotations

import pytest

from agent_e.dom.actions.actor import PageActor
from agent_e.errors import BadArgument, ElementBlocked
from agent_e.types import SecretField
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_text_replaces_what_was_there_by_trusted_input(on: Stage):
    await on.open("fields")
    assert await on.enter("Name", "Ann Lee") == "Ann Lee"
    assert await on.script("document.querySelector('#name').value") == "Ann Lee"
    assert set(await on.script("said")) == {"real input"}
    assert on.words == "", "the skill says it"


async def test_change_fires_for_real_when_the_field_is_left(on: Stage):
    await on.open("fields")
    await on.enter("Name", "Ann")
    await on.enter("Notes", "x")
    assert "real change" in await on.script("said")


async def test_an_empty_text_clears_the_field(on: Stage):
    await on.open("fields")
    assert await on.enter("Name", "") == ""
    assert await on.enter("Name", "") == ""


async def test_lines_are_kept_in_a_text_area_and_in_rich_text(on: Stage):
    await on.open("fields")
    assert await on.enter("Notes", "one\ntwo\n") == "one\ntwo\n"
    assert await on.enter("Message", "Dear Ann,\nthanks") == "Dear Ann,\nthanks"
    assert "Dear all" not in await on.script(
        "document.querySelector('[contenteditable]').innerText"
    )


async def test_lines_that_an_editor_puts_in_a_moment_later_are_there_once(on: Stage):
    await on.open("late_paste")
    await on.enter("Pad", "one\ntwo")
    later = "new Promise(done => setTimeout(() => done(pad.innerText.match(/one/g)), 400))"
    assert await on.script(later) == ["one"]


async def test_letters_beyond_any_keyboard_arrive(on: Stage):
    await on.open("fields")
    assert await on.enter("Name", "Zoë 東京 🙂") == "Zoë 東京 🙂"


async def test_a_controlled_input_learns_its_value(on: Stage):
    await on.open("react")
    assert await on.enter("Name", "Grace") == "Grace"
    assert "state: Grace" in on.words


async def test_what_a_mask_made_of_the_text_is_read_back(on: Stage):
    await on.open("fields")
    assert await on.enter("Phone", "5551234567") == "(555) 123-4567"


async def test_a_field_that_takes_one_key_at_a_time_gets_them(on: Stage):
    await on.open("fields")
    assert await on.enter("One key", "abc") == "abc"


async def test_a_field_that_is_full_keeps_what_it_has_room_for(on: Stage):
    await on.open("fields")
    assert await on.enter("Short", "much too long") == "much "


async def test_a_text_that_becomes_a_chip_is_not_typed_twice(on: Stage):
    await on.open("fields")
    assert await on.enter("To", "ann@site.example") == ""
    assert await on.script("chips.textContent") == "ann@site.example "


async def test_suggestions_that_take_a_moment_are_told(on: Stage):
    await on.open("fields")
    await on.enter("City", "Ber")
    assert "option 'Berlin'" in on.words
    assert "option 'Bergen'" in on.words


async def test_a_secret_is_entered_and_not_read_out(on: Stage):
    await on.open("fields")
    assert await on.enter("Secret", "hunter2") == "hunter2"
    assert "hunter2" not in on.words


async def test_a_form_with_a_script_for_an_address_sends_to_its_own_page(on: Stage):
    await on.open("fields")
    await on.script(
        "document.body.innerHTML = \"<form method=post action='javascript:void(0)'>\""
        " + '<label>Password <input type=password></label></form>'"
    )
    await on.look()
    asked: list[SecretField] = []

    def reveal(field: SecretField) -> str:
        asked.append(field)
        return "hunter2"

    await on.actor.fill_secret(on.id("Password"), reveal)
    assert asked[0].targets == (await on.script("location.href"),)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("Day", "3 May 2031", "2031-05-03"),
        ("Day", "2031-05-03", "2031-05-03"),
        ("When", "2031-05-03 2:30 pm", "2031-05-03T14:30"),
        ("Paint", "tomato", "#ff6347"),
        ("Volume", "7", "7"),
        ("Volume", "99", "10"),
        ("Amount", "12.5", "12.5"),
    ],
)
async def test_controls_with_a_form_of_their_own_are_set(on: Stage, name, text, value):
    await on.open("fields")
    assert await on.enter(name, text) == value


async def test_a_control_that_is_set_announces_it(on: Stage):
    await on.open("fields")
    await on.enter("Day", "2031-05-03")
    assert await on.script("said") == ["made input", "made change"]


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("Day", "someday", "not a value for a date field"),
        ("Paint", "no colour", "does not take 'no colour'"),
        ("Amount", "many", "takes a number"),
        ("Tick", "yes", "switched by a click"),
    ],
)
async def test_text_that_a_control_cannot_take_is_refused(on: Stage, name, text, why):
    await on.open("fields")
    with pytest.raises(BadArgument, match=why):
        await on.actor.enter_text(on.id(name), text)


@pytest.mark.parametrize(("name", "why"), [("Fixed", "read-only"), ("Dead", "disabled")])
async def test_a_field_that_cannot_be_written_to_is_refused(on: Stage, name, why):
    await on.open("fields")
    with pytest.raises(ElementBlocked, match=why):
        await on.actor.enter_text(on.id(name), "new")


async def test_a_button_is_no_field(on: Stage):
    await on.open("controls")
    with pytest.raises(BadArgument, match="takes no text"):
        await on.actor.enter_text(on.id("Plain"), "new")


@pytest.mark.parametrize(
    ("name", "text", "holds"),
    [
        ("Card", "4111111111111111", "4111 1111 1111 1111"),
        ("Card", "4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("Born", "03/05/1990", "03/05/1990"),
        ("Born", "1990-05-03", "03/05/1990"),
        ("Due", "2031-05-03", "03.05.2031"),
    ],
)
async def test_masks_and_formats_get_what_they_take(on: Stage, name, text, holds):
    await on.open("masks")
    assert await on.enter(name, text) == holds
    assert await on.script(f"{name.lower()}.value") == holds


async def test_a_text_that_became_a_chip_is_said_to_be_one(on: Stage):
    await on.open("masks")
    await on.act(on.actor.enter_text(on.id("Tag"), "ann@x.org", submit=True))
    assert (on.result.holds, on.result.chip) == ("", "ann@x.org")
    await on.open("fields")
    await on.act(on.actor.enter_text(on.id("To"), "ann@site.example"))
    assert on.result.chip == "ann@site.example"


@pytest.mark.parametrize(
    ("page", "name", "text", "note"),
    [
        (
            "masks",
            "Shy",
            "hello",
            "The page emptied it again: it may take keys only, by press_key.",
        ),
        ("masks", "Mail", "ann", "The browser finds fault with it"),
        ("masks", "Code", "123", "The focus went on"),
        ("fields", "Short", "much too long", "It takes 5 characters at most."),
        ("fields", "Name", "Ann", ""),
    ],
)
async def test_why_a_field_holds_something_else_is_said(on: Stage, page, name, text, note):
    await on.open(page)
    await on.act(on.actor.enter_text(on.id(name), text))
    assert on.result.note.startswith(note)
    assert bool(on.result.note) == bool(note)


async def test_digits_run_on_through_the_boxes_of_a_code(on: Stage):
    await on.open("masks")
    await on.enter("Code", "123")
    assert await on.script("c1.value + c2.value + c3.value") == "123"


async def test_a_document_that_is_an_editor_takes_text(on: Stage):
    await on.open("framed_editor")
    assert await on.enter("Letter", "Dear Ann") == "Dear Ann"
    assert await on.script("frames[0].document.body.innerText") == "Dear Ann"


async def test_keys_are_pressed_one_by_one_with_a_delay(on: Stage):
    await on.open("fields")
    slow = PageActor(on.session, on.observer, 10, typing_delay_ms=1)
    entered = await slow.enter_text(on.id("Name"), "Ann Lee")
    assert entered.holds == "Ann Lee"
    assert len(await on.script("said")) == 8, "one for the old text, one for each key"


@pytest.mark.parametrize("text", ["{\n  a: [1]\n}", "", "one"])
async def test_the_text_of_an_editor_that_draws_it_is_replaced_as_it_is(on: Stage, text):
    await on.open("drawn")
    assert await on.enter("Code", text) == text
    assert await on.script("text") == text
    assert await on.enter("Code", f"{text}!") == f"{text}!"
    assert await on.script("text") == f"{text}!"


async def put(on: Stage, name: str, part: str, text: str) -> str:
    await on.act(on.actor.enter_text(on.id(name), text, part=part))
    return str(on.result.holds)


async def test_a_part_is_replaced_and_the_rest_stays(on: Stage) -> None:
    await on.open("parts")
    before = "Room: A 2.18\nPhone: 272\nRoom again: A 3.18\n"
    assert await put(on, "Page", "A 2.18", "A 2.21") == before.replace("2.18", "2.21")
    assert await put(on, "Page", "Phone: 272\n", "") == "Room: A 2.21\nRoom again: A 3.18\n"


async def test_a_part_of_rich_text_keeps_its_looks(on: Stage) -> None:
    await on.open("parts")
    await put(on, "Letter", "180 euros", "210 euros")
    await put(on, "Letter", "Ann Lee", "Ann Li")
    markup = await on.script("rich.innerHTML")
    assert "<p>seeds: 210 euros</p><p>water: 420 euros</p>" in markup
    assert markup.startswith("<p>Dear <b>Ann")
    assert await on.script("rich.firstChild.textContent") == "Dear Ann Li,"


@pytest.mark.parametrize(
    ("name", "part", "why"),
    [
        ("Page", "A 9", "does not hold 'A 9'"),
        ("Page", "Room", "holds 'Room' 2 times: give more of what stands around the one"),
        ("Letter", "euros", "holds 'euros' 2 times"),
        ("Day", "2026", "takes its value as a whole"),
        ("Code", "hunter", "takes its value as a whole"),
        ("Code", "absent", "takes its value as a whole"),
    ],
)
async def test_a_part_must_stand_there_once(on: Stage, name: str, part: str, why: str) -> None:
    await on.open("parts")
    with pytest.raises(BadArgument, match=why):
        await on.actor.enter_text(on.id(name), "x", part=part)
    assert "A 2.18" in await on.script("page.value")


async def test_a_part_of_what_an_editor_draws_itself_is_replaced(on: Stage) -> None:
    await on.open("drawn")
    name = next(node.name for node in on.page.elements if node.role == "textbox")
    await on.enter(name, "alpha\nbeta\ngamma")
    assert (await put(on, name, "beta", "delta")).split() == ["alpha", "delta", "gamma"]
