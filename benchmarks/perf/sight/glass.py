"""Isolated worlds for looking at a page, one in each of its frames ("panes")."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from agent_e.dom.worlds.frame_sessions import FrameSessions

_WORLD = "sight"
_PRESSES = {
    "auxclick", "click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchend",
    "touchstart",
}  # fmt: skip
"""Events whose listeners react to a press."""
_FRAMEWORK = 30
"""Kinds of events: an element with more is a framework's root, which delegates them all."""
_REST_S = 0.15
"""Time a page is given to draw what scrolling brings into view."""


@dataclass(kw_only=True, slots=True)
class _Inside:
    """What only the browser knows of a frame's elements, by backend node ids."""

    closed_roots: list[int] = field(default_factory=list)
    listening: list[int] = field(default_factory=list)


class Pane:
    """One frame of a page.

    Attributes:
        path: CSS paths of the frames it lies in, outermost first, its own last.
        offset: where its content begins in the top viewport, as last located.
    """

    def __init__(
        self,
        session: CDPSession,
        frame_id: str,
        *,
        context: int,
        outer: tuple[Pane, int] | None = None,
        path: tuple[str, ...] = (),
    ) -> None:
        self.session = session
        self.frame_id = frame_id
        self.path = path
        self.offset = (0.0, 0.0)
        self._context = context
        self._outer = outer

    def key(self, number: int) -> str:
        """Return a page-wide key of an element; ``number`` is that of its own world."""
        return f"{self.frame_id}:{number}"

    async def call(self, name: str, *values: Any) -> Any:
        """Run ``<name>.js`` on the values; raises Playwright's error where it fails."""
        return await self.run(name, [{"value": value} for value in values])

    async def run(self, name: str, arguments: Sequence[dict[str, Any]]) -> Any:
        """Like ``call``, with the protocol's form of arguments."""
        answer = await self.session.send(
            "Runtime.callFunctionOn",
            {
                "executionContextId": self._context,
                "functionDeclaration": script(name),
                "arguments": list(arguments),
                "returnByValue": True,
                "awaitPromise": True,
            },
        )
        if details := answer.get("exceptionDetails"):
            message = details.get("exception", {}).get("description", details["text"])
            raise PlaywrightError(f"{name}.js: {message}")
        return answer["result"].get("value")

    async def object(self, backend_id: int) -> dict[str, Any] | None:
        """Return an element as an argument for this world; ``None`` if it is gone."""
        try:
            found = await self.session.send(
                "DOM.resolveNode",
                {"backendNodeId": backend_id, "executionContextId": self._context},
            )
        except PlaywrightError:
            return None
        return {"objectId": found["object"]["objectId"]}

    async def frame_of(self, number: int) -> str:
        """Return the browser's id of the frame that an element shows; ``""`` for none."""
        found = await self.session.send(
            "Runtime.callFunctionOn",
            {
                "executionContextId": self._context,
                "functionDeclaration": "(number) => globalThis.sight.element(number)",
                "arguments": [{"value": number}],
            },
        )
        described = await self.session.send(
            "DOM.describeNode", {"objectId": found["result"]["objectId"]}
        )
        return str(described["node"].get("frameId", ""))

    async def locate(self) -> tuple[float, float]:
        """Locate the beginning of its content, and remember it."""
        if self._outer:
            pane, number = self._outer
            x, y = await pane.locate()
            inner = await pane.call("origin", number) or (0.0, 0.0)
            self.offset = (x + inner[0], y + inner[1])
        return self.offset


class Glass:
    """All panes of a page."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session
        self._sessions = FrameSessions(page)
        self._panes: dict[str, Pane] = {}
        self._known: dict[CDPSession, dict[str, _Inside]] = {}
        self.main: Pane

    @classmethod
    async def before(cls, page: Page) -> Glass:
        """Return a glass for a page."""
        return cls(page, await page.context.new_cdp_session(page))

    async def prepare(self) -> None:
        """Prepare for a look at the current page."""
        self._panes.clear()
        self._known.clear()
        tree = await self._session.send("Page.getFrameTree")
        self.main = await self._opened(self._session, tree["frameTree"]["frame"]["id"])

    async def size(self) -> tuple[float, float]:
        """Return the width and height of the viewport."""
        shown = (await self._session.send("Page.getLayoutMetrics"))["cssLayoutViewport"]
        return (float(shown["clientWidth"]), float(shown["clientHeight"]))

    async def drawn(self) -> None:
        """Wait until the page has had time to draw what came into view."""
        await asyncio.sleep(_REST_S)

    async def inner(self, pane: Pane, number: int, path: str) -> Pane | None:
        """Return the pane of the frame that an element of ``pane`` shows, if there is one."""
        frame_id = await pane.frame_of(number)
        if frame_id and frame_id not in self._panes:
            session = await self._sessions.of(frame_id, pane.session)
            if session is None:
                return None
            await self._opened(session, frame_id, outer=(pane, number), path=(*pane.path, path))
        found = self._panes.get(frame_id)
        if found:
            await found.locate()
        return found

    async def _opened(self, session: CDPSession, frame_id: str, **place: Any) -> Pane:
        where = {"frameId": frame_id, "worldName": _WORLD}
        context = (await session.send("Page.createIsolatedWorld", where))["executionContextId"]
        pane = Pane(session, frame_id, context=context, **place)
        if session not in self._known:
            self._known[session] = await _insides(session, frame_id)
        inside = self._known[session].get(frame_id, _Inside())
        roots = await _objects(pane, inside.closed_roots)
        listening = await _objects(pane, inside.listening)
        await pane.run("page", [{"value": len(roots)}, *roots, *listening])
        await pane.call("control")
        self._panes[frame_id] = pane
        return pane


async def _objects(pane: Pane, backend_ids: Sequence[int]) -> list[dict[str, Any]]:
    found = await asyncio.gather(*(pane.object(each) for each in backend_ids))
    return [each for each in found if each]


async def _insides(session: CDPSession, frame_id: str) -> dict[str, _Inside]:
    """Ask the browser for closed shadow roots and listeners, in a frame and in those inside it."""
    root = (await session.send("DOM.getDocument", {"depth": -1, "pierce": True}))["root"]
    # Of the page's own world: asked for one of ours, the renderer crashes some time later.
    document = await session.send("DOM.resolveNode", {"backendNodeId": root["backendNodeId"]})
    query = {"objectId": document["object"]["objectId"], "depth": -1, "pierce": True}
    found = await session.send("DOMDebugger.getEventListeners", query)
    await session.send("DOM.disable")
    kinds: dict[int, set[str]] = defaultdict(set)
    for each in found["listeners"]:
        if "backendNodeId" in each:
            kinds[each["backendNodeId"]].add(each["type"])
    listening = {
        node for node, some in kinds.items() if some & _PRESSES and len(some) <= _FRAMEWORK
    }
    return _by_frame(root, frame_id, listening)


def _by_frame(root: dict[str, Any], frame_id: str, listening: set[int]) -> dict[str, _Inside]:
    found: dict[str, _Inside] = defaultdict(_Inside)
    waiting = [(root, frame_id)]
    while waiting:
        node, frame_id = waiting.pop()
        if node["backendNodeId"] in listening and node["nodeType"] == 1:
            found[frame_id].listening.append(node["backendNodeId"])
        for inner in node.get("shadowRoots", ()):
            if inner["shadowRootType"] == "closed":
                found[frame_id].closed_roots.append(inner["backendNodeId"])
            if inner["shadowRootType"] != "user-agent":
                waiting.append((inner, frame_id))
        if "contentDocument" in node:
            waiting.append((node["contentDocument"], str(node.get("frameId", ""))))
        waiting += [(child, frame_id) for child in node.get("children", ())]
    return dict(found)


@cache
def script(name: str) -> str:
    """Return ``<name>.js`` as a function expression."""
    text = resources.files(__package__).joinpath(f"{name}.js").read_text(encoding="utf-8")
    return text.rstrip().removesuffix(";")
