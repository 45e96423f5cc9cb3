"""The answer verifier by itself: right answers and careless ones, held against the same looks.

Every task of our suite is done by its reference; what an agent would be shown on the way is kept.
Then the right answer and those of a careless agent are held against it, by code alone. ``stopped``
is the share of careless answers that do not hold, ``rejected`` the number of right ones;
``model calls`` is how many answers a model would be asked about because code cannot tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from playwright.async_api import Error as PlaywrightError

from agent_e.agents.verifier import held
from agent_e.benchmarks.suites.local import TEMPLATES, load_local
from agent_e.benchmarks.suites.suite import SuiteOptions
from agent_e.config import BrowserSettings, Settings
from agent_e.errors import ConfigError

from .careless.mistakes import KINDS, Told, careless
from .careless.watching import watched
from .record import PerfOptions, PerfReport, PerfRow
from .shared import check_repeats, known

RIGHT = "right answers"
_EVERY = 10
_MOST_NAMED = 12


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; ``repeats`` is how many seeds each task is made from, ``seed`` the first.

    Raises:
        ConfigError: a site (``pages``) is unknown, or peers were asked for.
        BrowserError: the browser failed.
    """
    if options.peers:
        raise ConfigError("The measurement answers has no --peers.")
    check_repeats(options)
    sites = sorted({template.site for template in TEMPLATES})
    chosen = known("site", options.pages, sites)
    first = options.seed or 0
    seeds = tuple(range(first, first + (options.repeats or 1)))
    tasks = load_local(SuiteOptions(seeds=seeds))
    tasks = [task for task in tasks if chosen is None or task.id.partition("-")[0] in chosen]
    settings = Settings(browser=BrowserSettings(executable=options.executable))
    judged: list[tuple[Told, str]] = []
    problems: list[PerfRow] = []
    number = 0
    try:
        async for right in watched(tasks, settings):
            if number % _EVERY == 0:
                options.tell(f"{right.task_id}, about {number} of {len(tasks)}")
            number += 1
            judged += [(each, said_of(each)) for each in (right, *careless(right))]
    except PlaywrightError as error:
        words = str(error).splitlines()[0]
        problems.append(PerfRow(case="runs", figure="not done", value=None, unit="", note=words))
    return PerfReport(
        name="answers", rows=(*rows_of(judged), *problems), facts={"tasks": number, "seeds": seeds}
    )


def said_of(told: Told) -> str:
    """``stopped``, ``unclear`` or ``passed``: what becomes of an answer, by code alone."""
    said = {verdict.said for verdict in held(told.task, told.answer, told.shown)}
    if said & {"contradicted", "not_shown"}:
        return "stopped"
    return "unclear" if "unclear" in said else "passed"


def rows_of(judged: Iterable[tuple[Told, str]]) -> list[PerfRow]:
    """Return the figures: of right answers, of all mistakes and of each kind of mistake."""
    judged = list(judged)
    right = [each for each in judged if not each[0].mistake]
    wrong = [each for each in judged if each[0].mistake]
    said = Counter(said for _, said in right)
    rejected = [told for told, said in right if said == "stopped"]
    asked = [told for told, said in right if said == "unclear"]
    rows = [
        _row(RIGHT, "tried", len(right)),
        _row(RIGHT, "rejected", said["stopped"], _named(rejected)),
        _row(RIGHT, "model calls", said["unclear"], _named(asked)),
    ]
    for kind, those in [("all mistakes", wrong), *((kind, _of(wrong, kind)) for kind in KINDS)]:
        if not those:
            continue
        stopped = sum(said == "stopped" for _, said in those)
        missed = [told for told, said in those if said != "stopped"]
        note = _named(missed) if kind != "all mistakes" else ""
        share = round(100 * stopped / len(those), 1)
        rows.append(_row(kind, "tried", len(those)))
        rows.append(PerfRow(case=kind, figure="stopped", value=share, unit="%", note=note))
    return rows


def _of(judged: Iterable[tuple[Told, str]], kind: str) -> list[tuple[Told, str]]:
    return [each for each in judged if each[0].mistake == kind]


def _row(case: str, figure: str, value: int, note: str = "") -> PerfRow:
    return PerfRow(case=case, figure=figure, value=value, unit="answers", note=note)


def _named(told: list[Told]) -> str:
    return "; ".join(f"{each.task_id}: {each.answer}" for each in told[:_MOST_NAMED])
