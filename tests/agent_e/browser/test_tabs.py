from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import pytest
from playwright.async_api import Error

from agent_e.errors import ActionTimeout, SkillError

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

STYLE = "position:fixed;left:0;top:0;width:100px;height:100px"


def link(target: str, more: str = "") -> str:
    return f"<title>First</title><a href='{target}' style='{STYLE}' {more}>go</a>"


def button(script: str) -> str:
    return f'<title>First</title><button style="{STYLE}" onclick="{script}">do</button>'


async def test_begins_with_one_blank_tab(session):
    assert [tab.url for tab in session.tabs] == ["about:blank"]
    assert session.active is session.tabs[0]
    assert session.active.next_mmid == 1
    answer = await session.active.cdp.send("Runtime.evaluate", {"expression": "6 * 7"})
    assert answer["result"]["value"] == 42


@pytest.mark.parametrize(
    "body",
    [
        button("window.open('/second')"),
        link("/second", "target=_blank"),
        link("/second", "target=_blank rel=opener"),
        button("setTimeout(() => window.open('/second'), 100)"),
        f"<form action=/second target=_blank><button style='{STYLE}'>do</button></form>",
    ],
)
async def test_a_tab_that_our_action_opens_takes_over(session, site, click, body, until, events):
    site.page("/second", "<title>Second</title>")
    await session.goto(site.page("/", body))
    first, mark = session.active, session.mark()
    await click()
    await until(lambda: len(session.tabs) == 2)
    assert session.active is session.tabs[1] is not first
    assert await session.active.loaded(5)
    assert await session.title() == "Second"
    happened = session.since(mark)
    assert [url.partition("?")[0] for url in happened.opened_tabs] == [site.base + "/second"]
    assert (happened.closed_tab, happened.navigations) == (False, ())
    assert "tab_opened" in [what for what, _ in events]


async def test_a_window_whose_server_is_slow_is_on_its_way(session, site, click, until):
    site.page("/second", "<title>Second</title>", wait_s=0.5)
    await session.goto(site.page("/", link("/second", "target=_blank")))
    first, mark = session.active, session.mark()
    await click()
    await until(lambda: first.navigating, 0.3)
    assert session.since(mark).opened_tabs == (site.base + "/second",)
    assert session.active is first
    await until(lambda: not first.navigating)
    assert session.active is session.tabs[1]


async def test_a_window_that_is_still_read_is_not_parsed(session, site, click, until):
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<title>Second</title>half"
    site.raw("/second", head, hold=True)
    await session.goto(site.page("/", link("/second", "target=_blank")))
    session.mark()
    await click()
    await until(lambda: len(session.tabs) == 2)
    assert not session.active.parsed
    assert not await session.active.loaded(0.1)
    assert await session.title() == "Second"
    assert (await session.goto(site.base + "/")).complete


async def test_a_window_that_opens_by_itself_stays_behind(session, site, until):
    site.page("/ad", "<title>Ad</title>")
    await session.goto(site.page("/", "<script>setTimeout(open, 700, '/ad')</script>"))
    first = session.active
    mark = session.mark()
    session.since(mark)
    await until(lambda: len(session.tabs) == 2)
    assert session.active is first
    assert session.since(mark).opened_tabs == (site.base + "/ad",)
    frames = await first.guard(first.page.evaluate("new Promise(requestAnimationFrame)"))
    assert frames > 0


async def test_a_window_of_a_tab_behind_stays_behind(session, site, click, until):
    site.page("/third", "3")
    opens = "<script>setTimeout(open, 300, '/third')</script>"
    site.page("/second", opens)
    await session.goto(site.page("/", button("window.open('/second')")))
    first = session.active
    session.mark()
    await click()
    await until(lambda: len(session.tabs) == 2)
    session.activate(first)
    session.mark()
    await until(lambda: len(session.tabs) == 3)
    assert session.active is first


async def test_closing_the_active_tab_returns_to_its_opener(session, site, click, until, drawn):
    site.page("/second", button("window.close()"))
    await session.goto(site.page("/", button("window.open('/second')")))
    first = session.active
    session.mark()
    await click()
    await until(lambda: session.active is not first)
    await drawn()
    mark = session.mark()
    second = session.active
    with pytest.raises(SkillError, match="closed by its page"):
        await click()
        await asyncio.sleep(0.2)
        await second.guard(second.page.title())
    assert session.active is first
    assert session.since(mark).closed_tab
    assert second.closed
    assert await session.title() == "First"


async def test_a_window_whose_opener_closes_itself_takes_over(session, site, click, until, drawn):
    site.page("/third", "<title>Third</title>", wait_s=0.3)
    site.page("/second", button("window.open('/third'); window.close()"))
    await session.goto(site.page("/", button("window.open('/second')")))
    session.mark()
    await click()
    await until(lambda: session.url == site.base + "/second")
    await drawn()
    mark = session.mark()
    with suppress(SkillError):
        await click()
    await until(lambda: session.url == site.base + "/third")
    assert await session.title() == "Third"
    assert session.since(mark).opened_tabs == (site.base + "/third",)
    assert session.since(mark).closed_tab


async def test_closing_a_tab_without_opener_goes_to_the_newest(session):
    context = session.active.page.context
    for _ in range(2):
        await context.new_page()
    await session.ready()
    session.activate(session.tabs[0])
    await session.tabs[0].page.close()
    assert len(session.tabs) == 2
    assert session.active is session.tabs[1]


async def test_when_the_last_tab_closes_a_blank_one_opens(session, site, until):
    url = site.page("/", "<title>First</title>")
    await session.goto(url)
    last, mark = session.active, session.mark()
    with pytest.raises(SkillError):
        await last.guard(last.page.close())
        await last.guard(last.page.title())
    tab = await session.ready()
    assert (tab.url, len(session.tabs)) == ("about:blank", 1)
    assert session.since(mark).closed_tab
    assert session.since(mark).opened_tabs == ()
    assert (await session.goto(url)).title == "First"


async def test_what_waits_for_a_tab_that_closes_is_told(session, site):
    tab = session.active
    waiting = asyncio.ensure_future(tab.guard(tab.page.evaluate("new Promise(() => {})")))
    await asyncio.sleep(0.1)
    await tab.page.close()
    with pytest.raises(SkillError, match="tab was closed"):
        await waiting


async def crash(tab) -> None:
    task = asyncio.ensure_future(tab.page.goto("chrome://crash"))
    await asyncio.wait({task}, timeout=5)
    task.exception()


async def test_a_crash_is_told_once_and_a_blank_tab_takes_its_place(session, site, until, events):
    url = site.page("/", "<title>First</title>")
    await session.goto(url)
    crashed, mark = session.active, session.mark()
    await crash(crashed)
    await until(lambda: crashed.closed)
    tab = await session.ready()
    assert (session.tabs, tab.url) == ([tab], "about:blank")
    assert session.since(mark).closed_tab
    assert ("tab_crashed", url) in [(what, fields.get("url")) for what, fields in events]
    with pytest.raises(SkillError, match=rf"showed {url} crashed; a blank one took its place"):
        await tab.guard(tab.page.title())
    assert await tab.guard(tab.page.title()) == ""
    assert (await session.goto(url)).title == "First"


async def test_a_crash_is_told_to_who_waits_and_not_again(session, site, until):
    await session.goto(site.page("/", "<title>First</title>"))
    crashed = session.active
    never = crashed.cdp.send(
        "Runtime.evaluate", {"expression": "new Promise(() => {})", "awaitPromise": True}
    )
    waiting = asyncio.ensure_future(crashed.guard(never))
    await asyncio.sleep(0.1)
    await crash(crashed)
    with pytest.raises(SkillError, match="crashed"):
        await waiting
    tab = await session.ready()
    assert await tab.guard(tab.page.title()) == ""


async def test_going_elsewhere_after_a_crash_just_works(session, site, until):
    url = site.page("/", "<title>First</title>")
    crashed = session.active
    await crash(crashed)
    await until(lambda: crashed.closed)
    assert (await session.goto(url)).title == "First"
    assert await session.active.guard(session.active.page.title()) == "First"


async def test_a_crash_behind_changes_nothing_in_front(session, site, until):
    await session.active.page.context.new_page()
    await session.ready()
    front, behind = session.tabs
    await crash(behind)
    await until(lambda: len(session.tabs) == 1)
    assert session.active is front
    assert await front.guard(front.page.title()) == ""


async def test_a_busy_page_is_not_waited_for_forever(session, site):
    tab = session.active
    began = time.monotonic()
    with pytest.raises(ActionTimeout, match=r"did not answer within 0\.2 s"):
        await tab.guard(tab.page.evaluate("new Promise(() => {})"), timeout_s=0.2)
    assert time.monotonic() - began < 10


async def test_errors_of_the_operation_pass_through(session):
    tab = session.active
    with pytest.raises(Error, match="nonsense is not defined"):
        await tab.guard(tab.page.evaluate("nonsense"))


async def test_cancelling_a_wait_cancels_what_it_waits_for(session):
    tab = session.active
    inner = asyncio.get_running_loop().create_future()
    waiting = asyncio.ensure_future(tab.guard(inner))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.sleep(0)
    assert inner.cancelled()
