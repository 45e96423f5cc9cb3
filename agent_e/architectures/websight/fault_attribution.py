"""Which role a step went wrong by. Pure.

Source: WebSight, table 3: failures were told apart by hand into those of planner, reasoner and
actor. Here rules do it at each step, from what is known of it; what the judge says comes first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from agent_e.memory.steps import Verdict

Component = Literal["planner", "reasoner", "actor", "verifier"]

_WORD = re.compile(r"\w{3,}")
_POINTING = frozenset({"click", "double_click", "right_click", "middle_click", "drag"})
_ASKS_TO_POINT = re.compile(
    r"\s*(?:double[- ]?|right[- ]?|left[- ]?)?(?:click|press the|tap)\b", re.I
)


@dataclass(frozen=True, kw_only=True, slots=True)
class FailedStep:
    """A step that did not help.

    Attributes:
        instruction: of the reasoner.
        kind: of the actor's action, ``""`` when it gave none.
        target: name of what it hit.
        refused: whether it could not be done.
        banned: whether it was known to lead nowhere.
        ghost: whether it had no effect.
        loop: which it closed.
        said: what the judge holds for the fault.
    """

    instruction: str
    kind: str = ""
    target: str = ""
    refused: bool = False
    banned: bool = False
    ghost: bool = False
    loop: Verdict | None = None
    said: str = ""


def blame(step: FailedStep) -> Component:
    """Return whose fault it was."""
    if step.banned:
        return "reasoner"
    if not step.kind or _did_other(step):
        return "actor"
    if step.loop is not None and _between_pages(step.loop):
        # The reasoner follows a plan that leads nowhere.
        return "planner"
    if step.said in ("planner", "reasoner", "actor"):
        return step.said  # type: ignore[return-value]
    if (step.refused or step.ghost) and step.kind in _POINTING:
        return "reasoner" if _hit(step) else "actor"
    return "reasoner"


def _between_pages(loop: Verdict) -> bool:
    """Whether it leads from page to page and back, each time with an effect."""
    states = {pair.state for pair in loop.pairs}
    return len(states) > 1 and any(pair.led_to.startswith("page ") for pair in loop.pairs)


def _did_other(step: FailedStep) -> bool:
    """Whether something else was done than asked, such as scrolling for a click."""
    return bool(_ASKS_TO_POINT.match(step.instruction)) and step.kind not in _POINTING


def _hit(step: FailedStep) -> bool:
    """Whether what was hit bears a word of what was asked for."""
    return bool(_words(step.instruction) & _words(step.target))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
