"""Spontaneous changes of a page, sampled in all its worlds before and after an action."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from agent_e.browser import Tab
from agent_e.dom.worlds.registry import IsolatedWorld, worlds_of
from agent_e.errors import DialogOpen, SkillError

from .volatile_text import Moving, Place

_INNER_TIMEOUT_S = 0.5
"""Longest wait for a cross-origin frame: a stuck one changes nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Baseline:
    """A tab's event count at one moment, and each world's spontaneous changes."""

    total: int = 0
    moving: Mapping[IsolatedWorld, Moving] = field(default_factory=dict)

    @property
    def moves(self) -> bool:
        """Whether anything changes by itself."""
        return any(moving.places for moving in self.moving.values())

    def since(self, now: Baseline) -> Baseline:
        """The same, with the texts shown since."""
        none = Moving()
        moving = {each: old.since(now.moving.get(each, none)) for each, old in self.moving.items()}
        return Baseline(total=now.total, moving=moving)

    def explains(self, before: str, after: str, about: str = "") -> bool:
        """Whether a text (``""`` for none) became another by itself.

        ``about``: the text's subject; see ``Place.goes_on``.
        """
        if any(place.goes_on(before, after, about) for place in self._places()):
            return True
        # Slides in rotation are separate places.
        return bool(before and after) and self.explains(before, "") and self.explains("", after)

    def _places(self) -> Iterator[Place]:
        for moving in self.moving.values():
            yield from moving.places

    def shows(self, text: str) -> bool:
        """Whether a text is where texts change by themselves."""
        return any(place.shows(text) for place in self._places())

    def shifts(self, mmid: int | None) -> bool:
        """Whether the states of this element change by themselves."""
        return any(mmid in moving.ids for moving in self.moving.values())


async def armed(tab: Tab) -> Baseline:
    """Start watching for an action's effects; raises as ``IsolatedWorld.call``."""
    return await _asked(tab, "arm_watch")


async def rested(tab: Tab) -> Baseline:
    """Stop watching: changes from here on are spontaneous. Raises as ``armed``."""
    return await _asked(tab, "rest_watch")


async def _asked(tab: Tab, script: str) -> Baseline:
    worlds = worlds_of(tab)
    main, *rest = await asyncio.gather(
        worlds.main.call(script),
        *(_inner(world, script) for world in worlds.all if world is not worlds.main),
    )
    answers = {worlds.main: main, **{world: answer for world, answer in rest if answer}}
    moving = {}
    for world, answer in answers.items():
        places = [Place(**place) for place in answer["restless"]]
        moving[world] = Moving(places=places, ids=frozenset(answer["shifting"]))
    return Baseline(total=sum(answer["total"] for answer in answers.values()), moving=moving)


async def _inner(world: IsolatedWorld, script: str) -> tuple[IsolatedWorld, dict[str, Any] | None]:
    try:
        return world, await world.call(script, timeout_s=_INNER_TIMEOUT_S)
    except DialogOpen:
        raise
    except SkillError:
        # It is gone or stuck: observing the page will report it.
        return world, None
