"""Tabs by number, through the envelope, in a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from agent_e.errors import BadArgument, DialogOpen
from tests.browsers import Chromium
from tests.skills.room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def page(request: Request) -> HTMLResponse:
    name = request.path_params["name"]
    links = "".join(f"<a href=/{to} target=_blank>Open {to}</a> " for to in ("second", "third"))
    ask = "<script>addEventListener('beforeunload', event => event.preventDefault())</script>"
    return HTMLResponse(f"<title>{name}</title><h1>This is {name}</h1>{links}{ask}")


@pytest.fixture
async def here(chromium: Chromium, tmp_path: Path) -> AsyncIterator[Room]:
    async with room(chromium, tmp_path, [Route("/{name}", page)]) as opened:
        await opened.open("/first")
        yield opened


async def test_tabs_are_listed_with_number_opener_title_and_address(here: Room) -> None:
    await here.do("click", mmid=await here.mmid("Open second"))
    listed = await here.do("tabs")
    assert listed.report is None
    assert listed.text.split("\n") == [
        f"tab 1: 'first' {here.base}/first",
        f"tab 2 (active, opened by tab 1): 'second' {here.base}/second",
    ]


async def test_switching_shows_the_page_of_the_other_tab(here: Room) -> None:
    await here.do("click", mmid=await here.mmid("Open second"))
    switched = await here.do("tabs", do="switch", tab=1)
    assert switched.text.startswith("Switched to tab 1.")
    assert "heading 1 'This is first'" in switched.text
    assert switched.report is not None
    assert switched.report.page is not None
    assert switched.report.page.title == "first"
    assert here.session.url == f"{here.base}/first"
    await here.do("click", mmid=await here.mmid("Open third"))
    assert here.session.url == f"{here.base}/third"
    again = await here.do("tabs", do="switch", tab=3)
    assert again.text.startswith("Tab 3 was the active one already.")


async def test_after_the_active_tab_its_opener_takes_over(here: Room) -> None:
    await here.do("click", mmid=await here.mmid("Open second"))
    closed = await here.do("tabs", do="close", tab=2)
    assert closed.text.startswith("Closed tab 2; still open: 1. The tab closed. Now open:")
    assert "heading 1 'This is first'" in closed.text
    assert [tab.number for tab in here.session.tabs] == [1]


async def test_without_its_opener_the_last_tab_takes_over(here: Room) -> None:
    await here.do("click", mmid=await here.mmid("Open second"))
    await here.do("click", mmid=await here.mmid("Open third"))
    await here.do("tabs", do="close", tab=2)
    assert here.session.url == f"{here.base}/third"
    closed = await here.do("tabs", do="close", tab=3)
    assert "heading 1 'This is first'" in closed.text


async def test_closing_another_tab_leaves_the_page_as_it_is(here: Room) -> None:
    await here.do("click", mmid=await here.mmid("Open second"))
    closed = await here.do("tabs", do="close", tab=1)
    assert closed.text.startswith("Closed tab 1; still open: 2.")
    assert closed.report is not None
    assert closed.report.page is None
    listed = await here.do("tabs", do="list")
    assert listed.text == f"tab 2 (active, opened by tab 1): 'second' {here.base}/second"


async def test_a_tab_with_an_open_dialog_is_closed(here: Room) -> None:
    await here.do("click", mmid=await here.mmid("Open second"))
    await here.script("setTimeout(() => confirm('Stay?'))")
    with pytest.raises(DialogOpen, match="Stay"):
        await here.do("wait_for", text="never", seconds=60)
    closed = await here.do("tabs", do="close", tab=2)
    assert "heading 1 'This is first'" in closed.text
    assert here.session.active.dialog is None


async def test_numbers_are_never_used_again(here: Room) -> None:
    for number in (2, 3, 4):
        await here.do("click", mmid=await here.mmid("Open second"))
        assert here.session.active.number == number
        await here.do("tabs", do="close", tab=number)


async def test_the_last_tab_cannot_be_closed(here: Room) -> None:
    with pytest.raises(BadArgument, match="The last tab cannot be closed"):
        await here.do("tabs", do="close", tab=1)
    assert here.session.url == f"{here.base}/first"
    ended = here.events("action.ended")[-1]
    assert (ended["status"], ended["error"].partition(":")[0]) == ("refused", "BadArgument")


async def test_a_tab_that_is_not_there_is_refused(here: Room) -> None:
    for do in ("switch", "close"):
        with pytest.raises(BadArgument, match="There is no tab 7. The open tabs are: 1."):
            await here.do("tabs", do=do, tab=7)
        with pytest.raises(BadArgument, match=f"Say which tab to {do}"):
            await here.do("tabs", do=do)
