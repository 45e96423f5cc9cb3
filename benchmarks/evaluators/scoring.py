"""From one episode's folder and its task's checks to a score."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent_e.benchmarks.episodes.record import Score, Verdict
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec

from .base import Case, EvaluationError
from .table import EVALUATORS, check

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge


async def score_episode(
    task: BenchTask,
    folder: Path,
    *,
    judge: Judge | None = None,
    kept: Mapping[int, Verdict] | None = None,
) -> Score:
    """Run all checks of a task on what an episode left.

    Every required check has to pass; one that fails decides, whatever could not be judged. The
    score is the weighted mean of those that could be.

    Args:
        task: what was to be done; addresses of our sites are put into its checks.
        folder: of the episode.
        judge: whom checks may ask; without one those say that they could not judge.
        kept: verdicts that are taken as they are, by the check's place in the task.

    Raises:
        EvaluationError: a check or the evidence is broken: the harness's fault, not the agent's.
    """
    kept = kept or {}
    if not task.evaluators:
        raise EvaluationError(f"The task {task.id} has no check. Give it one.")
    case = Case.read(task, folder)
    verdicts = []
    for number, spec in enumerate(task.evaluators):
        if number in kept:
            verdicts.append(kept[number])
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
        # A rule that breaks on what an agent left must not count against the agent.
        raise EvaluationError(
            f"The check {spec.type} of the task {case.task.id} broke on {case.folder}: "
            f"{type(error).__name__}: {error}."
        ) from error


def _placed(spec: EvaluatorSpec, sites: Mapping[str, str]) -> EvaluatorSpec:
    """Put the addresses that our sites had in this episode into a check, where they are not yet."""

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
    """Combine what all checks of a task say."""
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
    """A short hash of everything but the episodes that scores depend on."""
    used = {spec.type for task in tasks for spec in task.evaluators}
    known = {name: EVALUATORS[name].version for name in sorted(used) if name in EVALUATORS}
    asks = any(EVALUATORS[name].asks for name in known)
    value = {
        "versions": known,
        "types": sorted(types),
        "tasks": sorted(task.model_dump_json(exclude={"tags"}) for task in tasks),
        "judge": judge.identity if judge is not None and asks else None,
    }
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]
