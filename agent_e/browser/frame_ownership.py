"""Which context a frame belongs to, in a browser others may also use."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from agent_e.urls import origin_of

from .errors import unless_closed
from .tab_lookup import TabLookup

_MAX_KNOWN = 500
"""Frames whose owner is remembered."""
_DEEPEST = 10
"""Nested frames and windows that are followed up to their tab."""
_ASKED_S = 0.1
"""How long after the request of a tab its page may be heard to have asked for it."""
_SHARED = ("shared_worker", "service_worker")


class FrameOwnership:
    """Tells one context's frames from those of others."""

    def __init__(self, context: BrowserContext, tabs: TabLookup, *, persons: bool = False) -> None:
        """Create it; ``persons``: the person has other tabs in this context, which are not ours."""
        self._persons = persons
        self._before: frozenset[str] = frozenset()
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
        if self._persons:
            windows = [each for each in await self._targets() if each["type"] == "page"]
            self._before = frozenset(each["targetId"] for each in windows)

    async def is_window(self, frame: str) -> bool:
        """Whether it is the main frame of a window."""
        return any(t["targetId"] == frame and t["type"] == "page" for t in await self._targets())

    async def running(self) -> list[str]:
        """The ids of the targets whose requests may be ours, and of all workers that are shared."""
        targets = await self._targets()
        ours = [each["type"] in _SHARED or await self.is_ours(each["targetId"]) for each in targets]
        return [each["targetId"] for each, its in zip(targets, ours, strict=True) if its]

    async def is_ours(self, frame: str, url: str = "") -> bool:
        """Whether a frame, or a worker, is in our context; ``url`` is what it requests."""
        if self._alone or self._tabs.of_frame(frame) or self._tabs.holds(frame):
            return True
        if frame in self._known:
            return self._known[frame]
        targets = {each["targetId"]: each for each in await self._targets()}
        target = targets.get(frame)
        if target is None:
            ours = await self._in_pages(frame)
        elif self._persons:
            ours = await self._of_tabs(target, targets, url)
        else:
            ours = target.get("browserContextId") == self._of_context
        if self._persons and (target is None or target["type"] in _SHARED) and not ours:
            # It may be listed late, and whose a shared worker is changes with the pages.
            return False
        if len(self._known) >= _MAX_KNOWN:
            self._known.clear()
        self._known[frame] = ours
        return ours

    async def _of_tabs(self, target: Any, targets: Mapping[str, Any], url: str) -> bool:
        """Whether a target is in one of our tabs, or a window that one of them opened."""
        for _ in range(_DEEPEST):
            if target["type"] in _SHARED:
                return origin_of(target["url"]) in {origin_of(page.url) for page in self._pages()}
            if target["targetId"] in self._before:
                return False
            above = target.get("parentFrameId") or target.get("openerId") or ""
            if self._tabs.of_frame(above) or self._tabs.holds(above):
                return True
            if not above:
                # A tab that was opened by a middle click names no opener.
                await asyncio.sleep(_ASKED_S)
                return self._tabs.asked_apart(url)
            if above not in targets:
                return await self._in_pages(above)
            target = targets[above]
        return False

    def _pages(self) -> list[Page]:
        pages = self._context.pages
        return [each for each in pages if not self._persons or self._tabs.of(each)]

    async def _in_pages(self, frame: str) -> bool:
        for page in self._pages():
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
