"""``agent-e bench rescore``: judge stored episodes again, without a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agent_e.text import format_count

from .aio import run_async
from .options import Json, argument, option, settings_of
from .output import clean, print_json, print_note, print_out

if TYPE_CHECKING:
    from agent_e.benchmarks.evaluators.rescoring import Rescoring
    from agent_e.benchmarks.judging.judge import Judge

RunFolder = Annotated[Path, argument("Folder of a bench run.", "DIR")]


def rescore(
    context: typer.Context,
    folder: RunFolder,
    judge: Annotated[
        str | None, option("Model that judges what rules cannot, or A,B,C for several.", "MODEL")
    ] = None,
    evaluators: Annotated[
        str | None, option("Types of checks to do again.", "A,B", show_default="all of them")
    ] = None,
    as_json: Json = False,
) -> None:
    """Judge a bench run's episodes again from what they left, without a browser."""
    types = [name.strip() for name in (evaluators or "").split(",") if name.strip()]
    judges = _judge(judge, folder, context)
    done = run_async(lambda signals: _rescore(folder, judges, types))
    if as_json:
        print_json(done.to_json())
        return
    _print(done)


async def _rescore(folder: Path, judge: Judge | None, types: list[str]) -> Rescoring:
    from agent_e.benchmarks.evaluators.rescoring import rescore as score_again

    try:
        return await score_again(folder, judge=judge, types=types)
    finally:
        if judge is not None:
            await judge.close()


def _judge(model: str | None, folder: Path, context: typer.Context) -> Judge | None:
    if model is None:
        return None
    from agent_e.benchmarks.judging.judge import make_judge
    from agent_e.models.factory import environment

    settings = settings_of(context)
    return make_judge(model, settings.models, env=environment(), runs_dir=folder)


def _print(done: Rescoring) -> None:
    for (task, epoch, attempt), before, now in done.changed:
        print_out(clean(f"{task} epoch {epoch} attempt {attempt}: {before} is now {now}"))
    for row in done.rows:
        if row.error:
            print_note(clean(f"{row.task_id} epoch {row.epoch}: {row.error}"))
    print_out(_format_rate(done.to_json()))
    print_note(clean(f"Written to {done.file}."))


def _format_rate(values: Any) -> str:
    if values["success_rate"] is None:
        return "No episode could be judged."
    low, high = values["interval"]
    return (
        f"{100 * values['success_rate']:.1f} % of {format_count(values['n'], 'episode')} succeeded "
        f"(95 % between {100 * low:.1f} and {100 * high:.1f}); "
        f"{format_count(len(values['changed']), 'outcome')} changed."
    )
