"""Acts that were under way when a run was cut off: whether they took place is not known."""

from __future__ import annotations

from collections.abc import Iterable, Set

from agent_e.types import ActFacts, Outgoing, Risk, Tier

from .addresses import site_at
from .request_shape import request_shape
from .risk import Raised

UNCERTAIN = (
    "the same was under way when the run was cut off, and whether it took place is not known"
)
_OF_ONE = ("form ", "address http", "tool ")
"""Prefixes of a risk's marks that name one act: what it sends, opens, or calls."""


class UncertainActs:
    """Makes the same act need leave again, until it was given once."""

    def __init__(self, acts: Iterable[Set[str]] = ()) -> None:
        """``acts`` has the marks of each."""
        self._acts = list(acts)

    def raised(self, risk: Risk, marks: Set[str]) -> Risk:
        """Return a risk, critical for an act with one of these marks if that is uncertain."""
        if all(marks.isdisjoint(act) for act in self._acts):
            return risk
        raised = Raised.of(risk)
        raised.at_least(Tier.CRITICAL, UNCERTAIN)
        return raised.frozen()

    def settle(self, marks: Set[str]) -> None:
        """Note that the person has allowed an act with these marks."""
        self._acts = [act for act in self._acts if marks.isdisjoint(act)]


def act_marks(action: str, facts: ActFacts | None, risk: Risk) -> frozenset[str]:
    """Return what an act is known by when it comes again: its element, what it sends or opens."""
    marks = {mark for mark in risk.marks if mark.startswith(_OF_ONE)}
    if facts is not None and facts.role:
        name = facts.name or (facts.around if facts.role == "dialog" else "")
        marks.add(f"{action} {facts.role} '{name}' on {site_at(facts.frame or facts.page)}")
    return frozenset(marks)


def request_marks(sent: Outgoing, risk: Risk) -> frozenset[str]:
    """Return what a request is known by when it comes again, as acts are for forms."""
    if sent.by == "document":
        return frozenset(mark for mark in risk.marks if mark.startswith("form "))
    return frozenset({f"request {request_shape(sent)}"})


def is_lasting(risk: Risk) -> bool:
    """Whether doing it twice may change something outside twice; signing in does not."""
    return risk.tier >= Tier.WRITES and risk.kinds != {"sign_in"}
