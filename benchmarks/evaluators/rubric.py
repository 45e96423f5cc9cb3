"""``rubric``: a model judges each point of a long task, with credit for a part of them.

The method is that of Odysseys (Jang et al. 2026, arXiv 2604.24964; MIT; data and description of
commit 049824d8): a point is met if any moment of the run meets it, the score is the share of points
met ("averaged"), and the task is done if all are ("perfect"). Differences: one question for all
points instead of one each, the agent's answer is shown beside screenshots and actions, and a point
counts as met only with its evidence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from agent_e.benchmarks.episodes.record import PointVerdict
from agent_e.benchmarks.judging.replies import Shape
from agent_e.models.model import Message, Model
from agent_e.prompts import digest, render
from agent_e.safety import UntrustedContent
from agent_e.verification.folding import find, fold

from .base import Case, Evaluator, Finding, Keys
from .judged import UNASKED, actions_of, answer_of, has_answer, picture_of, undecided, undenied

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge

PROMPT = "judge_rubric"


class RubricPoint(Keys):
    """One point of a rubric."""

    requirement: str = Field(min_length=1)
    """What has to be so."""
    verification: str = ""
    """How that can be seen."""


class RubricCheck(Keys):
    """Keys of ``rubric``."""

    points: list[RubricPoint] = Field(min_length=1)
    screenshots: int = Field(default=50, ge=1)
    """Number of last screenshots shown, or all if there are fewer."""


class JudgedPoint(Shape):
    """A judge's verdict on one point, by its number."""

    point: int
    reason: str
    screenshot: int | None
    quote: str | None
    met: bool


class JudgedPoints(Shape):
    """A judge's verdict on all points."""

    points: Annotated[list[JudgedPoint], Field(min_length=1)]


async def _rule(keys: RubricCheck, case: Case, judge: Judge | None) -> Finding:
    names = case.evidence.screenshots[-keys.screenshots :]
    if not names and not has_answer(case):
        return Finding(passed=False, reason="There is no answer and no screenshot.")
    if judge is None:
        return UNASKED
    question = _question(keys, case, names)
    answer = answer_of(case).raw if has_answer(case) else ""

    def check(reply: JudgedPoints) -> None:
        _check_evidence(reply, len(keys.points), len(names), answer)

    async def look(model: Model) -> JudgedPoints:
        return await judge.ask(model, question, JudgedPoints, check)

    opinions = await judge.opinions(1, look)
    judgement = opinions[0].judgement
    if judgement is None:
        return Finding(passed=None, reason=undecided(opinions))
    points = tuple(
        PointVerdict(
            requirement=point.requirement,
            met=each.met,
            screenshot=names[each.screenshot - 1] if each.met and each.screenshot else "",
            quote=(each.quote or "") if each.met else "",
            reason=each.reason,
        )
        for point, each in zip(keys.points, judgement.points, strict=True)
    )
    return undenied(case, _finding(points, opinions[0].model, len(names)))


def _question(keys: RubricCheck, case: Case, names: tuple[str, ...]) -> tuple[Message, ...]:
    fence = UntrustedContent()
    points = "\n".join(
        f"{number}. {point.requirement}"
        + (f"\n   To verify: {point.verification}" if point.verification else "")
        for number, point in enumerate(keys.points, 1)
    )
    answer = fence.around(answer_of(case)) if has_answer(case) else "(none)"
    words = (
        f"The task:\n{case.task.intent}\n\nThe points:\n{points}\n\n"
        f"The agent's actions:\n{fence.around(actions_of(case))}\n\n"
        f"Its final answer:\n{answer}\n\nIts last {len(names)} screenshots follow."
    )
    pictures = tuple(picture_of(case, name) for name in names)
    return (
        Message(role="system", text=render(PROMPT, mark=fence.mark)),
        Message(role="user", text=words, pictures=pictures),
    )


def _check_evidence(reply: JudgedPoints, points: int, shots: int, answer: str) -> None:
    """Raise ``ValueError`` unless every point is judged and each that is met has its evidence."""
    if [each.point for each in reply.points] != list(range(1, points + 1)):
        raise ValueError(f"it must judge the points 1 to {points}, each once and in this order")
    for each in (each for each in reply.points if each.met):
        if each.screenshot is None and not each.quote:
            raise ValueError(f"point {each.point} is met without a screenshot or a quote")
        if each.screenshot is not None and not 1 <= each.screenshot <= shots:
            raise ValueError(f"there is no screenshot {each.screenshot} (point {each.point})")
        if each.quote and find(fold(each.quote), fold(answer)) < 0:
            raise ValueError(f"the answer does not contain the quote of point {each.point}")


def _finding(points: tuple[PointVerdict, ...], model: str, shots: int) -> Finding:
    unmet = [str(number) for number, each in enumerate(points, 1) if not each.met]
    met = len(points) - len(unmet)
    missing = f"; not {', '.join(unmet)}" if unmet else ""
    return Finding(
        passed=not unmet,
        reason=f"{met} of {len(points)} points are met{missing}.",
        evidence=f"{model}, prompt {digest(PROMPT)}, {shots} screenshots",
        votes=("failure" if unmet else "success",),
        score=met / len(points),
        points=points,
    )


RUBRIC = Evaluator(name="rubric", version=1, keys=RubricCheck, rule=_rule, prompts=(PROMPT,))
