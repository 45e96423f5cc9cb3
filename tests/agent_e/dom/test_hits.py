"""Whether a click would reach an element: asked once for as long as the page is as it was."""

from __future__ import annotations

import pytest
from playwright.async_api import CDPSession

from agent_e.dom.worlds.registry import WorldHandle, worlds_of
from tests.agent_e.dom.seeing import Lookout

from .changes.reports import until

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

COUNT = """() => {
  const ask = Document.prototype.elementFromPoint;
  globalThis.asked = 0;
  Document.prototype.elementFromPoint = function (...point) {
    globalThis.asked += 1;
    return ask.apply(this, point);
  };
}"""
WORDLESS = "{ style: 'position:absolute; left:0; top:0; width:90px; height:60px; background:#fff' }"
CHANGES = {
    "element": f"document.body.append(Object.assign(document.createElement('div'), {WORDLESS}))",
    "attribute": "over.style.display = 'block'",
    "style sheet": "void document.styleSheets[0].insertRule('#over { display: block !important }')",
    "animation": "void beside.animate([{ translate: '200vw' }, { translate: '200vw' }], 1e6)",
    "endless animation": "void document.styleSheets[0].insertRule("
    "'#beside { animation: over 1s infinite }', document.styleSheets[0].cssRules.length)",
    "scroll": "new Promise((done) => { scrolls.onscroll = done; scrolls.scrollTop = 200; })"
    ".then(() => {})",
    "shadow root": "beside.attachShadow({ mode: 'open' }).innerHTML ="
    " '<b style=\"position:fixed; inset:0; background:#fff\"></b>'",
}
"""What comes to lie over the button and says nothing."""


async def in_world(out: Lookout, function: str) -> object:
    """Run a function in the isolated world that the page is read from."""

    async def run(cdp: CDPSession, inside: WorldHandle) -> object:
        asked = {"objectId": inside.handle, "functionDeclaration": function, "returnByValue": True}
        return (await cdp.send("Runtime.callFunctionOn", asked))["result"].get("value")

    return await worlds_of(out.session.active).main.ask_browser("test", run)


async def asked(out: Lookout) -> object:
    """Look, and return how often the browser was asked what is drawn at a point."""
    await in_world(out, "() => { globalThis.asked = 0; }")
    await out.look()
    return await in_world(out, "() => globalThis.asked")


async def begin(out: Lookout) -> None:
    """Open the page and look until nothing of it is news."""
    await out.open("laid_over")
    await in_world(out, COUNT)

    async def known() -> bool:
        # What lies over the whole view is asked for each time, with one question.
        return await asked(out) == 1

    await until(known)
    assert out.find("Buy").reachable


async def test_where_nothing_is_drawn_anew_the_browser_is_not_asked_again(out: Lookout) -> None:
    await begin(out)
    await out.script("document.body.append('!')")
    assert [await asked(out), await asked(out)] == [2, 1]


async def test_a_page_without_many_listeners_is_asked_each_time(out: Lookout) -> None:
    await out.open("covered")
    await in_world(out, COUNT)
    first = await asked(out)
    assert first == await asked(out)
    assert isinstance(first, int)
    assert first > 1


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
async def test_what_comes_to_lie_over_it_is_noticed(out: Lookout, change: str) -> None:
    await begin(out)
    await out.script(change)
    await out.look()
    assert "covered" in out.find("Buy").states
    assert not out.find("Buy").reachable


async def test_what_is_free_again_is_noticed(out: Lookout) -> None:
    await begin(out)
    await out.script(CHANGES["style sheet"])
    await out.look()
    await out.look()
    assert "covered" in out.find("Buy").states
    await out.script("document.styleSheets[0].deleteRule(0)")
    await out.look()
    assert out.find("Buy").reachable


async def test_what_a_frame_lets_through_no_more_is_noticed(out: Lookout) -> None:
    await begin(out)
    await out.script(
        "document.body.insertAdjacentHTML('beforeend', `<iframe style='position:absolute; left:0;"
        " top:0; width:90px; height:60px; border:0; pointer-events:none'></iframe>`)"
    )
    await out.look()
    await out.look()
    assert out.find("Buy").reachable
    await out.script(
        "void document.styleSheets[0].insertRule('iframe { pointer-events: auto !important }')"
    )
    await out.look()
    assert "covered" in out.find("Buy").states
