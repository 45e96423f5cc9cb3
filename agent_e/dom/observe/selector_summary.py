"""The page as a short list of elements, each by a CSS selector that names it and nothing else.

What stateless agents behind HTTP are given (seed: white agent). The selectors are Playwright's:
they reach through open shadow roots and stay within the main frame, as a selector of a page does.
"""

from __future__ import annotations

from typing import Any

from agent_e.browser import BrowserSession
from agent_e.dom.changes.tab_state import trace_of
from agent_e.dom.render.inferred_labels import labels_beside
from agent_e.dom.render.overlays import BEHIND
from agent_e.dom.worlds.registry import IsolatedWorld, worlds_of
from agent_e.errors import BadArgument, DialogOpen, ElementGone
from agent_e.text import cut
from agent_e.types import Node, Observation
from agent_e.types.act_protocol import DomElement, PageSummary

from .protocol import ObserverProtocol

TIMEOUT_S = 10.0
MAX_TEXT_LENGTH = 200
"""Characters of an element's text."""
_READ_SHARE = 0.4
"""Part of a full summary that is kept for what can only be read, if the page has that much."""
_MAX_OPTIONS = 30
_HIDDEN = "•••"
_TOLD_STATES = (
    "checked",
    "not checked",
    "partly checked",
    "selected",
    "pressed",
    "expanded",
    "collapsed",
    "disabled",
    "required",
    "read-only",
    "invalid",
    "current",
    "covered",
    "switched off",
)


class SelectorSummary:
    """The active page of a session."""

    def __init__(self, session: BrowserSession, observer: ObserverProtocol) -> None:
        self._session = session
        self._observer = observer

    async def summarize(self, limit: int) -> PageSummary:
        """List at most ``limit`` elements: those to act on first, then those to read.

        Both stand in the order of the document. Where there are too many, those nearest to what is
        in view are taken, and what a layer over the page covers only after all others.

        Raises:
            DialogOpen: a dialog keeps the page from answering.
            ActionTimeout: the page is too busy to be read.
            FrameGone: one document was replaced by the next again and again.
        """
        page = await self._observer.observe()
        if page.dialog:
            raise DialogOpen("A dialog is open: nothing else can be read before it is answered.")
        usable = [node for node in page.elements if node.frame == 0]
        ranked = sorted(usable, key=lambda node: _distance(node, page))
        main = worlds_of(self._session.active).main
        found = await main.call(
            "summary",
            timeout_s=TIMEOUT_S,
            mmids=[node.mmid for node in ranked],
            most=limit,
            share=_READ_SHARE,
            longest=MAX_TEXT_LENGTH,
        )
        named = {row["mmid"]: row for row in found["named"]}
        labels = labels_beside(page.nodes)
        to_act = [
            _element(_acted_on(named[node.mmid]), _words(node, labels.get(node.mmid or 0, "")))
            for node in usable
            if node.mmid in named
        ]
        to_read = [_element(row, _short(row["text"])) for row in found["texts"]]
        return PageSummary(url=page.url, title=page.title, dom_summary=(*to_act, *to_read))

    async def element(self, selector: str) -> int:
        """Return the id of the one element that a selector names; it may be acted on then.

        Raises:
            BadArgument: it is no CSS selector, or names more than one element.
            ElementGone: it names none.
            DialogOpen: a dialog keeps the page from answering.
        """
        tab = self._session.active
        trace_of(tab).turn_to(tab)
        main: IsolatedWorld = worlds_of(tab).main
        found = await main.call_numbering("by_selector", selector=selector)
        if found["invalid"]:
            raise BadArgument(f"'{_short(selector)}' is no CSS selector.")
        if found["count"] > 1:
            raise BadArgument(
                f"'{_short(selector)}' names {found['count']} elements. Name exactly one."
            )
        now = await main.call("element_now", mmid=found["mmid"]) if found["count"] else None
        if now is None:
            raise ElementGone(f"'{_short(selector)}' names no element of the page.")
        mmid: int = found["mmid"]
        worlds_of(tab).tell([Node(depth=0, role=now["role"], name=now["name"], mmid=mmid)])
        return mmid


def _distance(node: Node, page: Observation) -> tuple[bool, float]:
    """How far from the view; what is covered comes after all that is not."""
    if node.bbox is None:
        return True, 0.0
    x, y, width, height = node.bbox
    down = max(0, y - page.scroll.viewport_height, -(y + height))
    across = max(0, x - page.scroll.viewport_width, -(x + width))
    return bool(BEHIND & {*node.states}), down + across


def _acted_on(row: dict[str, Any]) -> dict[str, Any]:
    """Tell what has neither type nor role, and yet can be clicked, from mere text."""
    return {**row, "type": "clickable"} if row["type"] == "text" and row["tag"] != "input" else row


def _words(node: Node, label: str) -> str:
    """The name of an element, what it holds, and the states that matter to who acts."""
    words = _short(node.name or node.description or label)
    if node.value:
        # Whether a password was entered must be seen by who remembers nothing.
        held = _HIDDEN if "password" in node.states else _short(node.value)
        words = f"{words} = {held}".strip()
    if node.options:
        words += f" (options: {'; '.join(node.options[:_MAX_OPTIONS])})"
    states = [state for state in node.states if state in _TOLD_STATES]
    return f"{words} ({', '.join(states)})" if states else words


def _element(row: dict[str, Any], text: str) -> DomElement:
    return DomElement(selector=row["selector"], tag=row["tag"], text=text, type=row["type"])


def _short(text: str) -> str:
    return cut(" ".join(text.split()), MAX_TEXT_LENGTH)
