"""Waiting, scrolling and reading PDF files as a model calls them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from agent_e.errors import BadArgument, ElementGone, NavigationFailed
from tests.agent_e.browser import pdfs
from tests.browsers import Chromium
from tests.skills.room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGES = Path(__file__).parent.parent / "pages" / "acting"


async def paper(request: Request) -> Response:
    data = pdfs.pdf(["First page", "Second page: the fee is 7 Euros"], title="Rules")
    return Response(data, media_type="application/pdf")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Room]:
    routes = [Route("/rules.pdf", paper), Mount("/", StaticFiles(directory=PAGES))]
    async with room(chromium, tmp_path_factory.mktemp("run"), routes) as there:
        yield there


@pytest_asyncio.fixture(loop_scope="session")
async def here(opened: Room) -> Room:
    """The shared browser, with nothing open of the test before."""
    if opened.session.active.dialog:
        await opened.session.answer_dialog(accept=True)
    await opened.session.goto("about:blank")
    opened.forget()
    return opened


async def test_a_pdf_is_read_without_leaving_the_page(here: Room) -> None:
    await here.open("/waits.html")
    read = await here.do("read_pdf", url="/rules.pdf", find="fee")
    assert read.text == (
        f"PDF 'Rules', 2 pages: {here.base}/rules.pdf\n"
        "--- page 2 ---\nSecond page: the fee is 7 Euros"
    )
    assert here.session.url.endswith("/waits.html")
    started, ended = here.events("action.started")[-1], here.events("action.ended")[-1]
    assert (started["action"], ended["status"]) == ("read_pdf", "done")
    with pytest.raises(NavigationFailed, match="is no PDF but text/html"):
        await here.do("read_pdf")
    assert here.events("action.ended")[-1]["status"] == "refused"


async def test_waiting_says_what_came(here: Room) -> None:
    await here.open("/waits.html")
    pay = await here.mmid("Pay")
    await here.script("document.querySelectorAll('button')[0].click()")
    assert (await here.do("wait_for", mmid=pay, seconds=60)).text.startswith(
        f"[{pay}] button 'Pay' can be used now."
    )
    await here.script("document.querySelectorAll('button')[2].click()")
    gone = await here.do("wait_for", mmid=pay, gone=True, seconds=60)
    assert gone.text.startswith(f"[{pay}] button 'Pay' is gone.")
    with pytest.raises(ElementGone):
        await here.do("wait_for", mmid=pay)
    await here.script("document.querySelectorAll('button')[4].click()")
    assert "The address is " in (await here.do("wait_for", url="step=caf", seconds=60)).text
    calm = await here.do("wait_for", seconds=60)
    assert calm.text.startswith("The page is calm.")


async def test_waiting_for_two_things_is_refused(here: Room) -> None:
    await here.open("/waits.html")
    with pytest.raises(BadArgument, match="one thing at a time"):
        await here.do("wait_for", text="a", url="b")
    with pytest.raises(BadArgument, match="what is to be gone"):
        await here.do("wait_for", gone=True)


async def test_scrolling_for_a_text_says_how_it_ended(here: Room) -> None:
    await here.open("/long_text.html")
    found = await here.do("scroll", until="line 300 of")
    assert found.text.startswith("'line 300 of' is in view.\nNow at ") or (
        found.text.startswith("'line 300 of' is in view. Now at ")
    )
    assert found.stop == ""
    missed = await here.do("scroll", until="no such line")
    assert missed.text.startswith("'no such line' did not come: there is no more to scroll to.")
    assert "Now at" in missed.text
    assert missed.stop != ""
    back = await here.do("scroll", until="line 3 of")
    assert "it is on the page in the other direction" in back.text
    up = await here.do("scroll", direction="up", until="line 3 of")
    assert up.text.startswith("'line 3 of' is in view.")
