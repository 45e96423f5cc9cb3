"""Interfaces with several implementations: gate, user questions, grounding, journal.

``composition.py`` chooses them for a run; tests and benchmarks have their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from agent_e.safety.permits import Permit
from agent_e.types import AskedKind, Node, Observation, PersonAnswer, Screenshot, Sensitivity


class Grounder(Protocol):
    """Finds what is described in words on a picture of the active page."""

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        """Return the point, CSS pixels of the viewport; ``SkillError`` when it is not there.

        ``page`` is the observation of the picture, for implementations without vision.
        """
        ...


class Gate(Protocol):
    """Decides whether an action may happen."""

    @property
    def refused_for_good(self) -> bool:
        """Whether an act was refused, and nothing in this run can change that."""
        ...

    async def check(self, action: str, target: Node | None, arguments: Mapping[str, Any]) -> Permit:
        """Return permission for it; raise ``ActionDenied`` with the reason when refused."""
        ...


class Asker(Protocol):
    """Reaches the person."""

    async def ask(
        self,
        kind: AskedKind,
        question: str,
        *,
        schema: Mapping[str, Any] | None = None,
        evidence: Mapping[str, Any] | None = None,
        sensitivity: Sensitivity = "plain",
    ) -> PersonAnswer:
        """Ask and return the answer; ``NeedsPerson`` when nobody can answer."""
        ...


class Journal(Protocol):
    """Receives events and files of a run."""

    def write(self, kind: str, /, **fields: Any) -> int:
        """Append the event before anything it announces happens; returns its number."""
        ...

    def write_file(self, name: str, value: Mapping[str, Any]) -> None:
        """Write a JSON file of the run folder, such as ``extracts/12.json``."""
        ...

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write a file of the run folder, such as ``shots/12.jpg``."""
        ...
