"""Ids: whose they are, how long they last, and that the page knows nothing of them."""

from __future__ import annotations

import asyncio
import time

import pytest
from playwright.async_api import CDPSession

from agent_e.dom.worlds.registry import FrameGone, WorldHandle, worlds_of
from agent_e.errors import ActionTimeout, ElementGone
from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


async def test_ids_stay_with_their_elements(out: Lookout) -> None:
    await out.open("rerender")
    before = out.ids()
    await out.script("reverse()")
    await out.look()
    assert out.ids() == before
    assert [node.name for node in out.page.elements] == ["Three", "Two", "One"]


async def test_ids_are_never_used_again(out: Lookout) -> None:
    await out.open("rerender")
    before = out.ids()
    await out.script("rebuild()")
    await out.look()
    after = out.ids()
    assert after.keys() == before.keys()
    assert min(after.values()) > max(before.values())
    await out.open("rerender")
    assert min(out.ids().values()) > max(after.values())


async def test_a_removed_element_is_gone_for_good(out: Lookout) -> None:
    await out.open("rerender")
    one = out.find("One").mmid
    assert one is not None
    world = worlds_of(out.session.active).of(one)
    assert await world.call("frame_origin", mmid=one)
    await out.script("drop()")
    assert await world.call("frame_origin", mmid=one) is None


async def test_ids_that_nobody_gave_are_refused(out: Lookout) -> None:
    await out.open("rerender")
    worlds = worlds_of(out.session.active)
    for mmid in (0, out.session.active.next_mmid):
        with pytest.raises(ElementGone, match="no element"):
            worlds.of(mmid)


async def test_an_id_leads_to_the_frame_that_gave_it(out: Lookout) -> None:
    await out.open("frames")
    worlds = worlds_of(out.session.active)
    pay = [node for node in out.page.elements if node.name == "Pay"]
    same, other = (worlds.of(node.mmid or 0) for node in pay)
    assert same is worlds.main
    assert other.parent is worlds.main
    assert len(worlds.all) == 2
    left, top = await other.locate()
    assert pay[1].bbox and pay[1].bbox[0] >= left > 0 and pay[1].bbox[1] >= top > 0


async def test_what_was_told_is_what_was_shown(out: Lookout) -> None:
    await out.open("rerender")
    worlds = worlds_of(out.session.active)
    mmid = out.find("Two").mmid or 0
    assert mmid not in worlds.last_shown, "it was seen, but not shown yet"
    out.observer.render(out.page)
    assert (worlds.last_shown[mmid].role, worlds.last_shown[mmid].name) == ("button", "Two")


async def test_ids_of_an_answer_that_came_too_late_are_given_anew(out: Lookout) -> None:
    await out.open("frames")
    await out.script("document.body.insertAdjacentHTML('afterbegin', '<button>New</button>')")
    worlds = worlds_of(out.session.active)
    before = out.ids()
    # As if it had been given up: the page gave ids, and nobody heard of them.
    first = out.session.active.next_mmid
    await worlds.main.call("observe", next=first, confirmed=first, mostRows=1000)
    await out.look()
    ids = [node.mmid for node in out.page.elements]
    assert len(ids) == len(set(ids))
    assert {name: mmid for name, mmid in out.ids().items() if name in before} == before
    assert out.find("New").mmid == first


async def test_a_page_that_patches_everything_is_read_all_the_same(out: Lookout) -> None:
    outline = await out.open("hostile")
    assert "button 'Real button'" in outline
    assert "textbox 'Field' value='typed'" in outline


async def test_a_page_that_watches_itself_sees_nothing(out: Lookout) -> None:
    await out.open("watcher")
    await out.script("window.seen.length = 0")
    await out.look()
    await out.look("input_fields")
    assert await out.script("report()") == {"seen": 0, "same": True}


async def test_a_stuck_page_is_told_in_time(out: Lookout) -> None:
    await out.open("rerender")
    await out.script(
        "setTimeout(() => { const end = Date.now() + 4000; while (Date.now() < end); })"
    )
    await asyncio.sleep(0.05)
    started = time.monotonic()
    with pytest.raises(ActionTimeout, match="busy"):
        await worlds_of(out.session.active).main.call("frame_origin", timeout_s=0.3, mmid=1)
    assert time.monotonic() - started < 3
    # The next test need not wait until the script has had enough.
    await out.session.active.cdp.send("Runtime.terminateExecution")


async def test_a_script_in_a_document_that_goes_away_is_told(out: Lookout) -> None:
    await out.open("rerender")
    world = worlds_of(out.session.active).main
    waiting = asyncio.ensure_future(
        world.call("wait_text", text="never", gone=False, patience=5000, timeout_s=6)
    )
    await asyncio.sleep(0.2)
    await out.session.goto(f"{out.address}/labels.html")
    with pytest.raises(FrameGone):
        await waiting
    assert "heading 1 'Labels'" in await out.look()


async def test_a_document_that_goes_away_while_the_browser_is_asked_is_asked_of_again(
    out: Lookout,
) -> None:
    await out.write("<iframe srcdoc='<p>In'></iframe>")
    frame = "document.querySelector('iframe')"
    asked = 0

    async def ask(cdp: CDPSession, inside: WorldHandle) -> str:
        nonlocal asked
        asked += 1
        if asked > 1:
            return "again"
        options = {"objectId": inside.handle, "functionDeclaration": f"() => {frame}"}
        held = await cdp.send("Runtime.callFunctionOn", options)
        node = await cdp.send("DOM.describeNode", {"objectId": held["result"]["objectId"]})
        document = node["node"]["contentDocument"]["backendNodeId"]
        await out.script(f"void (window.kept = {frame}.contentDocument, {frame}.remove())")
        await cdp.send("DOM.resolveNode", {"backendNodeId": document})
        raise AssertionError("a document without a frame can be held")

    assert await worlds_of(out.session.active).main.ask_browser("it", ask) == "again"


async def test_a_frame_that_changes_its_process_is_found_again(out: Lookout) -> None:
    await out.open("frames")
    await out.script("document.querySelectorAll('iframe')[1].src = 'labels.html'")
    frame = out.session.active.page.frame_locator("iframe >> nth=1")
    await frame.get_by_role("heading", name="Labels").wait_for()
    outline = await out.look()
    assert "heading 1 'Labels'" in outline
    assert "other origin" not in outline


async def test_nine_hundred_levels_deep(out: Lookout) -> None:
    deep = "<div>" * 900 + "<button>Deep</button>" + "</div>" * 900
    assert "button 'Deep'" in await out.write(f"<title>Deep</title>{deep}")
    lists = "<ul><li>level" * 900 + "<button>Deeper</button>" + "</li></ul>" * 900
    assert "button 'Deeper'" in await out.write(f"<title>Lists</title>{lists}")
    spans = "<span>" * 900 + "word" + "</span>" * 900
    assert await out.write(f"<title>Name</title><button>{spans}</button>")
    assert out.find("word").role == "button"


@pytest.mark.slow
async def test_ten_thousand_elements(out: Lookout) -> None:
    card = "<li><h3><a href='/p/{0}'>Product {0}</a></h3><p>Text</p><button>Add {0}</button></li>"
    cards = "".join(card.format(number) for number in range(2000))
    await out.write(f"<title>Many</title><ul>{cards}</ul>")
    started = time.perf_counter()
    page = await out.observer.observe()
    print(f"10,000 elements: {(time.perf_counter() - started) * 1000:.0f} ms")
    assert len(page.elements) == 4000
    text = out.observer.render(page)
    assert len(text) <= 12_000
    assert "more items (" in text and "get_dom with page=2" in text


async def test_a_page_beyond_measure_gets_a_note(
    out: Lookout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent_e.dom.observe.observer.MAX_LINES", 50)
    text = await out.write("<p>line</p>" * 100)
    assert "only its first 50 pieces were read" in text
