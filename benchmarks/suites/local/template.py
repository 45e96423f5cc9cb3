"""Templates, and how a task is made from one of their cases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Literal

from pydantic import JsonValue

from agent_e.benchmarks.tasks.checks import claims_cannot, unchanged
from agent_e.benchmarks.tasks.record import (
    BenchTask,
    EvaluatorSpec,
    Reference,
    SiteUse,
    TaskLimits,
    TraceStep,
)

SUITE = "local"
SiteName = Literal["shop", "catalog", "flights"]
Category = Literal["retrieval", "navigation", "form", "multi_step", "infeasible"]
Difficulty = Literal["easy", "medium", "hard"]

_STEPS_PER_STEP = 3
_STEPS_SPARE = 6


@dataclass(frozen=True, kw_only=True)
class Case:
    """One task on a site, and how its completion is proved.

    Attributes:
        intent: in the words of a person.
        params: what distinguishes it from the template's other cases.
        trace: one short way to do it; of a task that cannot be done, an honest try.
        checks: what proves it. If nothing is to change, a check for an unchanged site is added.
        answer: the oracle's answer.
        quiet: the parts of the site's state that an attempt at the impossible must not change.
        options: for the site's builder.
        path: where it starts.
    """

    intent: str
    params: Mapping[str, JsonValue]
    trace: Sequence[TraceStep]
    checks: Sequence[EvaluatorSpec] = ()
    answer: JsonValue = None
    quiet: Sequence[str] = ("",)
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    path: str = "/"


Cases = Callable[[Random], Iterator[Case]]
"""Yields different cases in an order determined by the random source alone."""


@dataclass(frozen=True, kw_only=True)
class Template:
    """A family of tasks that differ only in their parameters."""

    id: str
    site: SiteName
    category: Category
    difficulty: Difficulty
    cases: Cases
    mutating: bool = False

    @property
    def feasible(self) -> bool:
        """Whether its tasks can be done."""
        return self.category != "infeasible"

    def tasks(self, seeds: Collection[int]) -> Iterator[BenchTask]:
        """Yield the task of each seed, from 0; none where the site's data has no more cases.

        The same seed always gives the same task, whatever other seeds are requested.
        """
        cases = islice(self._different(), max(seeds, default=-1) + 1)
        for seed, case in enumerate(cases):
            if seed in seeds:
                yield self._task(seed, case)

    def _different(self) -> Iterator[Case]:
        known = set()
        for case in self.cases(Random(f"{SUITE} {self.id}")):
            if case.intent not in known:
                known.add(case.intent)
                yield case

    def _task(self, seed: int, case: Case) -> BenchTask:
        return BenchTask(
            id=f"{self.id}-{seed}",
            suite=SUITE,
            intent=case.intent,
            start_url=f"{{{self.site}}}{case.path}",
            sites=(SiteUse(name=self.site, options=dict(case.options)),),
            template_id=self.id,
            params=dict(case.params),
            seed=seed,
            tags={
                "site": self.site,
                "category": self.category,
                "difficulty": self.difficulty,
                "mutating": self.mutating,
            },
            feasible=self.feasible,
            limits=TaskLimits(steps=_STEPS_PER_STEP * count_actions(case.trace) + _STEPS_SPARE),
            evaluators=tuple(self._checks(case)),
            reference=Reference(answer=case.answer, trace=tuple(case.trace)),
        )

    def _checks(self, case: Case) -> Iterator[EvaluatorSpec]:
        yield from case.checks
        if not self.feasible:
            yield claims_cannot()
        if not self.mutating:
            yield from (unchanged(self.site, path) for path in case.quiet)


def count_actions(trace: Sequence[TraceStep]) -> int:
    """Count the steps that do something; a person looking at the right time need not wait."""
    return sum(step.verb != "wait" for step in trace)


def family(
    site: SiteName,
    category: Category,
    difficulty: Difficulty,
    cases: Mapping[str, Cases],
    *,
    mutating: bool = False,
) -> tuple[Template, ...]:
    """Create templates that differ only in the question; names start with their site's."""
    return tuple(
        Template(
            id=f"{site}-{name}",
            site=site,
            category=category,
            difficulty=difficulty,
            cases=each,
            mutating=mutating,
        )
        for name, each in cases.items()
    )
