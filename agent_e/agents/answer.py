"""How the agents of a run ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agent_e.types import Fact


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """How the agents ended.

    Attributes:
        limit: which limit made them come to an end, in words; empty when none did.
        verified: whether nothing is missing from its support, or the judge or the person agreed.
        refused: why the judge refused it for good, as a sentence; empty when it did not.
        assisted: whether a model that cannot see was given in words what others see.
        needs_person: what was left undone because nobody was there to approve it, and what allows
            it; empty for nothing.
        denied: what the person said no to last; empty for nothing.
        metrics: figures of the architecture's own.
        loop: the loop they went round in, if that ended them.
    """

    status: Literal["done", "cannot"]
    answer: Any
    evidence: tuple[Fact, ...] = ()
    limit: str = ""
    verified: bool = False
    refused: str = ""
    assisted: bool = False
    needs_person: str = ""
    denied: str = ""
    metrics: Mapping[str, float] = field(default_factory=dict)
    loop: str = ""


@dataclass(kw_only=True, slots=True)
class PartialResult:
    """What is left of a run that ends before its agents have brought it to an end.

    Attributes:
        facts: found so far, in order.
        sent_back: answers the agents were told to mend, each with why.
        had_to_act: whether the planner said of a sub-task that it is to change something.
    """

    facts: list[Fact] = field(default_factory=list)
    sent_back: list[Answer] = field(default_factory=list)
    had_to_act: bool = False
