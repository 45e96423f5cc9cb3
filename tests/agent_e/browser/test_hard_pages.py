"""Pages that would keep a session waiting, or from leaving them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from agent_e.browser import BrowserSession
from agent_e.browser.dialogs import MAX_IN_A_ROW
from agent_e.browser.document_state import MOVES_A_SECOND
from agent_e.errors import DialogOpen, SkillError

from .conftest import Site
from .test_request_interceptor import RequestInterceptor, border, bordered

__all__ = ["border", "bordered"]

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SUBMITS = "<form id=form action='{url}'></form><script>form.submit()</script>"
POSTS = "<form id=form method=post action='{url}'></form><script>form.submit()</script>"
SAVES = "<a id=link download href='{url}'></a><script>link.click()</script>"
GOES = "<script>location = '{url}'</script>"
AGAIN = "<script>const go = () => {{ location = '{url}' }}; go(); setInterval(go, 50)</script>"
PENDING = "<img src=/endless>"
"""Loading never stops."""


@pytest.mark.parametrize(
    "leaving", [SUBMITS, POSTS, SAVES, GOES, PENDING + SUBMITS, PENDING + SAVES, PENDING + AGAIN]
)
async def test_what_is_refused_while_the_page_is_parsed_is_not_waited_for(
    border: RequestInterceptor, leaving: str
) -> None:
    border.site.raw("/endless", b"HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n\r\n", hold=True)
    began = time.monotonic()
    await border.open(f"<title>start</title>{leaving.format(url=border.evil)}<p>more")
    assert time.monotonic() - began < 4
    tab = border.session.active
    assert tab.url == f"{border.site.base}/start"
    await border.until(lambda: not tab.navigating)
    await border.refused("page")


async def test_an_answer_without_content_while_the_page_is_parsed_is_not_waited_for(
    border: RequestInterceptor,
) -> None:
    border.site.page("/empty", status="204 No Content")
    began = time.monotonic()
    await border.open(SUBMITS.format(url="/empty"))
    assert time.monotonic() - began < 4


ASKS_FOR_EVER = "while (true) confirm('really ' + Math.random())"
ASKS_OFTEN = "setInterval(() => confirm(Math.random()), 10)"
ASKS_IN_TURN = "while (true) { alert(Math.random()); prompt(Math.random()) }"


@pytest.mark.parametrize("script", [ASKS_FOR_EVER, ASKS_OFTEN, ASKS_IN_TURN])
async def test_a_page_that_goes_on_asking_can_be_left(
    session: BrowserSession, site: Site, until: Callable[..., Awaitable[None]], script: str
) -> None:
    site.page("/next", "<title>Next</title>")
    url = site.page("/", f"<title>Asks</title><script>{script}</script>")
    for leave in (lambda: session.goto("/next"), lambda: session.history("reload")):
        with suppress(DialogOpen):
            await session.goto(url)
        await until(lambda: session.active.dialog)
        began = time.monotonic()
        try:
            await leave()
        except DialogOpen:
            # Loaded again, it asks again.
            assert session.url == url
        assert time.monotonic() - began < 4
        await session.goto("/next")
        assert await session.title() == "Next"


async def test_dialogs_that_keep_coming_are_counted_by_place(
    session: BrowserSession, site: Site
) -> None:
    with pytest.raises(DialogOpen):
        await session.goto(site.page("/", f"<script>{ASKS_FOR_EVER}</script>"))
    answered = 0
    while True:
        try:
            await session.answer_dialog(accept=True)
        except SkillError:
            break
        answered += 1
        with pytest.raises(SkillError):
            await session.active.guard(session.active.page.evaluate("0"), timeout_s=1)
    assert answered == MAX_IN_A_ROW
    await session.goto("about:blank")


@pytest.mark.parametrize("script", [ASKS_FOR_EVER, ASKS_OFTEN])
async def test_a_window_that_goes_on_asking_can_be_closed(
    session: BrowserSession, site: Site, until: Callable[..., Awaitable[None]], script: str
) -> None:
    site.page("/asks", f"<script>{script}</script>")
    site.page("/next", "<title>Next</title>")
    await session.goto(site.page("/", "<script>open('/asks')</script>"))
    await until(lambda: len(session.tabs) == 2 and session.tabs[1].dialog)
    await session.close_tab(session.tabs[1].number)
    await until(lambda: len(session.tabs) == 1)
    assert (await session.goto("/next")).title == "Next"


async def test_a_flood_of_addresses_is_told_in_part_and_its_end_for_certain(
    session: BrowserSession,
    site: Site,
    events: list[tuple[str, dict[str, Any]]],
    until: Callable[..., Awaitable[None]],
) -> None:
    flood = "for (let n = 0; n < 150; n++) history.pushState(0, '', '?' + n)"
    url = site.page("/", f"<script>{flood}</script>")
    mark = session.mark()
    await session.goto(url)
    await until(
        lambda: [f["url"] for what, f in events if what == "navigation"][-1:] == [f"{url}?149"]
    )
    assert len(events) <= MOVES_A_SECOND + 3
    moved = session.since(mark).navigation
    assert moved is not None
    assert moved.to_url == f"{url}?149"
