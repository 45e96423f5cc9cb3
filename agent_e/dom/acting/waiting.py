"""Waiting for words on the page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agent_e.browser import BrowserSession
from agent_e.dom.change.trace import Acted, trace_of
from agent_e.dom.world import FrameGone, World, worlds_of
from agent_e.errors import ActionTimeout

SLACK_S = 5.0
"""How much longer than it was asked to wait a page script may take to say so."""


async def wait_for_text(
    session: BrowserSession, text: str, timeout_s: float, *, gone: bool
) -> None:
    """Wait until the text can be read on the page, or (``gone``) cannot any more.

    Raises:
        ActionTimeout: it did not come about in time.
        DialogOpen: a dialog came in between.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + timeout_s
    while (left := end - loop.time()) > 0:
        tab = session.active
        trace_of(tab).acted = Acted()
        try:
            # A page that is being replaced shows the old text until the last moment.
            if await tab.loaded(left) and await _shown(worlds_of(tab).all, text, end, gone=gone):
                return
        except FrameGone:
            continue
    state = "still on the page" if gone else "not on the page"
    raise ActionTimeout(f"{text!r} is {state} after {timeout_s:g} s.")


async def _shown(worlds: Sequence[World], text: str, end: float, *, gone: bool) -> bool:
    """Whether the text came to be in one of the worlds, or gone from all of them, in time."""
    waits = [asyncio.ensure_future(_shown_in(world, text, end, gone=gone)) for world in worlds]
    try:
        for done in asyncio.as_completed(waits):
            if await done is not gone:
                return not gone
    finally:
        for wait in waits:
            wait.cancel()
    return gone


async def _shown_in(world: World, text: str, end: float, *, gone: bool) -> bool:
    left = max(0.0, end - asyncio.get_running_loop().time())
    try:
        found = await world.call(
            "wait_text", timeout_s=left + SLACK_S, text=text, gone=gone, patience=left * 1000
        )
    except FrameGone:
        if world.parent is None:
            raise
        # A frame that is not there any more shows nothing.
        return gone
    return bool(found)
