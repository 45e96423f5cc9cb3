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
        limit: the limit that ended them, as text; empty when none did.
        verified: whether its support lacks nothing, or the judge or the person agreed.
        refused: why the judge finally refused it, as a sentence; empty when it did not.
        assisted: whether a model that cannot see was given text in place of pictures.
        needs_person: what was left undone because nobody was there to approve it, and what allows
            it; empty for nothing.
        denied: the last act the person refused; empty for none.
        metrics: figures specific to the architecture.
        loop: the loop that ended them, if any.
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
    """What remains of a run that ends before its agents have finished.

    Attributes:
        facts: found so far, in order.
        sent_back: answers sent back to be mended, each with the reason.
        had_to_act: whether the planner marked a sub-task as one that changes something.
    """

    facts: list[Fact] = field(default_factory=list)
    sent_back: list[Answer] = field(default_factory=list)
    had_to_act: bool = False
