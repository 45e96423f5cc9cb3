"""The verifier: did a step bring the task forward, and if not, which role was at fault?

Source: WebSight, Algorithm 1, lines 6 to 11. Refused or ineffective steps did not; the model
is asked only about those that changed something, with the pictures before and after.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import shorten
from typing import Literal

from agent_e.agents.run_context import RunContext
from agent_e.loops.steps import Verdict
from agent_e.models.model import Message
from agent_e.models.model_table import sees_pictures
from agent_e.prompts import render
from agent_e.types import PageText, Picture

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
        state: progress so far, in words.
        facts: found parts of the answer.
        fault: the role at fault, as the model says.
        asked: whether a model was asked.
    """

    advanced: bool
    state: str
    facts: tuple[str, ...] = ()
    fault: str = ""
    asked: bool = False


class StateJudge:
    """Judges the steps of one run, and tracks the progress of its task.

    Attributes:
        state: progress, in words.
    """

    def __init__(self, context: RunContext) -> None:
        self.state = "Nothing is done yet."
        self._context = context
        self._sees = sees_pictures(context.models[ROLE].name)

    async def judge(self, step: StepResult, *pages: Picture) -> StepVerdict:
        """Judge a step by pictures of the page before and after it, where available.

        A step that helped updates the state.
        """
        if not step.changed:
            return StepVerdict(advanced=False, state=self.state)
        if step.unseen:
            return StepVerdict(advanced=True, state=self.state)
        found = read_verdict(await self._ask(step, pages), self.state)
        if found.advanced:
            self.state = found.state
        return found

    async def _ask(self, step: StepResult, pages: tuple[Picture, ...]) -> str:
        task = self._context.effective_task
        words = f"Task: {task}\nThe step: {step.instruction}"
        pictures = pages if self._sees else ()
        outcome = step.sight if len(pictures) == 2 else step.message
        page = PageText.joined(f"State before: {self.state}", outcome)
        messages = [
            Message(role="system", text=render("websight_judge")),
            Message(role="user", text=words, page=page, pictures=pictures),
        ]
        return (await self._context.calls(ROLE).complete(messages, (), step=False)).text


def read_verdict(reply: str, state: str) -> StepVerdict:
    """Parse a verdict; one without yes or no takes a change for progress."""
    advanced_tags = inside(reply, "advanced")
    advanced = not advanced_tags or not advanced_tags[0].casefold().startswith("no")
    state_tags = inside(reply, "state")
    facts = tuple(
        shorten(fact, _MAX_FACT_LENGTH, placeholder=" …")
        for fact in inside(reply, "fact")
        if fact.casefold().strip(" .-") not in ("none", "n/a")
    )
    fault = (inside(reply, "fault") or [""])[0].casefold().split()
    return StepVerdict(
        advanced=advanced,
        state=shorten(state_tags[0], _MAX_STATE_LENGTH, placeholder=" …") if state_tags else state,
        facts=facts,
        fault=fault[0].strip(".,:") if fault and not advanced else "",
        asked=True,
    )


def blame(step: StepResult, judged: str) -> Component:
    """Return the role at fault for a step that did not help; ``judged`` is the judge's view.

    Source: WebSight, table 3, where failures were attributed by hand to planner, reasoner and
    actor. Here rules do it at each step, by what is known of it; the judge's view comes first.
    """
    if step.banned:
        return "reasoner"
    if not step.kind or _did_other(step):
        return "actor"
    if step.verdict is not None and _between_pages(step.verdict):
        # The reasoner follows a plan that leads nowhere.
        return "planner"
    if judged in ("planner", "reasoner", "actor"):
        return judged  # type: ignore[return-value]
    if not step.changed and step.kind in _POINTING:
        return "reasoner" if _hit(step) else "actor"
    return "reasoner"


def _between_pages(loop: Verdict) -> bool:
    """Whether the loop goes back and forth between pages, each time with an effect."""
    states = {pair.state for pair in loop.pairs}
    return len(states) > 1 and any(pair.led_to.startswith("page ") for pair in loop.pairs)


def _did_other(step: StepResult) -> bool:
    """Whether something other than asked was done, such as scrolling for a click."""
    return bool(_ASKS_TO_POINT.match(step.instruction)) and step.kind not in _POINTING


def _hit(step: StepResult) -> bool:
    """Whether the element that was hit bears a word of the instruction."""
    asked, hit = (_WORD.findall(each.casefold()) for each in (step.instruction, step.target))
    return not set(asked).isdisjoint(hit)
