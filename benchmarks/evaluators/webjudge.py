"""``webjudge``: a model judges by key points of the task, chosen screenshots and the actions.

The method is WebJudge of Xue et al. 2025, "An Illusion of Progress? Assessing the Current State of
Web Agents" (arXiv 2504.01382v4, the section on automatic evaluation), as published with
Online-Mind2Web (commit ccdeb0d6: threshold 3, at most 50 screenshots). Key points come from the
task alone; each screenshot is rated by itself; the agent's answer is withheld from the verdict, as
a judge believes what it is told. Prompts are our own. Two differences: of too many screenshots the
last ones are shown, not the first; a reply that is no rating leaves the episode unjudged, where the
original counts it as irrelevant.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from agent_e.benchmarks.judging.replies import Shape
from agent_e.models.model import Message, Model, Picture
from agent_e.prompts import digest, render
from agent_e.safety import UntrustedContent
from agent_e.types import PageText

from .base import Case, Evaluator, Finding, Keys
from .judged import UNASKED, UNSEEN, Decided, actions_of, has_answer, majority, picture_of

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge

POINTS = "judge_webjudge_points"
RATING = "judge_webjudge_rating"
VERDICT = "judge_webjudge_verdict"
_AT_ONCE = 8
"""Screenshots rated at the same time."""


class WebJudgeCheck(Keys):
    """Keys of ``webjudge``."""

    threshold: int = Field(default=3, ge=1, le=5)
    """Least rating of a screenshot that is shown for the verdict."""
    screenshots: int = Field(default=50, ge=1)
    """Number of those shown, the last ones."""
    judges: int = Field(default=1, ge=1)
    """Number of judgements, at least one of each judge; the majority decides."""


class Required(Shape):
    """What a task asks for."""

    key_points: Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]


class Rated(Shape):
    """How much a screenshot says of the key points."""

    reason: str
    score: Annotated[int, Field(ge=1, le=5)]


async def _rule(keys: WebJudgeCheck, case: Case, judge: Judge | None) -> Finding:
    if not has_answer(case) and case.evidence.claim == "cannot" and case.task.feasible:
        return Finding(passed=False, reason="The agent gave up without an answer.")
    if judge is None:
        return UNASKED
    if not case.evidence.screenshots:
        return UNSEEN
    pictures = [picture_of(case, name) for name in case.evidence.screenshots]
    looking = _Looking(keys, judge, case.task.intent, actions_of(case), pictures)
    opinions = await judge.opinions(max(keys.judges, len(judge.models)), looking.decided)
    prompts = ", ".join(map(digest, (POINTS, RATING, VERDICT)))
    return majority(case, opinions, f"prompts {prompts}, {len(pictures)} screenshots")


@dataclass(frozen=True, slots=True)
class _Looking:
    """The questions about one episode."""

    keys: WebJudgeCheck
    judge: Judge
    intent: str
    actions: PageText
    pictures: Sequence[Picture]

    async def decided(self, model: Model) -> Decided:
        task = f"The task:\n{self.intent}"
        question = (
            Message(role="system", text=render(POINTS)),
            Message(role="user", text=task),
        )
        points = await self.judge.ask(model, question, Required)
        lines = [f"{number}. {each}" for number, each in enumerate(points.key_points, 1)]
        task = "\n".join([task, "", "Its key points:", *lines])
        ratings = await self._ratings(model, task)
        chosen = [
            (picture, rated.reason)
            for picture, rated in zip(self.pictures, ratings, strict=True)
            if rated.score >= self.keys.threshold
        ]
        return await self._verdict(model, task, chosen[-self.keys.screenshots :])

    async def _ratings(self, model: Model, task: str) -> list[Rated]:
        found: list[Rated] = []
        for start in range(0, len(self.pictures), _AT_ONCE):
            some = self.pictures[start : start + _AT_ONCE]
            asked = (self._rating(model, task, each) for each in some)
            # All have ended before one may fail: none asks on while the judge is closed.
            for rated in await asyncio.gather(*asked, return_exceptions=True):
                if isinstance(rated, BaseException):
                    raise rated
                found.append(rated)
        return found

    async def _rating(self, model: Model, task: str, picture: Picture) -> Rated:
        question = (
            Message(role="system", text=render(RATING)),
            Message(role="user", text=f"{task}\n\nThe screenshot follows.", pictures=(picture,)),
        )
        return await self.judge.ask(model, question, Rated)

    async def _verdict(
        self, model: Model, task: str, chosen: Sequence[tuple[Picture, str]]
    ) -> Decided:
        fence = UntrustedContent()
        reasons = [f"{number}. {reason}" for number, (_, reason) in enumerate(chosen, 1)]
        # A reason repeats what a page shows: it is as untrusted as the page.
        seen = fence.around(PageText("\n".join(reasons)))
        shown = (
            f"What {len(chosen)} of its screenshots were chosen for:\n{seen}\n\nThey follow."
            if chosen
            else "None of its screenshots shows anything of a key point."
        )
        words = f"{task}\n\nThe agent's actions:\n{fence.around(self.actions)}\n\n{shown}"
        question = (
            Message(role="system", text=render(VERDICT, mark=fence.mark)),
            Message(role="user", text=words, pictures=tuple(picture for picture, _ in chosen)),
        )
        return await self.judge.ask(model, question, Decided)


WEBJUDGE = Evaluator(
    name="webjudge",
    version=1,
    keys=WebJudgeCheck,
    rule=_rule,
    prompts=(POINTS, RATING, VERDICT),
)
