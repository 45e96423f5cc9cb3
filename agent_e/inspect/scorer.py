"""The scorer: the checks of a task on what its episode left, again without a browser."""

from __future__ import annotations

from pathlib import Path

from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from agent_e.benchmarks.evaluators import score_episode
from agent_e.benchmarks.judging.judge import make_judge
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.config import load_settings
from agent_e.models.factory import environment

from .solver import FOLDER, TASK


@scorer(metrics=[accuracy(), stderr(cluster="cluster")])
def evaluators(judge: str | None = None) -> Scorer:
    """Score by the task's own checks: 1 when every required one passed, else 0.

    What could not be judged has no score and is left out of the rate.

    Args:
        judge: model for the checks that need one.
    """

    async def score(state: TaskState, target: Target) -> Score:
        task = BenchTask.model_validate(state.metadata[TASK])
        folder = Path(state.metadata[FOLDER])
        if judge is None:
            found = await score_episode(task, folder)
        else:
            settings = load_settings().settings
            model = make_judge(
                judge, settings.models, env=environment(), runs_dir=settings.runs_dir
            )
            try:
                found = await score_episode(task, folder, judge=model)
            finally:
                await model.close()
        return Score(
            value=float("nan") if found.passed is None else float(found.passed),
            answer=state.output.completion,
            explanation=" ".join(verdict.reason for verdict in found.verdicts),
            metadata={"score": found.model_dump(mode="json")},
        )

    return score
