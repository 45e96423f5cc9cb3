"""``webvoyager``: a model judges by instruction, answer and the last screenshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from agent_e.models.model import Message, Model
from agent_e.prompts import digest, render
from agent_e.safety import UntrustedContent

from .base import Case, Evaluator, Finding, Keys
from .judged import UNASKED, UNSEEN, Looked, answer_of, has_answer, majority, picture_of

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge

PROMPT = "judge_webvoyager"


class WebVoyagerCheck(Keys):
    """Keys of ``webvoyager``."""

    screenshots: int = Field(default=15, ge=1)
    """Number of last screenshots shown, or all if there are fewer."""
    judges: int = Field(default=1, ge=1)
    """Number of judgements, at least one of each judge; the majority decides."""


async def _rule(keys: WebVoyagerCheck, case: Case, judge: Judge | None) -> Finding:
    """Judge after WebVoyager (He et al. 2024, section 4.2), in own words."""
    if not has_answer(case):
        return Finding(passed=False, reason="There is no answer.")
    if judge is None:
        return UNASKED
    names = case.evidence.screenshots[-keys.screenshots :]
    if not names:
        return UNSEEN
    fence = UntrustedContent()
    words = (
        f"The task:\n{case.task.intent}\n\n"
        f"The agent's final answer:\n{fence.around(answer_of(case))}\n\n"
        f"Its last {len(names)} screenshots follow."
    )
    messages = (
        Message(role="system", text=render(PROMPT, mark=fence.mark)),
        Message(role="user", text=words, pictures=tuple(picture_of(case, each) for each in names)),
    )

    async def look(model: Model) -> Looked:
        return await judge.ask(model, messages, Looked)

    opinions = await judge.opinions(max(keys.judges, len(judge.models)), look)
    return majority(case, opinions, f"prompt {digest(PROMPT)}, {len(names)} screenshots")


WEBVOYAGER = Evaluator(
    name="webvoyager", version=1, keys=WebVoyagerCheck, rule=_rule, prompts=(PROMPT,)
)
