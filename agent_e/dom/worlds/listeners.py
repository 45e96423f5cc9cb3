"""Whether any script of the page hears an input: only then it is worth waiting for an effect."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import CDPSession

from .inspector import call, page_document
from .registry import IsolatedWorld, WorldHandle
from .scripts import load_script

_INPUTS = (
    *("click", "dblclick", "auxclick", "contextmenu", "mouse", "pointer", "touch"),
    *("drag", "focus", "blur"),
)
"""How the names of events begin that a click may set off."""


async def is_heard(world: IsolatedWorld) -> bool:
    """Whether a listener lies on the way of a mouse input at the point that ``locate`` found.

    Asked of the browser, so that listeners of the page's own world count, on shadow roots, the
    document and the window too. In inner frames it is always yes: their windows cannot be asked.

    Raises as ``IsolatedWorld.call`` does.
    """
    if world.parent and world.session is world.parent.session:
        return True
    return await world.ask_browser("listeners", _is_heard)


async def _is_heard(cdp: CDPSession, inside: WorldHandle) -> bool:
    document = await page_document(cdp, inside)
    everywhere = {"objectId": document, "depth": -1, "pierce": True}
    top, path, listeners, on_window, ours = await asyncio.gather(
        cdp.send("DOM.describeNode", {"objectId": document}),
        _path(cdp, inside),
        cdp.send("DOMDebugger.getEventListeners", everywhere),
        _window_listeners(cdp),
        _own_scripts(cdp, inside),
    )
    if any(_is_input(each) for each in on_window):
        return True
    if not path or path[-1] != top["node"]["backendNodeId"]:
        return True
    heard = {
        each["backendNodeId"]
        for each in listeners["listeners"]
        if _is_input(each) and each["scriptId"] not in ours
    }
    return not heard.isdisjoint(path)


async def _path(cdp: CDPSession, inside: WorldHandle) -> list[int]:
    nodes = (await call(cdp, inside, load_script("path"), shadow="none"))["deepSerializedValue"]
    return [int(node["value"]["backendNodeId"]) for node in nodes["value"]]


async def _window_listeners(cdp: CDPSession) -> list[dict[str, Any]]:
    # `this` runs nothing of the page's: it is the global object itself.
    window = await cdp.send("Runtime.evaluate", {"expression": "this"})
    where = {"objectId": window["result"]["objectId"]}
    answer = await cdp.send("DOMDebugger.getEventListeners", where)
    listeners: list[dict[str, Any]] = answer["listeners"]
    return listeners


async def _own_scripts(cdp: CDPSession, inside: WorldHandle) -> set[str]:
    """The scripts of our world: its listeners are listed among the page's, the window's apart."""
    answer = await cdp.send("DOMDebugger.getEventListeners", {"objectId": inside.handle})
    return {each["scriptId"] for each in answer["listeners"]}


def _is_input(listener: dict[str, Any]) -> bool:
    kind: str = listener["type"]
    return kind.startswith(_INPUTS)
