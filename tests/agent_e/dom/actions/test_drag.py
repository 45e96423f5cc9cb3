from __future__ import annotations

import pytest

from agent_e.errors import BadArgument, ElementBlocked, ElementGone
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def drag(on: Stage, name: str, to: str | None = None, dx: float = 0, down: float = 0.5):
    goal = None if to is None else on.id(to)
    return await on.act(on.actor.drag(on.id(name), goal, dx, part=(0.5, down)))


def in_frame(on: Stage, name: str):
    """The two elements of one name in the two frames are told apart by their order."""
    return [node.mmid for node in on.page.elements if node.name == name]


async def test_what_is_draggable_is_dropped_with_its_data(on: Stage):
    await on.open("drags")
    await drag(on, "Parcel", "Van")
    assert await on.script("log.textContent") == "nothing start true van got books end move"
    assert "van got books" in on.words


async def test_what_nobody_takes_is_not_dropped(on: Stage):
    await on.open("drags")
    await drag(on, "Parcel", "Wall")
    assert await on.script("log.textContent") == "nothing start true end none"


async def test_the_page_is_scrolled_to_a_far_target_while_dragging(on: Stage):
    await on.open("drags")
    await drag(on, "Parcel", "Far shelf")
    assert "far got books" in await on.script("log.textContent")


@pytest.mark.parametrize(
    ("name", "to", "down", "order"),
    [
        ("One", "Two", 0.5, "Two,One,Three"),
        ("One", "Three", 0.8, "Two,Three,One"),
        ("Three", "One", 0.2, "Three,One,Two"),
        ("Three", "One", 0.8, "One,Three,Two"),
    ],
)
async def test_a_list_is_sorted_by_the_mouse(on: Stage, name, to, down, order):
    await on.open("drags")
    await drag(on, name, to, down=down)
    assert await on.script("log.textContent") == f"nothing {order}"


async def test_a_slider_of_a_script_is_dragged_by_an_offset(on: Stage):
    await on.open("drags")
    await drag(on, "Price", dx=70)
    assert await on.script("thumb.getAttribute('aria-valuenow')") == "70"
    assert "70" in on.words
    await on.look()
    await drag(on, "Price", dx=-500)
    assert await on.script("thumb.getAttribute('aria-valuenow')") == "0"


@pytest.mark.parametrize(("dx", "value"), [(100, "70"), (-20, "10"), (999, "100")])
async def test_a_native_slider_is_dragged_by_its_thumb(on: Stage, dx, value):
    await on.open("drags")
    await drag(on, "Loudness", dx=dx)
    assert await on.script("loud.value") == value


async def test_a_target_that_goes_while_dragging_is_a_failure_and_nothing_stays_held(on: Stage):
    await on.open("drags")
    with pytest.raises(ElementGone, match="'Wall' is not on the page any more"):
        await on.actor.drag(on.id("Ghost"), on.id("Wall"))
    await on.script("void addEventListener('mousemove', e => { log.textContent = e.buttons })")
    await on.actor.hover(on.id("Van"))
    assert await on.script("log.textContent") == "0"


@pytest.mark.parametrize(
    ("name", "to", "why"),
    [
        ("Stuck", "Van", "'Stuck' is disabled"),
        ("Hidden bin", "Van", "'Hidden bin' is covered by"),
        ("Parcel", "Hidden bin", "'Hidden bin' is covered by"),
    ],
)
async def test_what_cannot_be_picked_up_or_reached_is_refused(on: Stage, name, to, why):
    await on.open("drags")
    with pytest.raises(ElementBlocked, match=why):
        await on.actor.drag(on.id(name), on.id(to))
    assert await on.script("log.textContent") == "nothing"


@pytest.mark.parametrize("to", [None, "Parcel"])
async def test_a_drag_to_nowhere_is_refused(on: Stage, to):
    await on.open("drags")
    with pytest.raises(BadArgument, match="Say where to drag it"):
        await on.actor.drag(on.id("Parcel"), to and on.id(to))


async def test_a_target_that_was_gone_before_is_refused(on: Stage):
    await on.open("drags")
    wall = on.id("Wall")
    await on.script("wall.remove()")
    with pytest.raises(ElementGone, match="'Wall' is not on the page any more"):
        await on.actor.drag(on.id("Parcel"), wall)
    assert await on.script("log.textContent") == "nothing"


async def test_a_dialog_in_the_middle_of_a_drag_ends_it(on: Stage):
    await on.open("drags")
    await on.script("void (parcel.ondragstart = () => { confirm('Really?') })")
    await drag(on, "Parcel", "Van")
    assert "'Really?'" in on.words
    await on.act(on.session.answer_dialog(accept=True))
    await on.script("void addEventListener('mousemove', e => { log.textContent = e.buttons })")
    await on.actor.hover(on.id("Van"))
    assert await on.script("log.textContent") == "0"


@pytest.mark.parametrize("at", [0, 1])
async def test_things_are_dragged_in_frames_of_this_and_of_another_origin(on: Stage, at):
    await on.open("drags_frames")
    await on.act(on.actor.drag(in_frame(on, "Parcel")[at], in_frame(on, "Van")[at]))
    assert "van got books" in on.words
    await on.look()
    await on.act(on.actor.drag(in_frame(on, "Price")[at], None, 70, 0))
    assert "70" in on.words
