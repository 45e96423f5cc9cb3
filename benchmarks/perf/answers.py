"""Evidence of answers: which quotes are located, and which answers a judge would be asked about.

Every task of our suite is done by its reference, and saved pages of applications that nobody here
wrote are opened and read; what an agent is shown on the way is kept. Quotes are copied out of that
as models copy them, others are falsified. Code refuses no answer; where it notes something, a model
is asked, so that a note on a right answer is a call too many.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from agent_e.benchmarks.suites.local import TEMPLATES, load_local
from agent_e.benchmarks.suites.suite import SuiteOptions
from agent_e.config import BrowserSettings, Settings
from agent_e.errors import ConfigError
from agent_e.verification import EvidenceLog, notes_for

from .answering.copying import quotes_of, rows_of
from .answering.evidence import Case, Quote, Run, facts_of, log_of
from .answering.misquoting import misquotes_of
from .answering.saved import opened
from .answering.watching import watched
from .record import PerfOptions, PerfReport, PerfRow
from .shared import check_repeats, known

SAVED = "saved"
_ANSWERS = 5
"""Right answers for each run, and false quotes: so many, and twice as many."""
_QUOTES = 4
_NAMED = 10


@dataclass(kw_only=True)
class Tally:
    """What became of quotes and answers; ``missed`` and ``wrong`` name some of them."""

    quotes: Counter[str] = field(default_factory=Counter)
    located: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    noted: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    missed: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; ``repeats`` is how many seeds each task is made from, ``seed`` the first.

    Raises:
        ConfigError: a site (``pages``) is unknown, or peers were asked for.
        BrowserError: the browser failed.
    """
    if options.peers:
        raise ConfigError("The measurement answers has no --peers.")
    check_repeats(options)
    sites = [*sorted({template.site for template in TEMPLATES}), SAVED]
    chosen = known("site", options.pages, sites)
    first = options.seed or 0
    seeds = tuple(range(first, first + (options.repeats or 1)))
    tasks = load_local(SuiteOptions(seeds=seeds))
    tasks = [task for task in tasks if chosen is None or task.id.partition("-")[0] in chosen]
    settings = Settings(browser=BrowserSettings(executable=options.executable))
    tally, number = Tally(), 0
    if chosen is None or SAVED in chosen:
        async for run in opened(options, settings):
            count(tally, run)
            number += 1
    if tasks:
        async for run in watched(tasks, settings):
            options.tell(f"{run.id}, about {number} of {len(tasks)}")
            count(tally, run)
            number += 1
    facts = {"runs": number, "seeds": seeds}
    return PerfReport(name="answers", rows=tuple(rows_for(tally)), facts=facts)


def count(tally: Tally, run: Run) -> None:
    """Put right answers and false quotes of one run to the test."""
    log, chance = log_of(run.shown), Random(run.id)
    copied = [quote for shown in run.shown for quote in quotes_of(shown, chance)]
    chance.shuffle(copied)
    for number in range(_ANSWERS):
        quotes = copied[number * _QUOTES : (number + 1) * _QUOTES]
        if quotes:
            _count_answer(tally, run, _case(run, number, quotes, chance), log)
    for quote in islice(misquotes_of(run.id, run.shown, chance), 2 * _ANSWERS):
        tally.quotes["false"] += 1
        if (place := log.locate(quote.text)) is not None:
            tally.located["false"] += 1
            tally.wrong.append(f"{run.id} ({quote.style}): {quote.text} -> {place.text}")


def _case(run: Run, number: int, quotes: Sequence[Quote], chance: Random) -> Case:
    """An answer that rests on these quotes; every fifth is a value of a page in a typed answer."""
    answer: object = run.answer or quotes[0].text
    rows = [row for shown in run.shown if shown.page for row in rows_of(shown.page.nodes)]
    if number == _ANSWERS - 1 and rows:
        answer = {"values": [cell for cell in chance.choice(rows) if cell]}
    return Case(
        id=f"{run.id}-{number}",
        kind="typed" if isinstance(answer, dict) else "words",
        task=run.task,
        answer=answer,
        quotes=tuple((run.task, quote) for quote in quotes),
        shown=run.shown,
        effects=run.effects,
        had_to_act=run.deed,
    )


def _count_answer(tally: Tally, run: Run, case: Case, log: EvidenceLog) -> None:
    facts = facts_of(case, log)
    for fact, (_, quote) in zip(facts, case.quotes, strict=True):
        tally.quotes[run.source] += 1
        tally.located[run.source] += fact.found
        if not fact.found:
            tally.missed[run.source].append(f"{run.id} ({quote.style}): {quote.text}")
    notes = notes_for(case.answer, facts, log=log, effects=case.effects, had_to_act=case.had_to_act)
    tally.answers[run.source] += 1
    tally.noted[run.source] += bool(notes)
    tally.notes.update(note.kind for note in notes)


def rows_for(tally: Tally) -> list[PerfRow]:
    """Return the figures: of right answers by where they come from, and of false quotes."""
    rows: list[PerfRow] = []
    for source in tally.answers:
        tried, noted = tally.answers[source], tally.noted[source]
        missed = _named(tally.missed[source])
        rows.append(_row(f"right answers, {source}", "tried", tried))
        rows.append(_share(f"right answers, {source}", "with a note", noted, tried, ""))
        found, quotes = tally.located[source], tally.quotes[source]
        rows.append(_row(f"quotes, {source}", "tried", quotes))
        rows.append(_share(f"quotes, {source}", "located", found, quotes, missed))
    for kind, number in sorted(tally.notes.items()):
        rows.append(_row("notes on right answers", kind, number))
    false = tally.quotes["false"]
    rows.append(_row("false quotes", "tried", false))
    rows.append(
        _share("false quotes", "located", tally.located["false"], false, _named(tally.wrong))
    )
    return rows


def _row(case: str, figure: str, value: int) -> PerfRow:
    return PerfRow(case=case, figure=figure, value=value, unit="")


def _share(case: str, figure: str, part: int, whole: int, note: str) -> PerfRow:
    value = round(100 * part / whole, 1) if whole else None
    return PerfRow(case=case, figure=figure, value=value, unit="%", note=note)


def _named(texts: Iterable[str]) -> str:
    return "; ".join(" ".join(text.split())[:160] for text in islice(texts, _NAMED))
