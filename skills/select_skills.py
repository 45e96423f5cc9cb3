"""Which skills are listed for one sub-task, and which are only within reach.

A schema costs tokens on every call, so what is rarely needed is listed only where the open page
calls for it, by its structure and never by words. The choice holds for the whole sub-task: a
changed list of tools throws away the provider's prompt cache. What is not listed may be called all
the same, and is listed from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent_e.types import Observation

from .spec import Skill

MAX_OFFERED = 17
"""Skills listed at first, those of one's own apart and those that ask the person."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Occasion:
    """When a skill that is rarely needed is listed.

    Attributes:
        page: whether the page that is open calls for it.
        sees: whether it is of use only to a model that sees pictures.
    """

    skill: Skill
    page: Callable[[Observation], bool]
    sees: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Offer:
    """What a model may call: skills whose schemas it gets, and others it gets them of on demand."""

    listed: tuple[Skill, ...]
    spare: tuple[Skill, ...]


def select_skills(
    always: Sequence[Skill],
    occasions: Sequence[Occasion],
    *,
    page: Observation,
    sees: bool = False,
    limit: int = MAX_OFFERED,
) -> Offer:
    """Return the skills for a sub-task that begins on a page.

    Those offered always are listed, then those the page calls for, earlier occasions first and
    ``limit`` together; the others are spare. ``sees`` says whether the model sees pictures.
    """
    usable = [each for each in occasions if sees or not each.sees]
    there = [each for each in usable if each.page(page)][: max(0, limit - len(always))]
    return Offer(
        listed=(*always, *(each.skill for each in there)),
        spare=tuple(each.skill for each in usable if each not in there),
    )
