"""Sending trusted input."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Keyboard

from agent_e.browser import Tab
from agent_e.errors import SkillError

Step = Callable[[], Awaitable[Any]]
"""One input, sent when it is called."""


async def send(tab: Tab, action: Awaitable[Any], *, timeout_s: float | None = None) -> None:
    """Send input to the page.

    A dialog that the input opens keeps it from returning, and so does a tab that closes on it:
    these are effects, and no failures. ``timeout_s`` is the longest wait, by default that for any
    action. Raises when a dialog was open or the tab was closed before, as for any action.
    """
    before = (tab.dialog, tab.closed)
    try:
        await tab.guard(action, timeout_s=timeout_s)
    except SkillError:
        if (tab.dialog, tab.closed) == before:
            raise


async def perform(tab: Tab, steps: Sequence[Step], *, timeout_s: float | None = None) -> int:
    """Send inputs one after the other, as ``send`` does; return how many were sent.

    After one that opened a dialog or replaced the document the rest is not sent.
    """
    document = tab.document
    sent, over = 0, False

    async def run() -> None:
        nonlocal sent
        for step in steps:
            if over or tab.document != document:
                return
            sent += 1
            await step()

    try:
        await send(tab, run(), timeout_s=timeout_s)
    finally:
        # What was begun when a dialog came goes on behind it, and must not begin anything new.
        over = True
    return sent


@asynccontextmanager
async def holding(keyboard: Keyboard, keys: Sequence[str]) -> AsyncIterator[None]:
    """Hold keys down, which go up whatever happens: at once, or when a dialog has its answer."""
    down: list[str] = []
    try:
        for key in keys:
            down.append(key)
            await keyboard.down(key)
        yield
    finally:
        for key in reversed(down):
            await keyboard.up(key)
