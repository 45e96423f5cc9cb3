from __future__ import annotations

import pytest

from agent_e.errors import ActionTimeout, DialogOpen, ElementGone
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LONG = 20.0
SHORT = 0.3


async def test_a_text_far_down_a_long_page_is_waited_for(on: Stage):
    await on.open("waits")
    await on.script("document.querySelectorAll('button')[3].click()")
    await on.act(on.actor.wait_for("order WAS sent", LONG))
    assert await on.script("news.textContent") == "Order was sent"


async def test_what_a_field_holds_is_read_as_well(on: Stage):
    await on.open("waits")
    await on.script("setTimeout(() => field.value = 'A7-33', 100)")
    await on.actor.wait_for("a7-33", LONG)


async def test_a_text_that_goes_is_waited_for(on: Stage):
    await on.open("waits")
    await on.script("document.querySelectorAll('button')[3].click()")
    await on.actor.wait_for("being packed", LONG, gone=True)
    assert await on.script("news.textContent") == "Order was sent"


async def test_hidden_text_is_not_there(on: Stage):
    await on.open("waits")
    await on.script("news.style.visibility = 'hidden'")
    with pytest.raises(ActionTimeout, match="is not on the page after 0.3 s"):
        await on.actor.wait_for("being packed", SHORT)
    await on.actor.wait_for("being packed", SHORT, gone=True)


async def test_a_text_that_does_not_come_is_told_with_what_is_there(on: Stage):
    await on.open("waits")
    with pytest.raises(ActionTimeout, match="The nearest there is: 'Order is being packed'"):
        await on.actor.wait_for("Order is being packaged", SHORT)
    with pytest.raises(ActionTimeout, match="'Order is being packed'"):
        await on.actor.wait_for("Thank you very much", SHORT)


async def test_a_text_of_the_next_page_is_waited_for(on: Stage):
    await on.open("waits")
    await on.script("document.querySelectorAll('button')[5].click()")
    await on.actor.wait_for("Well done", LONG)
    assert on.session.url.endswith("/arrived.html")


async def test_an_element_that_is_enabled_later_is_waited_for(on: Stage):
    await on.open("waits")
    await on.script("document.querySelectorAll('button')[0].click()")
    node = await on.actor.wait_for_element(on.id("Pay"), LONG)
    assert (node.name, await on.script("pay.disabled")) == ("Pay", False)


async def test_an_element_that_stays_disabled_is_told(on: Stage):
    await on.open("waits")
    with pytest.raises(ActionTimeout, match=r"button 'Pay' is still disabled after 0.3 s"):
        await on.actor.wait_for_element(on.id("Pay"), SHORT)
    await on.script("pay.disabled = false")
    with pytest.raises(ActionTimeout, match=r"button 'Pay' is still there after 0.3 s"):
        await on.actor.wait_for_element(on.id("Pay"), SHORT, gone=True)


@pytest.mark.parametrize("button", [1, 2, 5])
async def test_an_element_that_goes_is_waited_for(on: Stage, button: int):
    await on.open("waits")
    await on.script(f"document.querySelectorAll('button')[{button}].click()")
    await on.actor.wait_for_element(on.id("Pay"), LONG, gone=True)


async def test_waiting_for_an_element_ends_at_once_when_it_is_gone(on: Stage):
    await on.open("waits")
    await on.script("document.querySelectorAll('button')[2].click()")
    with pytest.raises(ElementGone, match="button 'Pay' is not on the page any more"):
        await on.actor.wait_for_element(on.id("Pay"), 1000)


async def test_a_number_that_was_never_shown_is_refused(on: Stage):
    await on.open("waits")
    with pytest.raises(ElementGone):
        await on.actor.wait_for_element(99999, LONG, gone=True)


async def test_an_address_is_waited_for(on: Stage):
    await on.open("waits")
    await on.script("document.querySelectorAll('button')[4].click()")
    assert (await on.actor.wait_for_url("step=café", LONG)).endswith("?step=Caf%C3%A9")
    await on.script("document.querySelectorAll('button')[5].click()")
    report = await on.act(on.actor.wait_for_url("/arrived", LONG))
    assert report.page is not None
    assert "button 'Well done'" in on.words


async def test_an_address_that_does_not_come_is_told_with_the_one_there_is(on: Stage):
    await on.open("waits")
    with pytest.raises(ActionTimeout, match=r"has no '/thanks' after 0.3 s. It is .*/waits.html"):
        await on.actor.wait_for_url("/thanks", SHORT)


async def test_calm_comes_after_the_last_answer(on: Stage):
    await on.open("waits")
    await on.script("void work()")
    assert await on.actor.wait_until_calm(LONG) == ""
    assert await on.script("news.textContent") == "round 3"


async def test_a_page_that_still_waits_is_told(on: Stage):
    await on.open("waits")
    await on.script("void fetch('/slow?s=30')")
    assert await on.actor.wait_until_calm(1.0) == "still waits for 1 answer of its server"


async def test_a_dialog_ends_every_wait(on: Stage):
    await on.open("waits")
    for wait in (
        lambda: on.actor.wait_for("Never", 1000),
        lambda: on.actor.wait_for_url("/never", 1000),
        lambda: on.actor.wait_for_element(on.id("Pay"), 1000),
        lambda: on.actor.wait_until_calm(1000),
    ):
        await on.script("setTimeout(() => confirm('Go on?'), 200)")
        with pytest.raises(DialogOpen, match=r"Go on\?"):
            await wait()
        await on.session.answer_dialog(accept=True)


def pressed(on: Stage, saw: str) -> int:
    """The number that was waited for, as it was told."""
    return int("".join(filter(str.isdigit, saw)))


@pytest.mark.parametrize(
    ("text", "within"),
    [
        ("speed: 40..44 km", None),
        ("40..44", "Gauge"),
        ("40..44", "Held"),
        ("42", "Gauge"),
    ],
)
async def test_a_value_that_moves_is_clicked_at_once_and_told(on: Stage, text, within):
    await on.open("moving_value")
    await on.script("void run()")
    inside = on.id(within) if within else None
    saw = await on.actor.wait_for(text, LONG, within=inside, then=on.id("Stop"))
    now, trusted = (await on.script("log.textContent")).split()
    assert (pressed(on, saw), trusted) == (int(now), "true")
    assert 40 <= int(now) <= 44


async def test_what_moves_fast_is_told_as_it_was_when_the_press_came(on: Stage):
    await on.open("moving_value")
    await on.script("void run(7, 4)")
    saw = await on.actor.wait_for("49", LONG, within=on.id("Gauge"), then=on.id("Stop"))
    now, _ = (await on.script("log.textContent")).split()
    assert abs(pressed(on, saw) - int(now)) <= 7


async def test_a_number_is_not_part_of_a_longer_one(on: Stage):
    await on.open("moving_value")
    await on.script("speed.textContent = '142'")
    for text in ("42", "14", "Speed: 10..99", "142..150 miles"):
        with pytest.raises(ActionTimeout, match="is not on the page"):
            await on.actor.wait_for(text, SHORT)
    await on.actor.wait_for("SPEED: 150..100", SHORT)
    await on.script("speed.textContent = '-1,142.5'")
    await on.actor.wait_for("Speed: -1143..-1142 km/h", SHORT)


async def test_an_element_that_does_not_come_to_show_it_is_told(on: Stage):
    await on.open("moving_value")
    gauge = on.id("Gauge")
    with pytest.raises(ActionTimeout, match=rf"'7' is not in \[{gauge}\] .* There is '0'."):
        await on.actor.wait_for("7", SHORT, within=gauge, then=on.id("Stop"))
    assert await on.script("log.textContent") == "-"
    await on.script("setTimeout(() => gauge.remove(), 100)")
    with pytest.raises(ElementGone):
        await on.actor.wait_for("7", 1.0, within=gauge, then=on.id("Stop"))


async def test_what_moved_while_it_was_waited_is_clicked_where_it_is(on: Stage):
    await on.open("moving_value")
    await on.script("void cover()")
    await on.actor.wait_for("Speed: done", LONG, then=on.id("Stop"))
    assert await on.script("log.textContent") == "0 true"
