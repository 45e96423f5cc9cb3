"""Waiting for a page's own changes: a text, an element, an address, or calm."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple
from urllib.parse import unquote

from agent_e.browser import BrowserSession, Tab, mapped_errors
from agent_e.dom.changes.tab_state import ActionRecord, trace_of
from agent_e.dom.observe.protocol import ObserverProtocol
from agent_e.dom.render.node_context import clipped, label
from agent_e.dom.render.scopes import end_of
from agent_e.dom.worlds.registry import FrameGone, IsolatedWorld, worlds_of
from agent_e.errors import ActionTimeout, SkillError
from agent_e.text import format_count
from agent_e.types import Node, Observation

from . import pointer
from .targets import Target, Targets, never_shown

SLACK_S = 5.0
"""How long past its deadline a page script may take to answer."""
QUIET_MS = 500
"""How long nothing may happen for a page to count as calm."""
_MIN_ALIKE = 0.6
_MAX_SAID_LENGTH = 120
_MESSAGES = frozenset({"alert", "alertdialog", "status", "progressbar"})
_STATES = {
    "hidden": "is still not shown",
    "disabled": "is still disabled",
    "there": "is still there",
}


class Wait(NamedTuple):
    """A wait for a text to appear on the page or in an element, or (``gone``) to disappear.

    ``40..60`` in the text stands for any number from 40 to 60.
    """

    targets: Targets
    text: str
    timeout_s: float
    within: Target | None
    gone: bool

    async def click(self, target: Target, sure: Callable[[], Awaitable[None]] | None = None) -> str:
        """Click an element the moment that happens: the mouse waits there for it.

        ``sure`` is awaited before the press, and raises to prevent it, judging by the page at that
        time. Returns what was shown at the press, or just before.
        """
        at = await pointer.reach(self.targets, target)
        saw = await self.run(acting=True)
        if sure is not None:
            await sure()
        ready = await self.targets.call(target, "press_ready", **await target.within(at))
        if ready["problem"]:
            await pointer.click(self.targets, target)
            return saw
        trace_of(target.tab).acted.clicked = True
        with mapped_errors(f"clicking [{target.mmid}]"):
            await pointer.press(self.targets, target)
        seen = await pointer.check_landed(target)
        return saw if seen is None else seen

    async def run(self, *, acting: bool = False) -> str:
        """Wait; ``acting``: it is part of an action in progress.

        Returns what the element shows, or for a page what was waited for. ``ActionTimeout`` if it
        did not happen in time; the message says what is there instead.
        """
        targets, text, timeout_s, within, gone = self
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout_s
        wanted = {"text": text, "gone": gone, "mmid": within.mmid if within else 0}
        saw: str | None = ""
        while (left := end - loop.time()) > 0:
            tab = targets.session.active
            if not acting:
                trace_of(tab).acted = ActionRecord()
            worlds = [within.world] if within else worlds_of(tab).all
            try:
                # A page being replaced shows the old text until the last moment.
                if await tab.loaded(left):
                    came, saw = await _shown(worlds, wanted, end)
                    if came:
                        return saw or ""
                    if within and saw is None:
                        raise await targets.gone(within)
            except FrameGone:
                if within:
                    raise await targets.gone(within) from None
        where = f"in [{within.mmid}]" if within else "on the page"
        if gone:
            raise ActionTimeout(f"'{text}' is still {where} after {timeout_s:g} s.")
        there = f"There is '{saw}'." if within else await _instead(targets.observer, text)
        raise ActionTimeout(f"'{text}' is not {where} after {timeout_s:g} s. {there}")


async def wait_for_url(session: BrowserSession, part: str, timeout_s: float) -> str:
    """Wait until the active tab's address contains this part; return the address.

    Case and percent-encoding do not matter.
    """
    tab = await session.ready()
    trace_of(tab).acted = ActionRecord()
    wanted = unquote(part).casefold()

    def arrived(url: str) -> bool:
        return wanted in unquote(url).casefold()

    limit = max(timeout_s, 0.001) * 1000
    try:
        with mapped_errors("waiting for an address"):
            waiting = tab.page.wait_for_url(arrived, wait_until="commit", timeout=limit)
            await tab.guard(waiting, timeout_s=timeout_s + SLACK_S)
    except ActionTimeout as error:
        now = f"It is {tab.url}." + " The browser shows an error page." * tab.failed
        raise ActionTimeout(f"The address has no '{part}' after {timeout_s:g} s. {now}") from error
    return tab.url


async def wait_for_element(targets: Targets, mmid: int, timeout_s: float, *, gone: bool) -> Node:
    """Wait until an element is shown and enabled, or (``gone``) no longer shown.

    Returns the element as the model knows it. ``ElementGone`` if it was never shown to the model,
    or disappeared while it was to become usable.
    """
    target = targets.of(mmid)
    shown = worlds_of(target.tab).last_shown.get(mmid)
    if shown is None:
        raise never_shown(mmid)
    trace_of(target.tab).acted = ActionRecord()
    node = Node(depth=0, role=shown.role, name=shown.name, mmid=mmid)
    asked = {"mmid": mmid, "gone": gone, "patience": timeout_s * 1000}
    try:
        lacks = await target.world.call("wait_element", timeout_s=timeout_s + SLACK_S, **asked)
    except FrameGone:
        lacks = "" if gone else "gone"
    if lacks == "gone":
        raise await targets.gone(target)
    if lacks:
        raise ActionTimeout(f"{label(node)} {_STATES[lacks]} after {timeout_s:g} s.")
    return node


async def wait_until_calm(
    session: BrowserSession, timeout_s: float, *, quiet_ms: int = QUIET_MS
) -> str:
    """Wait until the page is loaded, without requests and no longer changing.

    Perpetual changes, such as a clock, are known from earlier waits and ignored. Returns what the
    page is still busy with when the time is up; ``""`` if it is calm.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + timeout_s
    busy = "is still loading"
    while (left := end - loop.time()) > 0:
        tab = await session.ready()
        trace_of(tab).turn_to(tab)
        if not await tab.loaded(left):
            return busy
        try:
            busy = await _look_for_calm(tab, max(0.001, end - loop.time()), quiet_ms)
        except FrameGone:
            continue
        if not busy:
            return ""
    return busy


async def _look_for_calm(tab: Tab, left_s: float, quiet_ms: int) -> str:
    """Wait for one quiet period; return what is still going on after it."""
    waits = {"quiet": quiet_ms, "first": quiet_ms, "cap": left_s * 1000}
    calm = await worlds_of(tab).main.call(
        "watch_quiet", timeout_s=left_s + SLACK_S, mutation=False, again=True, **waits
    )
    if tab.navigating or not tab.parsed:
        return "is still loading"
    if tab.network.in_flight:
        return f"still waits for {format_count(tab.network.in_flight, 'answer')} of its server"
    if time.monotonic() - tab.network.last_change < quiet_ms / 1000:
        return "is still loading"
    return "is still changing" if calm["unsettled"] else ""


async def _instead(observer: ObserverProtocol, text: str) -> str:
    """Say what the page shows instead of an awaited text."""
    try:
        page = await observer.observe()
    except SkillError as error:
        return str(error)
    words = [node.name for node in page.nodes if node.name]
    lowered = {name.casefold(): name for name in words}
    near = get_close_matches(text.casefold(), lowered, n=1, cutoff=_MIN_ALIKE)
    if near:
        return f"The nearest there is: '{clipped(lowered[near[0]], _MAX_SAID_LENGTH)}'."
    messages = _messages(page)
    says = f"; it says: {messages}" if messages else ""
    return f"The page is '{clipped(page.title, _MAX_SAID_LENGTH)}' at {page.url}{says}."


def _messages(page: Observation) -> str:
    """The page's messages, else its first heading."""
    nodes = page.nodes
    messages = [at for at, node in enumerate(nodes) if node.role in _MESSAGES]
    inside = {each for at in messages for each in range(at, end_of(nodes, at))}
    found = [nodes[at].name for at in sorted(inside) if nodes[at].name]
    heading = [node.name for node in nodes if node.role == "heading" and node.name]
    text = " ".join(found or heading[:1])
    return f"'{clipped(text, _MAX_SAID_LENGTH)}'" if text else ""


async def _shown(
    worlds: Sequence[IsolatedWorld], wanted: Mapping[str, Any], end: float
) -> tuple[bool, str | None]:
    """Whether a text appeared in a world, or left all, in time; and what is there."""
    gone: bool = wanted["gone"]
    waits = [asyncio.ensure_future(_shown_in(world, wanted, end)) for world in worlds]
    saw: str | None = ""
    try:
        for done in asyncio.as_completed(waits):
            came, saw = await done
            if came is not gone:
                return not gone, saw
    finally:
        for wait in waits:
            wait.cancel()
    return gone, saw


async def _shown_in(
    world: IsolatedWorld, wanted: Mapping[str, Any], end: float
) -> tuple[bool, str | None]:
    left = max(0.0, end - asyncio.get_running_loop().time())
    limits = {"timeout_s": left + SLACK_S, "patience": left * 1000}
    try:
        found = await world.call("wait_text", **limits, **wanted)
    except FrameGone:
        if world.parent is None:
            raise
        # A frame that is gone shows nothing.
        return bool(wanted["gone"]), ""
    return bool(found["came"]), found["saw"]
