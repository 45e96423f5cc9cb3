"""The contents of a suite's report, as records; pages and tables only lay them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from agent_e.benchmarks.comparison import Comparison, compare
from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.judging.agreement import Figure, kappa_of
from agent_e.benchmarks.judging.people import last_words
from agent_e.benchmarks.summary import Group, Rate, Summary, rate, summarise
from agent_e.text import clean

from .stored import BenchFolder, Stored
from .text import cut

_MAX_VALUES = 60
"""Values of a tag that are listed; a table of more would say nothing."""
_MAX_LINKS = 12
_MAX_REASONS = 5
_EXTREMES = 10

MEANINGS = {
    "success": "done, and the evaluators agree",
    "fail_self_aware": "it said that it could not",
    "fail_oblivious": "it claimed success, and the evaluators say no",
    "fail_limit": "steps, calls, time or money were used up",
    "fail_invalid": "what the model answered could not be used",
    "blocked": "a captcha, a log-in or a person stood in the way",
    "infra_error": "browser, site, provider or judge failed; not counted",
    "unjudged": "nobody could say whether it was right; not counted",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """One way in which episodes failed.

    Attributes:
        reasons: the reasons given, with their counts.
        examples: some of the ``count`` episodes.
    """

    outcome: str
    meaning: str
    count: int
    share: float
    reasons: tuple[tuple[str, int], ...]
    examples: tuple[Stored, ...]

    @property
    def counted(self) -> bool:
        """Whether it lowers the success rate."""
        return EpisodeOutcome(self.outcome).counted


@dataclass(frozen=True, kw_only=True, slots=True)
class Flips:
    """Differences from a baseline, over counted episodes that both have.

    Attributes:
        compared: this run as B against the baseline as A.
    """

    name: str
    gained: tuple[Stored, ...]
    lost: tuple[Stored, ...]
    baseline: Summary
    compared: Comparison


@dataclass(frozen=True, kw_only=True, slots=True)
class Agreement:
    """Agreement of people and evaluators: rows are people, columns evaluators."""

    people: int
    both_success: int
    only_people: int
    only_evaluators: int
    both_failure: int
    kappa: Figure
    rate: Rate
    """Share of labels that agree."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Contents:
    """The report."""

    folder: BenchFolder
    summary: Summary
    tags: tuple[tuple[str, tuple[tuple[str, Group], ...]], ...]
    failures: tuple[Failure, ...]
    slowest: tuple[Stored, ...]
    dearest: tuple[Stored, ...]
    flips: Flips | None
    agreement: Agreement | None

    @property
    def outcomes(self) -> list[tuple[str, int]]:
        """Counts of outcomes, without those that did not occur."""
        return [(name, count) for name, count in self.summary.outcomes.items() if count]

    @property
    def excluded(self) -> int:
        """Episodes that are not in the denominator."""
        return self.summary.episodes - self.summary.success.n


def contents(folder: BenchFolder, baseline: BenchFolder | None = None) -> Contents:
    """Assemble the report of a run."""
    records = [each.record for each in folder.episodes]
    summary = summarise(records)
    costly = [each for each in folder.episodes if each.record.cost_usd]
    return Contents(
        folder=folder,
        summary=summary,
        tags=tuple(_tags(summary)),
        failures=tuple(_failures(folder.episodes)),
        slowest=tuple(sorted(folder.episodes, key=lambda e: -e.record.seconds)[:_EXTREMES]),
        dearest=tuple(sorted(costly, key=lambda e: -(e.record.cost_usd or 0))[:_EXTREMES]),
        flips=_flips(folder, baseline) if baseline else None,
        agreement=_agreement(folder),
    )


def _tags(summary: Summary) -> Iterable[tuple[str, tuple[tuple[str, Group], ...]]]:
    for tag in sorted(summary.by_tag, key=lambda tag: (tag != "site", tag)):
        values = summary.by_tag[tag]
        if 1 < len(values) <= _MAX_VALUES or tag == "site":
            yield tag, tuple(values.items())


def _failures(episodes: Sequence[Stored]) -> Iterable[Failure]:
    for outcome in EpisodeOutcome:
        found = [each for each in episodes if each.record.outcome is outcome]
        if outcome is EpisodeOutcome.SUCCESS or not found:
            continue
        reasons = Counter(reason_of(each.record) for each in found)
        reasons.pop("", None)
        yield Failure(
            outcome=outcome.value,
            meaning=MEANINGS[outcome.value],
            count=len(found),
            share=len(found) / len(episodes),
            reasons=tuple(reasons.most_common(_MAX_REASONS)),
            examples=tuple(islice(found, _MAX_LINKS)),
        )


def format_kappa(kappa: Figure) -> str:
    """Format Cohen's kappa: ``0.62 (0.31 to 0.88)``; or why it is undefined."""
    if kappa.value is None:
        return "not defined, as one of the two only ever said the same"
    if kappa.interval is None:
        return _signed(f"{kappa.value:.2f}")
    return _signed(f"{kappa.value:.2f} ({kappa.interval[0]:.2f} to {kappa.interval[1]:.2f})")


def format_difference(compared: Comparison) -> str:
    """Format a comparison's test: points, interval, p, and the conclusion."""
    points = f"{100 * compared.difference:+.1f} points"
    if compared.interval:
        low, high = compared.interval
        points += f" (95 % {100 * low:+.1f} to {100 * high:+.1f}; {compared.interval_method})"
    shown = {"none": "no difference is shown", "better": "it is better", "worse": "it is worse"}
    p = f"p {'< 0.001' if compared.p_value < 0.001 else f'= {compared.p_value:.3f}'}"
    return f"{_signed(points)}; {p} ({compared.test}): {shown[compared.change]}"


def _signed(words: str) -> str:
    """Replace the hyphen by a minus sign."""
    return words.replace("-", "\N{MINUS SIGN}")


def reason_of(record: EpisodeRecord) -> str:
    """Why an episode did not succeed, in one line."""
    if record.message:
        return cut(clean(record.message), 160)
    verdicts = record.score.verdicts if record.score else ()
    failed = next((each.reason for each in verdicts if each.required and not each.passed), "")
    return cut(clean(failed), 160)


def _flips(folder: BenchFolder, baseline: BenchFolder) -> Flips:
    before = [each.record for each in baseline.episodes]
    compared = compare(before, [each.record for each in folder.episodes])
    here = {each.slot: each for each in folder.episodes}
    return Flips(
        name=baseline.path.name,
        gained=tuple(here[each] for each in compared.won),
        lost=tuple(here[each] for each in compared.lost),
        baseline=summarise(before),
        compared=compared,
    )


def _agreement(folder: BenchFolder) -> Agreement | None:
    verdicts = last_words(folder.verdicts)
    labels = [
        (who, label, each.record.outcome is EpisodeOutcome.SUCCESS, each.record.cluster)
        for each in folder.episodes
        if each.record.outcome.counted
        for who, label in verdicts.get(each.key, {}).items()
    ]
    if not labels:
        return None
    people, humans, evaluators, clusters = zip(*labels, strict=True)
    found = Counter(zip(humans, evaluators, strict=True))
    return Agreement(
        people=len(set(people)),
        both_success=found[True, True],
        only_people=found[True, False],
        only_evaluators=found[False, True],
        both_failure=found[False, False],
        kappa=kappa_of(evaluators, humans, clusters),
        rate=rate([a == b for a, b in zip(humans, evaluators, strict=True)], clusters),
    )


def row_of(stored: Stored, folder: BenchFolder) -> dict[str, Any]:
    """One row of the table of all episodes, the same in page, CSV and JSON."""
    record = stored.record
    task = folder.tasks.get(record.task_id)
    sites = record.tags.get("site", record.tags.get("sites", ""))
    answer = "" if record.answer is None else record.answer
    return {
        "task": record.task_id,
        "epoch": record.epoch,
        "attempt": record.attempt,
        "site": ", ".join(map(str, sites)) if isinstance(sites, list) else str(sites),
        "outcome": record.outcome.value,
        "claim": record.claim,
        "score": record.score.score if record.score else None,
        "seconds": round(record.seconds, 3),
        "calls": record.calls,
        "tokens": sum(u.input_tokens + u.output_tokens for u in record.usage.values()),
        "cost_usd": record.cost_usd,
        "intent": cut(clean(task.intent), 300) if task else "",
        "answer": cut(clean(str(answer)), 300),
        "message": reason_of(record),
    }
