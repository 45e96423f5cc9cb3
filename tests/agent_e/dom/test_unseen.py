"""A page that records all it can finds no trace of being seen; one that lies deceives nobody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import CDPSession

from agent_e.dom import PageActor
from agent_e.errors import ElementGone
from tests.agent_e.dom.seeing import Lookout
from tests.agent_e.dom.serving import served
from tests.browsers import Chromium

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

PAGES = Path(__file__).parents[2] / "pages" / "hostile"
LOOKS = 20
SLOW_PIECES = ("<!doctype html><button id=pay>P", "ay</button><button id=cancel>Can", "cel")
APART_S = 0.3
"""Longer than what makes two changes of a place count as two."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        return


class _Slow(_Quiet):
    """Sends a page of two buttons in pieces, one of them within a button's name."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        for piece in SLOW_PIECES:
            self.wfile.write(piece.encode())
            self.wfile.flush()
            time.sleep(APART_S)


@contextmanager
def hostile_pages() -> Iterator[str]:
    with served(partial(_Quiet, directory=str(PAGES))) as address:
        yield address


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def out(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Lookout]:
    with hostile_pages() as address:
        downloads = tmp_path_factory.mktemp("downloads")
        async with chromium.session(downloads_dir=downloads) as session:
            yield Lookout(session, address)


async def evaluate(cdp: CDPSession, expression: str) -> Any:
    """Run a script in the page's own world with nothing of Playwright's in between."""
    options = {"expression": expression, "returnByValue": True, "awaitPromise": True}
    answer = await cdp.send("Runtime.evaluate", options)
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return answer["result"].get("value")


async def armed(out: Lookout) -> CDPSession:
    """Open the recording page, with both its documents recording from now on."""
    await out.open("recorder")
    cdp = out.session.active.cdp
    await evaluate(cdp, "window[0].arm().then(() => arm())")
    await evaluate(cdp, "window[0].begin(); begin()")
    return cdp


async def heard(cdp: CDPSession) -> str:
    return str(await evaluate(cdp, "window[0].report() + report()"))


async def test_a_page_that_records_everything_hears_nothing_of_being_seen(out: Lookout) -> None:
    cdp = await armed(out)
    for _ in range(LOOKS):
        page = await out.observer.observe()
        out.observer.render(page)
    names = {node.name for node in page.elements}
    assert {"Press", "Field", "$5", "In open", "Inner", "Written button"} <= names
    assert await heard(cdp) == ""


async def test_a_frame_of_another_origin_that_records_hears_nothing(out: Lookout) -> None:
    await out.open("recorder")
    other = out.address.replace("127.0.0.1", "localhost")
    await out.script(f"document.querySelectorAll('iframe')[0].src = '{other}/recorder_frame.html'")
    page = out.session.active.page
    await page.frame_locator("iframe >> nth=0").get_by_role("button", name="Inner").wait_for()
    frame = next(each for each in page.frames if each.url.startswith(other))
    inner = await page.context.new_cdp_session(frame)
    await evaluate(inner, "arm()")
    await evaluate(inner, "begin()")
    for _ in range(LOOKS):
        await out.look()
    found = out.find("Inner")
    assert out.page.frames[found.frame].url == frame.url
    assert await evaluate(inner, "report()") == ""
    await evaluate(inner, "document.body.setAttribute('mmid', '1')")
    assert "mutation attributes" in await evaluate(inner, "report()")


@pytest.mark.parametrize(
    ("deed", "trace"),
    [
        ("main.setAttribute('data-mmid', '1')", "mutation attributes"),
        ("help.firstChild.data", "CharacterData.data read"),
        ("main.append('x')", "mutation childList"),
        ("host.shadowRoot.lastChild.id = 'x'", "mutation attributes"),
        ("window[0].document.body.id = 'x'", "mutation attributes"),
        ("document.querySelector('x-watched').title = 'y'", "attribute title"),
        ("agentE = 1", "Object.prototype.agentE written"),
        ("helper = 1", "the page differs"),
        ("main.found = 1", "the page differs"),
        ("JSON.stringify({})", "JSON.stringify()"),
        ("for (const x of [1]);", "Array.Symbol(Symbol.iterator)()"),
        ("[1].map((x) => x)", "Array.map()"),
        ("new WeakMap([[main, 1]]).get(main)", "WeakMap.get()"),
        ("Promise.resolve(1).then()", "Promise.then()"),
        ("main.getBoundingClientRect().width", "Element.getBoundingClientRect()"),
        ("getComputedStyle(main).display", "window.getComputedStyle()"),
        ("document.elementFromPoint(5, 5)", "Document.elementFromPoint()"),
        ("main.checkVisibility()", "Element.checkVisibility()"),
        ("main.shadowRoot", "Element.shadowRoot read"),
        ("performance.mark('look')", "performance entry"),
        ("press.focus()", "event focusin"),
        ("scrollTo(0, 100)", "event scroll"),
        ("press.style.height = '90px'", "resized"),
        ("getSelection().selectAllChildren(main)", "event selectionchange"),
        ("new Error('look').stack", "stack read"),
    ],
)
async def test_the_recording_page_notices_a_deed(out: Lookout, deed: str, trace: str) -> None:
    cdp = await armed(out)
    await evaluate(cdp, f"{deed}; 0")
    # What is told by frames, such as scrolling, has to have come; it is nothing of our own.
    await evaluate(cdp, "new Promise((done) => setTimeout(done, 150))")
    assert trace in (await heard(cdp)).split("\n")


async def test_the_recording_page_notices_a_person_who_types(out: Lookout) -> None:
    cdp = await armed(out)
    await out.look()
    mmid = out.find("Field").mmid or 0
    assert await heard(cdp) == ""
    await PageActor(out.session, out.observer, 5).enter_text(mmid, "written")
    noted = (await heard(cdp)).split("\n")
    assert {"event focusin", "event input"} <= set(noted)


async def test_a_page_that_lies_about_itself_is_seen_as_it_is(out: Lookout) -> None:
    outline = await out.open("liar")
    real = out.find("Real")
    assert (real.bbox, real.reachable, real.tag) == ((100, 50, 120, 40), True, "button")
    assert out.find("Field").value == "true value"
    assert (out.page.title, "True words" in outline) == ("Liar", True)
    assert "lie" not in outline and "Never shown" not in outline


async def test_ids_cannot_be_forged_or_moved_by_the_page(out: Lookout) -> None:
    await out.write(
        "<button id=pay>Pay</button><button id=cancel>Cancel</button><p id=end></p>"
        "<script>agentE = { element: () => cancel, idOf: () => 1, knownId: () => 1 };</script>"
    )
    before = out.ids()
    mmid = before["Pay"]
    for attribute in ("mmid", "data-mmid", "name"):
        await out.script(f"cancel.setAttribute('{attribute}', '{mmid}')")
    await out.script("end.append(pay.cloneNode(true)); pay.mmid = 1; pay.agentE = {}")
    await out.look()
    twins = [node.mmid for node in out.page.elements if node.name == "Pay"]
    assert twins[0] == mmid and (twins[1] or 0) > max(before.values())
    assert out.find("Cancel").mmid == before["Cancel"]


async def test_an_element_that_takes_the_part_of_another_is_not_taken_for_it(out: Lookout) -> None:
    await out.write("<button id=pay>Pay</button><button id=cancel>Cancel</button>")
    out.observer.render(out.page)
    before = out.ids()
    await out.script("[pay.textContent, cancel.textContent] = ['Cancel', 'Pay']")
    actor = PageActor(out.session, out.observer, 5)
    with pytest.raises(ElementGone, match="has become button 'Cancel'"):
        await actor.resolve(before["Pay"])
    await out.script("cancel.setAttribute('role', 'link'); cancel.before(pay)")
    with pytest.raises(ElementGone, match="has become link 'Pay'"):
        await actor.resolve(before["Cancel"])


@pytest.mark.parametrize("how", ["written", "sent in pieces"])
async def test_what_the_parser_inserts_is_no_change_by_the_page(out: Lookout, how: str) -> None:
    with served(_Slow) as address:
        if how == "written":
            await out.session.active.page.goto("about:blank")
            await out.look()
            await out.write("".join(SLOW_PIECES))
        else:
            await out.session.active.page.goto(address, wait_until="commit")
            await out.look()
            await out.session.active.page.wait_for_load_state("load")
        await out.look()
        out.observer.render(out.page)
        before = out.ids()
        await asyncio.sleep(APART_S)
        await out.script("[pay.textContent, cancel.textContent] = ['Cancel', 'Pay']")
        with pytest.raises(ElementGone, match="has become button 'Cancel'"):
            await PageActor(out.session, out.observer, 5).resolve(before["Pay"])
