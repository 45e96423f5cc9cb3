"""The interface of everything that acts on a page, and its results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from .cases import Case

KNOWN = "known"
"""Name of the time from the call until a model has what it needs to go on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Act:
    """One action.

    Attributes:
        milliseconds: wall time by stage; ``TOTAL`` (from the call to its return) and ``KNOWN`` are
            two of them, the others add up to ``TOTAL``.
        text: what a model would read after it; ``None`` for actors without messages.
        messages: sent to the browser's driver during the action; ``None`` where not counted.
    """

    milliseconds: Mapping[str, float]
    text: str | None = None
    messages: int | None = None


class Doer(Protocol):
    """An actor on pages; its failures raise ``PeerFailed``."""

    @property
    def name(self) -> str:
        """The name in the report."""

    @property
    def nothing(self) -> str:
        """The words by which its text says that nothing changed; ``""`` for none."""

    async def open(self, url: str, case: Case) -> str:
        """Open the page and find what the action needs; returns a model's text of the page."""

    async def act(self, case: Case) -> Act:
        """Perform the action."""

    async def check(self, expression: str) -> None:
        """Wait in the page until the expression is true."""
