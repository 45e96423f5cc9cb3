"""Filling many fields in one action, as long as the form stays the same."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from agent_e.browser import Tab
from agent_e.dom.changes.tab_state import ActionRecord, trace_of
from agent_e.dom.render.node_context import clipped
from agent_e.dom.worlds.registry import FrameGone, worlds_of
from agent_e.errors import BadArgument, DialogOpen, ElementBlocked, SkillError
from agent_e.types import TICKED, Entered, Filled

from . import calendars, choose, fill, pointer
from .block_reasons import named
from .dates import iso_date
from .secrets import Reveal, fill_secret
from .targets import Target, Targets

DATA_S = 3.0
"""Longest wait for requests caused by a value before the next field."""
SWITCH_TRIES = 20
SUGGESTING_MS = 500
"""Longest wait for suggestions for a value, until a field has had none."""
_MAX_SUGGESTED = 5
_OFF = frozenset({"false", "off", "no", "0", "unchecked", ""})


Sure = Callable[[], Awaitable[None]]
"""Raises if the button of the filled form must not be clicked."""


async def fill_form(
    targets: Targets,
    values: Sequence[tuple[int, str | Reveal]],
    submit: int | None,
    sure: Sure | None = None,
    choosing: choose.Sure | None = None,
) -> Filled:
    """Fill the fields in order and then click ``submit``, unless something stops it.

    Stops at the first field that rejects its value, and before the next if the form changed: a
    field came or went, a page loaded, a dialog opened.

    A value is a text, the text of an option (also of another radio of its group), a date as
    YYYY-MM-DD, ``true`` or ``false`` for a checkbox or the like, or what reveals a secret. ``sure``
    is called just before the click, ``choosing`` just before an option of a list is chosen.
    """
    form = _Form(targets, [mmid for mmid, _ in values], choosing)
    try:
        for mmid, value in values:
            await form.fill(mmid, value)
        if submit is None:
            return form.stopped("")
        target = await form.leave_for(submit)
        if sure is not None:
            await sure()
        await pointer.click(targets, target)
    except SkillError as error:
        return form.stopped(str(error))
    return form.sent()


class _Form:
    """The fields at the start, and the progress in filling them."""

    def __init__(self, targets: Targets, mmids: list[int], choosing: choose.Sure | None) -> None:
        self._targets = targets
        self._choosing = choosing
        self._tab: Tab = targets.session.active
        self._document = self._tab.document
        self._in_flight = self._tab.network.in_flight
        self._mmids = mmids
        self._done: list[int] = []
        self._entered: dict[int, str] = {}
        self._notes: list[str] = []
        self._chosen: dict[int, str] = {}
        self._looked = False
        self._patience = SUGGESTING_MS

    async def fill(self, mmid: int, value: str | Reveal) -> None:
        """Fill one field; raises if it, or anything after it, cannot be filled."""
        target, found = await self.check(mmid)
        if not isinstance(value, str):
            await fill_secret(self._targets, target, value)
            self._done.append(mmid)
            return
        entered = await self._put(target, found, value)
        self._done.append(mmid)
        self._entered[target.mmid] = entered.holds
        if found["kind"] not in ("text", "suggests") and entered.holds != value:
            self._chosen[mmid] = entered.holds
        if note := _note(named(None, found), value, entered):
            self._notes.append(note)

    async def check(self, mmid: int) -> tuple[Target, dict[str, Any]]:
        """Check the next field or its replacement; raises if the form is another."""
        await self._wait_for_data()
        tab = self._targets.session.active
        if tab is not self._tab or tab.document != self._document or tab.navigating:
            raise ElementBlocked("another page was opened.")
        if tab.dialog:
            raise DialogOpen("a dialog opened. Answer it with handle_dialog.")
        target = self._targets.of(mmid)
        found = await self._look(target)
        if found["gone"] and (successor := await self._targets.follow(target)):
            # The whole form was redrawn: comparing two observations shows what came and went.
            before, target = found, successor
            found = await self._look(target)
            found |= {each: [*before[each], *found[each]] for each in ("came", "went")}
        if found["gone"]:
            raise await self._targets.gone(target)
        if changed := _changed(found):
            raise ElementBlocked(changed)
        return target, found

    async def _look(self, target: Target) -> dict[str, Any]:
        try:
            found: dict[str, Any] = await target.world.call(
                "form_fields", mmid=target.mmid, others=self._of(target), first=not self._looked
            )
        except FrameGone as error:
            raise ElementBlocked("another page was opened.") from error
        self._looked = True
        return found

    async def leave_for(self, button: int) -> Target:
        """Blur the last field before the press, and return the button.

        A page that redraws its form on blur would otherwise do so between press and release, which
        then make no click on either button.
        """
        target, _ = await self.check(button)
        await self._targets.call(target, "focus")
        await self._calm(first=60)
        return (await self.check(button))[0]

    def sent(self) -> Filled:
        """Report that all is filled in and the button clicked."""
        trace_of(self._tab).acted.filled = self._entered
        return Filled(done=tuple(self._done), notes=tuple(self._notes), chosen=self._chosen)

    def stopped(self, why: str) -> Filled:
        """Report how far it got."""
        trace = trace_of(self._tab)
        acted = trace.acted
        trace.acted = ActionRecord(world=acted.world, scroll=acted.scroll, filled=self._entered)
        left = tuple(mmid for mmid in self._mmids if mmid not in self._done)
        return Filled(
            done=tuple(self._done),
            notes=tuple(self._notes),
            problem=why,
            left=left if why else (),
            chosen=self._chosen,
        )

    def _of(self, target: Target) -> list[int]:
        """The form's fields in the same world."""
        worlds = worlds_of(self._tab)
        now = map(worlds.now, self._mmids)
        return [mmid for mmid in now if worlds.of(mmid) is target.world]

    async def _wait_for_data(self) -> None:
        """Wait for the requests that the last value caused: they may change the form."""
        end = time.monotonic() + DATA_S
        waited = False
        while self._tab.network.in_flight > self._in_flight and time.monotonic() < end:
            waited = True
            await self._calm(first=100)
        if waited:
            await self._calm(first=60)
        self._in_flight = self._tab.network.in_flight

    async def _calm(self, first: int) -> None:
        try:
            await worlds_of(self._tab).main.call(
                "watch_quiet", quiet=30, first=first, cap=500, mutation=False, again=True
            )
        except FrameGone:
            # The next check notices its replacement; others get their turn meanwhile.
            await asyncio.sleep(0)

    async def _put(self, target: Target, found: dict[str, Any], value: str) -> Entered:
        match found["kind"]:
            case "toggle":
                return await self._switch(target, found, value)
            case "select" | "list":
                return await self._choose(target, value)
            case "suggests":
                return await self._suggested(target, found, value)
            case "read-only" if day := iso_date(value):
                # The calendar that opens from such a field fills it.
                return Entered(holds=await calendars.pick_date(self._targets, target, day, None))
        return await fill.enter_text(self._targets, target, value)

    async def _suggested(self, target: Target, found: dict[str, Any], value: str) -> Entered:
        """Type a value, and note the suggestions for it without choosing one."""
        start = (await self._targets.number(target, "choice_start"))[1]
        entered = await fill.enter_text(self._targets, target, value)
        if start["problem"] or start["open"] or entered.chip or not value:
            return entered
        look: dict[str, Any] = {"option": value, "scroll": False, "closing": False}
        look |= {"patience": self._patience, "calm": choose.CALM_MS}
        options: list[str] = []
        # Behind a dialog, or on another page, the next field reports it.
        with suppress(SkillError):
            options = (await self._targets.number(target, "choice_find", **look))[1]["options"]
        self._patience = SUGGESTING_MS if options else 0
        if options:
            more = len(options) - _MAX_SUGGESTED
            some = ", ".join(f"'{clipped(each)}'" for each in options[:_MAX_SUGGESTED])
            some += f" and {more} more" if more > 0 else ""
            who = named(None, found)
            self._notes.append(f"{who} suggests {some}; none was chosen: select_option does that.")
        return entered

    async def _choose(self, target: Target, option: str) -> Entered:
        chosen = await choose.select_option(self._targets, target, option, self._choosing)
        return Entered(holds=chosen)

    async def _switch(self, target: Target, found: dict[str, Any], value: str) -> Entered:
        who, word = named(target.mmid, found), value.strip().lower()
        if found["radio"] and _names_an_option(word, found["titles"]):
            return await self._choose(target, value)
        if word not in TICKED | _OFF:
            raise BadArgument(f"{who} takes true or false, not {value!r}.")
        on = word in TICKED
        if on == found["on"]:
            return Entered(holds=value)
        if found["radio"] and not on:
            raise BadArgument(f"{who} cannot be switched off: choose another one instead.")
        await pointer.click(self._targets, target)
        for _ in range(SWITCH_TRIES):
            now = await self._targets.call(target, "element_now")
            if ("checked" in now["states"]) == on:
                return Entered(holds=value)
            await self._calm(first=50)
        raise ElementBlocked(f"{who} was clicked and is still {'off' if on else 'on'}.")


def _changed(found: dict[str, Any]) -> str:
    if found["dialog"]:
        return f"'{found['dialog']}' opened over the form."
    # What went and came back under the same name was only redrawn.
    before, now = Counter(found["went"]), Counter(found["came"])
    came, went = list((now - before).elements()), list((before - now).elements())
    if came:
        return f"{_some(came)} appeared in the form."
    return f"{_some(went)} is gone from the form." if went else ""


def _names_an_option(word: str, titles: Sequence[str]) -> bool:
    """Whether a radio's value names one of its group, rather than true or false."""
    return word not in ("true", "false") and (word in titles or word not in TICKED | _OFF)


def _some(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def _note(who: str, value: str, entered: Entered) -> str:
    if entered.chip:
        return f"{who} became the chip '{entered.chip}'."
    if entered.holds == value:
        return ""
    return f"{who} holds '{entered.holds}'{': ' + entered.note if entered.note else '.'}"
