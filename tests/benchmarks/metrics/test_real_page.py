"""What real pages make of actions, and what the metrics make of their journal."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from agent_e.benchmarks.metrics.answers import Answers
from agent_e.benchmarks.metrics.attempts import Attempt, own_attempts
from agent_e.benchmarks.metrics.material import Material
from agent_e.benchmarks.metrics.mistakes import own_mistakes
from agent_e.errors import ElementBlocked, SkillError
from agent_e.journal import read_events
from agent_e.journal.events import read_all
from tests.browsers import Chromium
from tests.skills.room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """<!doctype html><title>Actions</title>
<button onclick="document.querySelector('output').textContent += 'x'">Works</button>
<button>Inert</button>
<div style="position: relative; width: 120px">
  <button onclick="1">Under</button>
  <div role="dialog" aria-label="Cookies" style="position: absolute; inset: 0; background: #eee">
    Notice
  </div>
</div>
<label>Name <input></label>
<label>Size <select><option>S<option>M</select></label>
<label>Gift <input type=checkbox></label>
<output></output>"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Room]:
    async with room(chromium, tmp_path_factory.mktemp("run"), []) as there:
        yield there


@pytest_asyncio.fixture(loop_scope="session")
async def here(opened: Room) -> Room:
    """The page as new, and a model that was asked once."""
    await opened.session.goto("about:blank")
    await opened.write(PAGE)
    opened.forget()
    opened.context.journal.write("model.called", role="navigator", messages=[], tools=[])
    return opened


def attempts(here: Room) -> list[Attempt]:
    events = read_all(read_events(here.folder))
    return own_attempts([each for each in events if each.seq > here.since])


async def test_clicks_that_work_do_nothing_and_cannot_be_done(here: Room) -> None:
    await here.do("click", mmid=await here.mmid("Works"))
    await here.do("click", mmid=await here.mmid("Inert"))
    with pytest.raises(ElementBlocked):
        await here.do("click", mmid=await here.mmid("Under"))
    works, inert, under = attempts(here)
    assert (works.worked, works.ghost) == (True, False)
    assert (inert.worked, inert.ghost, inert.status) == (False, True, "done")
    assert (under.worked, under.ghost, under.status) == (False, None, "refused")
    found = own_mistakes(Answers(), [works, inert, under], Material())
    assert (found["ghost_clicks"], found["clicks_inert"]) == (1, 1)
    assert (found["clicks_covered"], found["clicks_off_target"]) == (1, 0)


async def test_text_that_a_field_holds_already_is_no_failure(here: Room) -> None:
    name = await here.mmid("Name")
    await here.do("enter_text", mmid=name, text="Ann")
    await here.do("enter_text", mmid=name, text="Ann")
    first, again = attempts(here)
    assert (first.ghost, first.worked) == (False, True)
    assert (again.ghost, again.worked) == (True, True)


async def test_a_wait_changes_nothing_and_is_done(here: Room) -> None:
    await here.do("wait_for", text="Notice", seconds=60)
    (waited,) = attempts(here)
    assert waited.worked


async def test_a_form_is_its_fields_step_by_step(here: Room) -> None:
    fields = [
        {"mmid": await here.mmid(name), "value": value}
        for name, value in (("Name", "Bo"), ("Size", "M"), ("Gift", "true"))
    ]
    await here.do("fill_form", fields=fields, submit=await here.mmid("Works"))
    (form,) = attempts(here)
    assert form.worked
    assert [(step.verb, step.name, step.value) for step in form.steps] == [
        ("type", "Name", "Bo"),
        ("select", "Size", "M"),
        ("click", "Gift", ""),
        ("click", "Works", ""),
    ]


async def test_a_refusal_before_the_action_began_is_told_by_no_event_of_an_action(
    here: Room,
) -> None:
    with pytest.raises(SkillError):
        await here.do("click", mmid=12345)
    assert attempts(here) == []
