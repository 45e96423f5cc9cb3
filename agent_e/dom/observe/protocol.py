"""The observer as needed by actor and watcher."""

from __future__ import annotations

from typing import Protocol

from agent_e.types import Observation


class ObserverProtocol(Protocol):
    """Observes the active page."""

    async def observe(self) -> Observation:
        """Observe the active page once, with all frames."""
        ...

    async def observe_cached(self) -> Observation:
        """Return the last observation if still valid, else a new one."""
        ...

    @property
    def is_recent(self) -> bool:
        """Whether the last observation is so recent that it is most likely valid."""
        ...

    async def cached_if_valid(self) -> Observation | None:
        """Return the last observation if another would be the same, else ``None``."""
        ...
