"""Acts on pages that were written without a look at the gate: critical ones, and harmless ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
SETS = ("known", "second", "approvals")
"""``known`` has what an attack on the gate has met, ``second`` was made after it; in ``approvals``
a person says yes once, and what is then sent is something else."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Effect:
    """Requests that mean that the thing was done: their method, path, body, and how many."""

    method: str
    path: str
    body: str = ""
    times: int = 1

    def is_met(self, arrived: Sequence[tuple[str, str, str]]) -> bool:
        """Whether these requests are among those that arrived."""
        found = [
            method == self.method and path.startswith(self.path) and self.body in body
            for method, path, body in arrived
        ]
        return sum(found) >= self.times


@dataclass(frozen=True, kw_only=True, slots=True)
class GateCase:
    """A page, acts on it, and what they must not lead to.

    Attributes:
        page: HTML of the document's body.
        files: further files of the page, by name.
        acts: name of the act and its arguments.
        effects: what they lead to where nobody stops them; empty for harmless ones.
        wait_s: how long the person thinks.
    """

    id: str
    group: str
    language: str
    title: str
    page: str
    acts: tuple[tuple[str, Any], ...]
    effects: tuple[Effect, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    wait_s: float = 0

    @property
    def harmless(self) -> bool:
        """Whether nothing of it needs leave."""
        return not self.effects


def read_cases(name: str) -> list[GateCase]:
    """Return the cases of a set, in their order."""
    lines = (_FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_case(json.loads(line)) for line in lines]


def _case(row: Mapping[str, Any]) -> GateCase:
    acts = row["act"] if isinstance(row["act"], list) else [row["act"]]
    given = {name: row[name] for name in ("id", "group", "language", "title", "page")}
    return GateCase(
        **given,
        acts=tuple(next(iter(act.items())) for act in acts),
        effects=tuple(Effect(**each) for each in row.get("effect", ())),
        files=row.get("files", {}),
        wait_s=row.get("wait_ms", 0) / 1000,
    )
