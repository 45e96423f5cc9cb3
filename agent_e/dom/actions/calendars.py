"""Picking dates: in native controls, in calendar widgets, or by typing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from agent_e.dom.changes.tab_state import begin, trace_of
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import BadArgument, ElementBlocked, SkillError

from . import fill, pointer
from .block_reasons import blocked, named
from .input import send
from .targets import Target, Targets

OPENING_MS = 800
"""How long a calendar may take to open before another way is tried."""
TURNING_MS = 1500
"""How long a calendar may take to show another month."""
TELLING_MS = 1000
"""How long a field may take to show the picked date."""
MAX_TURNS = 300
"""Most clicks on the way to a month."""
YEAR = 12


async def pick_date(targets: Targets, target: Target, day: date, end: date | None) -> str:
    """Choose a date or range, and return what the field then holds.

    ``BadArgument`` if it takes no date, or no such ``end``.
    """
    if end and end < day:
        raise BadArgument(f"The end {end} lies before the date {day}: swap them.")
    return await _Picker(targets, target).pick(day, end)


class _Picker:
    """Picks in one calendar, going only by what is visible, not by its library."""

    def __init__(self, targets: Targets, target: Target) -> None:
        self._targets = targets
        self._target = target
        self._tab = target.tab
        self._start: dict[str, Any] = {}
        self._learned: dict[str, int] = {}
        self._jumped: set[str] = set()
        self._opened = False

    async def pick(self, day: date, end: date | None) -> str:
        self._start = start = await self._ask("calendar_start")
        if start["problem"]:
            raise blocked(self._target.mmid, start)
        if start["type"]:
            return await self._native(day, end)
        await begin(self._tab, self._target.world, self._target.mmid, start)
        acted = trace_of(self._tab).acted
        seen = await self._read(day, patience=0) if start["open"] else await self._open(day)
        if not seen["months"]:
            return await self._type(day, end)
        try:
            seen = await self._choose(day, seen)
            if end:
                seen = await self._choose_end(day, end)
            holds = await self._confirm(day, end, seen)
        except SkillError:
            await self._close()
            raise
        acted.entered = holds or None
        trace_of(self._tab).acted = acted
        return holds or (f"{day} – {end}" if end else str(day))

    async def _native(self, day: date, end: date | None) -> str:
        if end:
            why = "takes one date. Pick the end in the field that is meant for it."
            raise BadArgument(f"{self._who} {why}")
        kind, held = self._start["type"], self._start["value"]
        texts = {
            "datetime-local": f"{day}T{held[11:] or '00:00'}",
            "month": f"{day:%Y-%m}",
            "week": "{}-W{:02d}".format(*day.isocalendar()),
        }
        entered = await fill.enter_text(self._targets, self._target, texts.get(kind, str(day)))
        return entered.holds

    async def _open(self, day: date) -> dict[str, Any]:
        """Open the calendar by the field or the button beside it."""
        self._opened = True
        ways = [self._target.mmid, self._start["toggle"]]
        seen: dict[str, Any] = {"months": []}
        for mmid in filter(None, ways):
            try:
                await self._click(mmid)
            except ElementBlocked:
                if mmid == self._target.mmid and not self._start["toggle"]:
                    raise
                continue
            seen = await self._read(day, patience=OPENING_MS)
            if seen["months"]:
                return seen
        return seen

    async def _type(self, day: date, end: date | None) -> str:
        if not self._start["writable"]:
            raise BadArgument(f"{self._who} opens no calendar and takes no text.")
        if end:
            raise BadArgument(
                f"{self._who} opens no calendar to choose a range in. "
                "Enter the two dates with enter_text."
            )
        entered = await fill.enter_text(self._targets, self._target, day.isoformat())
        if not entered.holds:
            words = f"{self._who} does not keep the date {day}. {entered.note}"
            raise ElementBlocked(words.strip())
        return entered.holds

    async def _choose(self, day: date, seen: dict[str, Any]) -> dict[str, Any]:
        """Turn to the day's month and click it; return what is then seen."""
        for _ in range(MAX_TURNS):
            if seen["cell"]:
                break
            seen = await self._turn(day, seen)
        if seen["barred"]:
            raise ElementBlocked(f"{day} cannot be chosen in the calendar of {self._who}.")
        await self._click(seen["cell"])
        return seen

    async def _turn(self, day: date, seen: dict[str, Any]) -> dict[str, Any]:
        """Go one step towards the day's month."""
        months = [month for month in seen["months"] if month is not None]
        if not months:
            raise ElementBlocked(
                f"The calendar of {self._who} does not say which month it shows. Click the day."
            )
        wanted = day.year * YEAR + day.month - 1
        if min(months) < wanted < max(months) or wanted in months:
            raise ElementBlocked(f"The calendar of {self._who} does not show {day}.")
        away = wanted - (max(months) if wanted > max(months) else min(months))
        if await self._jump(day, seen, months[0]):
            return await self._read(day, unlike=seen["months"], patience=TURNING_MS)
        button = self._towards(seen, away)
        if button is None:
            year, month = divmod(months[-1] if away > 0 else months[0], YEAR)
            raise ElementBlocked(
                f"The calendar of {self._who} goes no further than {year}-{month + 1:02d}."
            )
        await self._click(button["id"])
        now = await self._read(day, unlike=seen["months"], patience=TURNING_MS)
        if not now["months"]:
            raise ElementBlocked(f"The calendar of {self._who} closed before {day} was shown.")
        shown = next((month for month in now["months"] if month is not None), None)
        if shown is not None:
            self._learned[button["key"]] = shown - months[0]
        return now

    async def _jump(self, day: date, seen: dict[str, Any], shown: int) -> bool:
        """Use the calendar's year and month selects, each year once; return whether one was."""
        years, months = seen["years"], seen["month"]
        if years:
            nearest = min(years["all"], key=lambda year: abs(year - day.year))
            if nearest != shown // YEAR and f"y{nearest}" not in self._jumped:
                self._jumped.add(f"y{nearest}")
                return await self._select(years["id"], str(nearest))
        elif seen["year"] and abs(day.year - shown // YEAR) > 1 and "year" not in self._jumped:
            self._jumped.add("year")
            await fill.enter_text(self._targets, self._part(seen["year"]), str(day.year))
            return True
        index = str(day.month - 1)
        offered = months and index in months["all"] and f"m{index}" not in self._jumped
        if offered and shown // YEAR == day.year and shown % YEAR != day.month - 1:
            self._jumped.add(f"m{index}")
            return await self._select(months["id"], "", months["all"].index(index))
        return False

    async def _select(self, mmid: int, option: str, at: int = -1) -> bool:
        target = self._part(mmid)
        if at >= 0:
            now = await self._targets.call(target, "element_now")
            option = now["options"][at]
        done = await self._targets.call(target, "select_option", option=option)
        return not done["problem"]

    def _towards(self, seen: dict[str, Any], away: int) -> dict[str, Any] | None:
        """The button that leads nearest, or else one of unknown effect."""
        way = 1 if away > 0 else -1
        usable: list[dict[str, Any]] = [each for each in seen["buttons"] if not each["barred"]]
        steps = {each["id"]: self._learned.get(each["key"]) for each in usable}
        fitting = [each for each in usable if 0 < (steps[each["id"]] or 0) * way <= abs(away)]
        best = max(fitting, key=lambda each: abs(steps[each["id"]] or 0), default=None)
        fresh = [each for each in usable if steps[each["id"]] is None]
        likely = next((each for each in fresh if each["way"] == way), None)
        farther = abs(away) >= 2 * YEAR and best and abs(steps[best["id"]] or 0) < YEAR
        if best and not (farther and likely):
            return best
        return likely or next((each for each in fresh if each["way"] == 0), None)

    async def _choose_end(self, day: date, end: date) -> dict[str, Any]:
        seen = await self._read(end, patience=OPENING_MS)
        if not seen["months"]:
            raise ElementBlocked(
                f"{self._who} took {day} and closed its calendar. "
                f"Pick {end} in the field that is meant for the end."
            )
        return await self._choose(end, seen)

    async def _confirm(self, day: date, end: date | None, seen: dict[str, Any]) -> str:
        """Make sure the field shows the date; return what it holds."""
        after = await self._tell(day)
        if not after["told"] and after["months"] and after["confirm"]:
            await self._click(after["confirm"])
            after = await self._tell(day)
        if after["gone"] or after["told"]:
            return str(after["value"])
        if self._start["open"] and after["picked"]:
            return ""
        holds = f"holds '{after['value']}'" if after["value"] else "is empty"
        raise ElementBlocked(
            f"{day} was clicked in the calendar, but {self._who} {holds}. Look with get_dom."
        )

    async def _tell(self, day: date) -> dict[str, Any]:
        return await self._read(day, patience=TELLING_MS, until="told")

    async def _close(self) -> None:
        """Close the calendar that was opened."""
        if self._opened and not (self._tab.dialog or self._tab.closed or self._start["modal"]):
            await send(self._tab, self._tab.page.keyboard.press("Escape"))

    async def _read(
        self,
        day: date,
        *,
        patience: int,
        unlike: Sequence[int | None] = (),
        until: str = "shown",
    ) -> dict[str, Any]:
        before = ",".join("" if month is None else str(month) for month in unlike)
        until = "turned" if unlike else until
        asked = {"day": str(day), "unlike": before, "until": until, "patience": patience}
        return await self._ask("calendar", **asked)

    def _part(self, mmid: int) -> Target:
        return Target(self._tab, self._target.world, worlds_of(self._tab).now(mmid))

    async def _click(self, mmid: int) -> None:
        await pointer.click(self._targets, self._part(mmid))

    async def _ask(self, name: str, **options: Any) -> dict[str, Any]:
        self._target, found = await self._targets.number(self._target, name, **options)
        if found.get("problem") == "gone":
            raise await self._targets.gone(self._target)
        return dict(found)

    @property
    def _who(self) -> str:
        return named(self._target.mmid, self._start)
