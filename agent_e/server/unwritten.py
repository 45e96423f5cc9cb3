"""A journal for model calls that belong to no run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Unwritten:
    """Discards everything."""

    def write(self, kind: str, /, **fields: Any) -> int:
        """Discard an event."""
        return 0

    def write_file(self, name: str, value: Mapping[str, Any]) -> None:
        """Discard a JSON file."""

    def write_bytes(self, name: str, data: bytes) -> None:
        """Discard a file."""
