"""Scores an episode from its folder and its task's checks."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent_e.benchmarks.episodes.record import Score, Verdict
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec
from agent_e.prompts import digest

from .base import Case, EvaluationError
from .table import EVALUATORS, check

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge


async def score_episode(
    task: BenchTask,
    folder: Path,
    *,
    judge: Judge | None = None,
    reused: Mapping[int, Verdict] | None = None,
) -> Score:
    """Run all checks of a task on what an episode left.

    Every required check has to pass; a failed one decides, even if others could not be judged.
    The score is the weighted mean of the judged ones.

    Args:
        task: the task; addresses of our sites are inserted into its checks.
        folder: of the episode.
        judge: model for the checks that need one; without it they remain unjudged.
        reused: verdicts to reuse, by the check's position in the task.

    Raises:
        EvaluationError: a check or the evidence is broken: the harness's fault, not the agent's.
    """
    reused = reused or {}
    if not task.evaluators:
        raise EvaluationError(f"The task {task.id} has no check. Give it one.")
    case = Case.read(task, folder)
    verdicts = []
    for number, spec in enumerate(task.evaluators):
        if number in reused:
            verdicts.append(reused[number])
        else:
            verdicts.append(await _verdict(_placed(spec, case.evidence.sites), case, judge))
    return together(verdicts)


async def _verdict(spec: EvaluatorSpec, case: Case, judge: Judge | None) -> Verdict:
    problems = check(spec)
    if problems:
        raise EvaluationError(f"{problems[0]} Mend the task {case.task.id}.")
    try:
        return await EVALUATORS[spec.type].evaluate(spec, case, judge)
    except (EvaluationError, asyncio.CancelledError):
        raise
    except Exception as error:
        # A rule that crashes on what an agent left must not count against the agent.
        raise EvaluationError(
            f"The check {spec.type} of the task {case.task.id} broke on {case.folder}: "
            f"{type(error).__name__}: {error}."
        ) from error


def _placed(spec: EvaluatorSpec, sites: Mapping[str, str]) -> EvaluatorSpec:
    """Replace placeholders in a check by the addresses our sites had in this episode."""

    def fill(value: Any) -> Any:
        if isinstance(value, str):
            for name, address in sites.items():
                value = value.replace(f"{{{name}}}", address)
            return value
        if isinstance(value, list):
            return [fill(each) for each in value]
        if isinstance(value, dict):
            return {key: fill(each) for key, each in value.items()}
        return value

    return EvaluatorSpec.model_validate(fill(spec.model_dump()))


def together(verdicts: Sequence[Verdict]) -> Score:
    """Combine the verdicts of all checks of a task."""
    required = [each.passed for each in verdicts if each.required]
    passed = None if None in required or not required else True
    if False in required:
        passed = False
    judged = [each for each in verdicts if each.passed is not None]
    weight = sum(each.weight for each in judged)
    score = sum(each.score * each.weight for each in judged) / weight if weight else 0.0
    return Score(passed=passed, score=score, verdicts=tuple(verdicts))


def rules_digest(
    tasks: Sequence[BenchTask], judge: Judge | None, types: Collection[str] = ()
) -> str:
    """Return a short hash of everything that scores depend on, except the episodes."""
    used = {spec.type for task in tasks for spec in task.evaluators}
    known = {name: EVALUATORS[name].version for name in sorted(used) if name in EVALUATORS}
    prompts = sorted({prompt for name in known for prompt in EVALUATORS[name].prompts})
    value = {
        "versions": known,
        "types": sorted(types),
        "tasks": sorted(task.model_dump_json(exclude={"tags"}) for task in tasks),
        "judge": judge.identity if judge and prompts else None,
        "prompts": [digest(prompt) for prompt in prompts] if judge else [],
    }
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]
