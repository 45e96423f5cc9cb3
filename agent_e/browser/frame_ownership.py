"""Which context a frame belongs to, in a browser others may also use."""

from __future__ import annotations

from typing import Any

from playwright.async_api import BrowserContext, CDPSession
from playwright.async_api import Error as PlaywrightError

from .errors import unless_closed
from .tab_lookup import TabLookup

_MAX_KNOWN = 500
"""Frames whose owner is remembered."""


class FrameOwnership:
    """Tells one context's frames from those of others."""

    def __init__(self, context: BrowserContext, tabs: TabLookup) -> None:
        self._context = context
        self._tabs = tabs
        self._cdp: CDPSession | None = None
        self._alone = False
        self._of_context = ""
        self._known: dict[str, bool] = {}

    async def begin(self, cdp: CDPSession, *, alone: bool) -> None:
        """Learn the browser's id for the context.

        Args:
            cdp: session of the whole browser.
            alone: whether nobody else has contexts in it.
        """
        self._cdp, self._alone = cdp, alone
        own = await self._tabs.active.cdp.send("Target.getTargetInfo")
        self._of_context = str(own["targetInfo"].get("browserContextId", ""))

    async def is_window(self, frame: str) -> bool:
        """Whether it is the main frame of a window."""
        return any(t["targetId"] == frame and t["type"] == "page" for t in await self._targets())

    async def is_ours(self, frame: str) -> bool:
        """Whether a frame, or a worker, is in our context."""
        if self._alone or self._tabs.of_frame(frame) or self._tabs.holds(frame):
            return True
        if frame not in self._known:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            self._known[frame] = await self._in_context(frame)
        return self._known[frame]

    async def _in_context(self, frame: str) -> bool:
        for target in await self._targets():
            if target["targetId"] == frame:
                return bool(target.get("browserContextId") == self._of_context)
        for page in self._context.pages:
            for each in page.frames:
                try:
                    session = await self._context.new_cdp_session(each)
                except PlaywrightError:
                    # A frame without its own process is in the page's frame tree.
                    continue
                try:
                    tree = await session.send("Page.getFrameTree")
                finally:
                    await session.detach()
                if _has(tree["frameTree"], frame):
                    return True
        return False

    async def _targets(self) -> list[Any]:
        assert self._cdp is not None, "begin comes first"
        with unless_closed():
            return list((await self._cdp.send("Target.getTargets"))["targetInfos"])
        return []


def _has(tree: Any, frame: str) -> bool:
    if tree["frame"]["id"] == frame:
        return True
    return any(_has(child, frame) for child in tree.get("childFrames", ()))
