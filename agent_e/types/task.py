"""What a person asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One task on the web.

    Attributes:
        text: what to do, in the person's words.
        start_url: the page to begin on; ``None`` leaves it to the planner.
        output_schema: JSON Schema of the answer; ``None`` for an answer as text.
        plan: steps to follow, as the person wrote them; empty leaves the plan to the planner.
        by_person: whether a person wrote it; of one that a model wrote neither the words nor the
            start page are leave for anything.
        grants: what the words allow, as the person confirmed it: rows as in the journal's
            ``grants.read``; ``None`` has a model read the words.
    """

    text: str
    start_url: str | None = None
    output_schema: Mapping[str, Any] | None = None
    plan: tuple[str, ...] = ()
    by_person: bool = True
    grants: tuple[Mapping[str, Any], ...] | None = None
