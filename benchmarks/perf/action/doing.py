"""What everybody who acts on a page is asked for, and what they give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from .cases import Case

KNOWN = "known"
"""The name of the time from the call until what a model needs to go on is in hand."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Act:
    """One action.

    Attributes:
        milliseconds: wall time by stage; ``TOTAL`` (from the call to its return) and ``KNOWN`` are
            two of them, the others add up to ``TOTAL``.
        text: what a model would read after it; ``None`` for who tells nothing.
        messages: sent to the browser's driver during the action; ``None`` where nobody counts.
    """

    milliseconds: Mapping[str, float]
    text: str | None = None
    messages: int | None = None


class Doer(Protocol):
    """Somebody who acts on pages; what fails of it raises ``PeerFailed``."""

    @property
    def name(self) -> str:
        """The name in the report."""

    @property
    def nothing(self) -> str:
        """The words by which its text says that an action changed nothing; ``""`` for none."""

    async def open(self, url: str, case: Case) -> str:
        """Open the page and find what the action needs; returns what a model would read of it."""

    async def act(self, case: Case) -> Act:
        """Do it."""

    async def check(self, expression: str) -> None:
        """Wait in the page until the expression is true."""
