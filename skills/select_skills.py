"""Which skills are listed for one sub-task, and which are only within reach.

A schema costs tokens on every call, so rarely needed skills are listed only where the open page
calls for them, by its structure and never by words. The choice holds for the whole sub-task: a
changed list of tools invalidates the provider's prompt cache. Unlisted skills may still be called,
and are listed from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent_e.types import Observation

from .spec import Skill

MAX_OFFERED = 17
"""Skills listed at first, except the person's own and those that ask the person."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Occasion:
    """When a rarely needed skill is listed.

    Attributes:
        page: whether the open page calls for it.
        sees: whether it is useful only to a model that sees pictures.
    """

    skill: Skill
    page: Callable[[Observation], bool]
    sees: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Offer:
    """The skills a model may call: listed ones with schemas, and spare ones on demand."""

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

    Those always offered are listed, then those the page calls for, earlier occasions first and
    at most ``limit`` in all; the others are spare. ``sees``: the model sees pictures.
    """
    usable = [each for each in occasions if sees or not each.sees]
    there = [each for each in usable if each.page(page)][: max(0, limit - len(always))]
    return Offer(
        listed=(*always, *(each.skill for each in there)),
        spare=tuple(each.skill for each in usable if each not in there),
    )
