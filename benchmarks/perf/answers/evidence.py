"""What a run was shown, and answers based on it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from agent_e.types import Effect, Fact, Node, Observation, SkillResult
from agent_e.verification import EvidenceLog


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """One result of a skill as an agent gets it; ``sent``: its act sent a form."""

    result: SkillResult
    url: str
    sent: bool = False

    @property
    def page(self) -> Observation | None:
        """The page it shows in full, if any."""
        report = self.result.report
        pages = [each for each in self.result.data if isinstance(each, Observation)]
        return (
            report.page
            if report is not None and report.page is not None
            else next(iter(pages), None)
        )

    @property
    def lines(self) -> list[str]:
        """The lines of its text as the model reads them, without indentation."""
        return [line.strip() for line in self.result.text.splitlines() if line.strip()]


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """What was shown on the way to a right answer.

    Attributes:
        id: of the task or saved page.
        source: ``local``, or ``saved`` for a page of others.
        answer: the reference answer, ``""`` for none.
        deed: whether the answer reports an act, not a finding.
        effects: changes made by the run.
        params: of the task's template, such as the product.
    """

    id: str
    source: str
    task: str
    answer: str
    shown: tuple[Shown, ...]
    deed: bool = False
    effects: tuple[Effect, ...] = ()
    params: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Quote:
    """Words given as a quote; ``style`` is how they were copied, or falsified."""

    text: str
    style: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """An answer with the evidence its agent cites.

    Attributes:
        kind: of phrasing, or of mistake.
        quotes: each with the claim it is given for.
        cites: whether the agent cites at all; else code searches what was shown.
        had_to_act: whether the planner announced a change.
    """

    id: str
    kind: str
    task: str
    answer: Any
    quotes: tuple[tuple[str, Quote], ...]
    shown: tuple[Shown, ...]
    effects: tuple[Effect, ...] = ()
    had_to_act: bool = False
    cites: bool = True


def log_of(shown: Iterable[Shown]) -> EvidenceLog:
    """Return the log of a run that was shown this, one result per step."""
    log = EvidenceLog()
    for step, each in enumerate(shown):
        log.add(each.result, step=step, url=each.url)
    return log


def facts_of(case: Case, log: EvidenceLog) -> list[Fact]:
    """Return the cited facts, located as a navigator's are."""
    facts = []
    for claim, quote in case.quotes:
        place = log.locate(quote.text, claim)
        facts.append(
            Fact(
                claim=claim,
                quote=quote.text,
                step=place.evidence.step if place else 0,
                url=place.evidence.url if place else "",
                found=place is not None,
            )
        )
    return facts


def inside(nodes: tuple[Node, ...], at: int) -> list[Node]:
    """The node at an index with its subtree."""
    held = [nodes[at]]
    for node in nodes[at + 1 :]:
        if node.depth <= nodes[at].depth:
            break
        held.append(node)
    return held
