from __future__ import annotations

import pytest
from playwright.async_api import Error as PlaywrightError

from agent_e.browser import BrowserSession
from agent_e.browser.ended_requests import KEPT
from agent_e.config import BrowserSettings

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture
def seen(session):
    """The requests of the session, by their paths."""
    seen = {}

    def note(request):
        seen[request.url.removeprefix("http://").partition("/")[2]] = request

    context = session.active.page.context
    context.on("request", note)
    yield seen
    context.remove_listener("request", note)


def objects(session):
    """What Playwright holds, by name."""
    return session.active.page._impl_obj._connection._objects


async def held(request) -> bool:
    try:
        await request.response()
    except PlaywrightError as error:
        assert "collected" in error.message
        return False
    return True


async def test_requests_are_let_go_of_with_their_document(session, site, seen):
    page = "<script src=/a.js></script><iframe src=/inside></iframe>"
    site.page("/inside", "inside")
    await session.goto(site.page("/first", page))
    await session.active.page.wait_for_load_state("networkidle")
    assert [await held(seen[path]) for path in ("first", "a.js", "inside")] == [True] * 3
    response = seen["first"].existing_response
    await session.goto(site.page("/second", "x"))
    await session.active.page.wait_for_load_state("networkidle")
    assert [await held(seen[path]) for path in ("first", "a.js", "inside")] == [False] * 3
    with pytest.raises(PlaywrightError, match="collected"):
        await response.body()
    assert await held(seen["second"])


async def test_a_download_leaves_those_of_its_document(session, site, seen, until):
    site.page("/file", "x", content_type="application/zip")
    link = "<script src=/a.js></script>"
    await session.goto(site.page("/", link))
    await session.active.page.evaluate("void (location = '/file')")
    await until(lambda: "file" in seen)
    await session.active.page.wait_for_load_state("networkidle")
    assert await held(seen["a.js"])


async def test_of_one_document_only_the_newest_are_held(session, site, seen):
    await session.goto(site.page("/", "x"))
    script = f"""async () => {{
        for (let n = 0; n < {KEPT + 2}; n++) await fetch('/n' + n).then(each => each.text());
    }}"""
    await session.active.page.evaluate(script)
    await session.active.page.wait_for_load_state("networkidle")
    assert not await held(seen["n0"])
    assert await held(seen["n5"])


async def test_the_driver_may_drop_what_was_let_go_of(session, site, seen):
    await session.goto(site.page("/first", "1"))
    await session.active.page.wait_for_load_state("networkidle")
    await session.goto(site.page("/second", "2"))
    await session.active.page.wait_for_load_state("networkidle")
    impl = seen["first"]._impl_obj
    dropped = {"guid": impl._guid, "method": "__dispose__", "params": {"reason": "gc"}}
    assert impl._guid in objects(session)
    impl._connection.dispatch(dropped)
    assert impl._guid not in objects(session)


async def test_nothing_is_left_of_a_closed_context(site, tmp_path):
    async with BrowserSession.open(
        BrowserSettings(), downloads_dir=tmp_path, on_event=lambda what, **fields: None
    ) as session:
        names = set()
        session.active.page.context.on("request", lambda each: names.add(each._impl_obj._guid))
        await session.goto(site.page("/first", "1"))
        await session.goto(site.page("/second", "2"))
        held = objects(session)
        assert names <= set(held)
    assert not names & set(held)
