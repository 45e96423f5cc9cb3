"""The page as a short list of elements, each by a unique CSS selector.

For stateless agents behind HTTP (seed: white agent). The selectors are Playwright's: they pierce
open shadow roots and stay within the main frame, as a page's selectors do.
"""

from __future__ import annotations

from typing import Any

from agent_e.browser import BrowserSession
from agent_e.dom.changes.tab_state import trace_of
from agent_e.dom.render.inferred_labels import labels_beside
from agent_e.dom.render.overlays import BEHIND
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import BadArgument, DialogOpen, ElementGone
from agent_e.text import cut
from agent_e.types import Node, Observation
from agent_e.types.act_protocol import DomElement, PageSummary

from .protocol import ObserverProtocol

TIMEOUT_S = 10.0
MAX_TEXT_LENGTH = 200
"""Characters of an element's text."""
_READ_SHARE = 0.4
"""Share of a full summary reserved for read-only content, if there is that much."""
_MAX_OPTIONS = 30
_HIDDEN = "•••"
_TOLD_STATES = frozenset(
    {"checked", "not checked", "partly checked", "selected", "pressed", "expanded", "collapsed"}
    | {"disabled", "required", "read-only", "invalid", "current", "covered", "switched off"}
)


class SelectorSummary:
    """A session's active page."""

    def __init__(self, session: BrowserSession, observer: ObserverProtocol) -> None:
        self._session = session
        self._observer = observer

    async def summarize(self, limit: int) -> PageSummary:
        """List at most ``limit`` elements: first those to act on, then those to read.

        Both are in document order. If there are too many, those nearest to the viewport are taken,
        and those covered by a layer only after all others.
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
        """Return the id of the one element that a selector matches; it may then be acted on.

        ``BadArgument`` if it is no CSS selector, or matches several elements.
        """
        tab = self._session.active
        trace_of(tab).turn_to(tab)
        worlds, who = worlds_of(tab), f"'{_short(selector)}'"
        found = await worlds.main.call_numbering("by_selector", selector=selector)
        if found["invalid"]:
            raise BadArgument(f"{who} is no CSS selector.")
        if found["count"] > 1:
            raise BadArgument(f"{who} names {found['count']} elements. Name exactly one.")
        mmid: int = found["mmid"]
        if not found["count"] or not await worlds.tell_now(mmid):
            raise ElementGone(f"{who} names no element of the page.")
        return mmid


def _distance(node: Node, page: Observation) -> tuple[bool, float]:
    """Distance from the viewport; covered elements come last."""
    if node.bbox is None:
        return True, 0.0
    x, y, width, height = node.bbox
    down = max(0, y - page.scroll.viewport_height, -(y + height))
    across = max(0, x - page.scroll.viewport_width, -(x + width))
    return not BEHIND.isdisjoint(node.states), down + across


def _acted_on(row: dict[str, Any]) -> dict[str, Any]:
    """Distinguish clickable elements without type or role from plain text."""
    return {**row, "type": "clickable"} if row["type"] == "text" and row["tag"] != "input" else row


def _words(node: Node, label: str) -> str:
    """The name of an element, its value, and the states relevant for acting."""
    words = _short(node.name or node.description or label)
    if node.value:
        # A stateless agent must see whether a password was entered.
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
