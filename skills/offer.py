"""Which skills are offered for one sub-task.

A schema costs tokens on every call, so what is rarely needed joins only when the page that is open
or the words of the sub-task call for it. The choice holds for the whole sub-task: a changed list of
tools would throw away the provider's prompt cache.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent_e.types import Observation

from .spec import Skill

MOST = 16
"""Skills offered at a time, those of one's own apart and those that ask the person."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Occasion:
    """When a skill that is rarely needed is offered.

    Attributes:
        words: what the sub-task says when it is about it.
        page: whether the page that is open calls for it.
        sees: whether it is of use only to a model that sees pictures.
    """

    skill: Skill
    words: re.Pattern[str]
    page: Callable[[Observation], bool]
    sees: bool = False


def offer(
    always: Sequence[Skill],
    occasions: Sequence[Occasion],
    *,
    sub_task: str,
    page: Observation,
    sees: bool = False,
    most: int = MOST,
) -> tuple[Skill, ...]:
    """Return the skills for a sub-task: those offered always, then the fitting others.

    Words count for more than what the page has, and earlier occasions for more than later ones.
    ``sees`` says whether the model sees pictures.
    """
    occasions = [each for each in occasions if sees or not each.sees]
    room = max(0, most - len(always))
    asked = [each for each in occasions if each.words.search(sub_task)]
    there = [each for each in occasions if each not in asked and each.page(page)]
    chosen = [*asked, *there][:room]
    # In the order of the table, so that the same choice is the same prompt.
    return (*always, *(each.skill for each in occasions if each in chosen))
