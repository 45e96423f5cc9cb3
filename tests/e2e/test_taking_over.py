"""The person takes the window over, and what they do in it stays theirs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.journal import read_run
from agent_e.run import WebAgent
from agent_e.types import TaskResult
from tests.browsers import Chromium

from .conftest import Workbench, browse, clicking, finish, report, seen
from .windows import CANARY, Model, Person, Site, as_shown, files_with, members

pytestmark = pytest.mark.browser

READ = report("Read.", ("there is a blanket", "Fjord Wool Blanket, 40 kr"))
SHOWN = {"headed": True}


@pytest.fixture
def site() -> Iterator[Site]:
    with members() as running:
        yield running


@pytest.fixture
def shown(workbench: Workbench, chromium: Chromium) -> Workbench:
    workbench.opener = as_shown(chromium)
    return workbench


class Run:
    """A run under way."""

    def __init__(self, agent: WebAgent, site: Site, model: Model) -> None:
        self.person = Person(agent)
        self.model = model
        self.task = asyncio.ensure_future(agent.run("Find the offer.", start_url=f"{site.base}/"))

    async def held(self) -> None:
        """Wait until the model is asked what it is held at."""
        await asyncio.wait_for(self.model.reached.wait(), 30)

    async def ended(self) -> tuple[TaskResult, list[Any]]:
        result = await asyncio.wait_for(self.task, 60)
        return result, list(read_run(Path(result.run_dir)).events)


async def begun(shown: Workbench, site: Site, model: Model, **settings: Any) -> Run:
    agent = await shown.agent(model, browser=SHOWN, verify=False, **settings)
    return Run(agent, site, model)


async def test_nothing_of_what_the_person_does_is_kept(shown: Workbench, site: Site) -> None:
    model = Model(
        planner=[browse("look at the offers"), finish("a blanket", 1)],
        navigator=[clicking("link 'Offers'"), clicking("link 'Offers'"), READ],
    )
    go = model.hold(2)
    run = await begun(shown, site, model, journal={"screenshots": "steps"})
    await run.held()
    person, control = run.person, run.person.control
    await control.take_over()
    assert (control.state, control.holder) == ("paused", "person")
    shots = len(list(shown.runs.rglob("shots/*")))
    first = person.page
    await person.types("[name=email]", CANARY)
    await person.types("[name=pass]", CANARY)
    await first.select_option("select", "Peru")
    cdp = await first.context.new_cdp_session(first)
    await cdp.send("Page.enable")
    asked = asyncio.Event()
    cdp.on("Page.javascriptDialogOpening", lambda _: asked.set())
    clicking_it = asyncio.ensure_future(first.click("#ask"))
    await asyncio.wait_for(asked.wait(), 10)
    await cdp.send("Page.handleJavaScriptDialog", {"accept": True})
    await clicking_it
    await first.wait_for_function("document.title === 'Sure'")
    async with first.expect_download():
        await person.click("File")
    async with first.context.expect_page() as opened:
        await person.click("Help")
    other = await opened.value
    await other.wait_for_load_state()
    await person.types("#q", CANARY, other)
    await other.goto(f"{site.base}/{CANARY}")
    await first.press("[name=pass]", "Enter")
    await first.wait_for_url("**/inside")
    assert site.sent == [f"email={CANARY}&pass={CANARY}&land=Peru"]
    await first.goto(f"{site.base}/")
    await other.close()
    await person.types("[name=email]", CANARY)
    await person.types("[name=pass]", CANARY)
    await person.types("#notes", CANARY)
    await person.types("#rich", CANARY)
    await first.frame_locator("iframe").locator("#code").press_sequentially(CANARY)
    back = await control.hand_back("I am logged in.")
    assert "I am logged in." in back.words
    assert len(list(shown.runs.rglob("shots/*"))) == shots
    go.set()
    result, events = await run.ended()
    assert result.outcome is Outcome.SUCCESS
    kinds = [event["kind"] for event in events]
    during = kinds[kinds.index("control.taken") : kinds.index("control.returned") + 1]
    assert set(during) <= {"control.taken", "control.returned"}
    assert files_with(Path(result.run_dir), CANARY) == []
    assert CANARY not in json.dumps(shown.server.requests)
    told = seen(shown.asked("navigator")[1])
    assert "I am logged in." in told
    assert "has had the window meanwhile" in told
    assert "textbox 'Email' value='••••'" in told
    # What was proposed before was not done.
    actions = [event["action"] for event in events if event["kind"] == "action.started"]
    assert actions == ["open_url", "click"]
