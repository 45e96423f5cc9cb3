"""What is told of an open tab."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class TabInfo:
    """One open tab.

    Attributes:
        number: its own for the whole session; never given to another tab.
        opener: number of the tab whose page opened it, also after that one was closed.
        title: ``""`` while it cannot be read.
        active: whether it is the one that is worked in.
    """

    number: int
    url: str
    title: str = ""
    active: bool = False
    opener: int | None = None
