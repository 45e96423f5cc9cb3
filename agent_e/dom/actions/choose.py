"""Choosing options from native selects and from libraries' list widgets."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from agent_e.browser import mapped_errors
from agent_e.dom.changes.tab_state import begin, trace_of
from agent_e.dom.worlds.registry import FrameGone, worlds_of
from agent_e.errors import ElementBlocked, SkillError

from . import pointer
from .block_reasons import blocked, named
from .input import send
from .targets import Target, Targets

OPENING_MS = 700
"""How long a list may take to open before another way is tried."""
TYPING_MS = 250
"""The same for a field in which the option can be typed."""
SHOWING_MS = 1000
"""How long a widget may take to show the choice."""
CLOSING_MS = 600
"""How long a list may take to close."""
FILTERING_S = 5.0
"""How long a server may take to send the options for a typed text."""
CALM_MS = 120
"""How long a list must stay unchanged to count as complete."""


Sure = Callable[[int, str, str], Awaitable[None]]
"""Gets an id, an option as requested and its full text; raises to forbid it."""


async def select_option(
    targets: Targets, target: Target, option: str, sure: Sure | None = None
) -> str:
    """Choose an option by its text, value or the start of its text; return its text.

    A closed list is opened for it, searched, scrolled through and closed again. ``sure`` is called
    just before the choice. ``BadArgument`` lists the options if it is none of them.
    """
    found = await targets.call(target, "select_option", option=option, look=sure is not None)
    if found["problem"] == "not-a-select":
        return await _Chooser(targets, target, option, sure).choose()
    if sure is not None and not found["problem"]:
        await sure(target.mmid, option, str(found["chosen"]))
        found = await targets.call(target, "select_option", option=option, look=False)
    if found["problem"]:
        raise blocked(target.mmid, {**found, "wanted": option})
    await begin(target.tab, target.world, target.mmid, found)
    chosen = str(found["chosen"])
    trace_of(target.tab).acted.entered = chosen
    return chosen


class _Chooser:
    """One choice from a widget drawn by the page."""

    def __init__(self, targets: Targets, target: Target, option: str, sure: Sure | None) -> None:
        self._targets = targets
        self._target = target
        self._tab = target.tab
        self._option = option
        self._sure = sure
        self._start: dict[str, Any] = {}
        self._opened = False
        self._typed = False

    async def choose(self) -> str:
        self._start = await self._ask("choice_start")
        if self._start["problem"] in ("gone", "disabled"):
            raise await self._refusal(self._start)
        if self._start["problem"]:
            raise blocked(self._target.mmid, {**self._start, "problem": "not-a-select"})
        await begin(self._tab, self._target.world, self._target.mmid, self._start)
        acted = trace_of(self._tab).acted
        found = await self._find()
        if found["problem"]:
            error = await self._refusal(found)
            await self._close()
            raise error
        if not (found["picked"] and self._start["open"]):
            await self._pick(found)
        # Let the report be about the widget, not about the last click.
        acted.entered = str(found["chosen"])
        if self._start["role"] == "radio":
            # One of its group was chosen; the report says what became of this one.
            acted.mmid = None
        trace_of(self._tab).acted = acted
        return acted.entered

    async def _find(self) -> dict[str, Any]:
        """Find the option among those shown, opening and filtering the list for it."""
        if self._start["open"]:
            found = await self._look(patience=OPENING_MS)
        else:
            found = await self._open()
        if found["problem"] in ("no-list", "no-option") and found["filter"]:
            narrowed = await self._narrow()
            if narrowed["problem"] not in ("no-list", "no-option") or found["problem"] == "no-list":
                return narrowed
            found = {**found, "options": found["options"] or narrowed["options"]}
        elif found["problem"] == "no-option":
            return await self._look(patience=0, scroll=True)
        return found

    async def _open(self) -> dict[str, Any]:
        await pointer.click(self._targets, self._trigger)
        self._opened = True
        editable = self._start["editable"]
        found = await self._look(patience=TYPING_MS if editable else OPENING_MS)
        if found["problem"] == "no-list" and not editable:
            await self._press("ArrowDown")
            found = await self._look(patience=OPENING_MS)
        return found

    async def _narrow(self) -> dict[str, Any]:
        """Type the option if typing filters the list."""
        self._typed = True
        keyboard = self._tab.page.keyboard
        await self._press("ControlOrMeta+a")
        before = self._tab.network.in_flight
        with mapped_errors("typing into the list"):
            if self._option[:-1]:
                await send(self._tab, keyboard.insert_text(self._option[:-1]))
            await send(self._tab, keyboard.type(self._option[-1:]))
        end = time.monotonic() + FILTERING_S
        while True:
            found = await self._look(patience=OPENING_MS, calm=3 * CALM_MS)
            waiting = self._tab.network.in_flight > before and time.monotonic() <= end
            if found["problem"] not in ("no-list", "no-option") or not waiting:
                return found

    async def _pick(self, found: dict[str, Any]) -> None:
        pick = Target(self._tab, self._target.world, found["pick"])
        try:
            if self._sure is not None:
                await self._sure(self._target.mmid, self._option, str(found["chosen"]))
            await pointer.click(self._targets, pick)
        except SkillError:
            await self._close()
            raise
        done = None if self._tab.dialog or self._tab.closed else await self._done(found)
        if done is None:
            return
        if done["open"] and self._opened:
            await self._close()
        if not done["shown"]:
            shows = f"still shows '{done['holds']}'" if done["holds"] else "does not show it"
            raise ElementBlocked(
                f"Option '{found['chosen']}' was clicked, but "
                f"{named(self._target.mmid, self._start)} {shows}. Look with get_dom."
            )

    async def _done(self, found: dict[str, Any]) -> dict[str, Any] | None:
        """The widget's state after the choice; ``None`` if that led to another page."""
        about = {"pick": found["pick"], "title": found["chosen"], "patience": SHOWING_MS}
        for _ in range(2):
            mmid, world = self._target.mmid, self._target.world
            try:
                done: dict[str, Any] | None = await world.call("choice_done", mmid=mmid, **about)
            except FrameGone:
                return None
            successor = None if done else await self._targets.follow(self._target)
            if successor is None:
                return done
            self._target = successor
        return None

    async def _close(self) -> None:
        """Close the list that was opened and undo what was typed into it."""
        if self._tab.dialog or self._tab.closed or not self._opened:
            return
        if self._typed:
            await self._press("ControlOrMeta+a")
            await self._press("Delete")
        if not self._start["modal"]:
            await self._press("Escape")
        found = await self._look(patience=CLOSING_MS, closing=True)
        if found["problem"] != "no-list":
            try:
                await pointer.click(self._targets, self._trigger)
            except SkillError:
                # It lies under its own list: the message about the choice matters more.
                return

    @property
    def _trigger(self) -> Target:
        now = worlds_of(self._tab).now(self._start["trigger"])
        return Target(self._tab, self._target.world, now)

    async def _press(self, key: str) -> None:
        with mapped_errors(f"pressing {key}"):
            await send(self._tab, self._tab.page.keyboard.press(key))

    async def _look(
        self, *, patience: int, calm: int = CALM_MS, scroll: bool = False, closing: bool = False
    ) -> dict[str, Any]:
        return await self._ask(
            "choice_find",
            option=self._option,
            patience=patience,
            calm=calm,
            scroll=scroll,
            closing=closing,
        )

    async def _ask(self, name: str, **options: Any) -> dict[str, Any]:
        self._target, found = await self._targets.number(self._target, name, **options)
        return dict(found)

    async def _refusal(self, found: dict[str, Any]) -> SkillError:
        if found["problem"] == "gone":
            return await self._targets.gone(self._target)
        about = {"role": self._start["role"], "name": self._start["name"]}
        problem = "not-a-select" if found["problem"] == "no-list" else found["problem"]
        return blocked(
            self._target.mmid, {**found, **about, "problem": problem, "wanted": self._option}
        )
