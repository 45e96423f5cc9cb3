"""Sending trusted input."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Keyboard

from agent_e.browser import Tab
from agent_e.errors import SkillError

Step = Callable[[], Awaitable[Any]]
"""Sends one input when called."""


async def send(tab: Tab, action: Awaitable[Any], *, timeout_s: float | None = None) -> None:
    """Send input to the page.

    A dialog that the input opens, or a tab that closes on it, keeps it from returning: these are
    effects, not failures. ``timeout_s`` is by default the limit of any action. Raises if a dialog
    was already open or the tab closed, as for any action.
    """
    before = (tab.dialog, tab.closed)
    try:
        await tab.guard(action, timeout_s=timeout_s)
    except SkillError:
        if (tab.dialog, tab.closed) == before:
            raise


async def perform(tab: Tab, steps: Sequence[Step], *, timeout_s: float | None = None) -> int:
    """Send inputs in sequence, as ``send`` does; return how many were sent.

    The rest is dropped after one that opened a dialog or replaced the document.
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
        # An input interrupted by a dialog continues behind it and must not start anything new.
        over = True
    return sent


@asynccontextmanager
async def holding(keyboard: Keyboard, keys: Sequence[str]) -> AsyncIterator[None]:
    """Hold keys down and always release them: at once, or once a dialog is answered."""
    down: list[str] = []
    try:
        for key in keys:
            down.append(key)
            await keyboard.down(key)
        yield
    finally:
        for key in reversed(down):
            await keyboard.up(key)
