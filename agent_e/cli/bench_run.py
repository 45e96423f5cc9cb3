"""``agent-e bench run``: do the tasks of a suite and count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from agent_e.errors import ConfigError
from agent_e.text import format_count

from .aio import run_async
from .bench_options import (
    LIMITS,
    Data,
    Dates,
    Epochs,
    Globs,
    JudgeModel,
    Limit,
    Seeds,
    Sites,
    Split,
    SuiteName,
)
from .options import AGENT, Json, configured, flag, option, settings_of
from .output import clean, print_json, print_note

if TYPE_CHECKING:
    from agent_e.benchmarks.runner.plan import BenchPlan
    from agent_e.benchmarks.suites.suite import Suite
    from agent_e.benchmarks.summary import Summary
    from agent_e.benchmarks.tasks.dates import DateReport
    from agent_e.benchmarks.tasks.record import BenchTask
    from agent_e.config import Settings

SETTINGS = (
    "architecture",
    "preset",
    "model",
    "planner_model",
    "models.base_url",
    "grounder.model",
    "browser.storage_state",
)
"""Settings of the agent that it has options for."""
_FAULTS_LEFT = 7
_RAY = "--ray"
_MAX_NAMED = 5


class RunCommand(configured(*SETTINGS)):  # type: ignore[misc]
    """``--ray`` may stand without an address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give it an empty one where the next word is none."""
        words = [
            f"{word}=" if word == _RAY and not _is_address(after) else word
            for word, after in zip(args, [*args, ""][1:], strict=True)
        ]
        return list(super().parse_args(ctx, words))


def run(
    context: typer.Context,
    suite: SuiteName,
    agent: Annotated[
        str | None,
        option(
            "own, obedient, do-nothing, random, oracle, grounder (one click by --grounder), "
            "point (one in the middle), replay:DIR, or the address of a white agent.",
            "WHO",
            panel=AGENT,
            show_default="own; with hostile and no --model: obedient",
        ),
    ] = None,
    safety: Annotated[
        Literal["strict", "balanced", "ci"] | None,
        option(
            "Let the gate judge acts on the suite's own sites as on any other; else nothing "
            "is asked there.",
            panel=AGENT,
            show_default=False,
        ),
    ] = None,
    grants: Annotated[
        Literal["task", "none"],
        option(
            "With --agent oracle and --safety: whether the words of a task are leave to act, as in "
            "a run; none counts what would be asked without.",
            panel=AGENT,
        ),
    ] = "task",
    judge: JudgeModel = "",
    globs: Globs = None,
    limit: Limit = None,
    epochs: Epochs = None,
    seeds: Seeds = None,
    split: Split = None,
    dates: Dates = "shift",
    data: Data = None,
    sites: Sites = None,
    timeout: Annotated[
        float | None,
        option(
            "Longest time of an episode (default: the suite's).", "SECONDS", panel=LIMITS, min=1
        ),
    ] = None,
    max_steps: Annotated[
        int | None,
        option("Most model calls of an episode (default: the suite's).", "N", panel=LIMITS, min=1),
    ] = None,
    workers: Annotated[
        int,
        option(
            "Processes, each with a browser of its own.",
            "N",
            "-j",
            "--workers",
            panel=LIMITS,
            min=1,
        ),
    ] = 1,
    ray: Annotated[
        str | None,
        option(
            "Run them on a Ray cluster: auto, or such as ray://HOST:10001; without an address on "
            "one that this machine starts for it.",
            "[ADDRESS]",
            panel=LIMITS,
            show_default=False,
        ),
    ] = None,
    retries: Annotated[
        int,
        option("Further tries after a fault that is not the agent's.", "N", panel=LIMITS, min=0),
    ] = 1,
    trace: Annotated[
        bool, flag("--trace", "Keep a Playwright trace of each episode (always for white agents).")
    ] = False,
    out: Annotated[
        str | None,
        option(
            "Folder of the run (default: by its options, in runs/bench), or an address such as "
            "s3://BUCKET/RUN; the same command goes on where it was left.",
            "DIR",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Do the tasks of a suite, judge each, and count.

    The same command takes up what was interrupted: what is done is kept, faults of browser, site or
    provider are tried again. Exits with 7 when such faults are left.
    """
    settings = settings_of(context, **({"safety": {"profile": safety}} if safety else {}))
    from agent_e.benchmarks.runner.bench import BenchRun, chosen, read_sites
    from agent_e.benchmarks.runner.mirror import Mirror, is_address, local_copy
    from agent_e.benchmarks.runner.store import BenchStore
    from agent_e.benchmarks.suites import SUITES, SuiteOptions, find_suite
    from agent_e.benchmarks.summary import summarise, summary_json
    from agent_e.benchmarks.tasks.record import TaskLimits

    source = find_suite(SUITES, suite)
    agent = agent or (source.agent if settings.model is None else "own")
    options = SuiteOptions(
        data_dir=data,
        dates=dates,
        seeds=tuple(range(seeds)) if seeds else None,
        split=split,
    )
    loaded, report = source.load_reported(options)
    tasks = chosen(loaded, globs or (), limit)
    if note := format_unsaved(suite, tasks, report):
        print_note(note)
    plan = plan_of(source.name, agent, settings, judge)
    limits = TaskLimits(seconds=timeout, steps=max_steps)
    traced = trace or agent.startswith(("http://", "https://"))
    plan = plan.model_copy(
        update={
            "limits": limits,
            "trace": traced,
            "trusting": safety is None,
            "grants": _chosen_grants(grants, plan, safety),
            "sites": read_sites(sites or (), loaded),
        }
    )
    default = settings.runs_dir / "bench" / default_name(plan, split)
    address = out if out and is_address(out) else ""
    folder = local_copy(address) if address else Path(out or default)
    mirror = Mirror(address, folder) if address else None
    bench = BenchRun(
        plan=plan,
        tasks=tasks,
        store=BenchStore(folder),
        epochs=epochs or source.epochs,
        workers=workers,
        ray=ray,
        mirror=mirror,
        retries=retries,
        facts=facts_of(source, dates, split, seeds),
    )
    from .bench_progress import BenchProgress

    with BenchProgress() as progress:
        records = run_async(lambda signals: bench.run(progress.watcher))
    summary = summarise(records)
    if as_json:
        print_json(summary_json(summary, folder))
    else:
        _print(summary, folder)
    faults = sum(record.outcome.value == "infra_error" for record in records)
    if faults:
        first = next(r for r in records if r.outcome.value == "infra_error")
        print_note(
            f"{faults} of {len(records)} episodes failed by no fault of the agent, the first: "
            f"{clean(first.message)} The same command tries them again."
        )
        raise typer.Exit(_FAULTS_LEFT)


def facts_of(suite: Suite, dates: str, split: str | None, seeds: int | None) -> dict[str, object]:
    """Return what the folder of a run says of its suite."""
    return {
        "licence": suite.licence,
        "dates": suite.date_rule(dates),
        "split": split,
        "seeds": seeds,
    }


def _is_address(word: str) -> bool:
    return word == "auto" or ":" in word


def format_unsaved(suite: str, tasks: Sequence[BenchTask], report: DateReport) -> str:
    """Name the chosen tasks that cannot be brought up to date; empty where there are none."""
    unsaved = report.of(tasks).tasks("unsaved")
    if not unsaved:
        return ""
    some = ", ".join(unsaved[:_MAX_NAMED]) + (" …" if len(unsaved) > _MAX_NAMED else "")
    return clean(
        f"{len(unsaved)} of {format_count(len(tasks), 'task')} cannot be brought up to date: "
        f"{some} (agent-e bench list {suite} --check says why)."
    )


def plan_of(suite: str, agent: str, settings: Settings, judge: str) -> BenchPlan:
    """Return the plan of a run; a model is chosen where none is named.

    Raises:
        ConfigError: the architecture or the model is not known.
    """
    from agent_e.agents.grounding import LOCAL, check_grounder
    from agent_e.architectures import ARCHITECTURES
    from agent_e.benchmarks.runner.plan import BenchPlan
    from agent_e.models.factory import check_offline, default_spec, environment

    if settings.architecture not in ARCHITECTURES:
        raise ConfigError(
            f"There is no architecture {settings.architecture}. There are: "
            f"{', '.join(ARCHITECTURES)}."
        )
    if settings.model is None and agent == "own":
        spec, note = default_spec(environment())
        settings = settings.model_copy(update={"model": spec})
        if note:
            print_note(note)
    if agent == "own":
        check_offline(settings.model or "", settings.architecture)
    if agent == "grounder":
        check_grounder(settings)
        if settings.grounder.model is None:
            raise ConfigError(
                "--agent grounder clicks where a grounder says, and none is named. Add "
                f"--grounder NAME[@URL], or one that needs no model: {', '.join(LOCAL)}."
            )
    return BenchPlan(suite=suite, agent=agent, settings=settings, judge=judge)


def _chosen_grants(grants: str, plan: BenchPlan, safety: str | None) -> str:
    if grants == "none" and (plan.agent != "oracle" or safety is None):
        raise ConfigError(
            "--grants none is for the oracle behind the gate, since agents of ours always read "
            "their task. Add --agent oracle --safety balanced."
        )
    return grants


def default_name(plan: BenchPlan, split: str | None) -> str:
    """Name the folder after the options, so that the same ones give the same folder."""
    settings = plan.settings
    parts = [plan.suite, split or ""]
    if plan.agent in ("own", "obedient"):
        parts += [settings.architecture, plan.model]
        parts += [settings.preset] if settings.preset != "default" else []
    else:
        parts += [plan.agent, plan.model if plan.agent == "grounder" else ""]
    parts += [] if plan.trusting else [settings.safety.profile]
    parts += [] if plan.grants == "task" else ["no-grants"]
    return re.sub(r"[^A-Za-z0-9._-]+", "-", "-".join(filter(None, parts))).strip("-")


def _print(summary: Summary, folder: Path) -> None:
    from .bench_summary import summary_lines
    from .console import stdout_console

    console = stdout_console()
    for line in summary_lines(summary):
        console.print(line, soft_wrap=True)
    print_note(f"{folder}  (agent-e bench report {folder})")
