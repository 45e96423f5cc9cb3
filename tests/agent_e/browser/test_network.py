from __future__ import annotations

import asyncio
import time

import pytest

from agent_e.types import RequestSeen

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

STYLE = "position:fixed;left:0;top:0;width:100px;height:100px"


async def run(session, script: str) -> None:
    await session.active.guard(session.active.page.evaluate(script))


async def test_a_form_that_is_posted_is_recorded(session, site, click, until):
    form = f"<form method=post action=/buy><button style='{STYLE}'>Buy</button></form>"
    await session.goto(site.page("/", form))
    site.page("/buy", "<title>Bought</title>")
    mark = session.mark()
    await click()
    await until(lambda: session.since(mark).navigation)
    seen = RequestSeen(method="POST", url=site.base + "/buy", status=200, by="document")
    assert session.since(mark).requests == (seen,)
    assert session.since(session.mark()).requests == ()


async def test_a_form_that_is_posted_to_a_new_tab_is_recorded(session, site, click, until):
    form = (
        f"<form method=post action=/buy target=_blank><button style='{STYLE}'>Buy</button></form>"
    )
    await session.goto(site.page("/", form))
    site.page("/buy", "<title>Bought</title>", wait_s=0.2)
    mark = session.mark()
    await click()
    await until(lambda: len(session.tabs) == 2)
    await until(lambda: session.since(mark).requests[0].status == 200)
    assert [seen.method for seen in session.since(mark).requests] == ["POST"]


async def test_other_methods_beacons_and_failures_are_recorded(session, site, until):
    await session.goto(site.page("/", "x"))
    site.raw("/broken", b"")
    mark = session.mark()
    script = """async () => {
        await fetch('/thing', {method: 'DELETE'});
        navigator.sendBeacon('/beacon', 'x');
        await fetch('/broken', {method: 'PUT', body: 'x'}).catch(() => null);
    }"""
    await run(session, script)
    await until(lambda: len(session.since(mark).requests) == 3)
    await until(lambda: any(seen.failure for seen in session.since(mark).requests))
    seen = {request.method: request for request in session.since(mark).requests}
    assert seen["DELETE"].status == 404
    assert seen["POST"].url == site.base + "/beacon"
    assert (seen["PUT"].status, seen["PUT"].failure) == (None, "net::ERR_EMPTY_RESPONSE")


async def test_what_another_tab_sends_is_not_the_actions_doing(session, site, until):
    await session.goto(site.page("/", "x"))
    other = await session.active.page.context.new_page()
    await session.ready()
    await other.goto(site.base + "/")
    mark = session.mark()
    await other.evaluate("fetch('/x', {method: 'POST'}); setTimeout('nonsense')")
    await until(lambda: "POST /x" in site.requests)
    await asyncio.sleep(0.05)
    happened = session.since(mark)
    assert (happened.requests, happened.console_errors) == ((), ())


async def test_in_flight_counts_what_the_page_waits_for(session, site, until):
    head = b"HTTP/1.1 200 OK\r\ncontent-type: "
    site.raw("/data", b"", hold=True)
    site.raw("/picture.png", b"", hold=True)
    site.raw("/video.mp4", b"", hold=True)
    site.raw("/events", head + b"text/event-stream\r\n\r\ndata: 1\n\n", hold=True)
    await session.goto(site.page("/", "<link rel=icon href=/icon.png>x"))
    network = session.active.network
    await until(lambda: network.in_flight == 0)
    ignored = """() => {
        new Image().src = '/picture.png';
        document.body.append(Object.assign(document.createElement('video'), {src: '/video.mp4'}));
        new EventSource('/events');
        fetch('/events');
        navigator.sendBeacon('/events', 'x');
    }"""
    await run(session, ignored)
    await until(lambda: sum("/events" in seen for seen in site.requests) == 3)
    await until(lambda: network.in_flight == 0)
    before = network.last_change
    await run(session, "void fetch('/data')")
    await until(lambda: network.in_flight == 1)
    assert before < network.last_change <= time.monotonic()
    await run(
        session,
        """() => {
            const script = Object.assign(document.createElement('script'), {src: '/data?2'});
            document.head.append(script);
        }""",
    )
    await until(lambda: network.in_flight == 2)
    await session.goto("about:blank")
    await until(lambda: network.in_flight == 0)


async def test_a_frame_that_never_finishes_is_waited_for(session, site, until):
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\nhalf"
    site.raw("/frame", head, hold=True)
    await session.goto(site.page("/", "<iframe src=/frame></iframe>"))
    await until(lambda: session.active.network.in_flight == 1)


async def test_script_errors_are_recorded(session, site, until):
    await session.goto(site.page("/", "x"))
    mark = session.mark()
    await run(session, "setTimeout(() => { throw new Error('went wrong\\nhere') })")
    await until(lambda: session.since(mark).console_errors)
    assert session.since(mark).console_errors == ("went wrong",)


async def test_navigations_are_recorded_in_order(session, site):
    first, second = site.page("/1", "1"), site.page("/2", "2", status="404 Not Found")
    await session.goto(first)
    mark = session.mark()
    await session.goto(second)
    await session.goto("#part")
    steps = session.since(mark).navigations
    assert [(step.to_url, step.status, step.same_document) for step in steps] == [
        (second, 404, False),
        (second + "#part", None, True),
    ]
    whole = session.since(mark).navigation
    assert (whole.from_url, whole.to_url, whole.status) == (first, second + "#part", 404)
    assert session.since(session.mark()).navigation is None


async def test_the_pdf_viewers_own_files_are_not_the_pages(session, site, until):
    await session.goto(site.page("/file.pdf", "%PDF-1.4\n", content_type="application/pdf"))
    # The viewer's own never end, as far as the page's log can tell.
    await until(lambda: session.active.network.in_flight == 0)
