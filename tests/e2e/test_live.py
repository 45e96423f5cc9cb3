"""A run's browser seen and used from afar: pictures out, trusted input in, one person at a time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from agent_e.server.managed_run import ManagedRun
from tests.agent_e.server.serving import eventually
from tests.browsers import Chromium

from .conftest import browse, clicking, finish, report, seen
from .live_bench import TOKEN, LiveBench, LiveClient, control_of, last_asked, page_of, session_of
from .test_asking import ask
from .windows import CANARY, Model, Site, files_with, members

pytestmark = pytest.mark.browser

PAGES = {
    "/": """<!doctype html><title>Home</title><body style="margin:0;background:rgb(0,153,0)">
<style>input, select, button, a { position: absolute; left: 300px; width: 200px; height: 30px }
</style>
<input id=name style="top:10px"><input id=secret type=password value=hidden style="top:50px">
<select id=land style="top:90px"><option>Norway
<optgroup label=South><option>Peru<option disabled>Chile</optgroup></select>
<button id=go style="top:130px">Go</button><button id=ask style="top:170px">Ask</button>
<a id=help href=/help target=_blank style="top:210px">Help</a>
<a href=/offers style="top:250px">Offers</a>
<a href="#" id=card style="top:290px">A card</a><input id=bin style="top:330px">
<div style="height:3000px"></div>
<script>
const log = [];
const TYPES = "click input change keydown touchstart dragend blur resize visibilitychange";
for (const type of TYPES.split(" "))
  addEventListener(type, ({ isTrusted, target }) => log.push([type, isTrusted, target.id]), true);
ask.onclick = () => { document.title = String(prompt("Which?", "this one")); };
</script>""",
    "/help": "<title>Help</title><body style='background:rgb(0,0,153)'><h1>Help</h1>",
    "/offers": "<title>Offers</title><h1>Offers</h1><p>Fjord Wool Blanket, 40 kr</p>",
    "/framed": """<title>Framed</title><body style="margin:0"><iframe id=other
style="position:absolute;left:150px;top:120px;width:500px;height:300px;border:0"></iframe>
<script>other.src = `http://localhost:${location.port}/`;</script>""",
    "/moves": """<title>Moves</title><body style="margin:0"><div style="width:200px;height:200px;
background:rgb(153,0,0);animation:m 1s infinite linear"></div>
<style>@keyframes m { to { transform: translateX(900px) } }</style>""",
}
UPS = ("mouseReleased", "keyUp")
GREEN, BLUE = (0, 3, 0), (0, 0, 3)
READ = report("Read.", ("there is a blanket", "Fjord Wool Blanket, 40 kr"))


@pytest.fixture
def site() -> Iterator[Site]:
    with members(PAGES) as running:
        yield running


@pytest.fixture
async def bench(tmp_path: Path, chromium: Chromium) -> AsyncIterator[LiveBench]:
    bench = LiveBench(tmp_path / "runs", chromium.session)
    yield bench
    await bench.close()


def held_model(dropped: int = 0) -> tuple[Model, asyncio.Event]:
    """A model held before its navigator's first action, and what lets it go on.

    ``dropped``: first answers that the run does not follow, as the person has stepped in.
    """
    model = Model(
        planner=[browse("look at the offers"), finish("a blanket", 1)],
        navigator=[*[clicking("link 'Offers'")] * (1 + dropped), READ],
    )
    return model, model.hold(2)


async def held(bench: LiveBench, site: Site, path: str = "/", **settings: Any) -> ManagedRun:
    """A run whose model waits for the end of the test."""
    model, _ = held_model()
    run = await bench.begin(model, f"{site.base}{path}", **settings)
    await asyncio.wait_for(model.reached.wait(), 30)
    return run


async def log_of(run: ManagedRun) -> list[list[Any]]:
    """The events of the page since the last call."""
    events: list[list[Any]] = await page_of(run).evaluate("log.splice(0)")
    return events


async def test_pictures_show_the_active_tab_and_disturb_nobody(
    bench: LiveBench, site: Site
) -> None:
    run = await held(bench, site)
    page = page_of(run)
    before = await page.evaluate("[innerWidth, innerHeight, devicePixelRatio, document.hasFocus()]")
    await log_of(run)
    viewer = await bench.client(run)
    # At once, though nothing on the page changes.
    await viewer.coloured(GREEN)
    assert (viewer.header["width"], viewer.header["height"]) == (1280, 720)
    tabs = await viewer.shows("tabs", can_back=False)
    assert [(each["title"], each["active"]) for each in tabs["tabs"]] == [("Home", True)]
    await page.evaluate("document.body.style.background = 'rgb(0,0,153)'")
    await viewer.coloured(BLUE)
    await page.evaluate("document.body.style.background = 'rgb(0,153,0)'; document.title = 'New'")
    await viewer.until(lambda: viewer.last("tabs")["tabs"][0]["title"] == "New")
    # Another tab that becomes active is followed, and the first one again.
    other = await page.context.new_page()
    await other.goto(f"{site.base}/help")
    session = session_of(run)
    session.activate(session.tabs[1])
    await viewer.coloured(BLUE)
    assert viewer.header["tab"] == 2
    await other.close()
    await viewer.coloured(GREEN)
    assert await log_of(run) == []
    after = await page.evaluate("[innerWidth, innerHeight, devicePixelRatio, document.hasFocus()]")
    assert (after, await page.evaluate("document.visibilityState")) == (before, "visible")


async def test_many_share_one_cast_which_ends_with_the_last(bench: LiveBench, site: Site) -> None:
    run = await held(bench, site, "/moves")
    page = page_of(run)
    sent: list[str] = []
    cdp = session_of(run).active.cdp
    ask = cdp.send

    async def noting(method: str, params: Any = None) -> Any:
        sent.append(method)
        return await ask(method, params)

    cdp.send = noting  # type: ignore[method-assign, assignment]
    async with bench.connected(run) as first, bench.connected(run, "another-tab") as second:
        async with asyncio.timeout(10):
            while first.frames < 10 or second.frames < 10:
                await first.frame()
        assert abs(first.frames - second.frames) < 5
        assert 0 <= sent.count("Page.startScreencast") - sent.count("Page.stopScreencast") <= 1
    await eventually(
        lambda: sent.count("Page.startScreencast") == sent.count("Page.stopScreencast")
    )
    sent.clear()
    await asyncio.sleep(0.5)
    assert sent == [] and not page.is_closed()


async def test_input_reaches_the_page_as_a_persons(bench: LiveBench, site: Site) -> None:
    run = await held(bench, site)
    page, driver = page_of(run), await bench.client(run)
    await driver.take()
    await log_of(run)
    await driver.click_on(page, "#name")
    await driver.types("Aé b")
    await driver.do("text", text="öl\u4e16")
    await page.wait_for_function("document.querySelector('#name').value === 'Aé böl世'")
    await driver.press("a", modifiers=2)
    await driver.press("Delete")
    await driver.do("text", text="whole")
    await page.wait_for_function("document.querySelector('#name').value === 'whole'")
    events = await log_of(run)
    assert {"click", "keydown", "input"} <= {event[0] for event in events}
    assert all(trusted for _, trusted, *_ in events), events
    # Copied and cut, by a Mac's key as well; a password never.
    await driver.press("a", modifiers=4)
    await driver.do("copy")
    assert (await driver.shows("copied"))["text"] == "whole"
    await driver.do("cut")
    await page.wait_for_function("document.querySelector('#name').value === ''")
    assert [each["text"] for each in driver.told if each["kind"] == "copied"] == ["whole"] * 2
    # What an editor of the page's own copies as well; no other page can paste any of it.
    await page.evaluate(
        """() => { window.addEventListener("copy", (event) => {
          event.clipboardData.setData("text/plain", "of the page"); event.preventDefault();
        }, { once: true, capture: true }); }"""
    )
    await driver.press("c", modifiers=2)
    await driver.shows("copied", text="of the page")
    await driver.press("v", modifiers=2)
    await driver.types("typed")
    await page.wait_for_function("document.querySelector('#name').value === 'typed'")
    await driver.click_on(page, "#secret")
    await driver.press("a", modifiers=2)
    await driver.do("copy")
    await driver.press("c", modifiers=2)
    await driver.do("wheel", x=100, y=100, dx=0, dy=400)
    await page.wait_for_function("scrollY > 300")
    await driver.do("wheel", x=100, y=100, dx=0, dy=-400)
    await page.wait_for_function("scrollY === 0")
    await log_of(run)
    await driver.do("touch", type="start", points=[{"x": 350, "y": 145, "id": 0}])
    await driver.do("touch", type="end", points=[])
    await page.wait_for_function("log.some(([type]) => type === 'click')")
    assert {"touchstart", "click"} <= {event[0] for event in await log_of(run) if event[2] == "go"}
    assert len([each for each in driver.told if each["kind"] == "copied"]) == 3
    assert not [each for each in driver.told if each["kind"] == "refused"]


async def test_a_release_that_a_dialog_took_keeps_no_tab(bench: LiveBench, site: Site) -> None:
    run = await held(bench, site)
    page, driver = page_of(run), await bench.client(run)
    await driver.take()
    await driver.click_on(page, "#help")
    await driver.coloured(BLUE)
    other = page_of(run)
    assert other is not page
    await other.evaluate(
        "() => { document.body.innerHTML = '<input id=name>'; onmousedown = () => alert('Hold!'); }"
    )
    at = {"x": 400, "y": 300, "button": "left", "clicks": 1}
    await driver.do("mouse", type="down", **at, buttons=1)
    await driver.until(lambda: driver.last("dialog")["dialog"])
    await driver.do("mouse", type="up", **at)
    await driver.do("dialog", accept=True, text="")
    await driver.shows("dialog", dialog=None)
    await driver.do("tab", number=1)
    await driver.coloured(GREEN)
    await driver.click_on(page, "#name")
    await driver.types("here")
    await driver.do("text", text=" too")
    await page.wait_for_function("document.querySelector('#name').value === 'here too'")
    # A button that is held through a change of tabs is released where it was pressed.
    await page.evaluate(
        """() => { onmousedown = ({ target }) => log.push(["down", true, target.id]);
          onmouseup = ({ target }) => log.push(["up", true, target.id]); }"""
    )
    at = {"x": 400, "y": 145, "button": "left", "clicks": 1}
    await driver.do("mouse", type="down", **at, buttons=1)
    await page.wait_for_function("log.some(([type, , id]) => type === 'down' && id === 'go')")
    await driver.do("tab", number=2)
    await driver.coloured(BLUE)
    await other.evaluate("document.querySelector('#name').focus()")
    await driver.do("text", text="there")
    await other.wait_for_function("document.querySelector('#name').value === 'there'")
    await driver.do("mouse", type="up", **at)
    await page.wait_for_function("log.some(([type, , id]) => type === 'up' && id === 'go')")


@pytest.mark.slow
async def test_things_of_the_page_are_dragged(bench: LiveBench, site: Site) -> None:
    run = await held(bench, site)
    page, driver = page_of(run), await bench.client(run)
    await driver.take()
    await page.evaluate(
        "() => { card.ondragstart = (event) => event.dataTransfer.setData('text', 'the card'); }"
    )

    async def dragged(*, connected: LiveClient) -> None:
        at = {"x": 320, "button": "left"}
        await connected.do("mouse", type="down", y=305, buttons=1, clicks=1, **at)
        for y in range(308, 346, 4):
            await connected.do("mouse", type="move", y=y, buttons=1, **at)
            await asyncio.sleep(0.03)

    # One whose connection breaks drops nothing.
    async with bench.connected(run) as breaking:
        await dragged(connected=breaking)
    await page.wait_for_function("log.some(([type]) => type === 'dragend')")
    await dragged(connected=driver)
    await driver.do("mouse", type="up", x=320, y=345, button="left", clicks=1)
    await page.wait_for_function("document.querySelector('#bin').value === 'the card'")
    await driver.click_on(page, "#go")
    await page.wait_for_function("log.some(([type, , id]) => type === 'click' && id === 'go')")


async def test_what_a_browser_without_a_window_paints_not_is_told(
    bench: LiveBench, site: Site
) -> None:
    run = await held(bench, site)
    page, driver = page_of(run), await bench.client(run)
    await driver.take()
    await driver.click_on(page, "#land")
    choices = await driver.shows("choices")
    assert choices["box"] == [300, 90, 200, 30]
    assert choices["options"] == [
        {"label": "Norway", "value": "0", "selected": True, "disabled": False},
        {"label": "South: Peru", "value": "1", "selected": False, "disabled": False},
        {"label": "South: Chile", "value": "2", "selected": False, "disabled": True},
    ]
    await driver.do("choose", value="2")
    assert "no such option" in await driver.refused()
    # No list is open where nobody sees it: it would take the next key.
    await log_of(run)
    await driver.press("ArrowDown")
    await page.wait_for_function("document.querySelector('#land').value === 'Peru'")
    await log_of(run)
    await driver.click_on(page, "#land")
    await driver.until(lambda: driver.last("choices")["options"])
    await driver.do("choose", value="0")
    await page.wait_for_function("document.querySelector('#land').value === 'Norway'")
    assert [e[0] for e in await log_of(run) if e[0] in ("input", "change")] == ["input", "change"]
    # A list that was left open takes no click away.
    await driver.press(" ", "Space")
    await driver.until(lambda: driver.last("choices")["options"])
    await driver.click_on(page, "#go")
    await driver.shows("choices", options=None)
    await page.wait_for_function("log.some(([type, , id]) => type === 'click' && id === 'go')")
    await driver.click_on(page, "#ask")
    await driver.until(lambda: driver.last("dialog")["dialog"])
    assert driver.last("dialog")["dialog"] == {
        "type": "prompt",
        "message": "Which?",
        "default": "this one",
    }
    await driver.press("x")
    assert "Answer it first" in await driver.refused()
    await driver.do("dialog", accept=True, text="")
    await page.wait_for_function("document.title === ''")
    await driver.shows("dialog", dialog=None)
    # The page goes on to take what is done.
    await driver.click_on(page, "#name")
    await driver.types("on")
    await page.wait_for_function("document.querySelector('#name').value === 'on'")


async def test_a_frame_of_another_site_is_part_of_the_page(bench: LiveBench, site: Site) -> None:
    other = site.base.removeprefix("http://").replace("127.0.0.1", "localhost")
    run = await held(bench, site, "/framed", safety={"allow_private": [other]})
    frame, driver = page_of(run).frame_locator("#other"), await bench.client(run)
    await driver.take()
    await driver.coloured(GREEN, 200, 200)
    await driver.click(500, 225)
    choices = await driver.shows("choices")
    assert choices["box"] == [450, 210, 200, 30]
    await driver.do("choose", value="1")
    await driver.click(500, 145)
    await driver.types("inside")
    await driver.press("a", modifiers=2)
    await driver.do("copy")
    assert (await driver.shows("copied"))["text"] == "inside"
    assert await frame.locator("#land").input_value() == "Peru"


async def test_tabs_addresses_and_history_are_the_persons(bench: LiveBench, site: Site) -> None:
    run = await held(bench, site, safety={"allow": ["127.0.0.1"]})
    page, driver = page_of(run), await bench.client(run)
    await driver.take()
    await driver.click_on(page, "#help")
    await driver.coloured(BLUE)
    two = [(1, False), (2, True)]
    await driver.until(
        lambda: [(each["number"], each["active"]) for each in driver.last("tabs")["tabs"]] == two
    )
    await driver.do("tab", number=1)
    await driver.coloured(GREEN)
    await driver.do("open", url="/offers")
    await driver.shows("tabs", can_back=True, can_forward=False)
    await driver.do("history", direction="back")
    await driver.shows("tabs", can_back=False, can_forward=True)
    await driver.do("open", url="https://elsewhere.example/")
    assert "elsewhere.example" in await driver.refused()
    await driver.do("open", url="file:///etc/passwd")
    assert "file" in await driver.refused()
    await driver.do("close_tab", number=1)
    await driver.coloured(BLUE)
    await driver.do("close_tab", number=2)
    assert "last tab" in await driver.refused()


async def test_one_drives_at_a_time_and_a_reload_is_the_same_person(
    bench: LiveBench, site: Site
) -> None:
    run = await held(bench, site, human={"take_over_s": 1.5})
    page, control = page_of(run), control_of(run)
    watcher = await bench.client(run, "tab-that-watches")
    await watcher.coloured(GREEN)
    await watcher.click(400, 25)
    await watcher.types("no")
    assert "take it over first" in await watcher.refused()
    async with bench.connected(run) as driver:
        await driver.do("jump")
        assert "the message" in await driver.refused()
        await driver.take()
        assert driver.last("holder")["until"] > 0
        holder = await watcher.shows("holder", mine=False, taking=False)
        assert holder["by"] == control.holder != ""
        await watcher.shows("hidden")
        told, frames = len(watcher.told), watcher.frames
        await driver.click_on(page, "#name")
        await driver.types("mine")
        await page.wait_for_function("document.querySelector('#name').value === 'mine'")
        await driver.do("open", url="/offers")
        await driver.until(lambda: driver.last("tabs")["tabs"][0]["title"] == "Offers")
        await watcher.do("take")
        assert "taken already" in await watcher.refused()
        await watcher.do("give", note="stolen")
        assert "take it over first" in await watcher.refused()
        assert [each["kind"] for each in watcher.told[told:]] == []
        assert watcher.frames == frames
        await driver.do("mouse", type="down", x=5, y=5, button="left", buttons=1, clicks=1)
    # The connection is gone, its holder is not; and nothing stays pressed.
    assert control.holder == holder["by"]
    again = await bench.client(run)
    await again.shows("holder", mine=True)
    await again.do("history", direction="back")
    await again.coloured(GREEN)
    # The lease lapses: the window stays the person's, until somebody else takes it.
    await eventually(lambda: "control.lapsed" in (run.path / "events.jsonl").read_text())
    await again.click_on(page, "#name")
    assert (control.state, control.holder) == ("paused", holder["by"])
    await watcher.take()
    await again.shows("holder", mine=False)
    await again.shows("hidden")
    await watcher.coloured(GREEN)
    await watcher.do("give")
    await again.shows("holder", by="", mine=False)
    await again.frame()
    assert control.state == "running"


async def test_who_loses_the_window_lets_go_of_all_before_another_has_it(
    bench: LiveBench, site: Site
) -> None:
    run = await held(bench, site, human={"take_over_s": 0.5}, safety={"allow": ["127.0.0.1"]})
    other = await bench.client(run, "tab-of-another")
    sent: list[str] = []
    cdp = session_of(run).active.cdp
    ask = cdp.send

    async def noting(method: str, params: Any = None) -> Any:
        sent.append((params or {}).get("type", ""))
        return await ask(method, params)

    cdp.send = noting  # type: ignore[method-assign, assignment]

    def working() -> list[object]:
        works = [each.get_coro() for each in asyncio.all_tasks()]
        return [each for each in works if getattr(each, "__qualname__", "") == "Outbox.told"]

    async with bench.connected(run) as first:
        await first.take()
        await first.do("key", type="down", key="Shift", code="ShiftLeft")
        await first.do("mouse", type="down", x=400, y=145, button="left", buttons=1, clicks=1)
        await eventually(lambda: "mousePressed" in sent)
        await first.do("open", url="/slow")
        await eventually(lambda: "/slow" in site.asked)
        await eventually(lambda: "control.lapsed" in (run.path / "events.jsonl").read_text())
        assert working()
        sent.clear()
        await other.take()
        assert [each for each in sent if each in UPS] == ["mouseReleased", "keyUp"]
        await eventually(lambda: not working())
        await other.do("key", type="down", key="Shift", code="ShiftLeft")
        sent.clear()
    # What the first had pressed is not released once more.
    await other.do("key", type="up", key="Shift", code="ShiftLeft")
    await eventually(lambda: "keyUp" in sent)
    await asyncio.sleep(0.3)
    assert [each for each in sent if each in UPS] == ["keyUp"]
    site.slow.set()


async def test_the_note_reaches_the_model_and_nothing_that_was_typed_any_file(
    bench: LiveBench, site: Site
) -> None:
    model, go = held_model(1)
    run = await bench.begin(model, f"{site.base}/", journal={"screenshots": "steps"})
    await asyncio.wait_for(model.reached.wait(), 30)
    driver = await bench.client(run)
    await driver.take()
    page, shots = page_of(run), len(list(run.path.rglob("shots/*")))
    for field in ("#name", "#secret"):
        await driver.click_on(page, field)
        await driver.types(CANARY)
    await driver.do("open", url=f"/{CANARY}")
    await driver.shows("tabs", can_back=True)
    await driver.do("history", direction="back")
    await driver.shows("tabs", can_back=False)
    await driver.click_on(page, "#name")
    await driver.do("text", text=CANARY)
    await page.wait_for_function("document.querySelector('#name').value.length > 5")
    assert len(list(run.path.rglob("shots/*"))) == shots
    await driver.do("give", note="I am logged in.")
    await driver.shows("holder", by="")
    go.set()
    await driver.shows("ended")
    await driver.shows("closed")
    await run.over(30)
    assert run.result is not None and run.result["outcome"] == "success", run.result
    assert files_with(run.path, CANARY) == []
    assert CANARY not in json.dumps(bench.model.requests)
    told = seen(last_asked(bench, "report"))
    assert "I am logged in." in told
    assert "The person has had the window" in told


async def test_a_question_that_waits_does_not_keep_the_window(bench: LiveBench, site: Site) -> None:
    model = Model(
        planner=[browse("log in"), finish("a blanket", 1)],
        navigator=[ask("Is it a robot?", "choice", "yes", "no"), clicking("link 'Offers'"), READ],
    )
    run = await bench.begin(model, f"{site.base}/", mode="human")
    driver = await bench.client(run)
    await eventually(lambda: run.state == "awaiting_human")
    await driver.take()
    await driver.do("give", note="Solved.")
    await driver.shows("holder", by="")
    (request,) = run.requests
    await run.order({"do": "answer", "id": request["id"], "value": "no"}, by="test")
    await driver.shows("ended")
    await run.over(30)
    assert run.result is not None and run.result["outcome"] == "success", run.result
    assert "Solved." in json.dumps(bench.model.requests)


@pytest.mark.slow
async def test_a_run_can_be_stopped_and_steered_while_the_window_is_held(
    bench: LiveBench, site: Site
) -> None:
    run = await held(bench, site)
    driver = await bench.client(run)
    await driver.take()
    await driver.do("mouse", type="down", x=5, y=5, button="left", buttons=1, clicks=1)
    await run.order({"do": "steer", "words": "the red one"}, by="test")
    await run.order({"do": "stop"}, by="test")
    await driver.shows("ended")
    await driver.shows("closed")
    await run.over(30)
    assert run.result is not None and run.result["outcome"] == "stopped"
    assert session_is_gone(run)
    late = await bench.client(run)
    await late.shows("ended")


def session_is_gone(run: ManagedRun) -> bool:
    return run.session is None and run.control is None


@pytest.mark.slow
async def test_a_tab_that_crashes_or_hangs_while_it_is_shown(bench: LiveBench, site: Site) -> None:
    run = await held(bench, site)
    page, driver = page_of(run), await bench.client(run)
    await driver.take()
    # A page in a loop takes nothing, and the socket goes on.
    spinning = asyncio.ensure_future(page.evaluate("for (;;) ;"))
    for _ in range(80):
        await driver.press("x")
    assert "does not answer" in await driver.refused()
    await driver.do("open", url="/help")
    await driver.coloured(BLUE)
    await asyncio.gather(spinning, return_exceptions=True)
    crashing = await page_of(run).context.new_cdp_session(page_of(run))
    session = session_of(run)
    crashed = session.active
    asyncio.ensure_future(crashing.send("Page.crash")).add_done_callback(
        lambda end: end.exception()
    )
    await eventually(lambda: session.active is not crashed)
    await driver.do("open", url=f"{site.base}/")
    await driver.coloured(GREEN)


@pytest.mark.slow
async def test_a_browser_that_dies_while_a_person_drives(tmp_path: Path, site: Site) -> None:
    chromium = Chromium()
    bench = LiveBench(tmp_path / "runs", chromium.session)
    try:
        model, go = held_model(1)
        run = await bench.begin(model, f"{site.base}/")
        await asyncio.wait_for(model.reached.wait(), 30)
        driver = await bench.client(run)
        await driver.take()
        await (await chromium.bare()).close()
        assert "The browser has ended" in await driver.refused()
        assert control_of(run).state == "paused"
        await driver.do("give", note="It is gone.")
        await driver.shows("holder", by="")
        go.set()
        await driver.coloured(GREEN)
        await driver.shows("ended")
        await run.over(30)
    finally:
        await bench.close()
        await chromium.aclose()


async def test_a_viewer_who_never_reads_holds_nobody_up(bench: LiveBench, site: Site) -> None:
    run = await held(bench, site, "/moves")
    async with bench.connected(run, "tab-that-is-deaf", reads=False) as deaf:
        deaf.socket.transport.pause_reading()
        viewer = await bench.client(run)
        async with asyncio.timeout(20):
            while viewer.frames < 20:
                await viewer.frame()
        deaf.socket.transport.abort()


async def test_who_says_nothing_is_sent_away(bench: LiveBench, site: Site) -> None:
    run = await held(bench, site)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    url = f"{bench.url}/runs/{run.id}/live"
    async with connect(url, additional_headers=headers, proxy=None) as socket:
        await socket.send('{"do": "take"}')
        with pytest.raises(ConnectionClosed, match="hello"):
            await socket.recv()
    for path, sent, status in (
        (f"/runs/{run.id}/live", {}, 401),
        ("/runs/none/live", headers, 404),
    ):
        with pytest.raises(InvalidStatus) as refused:
            async with connect(bench.url + path, additional_headers=sent, proxy=None):
                pass
        assert refused.value.response.status_code == status
