"""Waiting until the page is calm after an action: by events, never a fixed time."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from agent_e.browser import BrowserSession, Mark, Tab
from agent_e.browser.pausable_timeout import PausableTimeout
from agent_e.dom.worlds.registry import FrameGone, worlds_of
from agent_e.errors import ActionTimeout, DialogOpen, ElementGone, SkillError

from .tab_state import trace_of

QUIET_MS = 60
"""How long nothing may happen for the page to count as calm."""
SUGGESTING_MS = 350
"""The same after typing: suggestion lists commonly appear 300 ms later."""
FIRST_MS = 500
"""How long to wait for a first effect while nothing at all has happened."""
ASKING_MS = 800
"""The same if suggestions may follow: many pages request them 500 ms after the last key."""
AGAIN_MS = 100
"""How long each wait is while a request is in flight."""
CHANGING_CAP_MS = 2000
"""Longest wait for a page that keeps changing; spent once per place."""
REQUESTS_CAP_S = 5.0
"""Longest wait for requests; those still open are then ignored in this document."""
NAVIGATION_CAP_S = 15.0
"""Longest wait for a new page."""
TOTAL_CAP_S = 20.0
"""Longest wait in all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """The outcome of waiting: what the page was still busy with, and each stage's time."""

    unsettled: str = ""
    milliseconds: Mapping[str, float]


class SettleWaiter:
    """One wait, created before the action so that it knows what was already pending."""

    def __init__(
        self, session: BrowserSession, mark: Mark, patience: PausableTimeout | None = None
    ) -> None:
        """Create it; ``patience`` knows when limits pause, by default the session's."""
        self._session = session
        self._patience = patience or session.patience
        self._mark = mark
        self._tab = session.active
        self._document = self._tab.document
        self._open_before = self._tab.network.in_flight
        self._first = FIRST_MS
        self._again = False
        self._requests_since: float | None = None
        self._unsettled = ""
        self._spent: dict[str, float] = defaultdict(float)

    async def finish(self) -> Settled:
        """Wait until the page is calm, or it is clear that it will not be.

        A dialog ends the wait: nothing is visible behind it.
        """
        since = time.monotonic()
        try:
            while not await self._step(await self._turn()):
                if self._patience.left(TOTAL_CAP_S, since) < 0:
                    self._unsettled = "The page is still changing."
                    break
        except DialogOpen:
            pass
        except ActionTimeout:
            self._unsettled = "A script of the page is still busy."
        return Settled(unsettled=self._unsettled, milliseconds=dict(self._spent))

    async def _turn(self) -> Tab:
        """Switch to the current tab and document."""
        tab = await self._session.ready()
        if tab is not self._tab or tab.document != self._document:
            self._tab, self._document = tab, tab.document
            self._open_before, self._requests_since = 0, None
            self._first, self._again = QUIET_MS, False
        trace_of(tab).turn_to(tab)
        return tab

    async def _step(self, tab: Tab) -> bool:
        """Wait for one thing; return whether there is nothing more to wait for."""
        await self._patience.answered()
        if tab.dialog:
            return True
        if tab.navigating or not tab.parsed:
            return await self._arrive(tab)
        try:
            with self._stage("quiet"):
                calm = await self._calm(tab)
        except FrameGone:
            return False
        except (DialogOpen, ActionTimeout):
            raise
        except SkillError as error:
            if tab.closed:
                return False
            self._unsettled = str(error)
            return True
        if tab.navigating or tab is not self._session.active:
            return False
        if calm["unsettled"] == "busy":
            self._unsettled = "The page says that it is still at work."
            return True
        return not self._waits(tab)

    async def _arrive(self, tab: Tab) -> bool:
        with self._stage("navigation"):
            try:
                come = await tab.loaded(NAVIGATION_CAP_S)
            except DialogOpen:
                raise
            except SkillError:
                # The tab is gone, and its pending requests with it.
                return False
        if not come:
            self._unsettled = "The new page has not come yet."
            return True
        if tab.expected and tab is self._session.active and not tab.closed:
            # A requested window opens without notice; wait on its opener's calm meanwhile.
            self._first, self._again = AGAIN_MS, True
            with self._stage("navigation"), suppress(FrameGone):
                await self._calm(tab)
        return False

    async def _calm(self, tab: Tab) -> dict[str, Any]:
        acted, main = trace_of(tab).acted, worlds_of(tab).main
        first = ASKING_MS if acted.patient and self._first == FIRST_MS else self._first
        options = {
            "quiet": SUGGESTING_MS if acted.patient else QUIET_MS,
            "first": 0 if acted.unheard and not self._again else first,
            "cap": CHANGING_CAP_MS,
            "mutation": acted.patient,
            "again": self._again,
        }
        if acted.world:
            with suppress(FrameGone, ElementGone):
                await acted.world.call("watch_quiet", **options)
            options["first"] = 0
        calm: dict[str, Any] = await main.call("watch_quiet", **options)
        return calm

    def _waits(self, tab: Tab) -> bool:
        """Whether a request caused by the action is still in flight."""
        trace, now = trace_of(tab), time.monotonic()
        open_now = tab.network.in_flight - max(self._open_before, trace.tolerated)
        saving = self._session.since(self._mark).downloading
        if open_now <= 0 and not saving:
            # What has just arrived may be about to be shown.
            fresh = now - tab.network.last_change < QUIET_MS / 1000
            self._first, self._again = QUIET_MS, True
            return fresh
        self._requests_since = self._requests_since or now
        if self._patience.left(REQUESTS_CAP_S, self._requests_since) < 0:
            trace.tolerated = tab.network.in_flight
            what = "A file is still being saved." if saving else "The page still waits for data."
            self._unsettled = what
            return False
        self._first, self._again = AGAIN_MS, True
        return True

    @contextmanager
    def _stage(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            self._spent[name] += (time.perf_counter() - started) * 1000
