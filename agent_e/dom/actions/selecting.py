"""Selecting text with the mouse, from first letter to last."""

from __future__ import annotations

from typing import Any, NamedTuple

from agent_e.browser import mapped_errors
from agent_e.dom.worlds.registry import IsolatedWorld, worlds_of
from agent_e.errors import BadArgument, SkillError

from . import dragging, pointer_at
from .targets import Point, Target, Targets, point_of


class Text(NamedTuple):
    """A text in an element or the page, given by its first and last words.

    Either may be ``""`` if the other is the whole text; both mean all there is.
    """

    first: str
    last: str
    within: Target | None = None


async def begins(targets: Targets, text: Text) -> Point:
    """Scroll to the beginning of a text; ``BadArgument`` if there is no such text."""
    return await _point(*await _find(targets, text))


async def select(targets: Targets, text: Text, under: int) -> tuple[str, int]:
    """Select a text that begins in ``under``.

    Returns what is then selected, and how often its first words occur there.
    """
    target = targets.of(under)
    start = await begins(targets, text)
    await pointer_at.reach(targets, target, start, passive=True)
    world, found = await _find(targets, text, act=True)

    async def find(patience: float) -> Point:
        return await _point(world, await _look(world, text, end=True, turn=patience > 0))

    if not found["field"]:
        with mapped_errors("selecting text"):
            await dragging.sweep(target.tab, start, find)
    now = {} if target.tab.dialog else await _look(world, text)
    return str(now.get("selected", "")), int(found["places"])


async def _find(
    targets: Targets, text: Text, *, act: bool = False
) -> tuple[IsolatedWorld, dict[str, Any]]:
    """Find the text, in whichever world, and scroll to its beginning."""
    within = text.within
    for world in [within.world] if within else worlds_of(targets.session.active).all:
        found = await _look(world, text, turn=True, act=act)
        if within and found["problem"] == "gone":
            raise await targets.gone(within)
        if not found["problem"]:
            return world, found
    quoted = " to ".join(f"'{each}'" for each in text[:2] if each) or "Text"
    where = f"in [{within.mmid}]" if within else "on the page"
    raise BadArgument(f"{quoted} is not {where}. Give words as they stand there.")


async def _look(world: IsolatedWorld, text: Text, **how: bool) -> dict[str, Any]:
    asked: dict[str, Any] = {"mmid": text.within.mmid if text.within else 0}
    asked |= {"first": text.first, "last": text.last, "end": False, "turn": False, "act": False}
    found: dict[str, Any] = await world.call("text_span", **asked | how)
    return found


async def _point(world: IsolatedWorld, found: dict[str, Any]) -> Point:
    if found["problem"]:
        raise SkillError("The text went away while it was selected. Look again with get_dom.")
    return await point_of(world, found)
