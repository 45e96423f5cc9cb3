"""When the last look at a page serves again, and when it does not."""

from __future__ import annotations

import pytest

from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.types import Observation
from tests.agent_e.dom.seeing import Lookout

from .changes.reports import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

PICTURE = (
    "new Promise((done) => { const picture = document.querySelector('img');"
    " picture.onload = () => done(); picture.src = 'data:image/svg+xml,"
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="90"></svg>\' })'
)
CHANGES = {
    "text": "void (document.querySelector('#words').textContent = 'Others')",
    "value by script": "void (document.querySelector('input').value = 'after')",
    "tick by script": "void (document.querySelector('[type=checkbox]').checked = true)",
    "complaint": "document.querySelector('input').setCustomValidity('Not that')",
    "address": "history.pushState(null, '', '#there')",
    "focus": "document.querySelector('button').focus()",
    "scroll": "scrollTo(0, 500)",
    "shadow root": "void (document.querySelector('#host').attachShadow({ mode: 'open' })"
    ".innerHTML = '<button>Inside</button>')",
    "listener": "document.querySelector('#words').addEventListener('click', () => {})",
    "on its way": "void document.querySelector('button').animate([{ translate: '0 90px' }], 1e6)",
}


async def held(out: Lookout) -> Observation:
    """Look until one look holds: what was begun with the page goes on for a while."""

    async def holds() -> bool:
        seen = await out.observer.observe()
        return await out.observer.observe_cached() is seen

    await until(holds)
    return await out.observer.observe_cached()


async def test_one_look_serves_as_long_as_nothing_happens(out: Lookout):
    await out.open("same_again")
    seen = await held(out)
    assert await out.observer.observe_cached() is seen


async def test_a_page_seen_in_an_earlier_task_is_told_of_once(out: Lookout):
    await out.open("same_again")
    await held(out)
    told: list[Observation] = []
    later = PageObserver(out.session, DomSettings(), on_seen=told.append)
    seen = await later.observe_cached()
    await later.observe_cached()
    assert told == [seen]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
async def test_after_a_change_the_page_is_looked_at_again(out: Lookout, change: str):
    await out.open("same_again")
    seen = await held(out)
    await out.script(change)
    now = await out.observer.observe_cached()
    assert now is not seen
    again = await out.observer.observe()
    assert (now.nodes, now.url, now.focus) == (again.nodes, again.url, again.focus)


async def test_a_picture_that_came_shifts_what_is_below_it(out: Lookout):
    await out.open("same_again")
    seen = await held(out)
    await out.script(PICTURE)
    now = await out.observer.observe_cached()
    before, after = seen.elements[0].bbox, now.elements[0].bbox
    assert before and after
    assert after[1] > before[1] + 50


async def test_what_is_shown_under_the_mouse_is_seen(out: Lookout):
    await out.open("same_again")
    mouse = out.session.active.page.mouse
    await mouse.move(600, 600)
    seen = await held(out)
    x, y = await out.script(
        "(({ x, y }) => [x + 5, y + 5])(document.querySelector('#menu').getBoundingClientRect())"
    )
    await mouse.move(x, y)
    assert await out.script("document.querySelector('#menu').matches(':hover')")
    assert await out.observer.observe_cached() is not seen


async def test_what_turns_for_ever_takes_no_look_away(out: Lookout):
    await out.open("same_again")
    await out.script(
        "void (document.querySelector('#words').style.animation = 'turn 1s linear infinite')"
    )
    await held(out)


async def test_a_change_in_a_frame_is_one_of_the_page(out: Lookout):
    await out.open("frames")
    for place in ("same", "other"):
        seen = await held(out)
        [frame] = [f for f in out.session.active.page.frames if f.url.endswith(f"?{place}")]
        await frame.evaluate("void (document.querySelector('input').value = '42')")
        now = await out.observer.observe_cached()
        assert now is not seen
        assert "42" in {node.value for node in now.elements}


async def test_another_document_is_looked_at(out: Lookout):
    await out.open("same_again")
    seen = await held(out)
    await out.session.goto(f"{out.address}/labels.html")
    now = await out.observer.observe_cached()
    assert now is not seen
    assert now.url.endswith("labels.html")
