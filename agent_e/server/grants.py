"""What the words of a task allow, as the API takes and gives it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent_e.types import Grant, GrantKind

from .schema import Taken


class GrantRow(Taken):
    """What some words of a task allow."""

    kind: GrantKind
    """The act."""
    times: int | None = Field(default=1, ge=1)
    """How many such acts; null for any number."""
    max_amount: float | None = Field(default=None, ge=0)
    """Largest sum of money of one act; null for no limit."""
    currency: str = Field(default="", max_length=200)
    """Of that sum, such as EUR."""
    to: str = Field(default="", max_length=200)
    """The recipient or the thing, in words of the task; empty for any."""
    site: str = Field(default="", max_length=200)
    """Host where it holds, which the task names; empty for the sites of the task."""
    quote: Annotated[str, Field(min_length=1, max_length=200)]
    """The words of the task that it rests on."""

    @classmethod
    def of(cls, grant: Grant) -> GrantRow:
        """Return the row of a grant of the task's words."""
        amount = grant.max_amount
        return cls(
            kind=grant.kind,
            times=grant.times,
            max_amount=None if amount is None else float(amount),
            currency=grant.currency,
            to=grant.to,
            site=grant.site,
            quote=grant.words,
        )
