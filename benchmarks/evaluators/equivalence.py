"""Whether an answer means the same as a reference, by a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from agent_e.benchmarks.judging.replies import Shape
from agent_e.models.model import Message, Model
from agent_e.prompts import digest, render
from agent_e.safety import UntrustedContent

from .base import Case, Finding, cut
from .judged import answer_of, undecided

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge

PROMPT = "judge_equivalence"
_MEANINGS = {
    "same": "The judge says that the answer means the same as the reference.",
    "partial": "The judge says that the answer gives only a part of the reference.",
    "different": "The judge says that the answer is another than the reference.",
}


class Compared(Shape):
    """A judge's verdict on two answers."""

    thoughts: str
    verdict: Literal["same", "partial", "different"]


async def same_answer(judge: Judge, case: Case, reference: str) -> Finding:
    """Judge whether the answer means the same as the reference; half of it is not enough."""
    fence = UntrustedContent()
    notice = case.task.reference.notice.strip()
    words = (
        f"The question:\n{case.task.intent}\n\nThe reference:\n{reference}\n"
        + (f"Note on the reference: {notice}\n" if notice else "")
        + f"\nThe agent's answer:\n{fence.around(answer_of(case))}"
    )
    messages = (
        Message(role="system", text=render(PROMPT, mark=fence.mark)),
        Message(role="user", text=words),
    )

    async def compare(model: Model) -> Compared:
        return await judge.ask(model, messages, Compared)

    opinions = await judge.opinions(1, compare)
    judgement = opinions[0].judgement
    if judgement is None:
        return Finding(passed=None, reason=undecided(opinions))
    return Finding(
        passed=judgement.verdict == "same",
        reason=_MEANINGS[judgement.verdict],
        evidence=f"{opinions[0].model}, prompt {digest(PROMPT)}: {cut(judgement.thoughts, 200)}",
        votes=(judgement.verdict,),
    )
