"""The verifier: did a step bring the task forward? Evidence first, then a model that looks.

Source: WebSight, Algorithm 1, lines 6 to 11. What was refused or changed nothing did not; only of
what changed something is the model asked, with the pictures before and after.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import shorten

from agent_e.agents.run_context import RunContext
from agent_e.models.model import Message
from agent_e.models.registry import sees_pictures
from agent_e.prompts import render
from agent_e.types import Picture

from .tag_parser import inside

ROLE = "judge"
_MAX_STATE_LENGTH = 240
_MAX_FACT_LENGTH = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class StepEvidence:
    """A step that was taken.

    Attributes:
        instruction: what was to be done.
        told: what the change report says of it; ``sight`` for who sees pictures of both pages.
        changed: whether anything changed.
        unseen: whether what came of it is on no picture, so that a judge could only be wrong.
        before: the page before, where there is a picture; ``after`` likewise.
    """

    instruction: str
    told: str
    sight: str
    changed: bool
    unseen: bool = False
    before: Picture | None = None
    after: Picture | None = None


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

    def __init__(self, kit: RunContext) -> None:
        self.state = "Nothing is done yet."
        self._kit = kit
        self._sees = sees_pictures(kit.models[ROLE].name)

    async def judge(self, step: StepEvidence) -> StepVerdict:
        """Judge a step; of one that helped, the state is the new one.

        Raises:
            ModelError: the provider failed.
        """
        if not step.changed:
            return StepVerdict(advanced=False, state=self.state)
        if step.unseen:
            return StepVerdict(advanced=True, state=self.state)
        found = read_verdict(await self._asked(step), self.state)
        if found.advanced:
            self.state = found.state
        return found

    async def _asked(self, step: StepEvidence) -> str:
        words = (
            f"Task: {self._kit.wanted}\nState before: {self.state}\nThe step: {step.instruction}"
        )
        pictures = tuple(each for each in (step.before, step.after) if each and self._sees)
        told = step.sight if len(pictures) == 2 else step.told
        messages = [
            Message(role="system", text=render("websight_judge")),
            Message(role="user", text=words, page=told, pictures=pictures),
        ]
        return (await self._kit.calls(ROLE).complete(messages, (), step=False)).text


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
