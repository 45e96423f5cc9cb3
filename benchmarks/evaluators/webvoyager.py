"""``webvoyager``: a model judges by instruction, answer and the last screenshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from .base import Case, Evaluator, Finding, Keys

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge


class WebVoyagerCheck(Keys):
    """Keys of ``webvoyager``."""

    screenshots: int = Field(default=15, ge=1)
    """Number of last screenshots shown, or all if there are fewer."""
    judges: int = Field(default=1, ge=1)
    """Number of judgements; the majority decides."""


async def _rule(keys: WebVoyagerCheck, case: Case, judge: Judge | None) -> Finding:
    answer = case.evidence.answer
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return Finding(passed=False, reason="There is no answer.")
    if judge is None:
        return Finding(passed=None, reason="No judge was asked: name a model with --judge.")
    return await judge.look(case, limit=keys.screenshots, times=keys.judges)


WEBVOYAGER = Evaluator(name="webvoyager", version=1, keys=WebVoyagerCheck, rule=_rule, asks=True)
