"""The visible window, which the person may take over during a pause."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from agent_e.errors import AgentEError, AnswerConflict
from agent_e.types import HandoverResult

_HAD_IT = (
    "The person has had the window and has given it back. What you decided on before that was not "
    "done: go on from the page as it is now. Numbers of elements that are still there hold."
)
_NO_WINDOW = "There is no window to take over: the browser is not shown. Run with --headed."


class Window(Protocol):
    """A window that can be lent to the person."""

    async def clear(self) -> None:
        """Return once the agents have released the window, and lock them out."""

    async def leave(self) -> None:
        """Hand it to the person."""

    async def back(self) -> HandoverResult:
        """Take it back and report what changed."""

    async def drop(self) -> None:
        """Clean up after lending: the run is over."""


class WindowLease:
    """Who holds the window.

    Attributes:
        window: ``None`` if there is none.
        lease_s: how long the person holds it before somebody else may take it.
        by: the holder; ``""`` for the agents.
        until: when somebody else may take it, in seconds since the epoch; ``None`` if at once.
        moving: whether it is just changing hands.
        partings: called just before the window leaves who has it.
    """

    def __init__(self, journal: Callable[..., int], asked: Callable[[], bool]) -> None:
        """Start with the agents holding it.

        Args:
            journal: writes an event.
            asked: whether the person is being asked something.
        """
        self.window: Window | None = None
        self.lease_s = 0.0
        self.by = ""
        self.until: float | None = None
        self.moving = False
        self.partings: list[Callable[[], None]] = []
        self._journal = journal
        self._asked = asked
        self._news = asyncio.Event()
        self._lease: asyncio.TimerHandle | None = None
        self._over = False

    def changed(self) -> None:
        """Note that a question appeared or is gone."""
        self._news.set()

    def check(self, by: str) -> Window:
        """Return the window if it may be taken.

        Raises:
            AnswerConflict: there is none, or somebody has it.
        """
        if self.window is None:
            raise AnswerConflict(_NO_WINDOW)
        if self.moving:
            raise AnswerConflict("The window is just changing hands. Try again in a moment.")
        if self.by and self._lease is not None:
            raise AnswerConflict(f"The window is taken already, by {self.by}. Hand it back first.")
        return self.window

    async def take(self, by: str) -> None:
        """Take the window, once the action under way is over.

        Raises:
            AnswerConflict: there is none, somebody has it, or an action waits for an answer.
        """
        window = self.check(by)
        if self.by not in ("", by):
            self._part()
        if not self.by:
            self.moving = True
            try:
                await self._cleared(window)
                await window.leave()
            finally:
                self.moving = False
        if self._over:
            raise AnswerConflict("The run has ended.")
        self.by = by
        self._lease = asyncio.get_running_loop().call_later(self.lease_s, self._lapsed)
        self.until = time.time() + self.lease_s
        self._journal("control.taken", by=by, lease_s=self.lease_s)

    async def give_back(self, note: str, by: str) -> HandoverResult:
        """Return the window; returns the report for the agents.

        Raises:
            AnswerConflict: nobody has taken it.
        """
        if self.window is None or not self.by or self.moving:
            raise AnswerConflict("The window is not taken over.")
        self._part()
        self.moving = True
        try:
            back = await self.window.back()
        except AgentEError as error:
            # The browser's next user gets the error; the person no longer has the window.
            back = HandoverResult(changes=f"The page could not be looked at: {error}")
        finally:
            self.moving = False
            self._forget()
        self._journal("control.returned", by=by, note=note)
        words = f'{_HAD_IT}\nThe person says: "{note}"' if note else _HAD_IT
        return replace(back, words=words, note=note)

    def over(self) -> None:
        """Note that the run has ended: nobody may take the window any more."""
        self._over = True
        self._forget()

    def _part(self) -> None:
        for part in list(self.partings):
            part()

    def _forget(self) -> None:
        self.by, self.until = "", None
        if self._lease is not None:
            self._lease.cancel()
            self._lease = None

    def _lapsed(self) -> None:
        self._lease = self.until = None
        self._journal("control.lapsed", by=self.by)

    async def _cleared(self, window: Window) -> None:
        clear = asyncio.ensure_future(window.clear())
        asked = asyncio.ensure_future(self._question())
        try:
            await asyncio.wait({clear, asked}, return_when=asyncio.FIRST_COMPLETED)
            if clear.done():
                await clear
                return
        finally:
            clear.cancel()
            asked.cancel()
            await asyncio.gather(clear, asked, return_exceptions=True)
        raise AnswerConflict(
            "An action is under way that waits for an answer of yours. Answer it, then take over."
        )

    async def _question(self) -> None:
        while not self._asked():
            self._news.clear()
            await self._news.wait()
