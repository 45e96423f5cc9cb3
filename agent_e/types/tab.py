"""Description of an open tab."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class TabInfo:
    """One open tab.

    Attributes:
        number: unique for the whole session; never given to another tab.
        opener: number of the tab whose page opened it, even after that one was closed.
        title: ``""`` while it cannot be read.
        active: whether it is the current one.
    """

    number: int
    url: str
    title: str = ""
    active: bool = False
    opener: int | None = None
