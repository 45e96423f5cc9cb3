"""The verifier: did a step bring the task forward, and if not, whose fault was it?

Source: WebSight, Algorithm 1, lines 6 to 11. What was refused or changed nothing did not; only of
what changed something is the model asked, with the pictures before and after.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import shorten
from typing import Literal

from agent_e.agents.run_context import RunContext
from agent_e.memory.steps import Verdict
from agent_e.models.model import Message
from agent_e.models.model_table import sees_pictures
from agent_e.prompts import render
from agent_e.types import Picture

from .steps import StepResult
from .tag_parser import inside

ROLE = "judge"
_MAX_STATE_LENGTH = 240
_MAX_FACT_LENGTH = 200
Component = Literal["planner", "reasoner", "actor"]
_WORD = re.compile(r"\w{3,}")
_POINTING = frozenset({"click", "double_click", "right_click", "middle_click", "drag"})
_ASKS_TO_POINT = re.compile(
    r"\s*(?:double[- ]?|right[- ]?|left[- ]?)?(?:click|press the|tap)\b", re.I
)


@dataclass(frozen=True, kw_only=True, slots=True)
class StepVerdict:
    """A verdict.

    Attributes:
        advanced: whether the task is further than before.
        state: how far it is now.
        facts: what was found of the answer.
        fault: whose fault it was, as the model says.
        asked: whether a model was.
    """

    advanced: bool
    state: str
    facts: tuple[str, ...] = ()
    fault: str = ""
    asked: bool = False


class StateJudge:
    """Judges the steps of one run, and keeps how far its task is.

    Attributes:
        state: how far, in words.
    """

    def __init__(self, context: RunContext) -> None:
        self.state = "Nothing is done yet."
        self._context = context
        self._sees = sees_pictures(context.models[ROLE].name)

    async def judge(self, step: StepResult, *pages: Picture) -> StepVerdict:
        """Judge a step by pictures of the page before and after it, where there are any.

        Of one that helped, the state is the new one.
        """
        if not step.changed:
            return StepVerdict(advanced=False, state=self.state)
        if step.unseen:
            return StepVerdict(advanced=True, state=self.state)
        found = read_verdict(await self._asked(step, pages), self.state)
        if found.advanced:
            self.state = found.state
        return found

    async def _asked(self, step: StepResult, pages: tuple[Picture, ...]) -> str:
        task = self._context.effective_task
        words = f"Task: {task}\nState before: {self.state}\nThe step: {step.instruction}"
        pictures = pages if self._sees else ()
        told = step.sight if len(pictures) == 2 else step.message
        messages = [
            Message(role="system", text=render("websight_judge")),
            Message(role="user", text=words, page=told, pictures=pictures),
        ]
        return (await self._context.calls(ROLE).complete(messages, (), step=False)).text


def read_verdict(reply: str, state: str) -> StepVerdict:
    """Read a verdict; one that says neither yes nor no takes what changed for progress."""
    said = inside(reply, "advanced")
    advanced = not said or not said[0].casefold().startswith("no")
    told = inside(reply, "state")
    facts = tuple(
        shorten(fact, _MAX_FACT_LENGTH, placeholder=" …")
        for fact in inside(reply, "fact")
        if fact.casefold().strip(" .-") not in ("none", "n/a")
    )
    fault = (inside(reply, "fault") or [""])[0].casefold().split()
    return StepVerdict(
        advanced=advanced,
        state=shorten(told[0], _MAX_STATE_LENGTH, placeholder=" …") if told else state,
        facts=facts,
        fault=fault[0].strip(".,:") if fault and not advanced else "",
        asked=True,
    )


def blame(step: StepResult, said: str) -> Component:
    """Return whose fault a step is that did not help; ``said`` is what the judge says.

    Source: WebSight, table 3: failures were told apart by hand into those of planner, reasoner and
    actor. Here rules do it at each step, from what is known of it; what the judge says comes first.
    """
    if step.banned:
        return "reasoner"
    if not step.kind or _did_other(step):
        return "actor"
    if step.verdict is not None and _between_pages(step.verdict):
        # The reasoner follows a plan that leads nowhere.
        return "planner"
    if said in ("planner", "reasoner", "actor"):
        return said  # type: ignore[return-value]
    if not step.changed and step.kind in _POINTING:
        return "reasoner" if _hit(step) else "actor"
    return "reasoner"


def _between_pages(loop: Verdict) -> bool:
    """Whether it leads from page to page and back, each time with an effect."""
    states = {pair.state for pair in loop.pairs}
    return len(states) > 1 and any(pair.led_to.startswith("page ") for pair in loop.pairs)


def _did_other(step: StepResult) -> bool:
    """Whether something else was done than asked, such as scrolling for a click."""
    return bool(_ASKS_TO_POINT.match(step.instruction)) and step.kind not in _POINTING


def _hit(step: StepResult) -> bool:
    """Whether what was hit bears a word of what was asked for."""
    asked, hit = (_WORD.findall(each.casefold()) for each in (step.instruction, step.target))
    return not set(asked).isdisjoint(hit)
