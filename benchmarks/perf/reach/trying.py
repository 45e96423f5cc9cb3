"""Tries what one screen offers: everything our click does before its press, and a check."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from playwright.async_api import ElementHandle
from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.screens import Visit
from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.dom.actions import pointer
from agent_e.dom.actions.targets import Targets
from agent_e.errors import BadArgument, SkillError

from .inpage import ATTRIBUTE, Scrolled, around, beginning, element_of, met
from .offered import Key, Offered, offered

MAX_TRIALS = 20
"""Elements that are tried on a screen."""
MAX_COVERED = 4
"""How many of these may be marked as covered: behind a dialog nearly all are."""
ALL = 10_000_000
"""Characters: a budget for an outline in one piece, whatever the page."""
_ACTION_S = 10.0
_PAUSE_S = 0.3
"""Seconds a page gets to show something under the mouse, or to remove it again."""

Outcome = Literal["at once", "scrolled", "key", "told", "refused", "elsewhere", "gone"]
"""The outcome. ``scrolled``: after scrolling; ``key``: covered, but reachable by
keyboard; ``told``: refused, and its line says that it is covered; ``elsewhere``: marked as in reach
where something else lies; ``gone``: no longer there when the screen was opened again."""
REACHED: tuple[Outcome, ...] = ("at once", "scrolled", "key")
FAULTS: tuple[Outcome, ...] = ("refused", "elsewhere")


@dataclass(frozen=True, kw_only=True, slots=True)
class Tried:
    """One tried element.

    Attributes:
        line: of the outline.
        html: the beginning of the element.
        refusal: the refusal, or the beginning of what lies at the point.
        way: what brings it into reach after a refusal, ``""`` where nothing was found.
    """

    screen: str
    outcome: Outcome
    line: str = ""
    html: str = ""
    refusal: str = ""
    way: str = ""

    def to_json(self) -> dict[str, str]:
        """Return it as plain values."""
        return asdict(self)


class Trial:
    """One screen, opened, and its trials."""

    def __init__(self, visit: Visit) -> None:
        settings = DomSettings(write_attribute=ATTRIBUTE)
        self._visit = visit
        self._observer = PageObserver(visit.session, settings)
        self._targets = Targets(visit.session, self._observer, _ACTION_S)
        self._outline = ""
        self._offered: Mapping[Key, Offered] = {}
        self._scrolled = Scrolled([])

    async def run(self, seed: int) -> AsyncIterator[Tried]:
        """Open the screen and yield each try; raises as ``Visit.open`` does."""
        await self._open()
        for key in sample(self._offered, f"{seed} {self._visit.name}"):
            yield await self._try(key)
            if not await self._restored():
                await self._open()

    async def _open(self) -> None:
        await self._visit.open()
        await self._visit.page.mouse.move(-1, -1)
        self._scrolled = await Scrolled.of(self._visit.page)
        self._outline, self._offered = await self._look()

    async def _look(self) -> tuple[str, Mapping[Key, Offered]]:
        seen = await self._observer.observe()
        outline = self._observer.render(seen, budget=ALL)
        return outline, offered(seen, outline)

    async def _restored(self) -> bool:
        """Take the mouse away and scroll back; returns whether the outline is the original one."""
        try:
            await self._undo()
            outline, _ = await self._look()
            if outline != self._outline:
                await self._visit.rest()
                outline, _ = await self._look()
        except (PlaywrightError, SkillError):
            return False
        return outline == self._outline

    async def _undo(self) -> None:
        await self._visit.page.mouse.move(-1, -1)
        await self._scrolled.restore()
        await asyncio.sleep(_PAUSE_S)

    async def _try(self, key: Key) -> Tried:
        name = self._visit.name
        found = self._offered.get(key)
        if not found:
            return Tried(screen=name, outcome="gone", line=" ".join(map(str, key)))
        assert found.node.mmid is not None
        element = await element_of(self._visit.page, found.node.mmid)
        html = await beginning(element)
        try:
            outcome, detail = await self._reached(found, element)
        except SkillError as error:
            announced = "covered" in found.node.states
            way = "" if announced else await self._way(found, element)
            outcome, detail = "told" if announced else "refused", str(error)
            return Tried(
                screen=name, outcome=outcome, line=found.line, html=html, refusal=detail, way=way
            )
        return Tried(screen=name, outcome=outcome, line=found.line, html=html, refusal=detail)

    async def _reached(self, found: Offered, element: ElementHandle | None) -> tuple[Outcome, str]:
        """Do what comes before a press; raises ``SkillError`` as a click does."""
        mmid = found.node.mmid
        assert mmid is not None
        await self._targets.resolve(mmid)
        target = self._targets.of(mmid)
        try:
            way = await pointer.approach(self._targets, target)
        except BadArgument:
            # For another skill, such as that for native selects; the mouse must still reach it.
            way = pointer.Way(at=await pointer.reach(self._targets, target, passive=True))
        at = way.at
        if at is None:
            return "key", way.note
        other = await met(element, at) if element else ""
        if other:
            return "elsewhere", other
        return "scrolled" if await self._scrolled.moved() else "at once", ""

    async def _way(self, found: Offered, element: ElementHandle | None) -> str:
        """Look for what brings a refused element into reach, as a person would."""
        if not element:
            return ""
        page = self._visit.page
        try:
            await self._undo()
            for html, point in await around(element):
                await page.mouse.move(point.x, point.y)
                if await self._helps(found, element):
                    return f"the mouse on {html}"
            await self._undo()
            await element.focus()
            return "the focus" if await self._helps(found, element) else ""
        except PlaywrightError:
            return ""

    async def _helps(self, found: Offered, element: ElementHandle) -> bool:
        await asyncio.sleep(_PAUSE_S)
        try:
            outcome, _ = await self._reached(found, element)
        except SkillError:
            return False
        return outcome in REACHED


def sample(offers: Mapping[Key, Offered], seed: str) -> list[Key]:
    """Choose what is tried, the same for the same seed; in page order."""
    chance = random.Random(seed)
    covered = [key for key, each in offers.items() if "covered" in each.node.states]
    some = chance.sample(covered, min(MAX_COVERED, len(covered)))
    free = [key for key, each in offers.items() if "covered" not in each.node.states]
    chosen = {*some, *chance.sample(free, min(MAX_TRIALS - len(some), len(free)))}
    return [key for key in offers if key in chosen]
