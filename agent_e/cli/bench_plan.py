"""``agent-e bench plan``: what a run of a suite will cost, before it is started."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent_e.errors import ConfigError
from agent_e.text import format_cost, format_count

from .aio import run_async
from .bench_options import (
    LIMITS,
    TASKS,
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
from .bench_run import default_name, facts_of, plan_of
from .options import AGENT, Json, option, settings_of
from .output import clean, print_json, print_note

if TYPE_CHECKING:
    from agent_e.benchmarks.planning import PriceList
    from agent_e.benchmarks.runner.plan import BenchPlan
    from agent_e.benchmarks.tasks.record import BenchTask

PILOT = "Pilot"
_USUAL_PILOT = 20


def plan(
    context: typer.Context,
    suite: SuiteName,
    earlier: Annotated[
        Path | None,
        option(
            "A run to tell it from: of this or another suite and model, of the same architecture.",
            "DIR",
            "--from",
            panel=PILOT,
            show_default=False,
        ),
    ] = None,
    pilot: Annotated[
        int | None,
        option(
            "Do N tasks first, drawn at random; the run itself does not repeat them.",
            "N",
            panel=PILOT,
            min=5,
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        option("Folder of the pilot (default: that of the run).", "DIR", panel=PILOT),
    ] = None,
    price: Annotated[
        str | None,
        option(
            "Instead of the table's: US dollars per million tokens.",
            "INPUT[,CACHED],OUTPUT",
            panel=AGENT,
            show_default=False,
        ),
    ] = None,
    reply: Annotated[
        float,
        option(
            "Time of a reply, to add to each call of a pilot whose model answers at once.",
            "SECONDS",
            panel=AGENT,
            min=0,
        ),
    ] = 0.0,
    judge: JudgeModel = "",
    width: Annotated[
        float | None,
        option(
            "Tell how many epochs a 95 % interval of the success rate needs that is so wide, from "
            "its low end to its high one, in percentage points. Each task of a pilot is then done "
            "twice.",
            "POINTS",
            panel=TASKS,
            min=0.1,
            show_default=False,
        ),
    ] = None,
    globs: Globs = None,
    limit: Limit = None,
    epochs: Epochs = None,
    seeds: Seeds = None,
    split: Split = None,
    dates: Dates = "shift",
    data: Data = None,
    sites: Sites = None,
    slots: Annotated[
        int, option("Episodes at a time.", "N", "-j", "--workers", panel=LIMITS, min=1)
    ] = 1,
    as_json: Json = False,
) -> None:
    """Tell what a run of a suite will cost, how long it takes and how precise its rate will be.

    It is told from a pilot, with a 95 % interval: of an earlier run (--from), or of some tasks that
    are done first (--pilot), after saying what they cost at most. Nothing is sent to a model
    without --pilot.
    """
    settings = settings_of(context)
    from agent_e.benchmarks.planning import PriceList, forecast, parse_prices, read_pilot
    from agent_e.benchmarks.runner.bench import chosen, read_sites
    from agent_e.benchmarks.suites import SUITES, SuiteOptions, find_suite

    source = find_suite(SUITES, suite)
    seeding = tuple(range(seeds)) if seeds else None
    options = SuiteOptions(data_dir=data, dates=dates, seeds=seeding, split=split)
    loaded = source.load(options)
    tasks = chosen(loaded, globs or (), limit)
    of_run = plan_of(source.name, "own", settings, judge)
    of_run = of_run.model_copy(update={"sites": read_sites(sites or (), loaded)})
    prices = PriceList.of(of_run.settings, of_run.model, parse_prices(price) if price else None)
    planned = epochs or source.epochs
    trial = _Trial(of_run, tasks, pilot or _USUAL_PILOT, 2 if width else 1)
    # Tries beyond the run's epochs would stand in the report of the run.
    own = "-pilot" if trial.epochs > planned else ""
    folder = earlier or out or settings.runs_dir / "bench" / f"{default_name(of_run, split)}{own}"
    if earlier is not None and pilot is not None:
        raise ConfigError("--from and --pilot are two ways to tell the same. Give one of them.")
    if earlier is None and pilot is None:
        raise ConfigError(
            "Nothing tells what an episode takes. Give --from DIR, an earlier run, or "
            f"--pilot {trial.count}, to do {trial.count} tasks first: {_most(trial, prices)}."
        )
    if pilot is not None:
        print_note(f"Pilot of {format_count(trial.episodes, 'episode')}: {_most(trial, prices)}.")
        trial.run(folder, slots, facts_of(source, dates, split, seeds))
    told = forecast(
        read_pilot(folder, of_run.architecture),
        tasks,
        prices,
        suite=source.name,
        epochs=planned,
        slots=slots,
        reply_s=reply,
        width=width,
    )
    if as_json:
        print_json(told.model_dump(mode="json"))
    else:
        from .bench_plan_table import print_plan

        print_plan(told)


@dataclass(frozen=True, slots=True)
class _Trial:
    """A pilot to be run."""

    plan: BenchPlan
    tasks: Sequence[BenchTask]
    count: int
    epochs: int

    @property
    def episodes(self) -> int:
        return min(self.count, len(self.tasks)) * self.epochs

    def run(self, folder: Path, slots: int, facts: dict[str, object]) -> None:
        from agent_e.benchmarks.planning import choose
        from agent_e.benchmarks.runner.bench import BenchRun
        from agent_e.benchmarks.runner.store import BenchStore

        from .bench_progress import BenchProgress

        bench = BenchRun(
            plan=self.plan,
            tasks=choose(self.tasks, self.count),
            store=BenchStore(folder),
            epochs=self.epochs,
            # The slots that are planned for may be of many machines.
            workers=min(slots, os.cpu_count() or 1),
            facts=facts,
        )
        with BenchProgress() as progress:
            run_async(lambda signals: bench.run(progress.watcher))


def _most(trial: _Trial, prices: PriceList) -> str:
    """Say what a pilot costs at most."""
    limits = trial.plan.settings.limits
    call = prices.most_of_a_call()
    if limits.max_cost is not None:
        return f"at most {format_cost(trial.episodes * limits.max_cost)} by limits.max_cost"
    if call is None:
        return clean(
            f"the price of {prices.model} is not known; --price INPUT,OUTPUT gives it, in US "
            "dollars per million tokens"
        )
    steps = max(trial.plan.steps(task) or limits.max_steps for task in trial.tasks)
    bound = format_cost(trial.episodes * steps * call)
    return f"at most {bound}, should each of {steps} steps an episode fill the model's context"
