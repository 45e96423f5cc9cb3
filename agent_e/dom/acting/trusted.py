"""Sending trusted input."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from agent_e.browser import Tab
from agent_e.errors import SkillError


async def send(tab: Tab, action: Awaitable[Any], *, timeout_s: float | None = None) -> None:
    """Send input to the page.

    A dialog that the input opens keeps it from returning, and so does a tab that closes on it:
    these are effects, and no failures. ``timeout_s`` is the longest wait, by default that for any
    action.

    Raises:
        DialogOpen: one was open before.
        ActionTimeout: the page does not answer.
        SkillError: the tab was closed before.
    """
    before = (tab.dialog, tab.closed)
    try:
        await tab.guard(action, timeout_s=timeout_s)
    except SkillError:
        if (tab.dialog, tab.closed) == before:
            raise
