"""The person takes the window over, and what they do in it stays theirs."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.agent import WebAgent
from agent_e.benchmarks.scripted import Scripted
from agent_e.errors import AnswerConflict
from agent_e.journal import read_run
from agent_e.types import TaskResult
from tests.browsers import Chromium

from .conftest import Workbench, browse, clicking, finish, report, seen
from .windows import CANARY, Model, Patient, Person, Site, as_shown, files_with, members

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
    agent = await shown.agent(model, Patient(), browser=SHOWN, verify="never", **settings)
    return Run(agent, site, model)


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110 - no event tells of it
            await asyncio.sleep(0.01)


def kinds_of(shown: Workbench) -> list[str]:
    """What the newest run has journaled so far."""
    newest = max(shown.runs.glob("*/events.jsonl"), default=None)
    return [e["kind"] for e in read_run(newest.parent).events] if newest else []


@pytest.mark.slow
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


async def test_a_window_is_taken_once_and_no_other_way_leads_past_it(
    shown: Workbench, site: Site
) -> None:
    model = Model(
        planner=[browse("look at the offers"), finish("a blanket", 1)],
        navigator=[clicking("link 'Offers'"), READ],
    )
    go = model.hold(2)
    run = await begun(shown, site, model, human={"take_over_s": 0.01})
    await run.held()
    control = run.person.control
    with pytest.raises(AnswerConflict, match="not taken over"):
        await control.hand_back()
    await control.take_over("terminal")
    with pytest.raises(AnswerConflict, match="Hand it back"):
        control.resume()
    await until(lambda: "control.lapsed" in kinds_of(shown))
    # The run waits on, and somebody else may have the window now.
    assert (control.state, control.holder) == ("paused", "terminal")
    await control.take_over("console")
    await run.person.click("Offers")
    await control.hand_back(by="console")
    go.set()
    result, events = await run.ended()
    assert result.outcome is Outcome.SUCCESS
    told = seen(shown.asked("navigator")[1])
    assert "Now open: 'Offers'" in told
    assert "Fjord Wool Blanket, 40 kr" in told
    assert [e["by"] for e in events if e["kind"] == "control.taken"] == ["terminal", "console"]


@pytest.mark.slow
async def test_an_action_under_way_is_ended_first(shown: Workbench, site: Site) -> None:
    model = Model(
        planner=[browse("click slow"), finish("a blanket", 1)],
        navigator=[clicking("button 'Slow'"), clicking("link 'Offers'"), READ],
    )
    run = await begun(shown, site, model)
    await until(lambda: "/slow" in site.asked)
    control = run.person.control
    taking = asyncio.ensure_future(control.take_over())
    await until(lambda: control.state == "paused")
    assert not taking.done()
    site.slow.set()
    await asyncio.wait_for(taking, 30)
    kinds = kinds_of(shown)
    assert kinds.index("action.ended", kinds.index("model.called")) < kinds.index("control.taken")
    await run.person.click("I agree")
    await control.hand_back()
    result, events = await run.ended()
    assert result.outcome is Outcome.SUCCESS
    clicked = next(e for e in events if e["kind"] == "action.ended" and "Done" in e["words"])
    assert "The title is now 'Done'" in clicked["words"]
    told = seen(shown.asked("navigator")[1])
    assert re.search(
        r"Changed, with values that are the person's: \[\d+\] checkbox 'I agree'", told
    )


@pytest.mark.slow
async def test_a_run_can_be_stopped_while_the_window_is_taken_and_the_next_one_begins_anew(
    shown: Workbench, site: Site
) -> None:
    model = Model(
        planner=[browse("look"), browse("look again"), finish("a blanket", 1)],
        navigator=[clicking("link 'Offers'"), clicking("link 'Offers'"), READ],
    )
    model.hold(2)
    agent = await shown.agent(model, browser=SHOWN, verify="never")
    run = Run(agent, site, model)
    await run.held()
    control = run.person.control
    await control.take_over()
    await run.person.types("#notes", CANARY)
    control.stop()
    with pytest.raises(AnswerConflict, match="ending"):
        await control.hand_back()
    result, events = await run.ended()
    assert (result.outcome, result.exit_code) == (Outcome.STOPPED, 130)
    assert files_with(shown.runs, CANARY) == []
    assert "browser.event" not in [e["kind"] for e in events[-4:]]
    later = Run(agent, site, model)
    result, events = await later.ended()
    assert result.outcome is Outcome.SUCCESS
    assert [e["what"] for e in events if e["kind"] == "browser.event"].count("navigation") == 2


async def test_the_window_may_be_taken_while_a_question_waits(shown: Workbench, site: Site) -> None:
    model = Model(
        planner=[browse("log in"), finish("a blanket", 1)],
        navigator=[
            Scripted(
                calls=[
                    (
                        "ask_user",
                        {"question": "Is it a robot?", "kind": "choice", "options": ["yes", "no"]},
                    )
                ]
            ),
            clicking("link 'Offers'"),
            READ,
        ],
    )
    run = await begun(shown, site, model, mode="human")
    await until(lambda: "person.asked" in kinds_of(shown))
    control = run.person.control
    await control.take_over()
    await run.person.types("#notes", CANARY)
    back = await control.hand_back("I have solved it.")
    assert "textbox 'Notes'" in back.changes
    assert CANARY not in back.changes + back.view
    assert control.state == "awaiting_human"
    assert control.broker is not None
    (question,) = control.broker.pending
    control.broker.answer(question, "no", by="test")
    result, _ = await run.ended()
    assert result.outcome is Outcome.SUCCESS
    told = seen(shown.asked("navigator")[1])
    assert "The person answered: no" in told
    assert "I have solved it." in told


async def test_a_run_without_a_window_says_so(workbench: Workbench, site: Site) -> None:
    model = Model(planner=[browse("look"), finish("none", status="cannot")], navigator=[READ])
    go = model.hold(2)
    agent = await workbench.agent(model, verify="never")
    run = Run(agent, site, model)
    await run.held()
    control = run.person.control
    assert not control.can_take_over
    with pytest.raises(AnswerConflict, match="Run with --headed"):
        await control.take_over()
    assert control.state == "running"
    go.set()
    result, events = await run.ended()
    assert "control.paused" not in [event["kind"] for event in events]


@pytest.mark.slow
async def test_the_person_shows_how_it_is_done(shown: Workbench, site: Site) -> None:
    model = Model(
        planner=[browse("log in"), finish("a blanket", 1)],
        navigator=[
            Scripted(calls=[("ask_user", {"question": "Show me.", "kind": "demonstrate"})]),
            clicking("link 'Offers'"),
            READ,
        ],
    )
    run = await begun(shown, site, model, mode="human")
    await until(lambda: "person.asked" in kinds_of(shown))
    person, control = run.person, run.person.control
    page = person.page
    # The window is the person's once the listeners are there, which the question follows.
    await person.types("[name=email]", CANARY)
    await person.types("[name=pass]", CANARY)
    await page.focus("select")
    await page.keyboard.press("ArrowDown")
    await person.click("I agree")
    await page.evaluate("document.querySelector('#ask').onclick = null")
    await page.evaluate("document.querySelector('#ask').click()")
    inner = page.frame_locator("iframe")
    await inner.locator("button").click()
    async with page.context.expect_page() as opened:
        await person.click("Help")
    other = await opened.value
    await other.wait_for_load_state()
    await until(lambda: person.session.active.page == other)
    await person.types("#q", CANARY, other)
    await other.close()
    await page.goto(f"{site.base}/inside?{CANARY}")
    await page.goto(f"{site.base}/")
    await person.types("[name=email]", CANARY)
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/inside")
    assert control.broker is not None
    (question,) = control.broker.pending
    control.broker.answer(question, "done", "That is all.", by="test")
    result, events = await run.ended()
    told = seen(shown.asked("navigator")[1])
    assert files_with(Path(result.run_dir), CANARY) == []
    assert CANARY not in json.dumps(shown.server.requests)
    theirs = [e for e in events if e["kind"] == "action.started" and e.get("by") == "person"]
    steps = [(e["action"], *(e["target"] or {}).values(), *e["arguments"].values()) for e in theirs]
    assert steps == [
        ("enter_text", 1, "textbox", "Email", "••••"),
        ("enter_text", 2, "textbox", "Password", "••••"),
        ("select_option", 3, "combobox", "Country", "Peru"),
        ("click", 9, "checkbox", "I agree"),
        ("click", 14, "button", "Check"),
        ("click", 10, "link", "Help"),
        ("switch_tab", "2"),
        ("enter_text", None, "textbox", "Question", "••••"),
        ("switch_tab", "1"),
        ("open_url", f"{site.base}/inside"),
        ("open_url", f"{site.base}/"),
        ("enter_text", None, "textbox", "Email", "••••"),
        ("press_key", None, "textbox", "Email", "Enter"),
    ]
    assert "5. clicked [14] button 'Check'" in told
    assert "13. pressed Enter in textbox 'Email'" in told
    assert 'The person has shown it. They say: "That is all."' in told
