"""A journal that keeps what is written."""

from __future__ import annotations

from typing import Any


class Journal:
    def __init__(self) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, kind: str, /, **fields: Any) -> int:
        self.events.append((kind, fields))
        return len(self.events)

    @property
    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.events]

    @property
    def states(self) -> list[str]:
        return [fields["state"] for kind, fields in self.events if kind == "control.state"]
