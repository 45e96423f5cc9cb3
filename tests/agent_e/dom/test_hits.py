"""Whether a click would reach an element: asked once for as long as the page is as it was."""

from __future__ import annotations

import pytest
from playwright.async_api import CDPSession

from agent_e.dom.world import Inside, worlds_of
from tests.agent_e.dom.change.reports import until
from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

COUNT = """() => {
  const ask = Document.prototype.elementFromPoint;
  globalThis.asked = 0;
  Document.prototype.elementFromPoint = function (...point) {
    globalThis.asked += 1;
    return ask.apply(this, point);
  };
}"""
CHANGES = {
    "element": "document.body.append(Object.assign(document.createElement('div'),"
    " { style: 'position:fixed; inset:0; background:#fff' }))",
    "attribute": "over.style.display = 'block'",
    "style sheet": "void document.styleSheets[0].insertRule('#over { display: block !important }')",
    "animation": "void beside.animate([{ translate: '0' }, { translate: '0' }], 1e6)",
}


async def in_world(out: Lookout, function: str) -> object:
    """Run a function in the isolated world that the page is read from."""

    async def run(cdp: CDPSession, inside: Inside) -> object:
        asked = {"objectId": inside.handle, "functionDeclaration": function, "returnByValue": True}
        return (await cdp.send("Runtime.callFunctionOn", asked))["result"].get("value")

    return await worlds_of(out.session.active).main.ask_browser("test", run)


async def asked(out: Lookout) -> object:
    """Look, and return how often the browser was asked what is drawn at a point."""
    await in_world(out, "() => { globalThis.asked = 0; }")
    await out.look()
    return await in_world(out, "() => globalThis.asked")


async def test_a_page_that_is_as_it_was_is_not_asked_again(out: Lookout) -> None:
    await out.open("laid_over")
    await in_world(out, COUNT)

    async def calm() -> bool:
        # What lies over the whole view is asked for each time, with one question.
        return await asked(out) == 1

    await until(calm)
    assert out.find("Buy").reachable
    await out.script("document.body.append('!')")
    assert [await asked(out), await asked(out)] == [2, 1]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
async def test_what_comes_to_lie_over_it_is_noticed(out: Lookout, change: str) -> None:
    await out.open("laid_over")
    await out.look()
    assert out.find("Buy").reachable
    await out.script(change)
    await out.look()
    assert "covered" in out.find("Buy").states
    assert not out.find("Buy").reachable


async def test_what_is_free_again_is_noticed(out: Lookout) -> None:
    await out.open("laid_over")
    await out.script(CHANGES["style sheet"])
    await out.look()
    await out.look()
    assert "covered" in out.find("Buy").states
    await out.script("document.styleSheets[0].deleteRule(0)")
    await out.look()
    assert out.find("Buy").reachable


async def test_what_moved_out_from_under_another_is_noticed(out: Lookout) -> None:
    """Nothing in the tree changes, nor anything else that is told."""
    await out.write(
        "<style>b { position: absolute; left: 0; top: 0; width: 90px; height: 90px; }</style>"
        "<button>Buy</button><b></b>"
    )
    await out.look()
    assert "covered" in out.find("Buy").states
    await out.script("void document.styleSheets[0].insertRule('button { margin: 200px }')")
    await out.look()
    assert out.find("Buy").reachable
