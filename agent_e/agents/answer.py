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
        limited: whether they were told to come to an end.
        verified: whether what they say rests on facts that were really shown.
        assisted: whether a model that cannot see was given in words what others see.
        needs_person: whether something was left undone because nobody was there to approve it.
        metrics: figures of the architecture's own.
    """

    status: Literal["done", "cannot"]
    answer: Any
    evidence: tuple[Fact, ...] = ()
    limited: bool = False
    verified: bool = True
    assisted: bool = False
    needs_person: bool = False
    metrics: Mapping[str, float] = field(default_factory=dict)
