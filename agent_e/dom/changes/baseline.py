"""What a page does by itself: asked of all its worlds before an action and after it."""

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
"""Longest wait for a frame of another origin: what is stuck there moves nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Baseline:
    """How much had happened in a tab at one moment, and what changes by itself in each world."""

    total: int = 0
    moving: Mapping[IsolatedWorld, Moving] = field(default_factory=dict)

    @property
    def moves(self) -> bool:
        """Whether anything does."""
        return any(moving.places for moving in self.moving.values())

    def since(self, now: Baseline) -> Baseline:
        """The same, with the texts that have been shown since."""
        none = Moving()
        moving = {each: old.since(now.moving.get(each, none)) for each, old in self.moving.items()}
        return Baseline(total=now.total, moving=moving)

    def explains(self, before: str, after: str, about: str = "") -> bool:
        """Whether a text (``""`` where there is none) came to be another one by itself.

        ``about`` says what it is about; see ``Place.goes_on``.
        """
        if any(place.goes_on(before, after, about) for place in self._places()):
            return True
        # Slides that take turns are places of their own.
        return bool(before and after) and self.explains(before, "") and self.explains("", after)

    def _places(self) -> Iterator[Place]:
        for moving in self.moving.values():
            yield from moving.places

    def shows(self, text: str) -> bool:
        """Whether a text stands where texts change by themselves."""
        return any(place.shows(text) for place in self._places())

    def shifts(self, mmid: int | None) -> bool:
        """Whether the states of this element change by themselves."""
        return any(mmid in moving.ids for moving in self.moving.values())


async def armed(tab: Tab) -> Baseline:
    """Begin to watch for what an action does; raises as ``IsolatedWorld.call`` does."""
    return await _asked(tab, "arm_watch")


async def rested(tab: Tab) -> Baseline:
    """End the watching: what changes from here on changes by itself. Raises as ``armed`` does."""
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
        # It is gone or stuck: the look at the page will say so.
        return world, None
