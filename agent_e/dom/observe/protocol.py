"""What those who act and watch need of whoever sees the page."""

from __future__ import annotations

from typing import Protocol

from agent_e.types import Observation


class ObserverProtocol(Protocol):
    """Sees the active page."""

    async def observe(self) -> Observation:
        """Look at the active page once, all frames."""
        ...

    async def observe_cached(self) -> Observation:
        """Return the page as it is, from the last look where that still holds."""
        ...

    @property
    def is_recent(self) -> bool:
        """Whether the last look, such as an action ends with, was a moment ago: mostly it holds."""
        ...

    async def cached_if_valid(self) -> Observation | None:
        """Return what the last look saw, if another one would see the same; else nothing."""
        ...
