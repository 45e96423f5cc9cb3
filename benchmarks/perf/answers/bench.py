"""The check of answers alone: right answers, false quotes, and wrong answers before the judge.

Right answers are phrased freely over runs of the suite ``local`` and over saved pages of others,
with quotes as models copy them. Code refuses none; each of its notes costs a question to the
judge. False quotes must not be located. Wrong answers are put to the judge: to ``--model``, or
to recorded verdicts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.perf.real_pages import PageMissing
from agent_e.benchmarks.perf.record import PerfOptions, PerfReport, PerfRow
from agent_e.benchmarks.perf.shared import check_repeats, known
from agent_e.benchmarks.suites.local import TEMPLATES, load_local
from agent_e.benchmarks.suites.suite import SuiteOptions
from agent_e.config import BrowserSettings, Settings
from agent_e.errors import ConfigError
from agent_e.models.factory import environment, make_model
from agent_e.models.model import Model
from agent_e.verification.judge import ROLE, Judgement

from . import judging
from .counting import false_rows, named, right_rows, row
from .evidence import Run
from .judging import Request
from .saved import opened
from .watching import watched
from .wrong import RIGHT, asked

SAVED = "saved"
"""Value of ``--pages`` for pages of others, beside the local sites."""
_EVERY = 10


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; ``repeats`` is the number of seeds per task, ``seed`` the first.

    Raises:
        ConfigError: a site (``pages``) is unknown, peers were asked for, or recorded verdicts
            cannot be read.
        BrowserError: the browser failed.
        ModelError: the judge does not answer.
    """
    if options.peers:
        raise ConfigError("The measurement answers has no --peers.")
    check_repeats(options)
    judge = _judge(options)
    runs, problems = await _runs(options)
    requests = [judging.request_of(case) for case in asked(runs)]
    rows = [*await right_rows(runs), *false_rows(runs), *size_rows(requests)]
    rows += await _judge_rows(requests, judge, options)
    facts = {"runs": len(runs), "seeds": _seeds(options)}
    return PerfReport(name="answers", rows=(*rows, *problems), facts=facts)


def _seeds(options: PerfOptions) -> tuple[int, ...]:
    first = options.seed or 0
    return tuple(range(first, first + (options.repeats or 1)))


async def _runs(options: PerfOptions) -> tuple[list[Run], list[PerfRow]]:
    """The runs, and the failures."""
    sites = sorted({template.site for template in TEMPLATES})
    chosen = known("site", options.pages, [*sites, SAVED]) or (*sites, SAVED)
    settings = Settings(browser=BrowserSettings(executable=options.executable))
    tasks = load_local(SuiteOptions(seeds=_seeds(options)))
    tasks = [task for task in tasks if task.id.partition("-")[0] in chosen]
    runs: list[Run] = []
    problems: list[PerfRow] = []
    try:
        if SAVED in chosen:
            options.tell("saved pages")
            try:
                runs += [run async for run in opened(options, settings)]
            except PageMissing as error:
                problems.append(_not_done("saved pages", str(error)))
        async for run in watched(tasks, settings):
            if len(runs) % _EVERY == 0:
                options.tell(f"{run.id}, about {len(runs)} of {len(tasks)}")
            runs.append(run)
    except PlaywrightError as error:
        problems.append(_not_done("runs", str(error).splitlines()[0]))
    return runs, problems


def _not_done(case: str, why: str) -> PerfRow:
    return PerfRow(case, "not done", None, note=why)


def size_rows(requests: Sequence[Request]) -> list[PerfRow]:
    """Return the number of requests to the judge, and their sizes."""
    sizes = [request.size for request in requests]
    if not sizes:
        return []
    return [
        PerfRow("judge", "requests", len(sizes), "requests"),
        PerfRow("judge", "mean request", round(mean(sizes)), "characters"),
        PerfRow("judge", "largest request", max(sizes), "characters"),
    ]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Judge:
    """The judge: a model, or recorded verdicts; neither where there are none."""

    name: str = ""
    model: Model | None = None
    verdicts: Mapping[str, Judgement] = field(default_factory=dict)


def _judge(options: PerfOptions) -> _Judge:
    """Raise ``ConfigError`` before anything is run where there is no such judge."""
    spec = options.model
    if spec is None and judging.VERDICTS.exists():
        spec = f"replay:{judging.VERDICTS}"
    if spec is None:
        return _Judge()
    kind, _, place = spec.partition(":")
    if kind == "replay":
        name, verdicts = judging.read_verdicts(Path(place))
        return _Judge(name=name, verdicts=verdicts)
    settings = Settings()
    return _Judge(
        name=spec,
        model=make_model(
            spec, ROLE, settings.models, runs_dir=settings.runs_dir, env=environment()
        ),
    )


async def _judge_rows(
    requests: Sequence[Request], judge: _Judge, options: PerfOptions
) -> list[PerfRow]:
    """Ask the judge, or read its recorded verdicts."""
    if options.model is None and options.out is not None:
        judging.write_requests(requests, options.out)
        options.tell(f"{len(requests)} requests written to {options.out}")
    if not judge.name:
        note = "no verdicts are recorded: ask a judge with --model"
        return [PerfRow("judge", "caught", None, note=note)]
    verdicts = judge.verdicts
    if judge.model is not None:
        verdicts = await _ask_model(requests, judge.name, judge.model, options)
    elif options.model is not None and options.out is not None:
        judging.write_verdicts(requests, verdicts, judge.name, options.out)
    return [*verdict_rows(requests, verdicts, judge.name)]


async def _ask_model(
    requests: Sequence[Request], name: str, model: Model, options: PerfOptions
) -> Mapping[str, Judgement]:
    """Ask a model; requests with a written verdict are not asked again."""
    found: Mapping[str, Judgement] = {}
    if options.out is not None and options.out.exists():
        _, found = judging.read_verdicts(options.out)
    try:
        async for verdicts in judging.judged(requests, model, found):
            found = verdicts
            options.tell(f"judge: {len(found)} verdicts for {len(requests)} requests")
            if options.out is not None:
                # Written one by one: a person who judges by hand may stop and resume.
                judging.write_verdicts(requests, found, name, options.out)
    finally:
        await model.close()
    return found


def verdict_rows(
    requests: Sequence[Request], verdicts: Mapping[str, Judgement], model: str
) -> Iterator[PerfRow]:
    """Yield how many wrong answers were caught, and right ones refused, among those judged.

    A verdict about a request that has changed since is stale and not counted.
    """
    found = [(each, verdicts.get(each.hash)) for each in requests]
    stale = [each.case.id for each, judgement in found if judgement is None]
    said_no = {each.case.id for each, judgement in found if judgement and judgement.verdict == "no"}
    right = [each.case.id for each, judgement in found if judgement and each.case.kind == RIGHT]
    wrong = [each.case for each, judgement in found if judgement and each.case.kind != RIGHT]
    missed = [case.id for case in wrong if case.id not in said_no]
    refused = [name for name in right if name in said_no]
    yield row("judge", "wrong answers judged", len(wrong), f"by {model}")
    yield row("judge", "caught", len(wrong) - len(missed), named(missed))
    for kind, count in Counter(case.kind for case in wrong).items():
        caught = sum(case.kind == kind and case.id in said_no for case in wrong)
        yield row(f"{kind} ({count})", "caught", caught)
    yield row("judge", "right answers judged", len(right))
    yield row("judge", "right refused", len(refused), named(refused))
    if stale:
        note = "record the verdicts again with --model"
        yield row("judge", "stale verdicts", len(stale), f"{note}: {named(stale)}")
