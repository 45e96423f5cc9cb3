"""Counts the outcomes of right answers and false quotes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from agent_e.agents.answer import Answer, PartialResult
from agent_e.agents.run_context import RunContext
from agent_e.agents.submission import AnswerSubmission
from agent_e.benchmarks.perf.record import PerfRow
from agent_e.config import Settings
from agent_e.types import Fact
from agent_e.verification import EvidenceLog, Note
from agent_e.verification.uncited_answer import cited

from .evidence import Case, Run, facts_of, log_of
from .misquoting import KINDS, misquotes_of
from .right import right_answers
from .watching import Unwritten

CITED = "right answers"
_MAX_NAMED = 12
_FALSE_A_RUN = 2
"""False quotes of each kind per run."""


@dataclass(kw_only=True, slots=True)
class _Tally:
    """Outcomes of right answers; the lists name them."""

    tried: int = 0
    refused: list[str] = field(default_factory=list)
    quotes: int = 0
    located: int = 0
    missed: list[str] = field(default_factory=list)
    noted: dict[str, list[str]] = field(default_factory=dict)
    needless: list[str] = field(default_factory=list)


async def right_rows(runs: Iterable[Run]) -> list[PerfRow]:
    """Return the figures of right answers, with and without citations."""
    with_quotes, without = _Tally(), _Tally()
    for run in runs:
        log = log_of(run.shown)
        for case in right_answers(run):
            tally = with_quotes if case.cites else without
            facts = facts_of(case, log) if case.cites else cited(str(case.answer), log)
            tally.tried += 1
            tally.quotes += len(facts)
            tally.located += sum(fact.found for fact in facts)
            tally.missed += [f"{case.id}: {fact.quote}" for fact in facts if not fact.found]
            notes, refused = await _submitted(case, facts, log)
            tally.refused += [f"{case.id}: {refused}"] if refused else []
            for kind in {note.kind for note in notes}:
                tally.noted.setdefault(kind, []).append(case.id)
            if notes and _all_stands(case):
                tally.needless.append(case.id)
    rows = []
    for case_name, tally in ((CITED, with_quotes), ("without quotes", without)):
        rows += [*_tally_rows(case_name, tally)]
    return rows


async def _submitted(case: Case, facts: Sequence[Fact], log: EvidenceLog) -> tuple[list[Note], str]:
    """The product's notes on an answer, and its reason to refuse it without a judge."""
    context = SimpleNamespace(
        evidence=log,
        effects=case.effects,
        partial_result=PartialResult(had_to_act=case.had_to_act),
        settings=Settings(),
        models={},
        journal=Unwritten(),
    )
    submission = AnswerSubmission(cast(RunContext, context))
    given = Answer(status="done", answer=case.answer, evidence=tuple(facts))
    return submission.notes(given), (await submission.checked(given)).refused


def _tally_rows(name: str, tally: _Tally) -> Iterator[PerfRow]:
    yield row(name, "tried", tally.tried)
    if not tally.tried:
        return
    yield row(name, "refused by code", len(tally.refused), named(tally.refused))
    if tally.quotes and name == CITED:
        share = round(100 * tally.located / tally.quotes, 1)
        note = named(tally.missed)
        yield PerfRow(name, "quotes located", share, "%", note=note)
    for kind, cases in sorted(tally.noted.items()):
        yield row(name, f"note {kind}", len(cases), named(cases))
    share = round(100 * len(tally.needless) / tally.tried, 1)
    note = named(tally.needless)
    yield PerfRow(name, "noted though all stands", share, "%", note=note)


def _all_stands(case: Case) -> bool:
    """Whether each value of a typed answer was shown verbatim; text is not checked."""
    shown_text = "\n".join(each.result.text for each in case.shown).casefold()
    typed = () if isinstance(case.answer, str) else _values(case.answer)
    return all(value.casefold() in shown_text for value in typed)


def _values(answer: Any) -> Iterator[str]:
    if isinstance(answer, Mapping):
        answer = list(answer.values())
    if isinstance(answer, list):
        for each in answer:
            yield from _values(each)
    elif not isinstance(answer, bool):
        yield str(answer)


def false_rows(runs: Iterable[Run]) -> list[PerfRow]:
    """Return how many false quotes were located, in all and of each kind."""
    tried: Counter[str] = Counter()
    located: dict[str, list[str]] = {}
    for run in runs:
        log = log_of(run.shown)
        chance = Random(run.id)
        taken: Counter[str] = Counter()
        for quote in misquotes_of(run.id, run.shown, chance):
            taken[quote.style] += 1
            if taken[quote.style] > _FALSE_A_RUN:
                continue
            tried[quote.style] += 1
            if log.locate(quote.text) is not None:
                located.setdefault(quote.style, []).append(f"{run.id}: {quote.text}")
    wrong = [name for kind in KINDS for name in located.get(kind, ())]
    total = sum(tried.values())
    rows = [row("false quotes", "tried", total)]
    for kind, names, count in (
        ("false quotes", wrong, total),
        *((kind, located.get(kind, []), tried[kind]) for kind in KINDS),
    ):
        if count:
            share = round(100 * len(names) / count, 1)
            rows.append(PerfRow(kind, "located", share, "%", note=named(names)))
    return rows


def row(case: str, figure: str, value: int, note: str = "") -> PerfRow:
    """Return a figure that is a count."""
    return PerfRow(case, figure, value, note=note)


def named(names: Sequence[str]) -> str:
    """Join the first names, and the number of the others."""
    more = f"; and {len(names) - _MAX_NAMED} more" if len(names) > _MAX_NAMED else ""
    return "; ".join(names[:_MAX_NAMED]) + more
