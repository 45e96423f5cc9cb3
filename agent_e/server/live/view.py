"""What one viewer sees of one browser: pictures, tabs, dialogs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import asdict

from agent_e.browser import BrowserSession
from agent_e.browser.remote_tabs import tab_strip

from .outbox import Outbox

_TICK_S = 0.1
_AGAIN_S = 1.0
_BROKEN = "The live picture broke, and is begun anew. The server's log has more."
_TITLES_S = 1.0
"""How often titles are read; all else of the tabs is noticed within a tick."""


class LiveView:
    """Shows a session while the viewer may see it."""

    def __init__(
        self,
        session: BrowserSession,
        outbox: Outbox,
        *,
        sees: Callable[[], bool],
        drives: Callable[[], bool],
    ) -> None:
        """Create it.

        Args:
            session: the browser.
            outbox: leads to the viewer.
            sees: whether they may see it now.
            drives: whether they use it now.
        """
        self._session = session
        self._outbox = outbox
        self._sees = sees
        self._drives = drives

    async def show(self) -> None:
        """Show it until its browser ends."""
        async with asyncio.TaskGroup() as parts:
            parts.create_task(self._film())
            parts.create_task(self._describe())

    async def _film(self) -> None:
        told = False
        while not self._session.gone:
            if self._sees():
                told = False
                await self._watch()
                self._outbox.put_frame(None)
            elif not told:
                told = True
                self._outbox.put("hidden")
            await asyncio.sleep(_TICK_S)

    async def _watch(self) -> None:
        """Send pictures while they may be seen."""
        with self._session.screencast.viewer() as viewer:
            while self._sees():
                viewer.driving = self._drives()
                try:
                    async with asyncio.timeout(_TICK_S):
                        frame = await viewer.frame()
                except TimeoutError:
                    continue
                if frame is None:
                    if not self._session.gone:
                        self._outbox.refuse(_BROKEN)
                        await asyncio.sleep(_AGAIN_S)
                    return
                if self._sees():
                    self._outbox.put_frame(frame)

    async def _describe(self) -> None:
        known, read = None, 0.0
        while not self._session.gone:
            if self._sees():
                self._tell_dialog()
                now = [(tab.number, tab.url) for tab in self._session.tabs]
                now.append((self._session.active.number, ""))
                if now != known or time.monotonic() - read > _TITLES_S:
                    known, read = now, time.monotonic()
                    await self._tell_tabs()
            await asyncio.sleep(_TICK_S)

    def _tell_dialog(self) -> None:
        dialog = self._session.dialog
        shown = dialog and {
            "type": dialog.kind,
            "message": dialog.message,
            "default": dialog.default,
        }
        self._outbox.put_state("dialog", dialog=shown)

    async def _tell_tabs(self) -> None:
        strip = await tab_strip(self._session)
        # Somebody may have taken the window over meanwhile.
        if self._sees():
            self._outbox.put_state("tabs", **asdict(strip))
