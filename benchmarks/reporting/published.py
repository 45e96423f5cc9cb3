"""What others published, to stand beside what was measured; ``configs/published.yaml`` holds it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from agent_e.configs import load_config


@dataclass(frozen=True, kw_only=True, slots=True)
class Published:
    """One published figure.

    Attributes:
        what: whose, and of what.
        value: as it is to be read, with its unit.
        source: where it was published.
    """

    what: str
    value: str
    source: str


def published(suite: str) -> tuple[Published, ...]:
    """Return the published figures of a suite; none where none are known."""
    if not files("agent_e.configs").joinpath("published.yaml").is_file():
        return ()
    rows: Any = load_config("published").get(suite) or ()
    return tuple(
        Published(
            what=str(row.get("what", "")),
            value=str(row.get("value", "")),
            source=str(row.get("source", "")),
        )
        for row in rows
    )
