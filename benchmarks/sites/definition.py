"""What a site is: an ASGI application, a view of its state, and a way back to its seed data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.types import ASGIApp


class Backend(Protocol):
    """One running copy of a site; copies share nothing."""

    @property
    def app(self) -> ASGIApp:
        """The application to serve."""

    def state(self) -> dict[str, Any]:
        """Return a snapshot of the server side as JSON-able data."""

    def reset(self) -> None:
        """Go back to the seed data and forget all sessions."""

    def close(self) -> None:
        """Release files and connections."""


@dataclass(frozen=True, kw_only=True)
class Site:
    """A site that can be served by name."""

    name: str
    summary: str
    build: Callable[..., Backend]


@dataclass(frozen=True, kw_only=True)
class RunningSite:
    """A site that accepts connections at `url` (no slash at the end)."""

    name: str
    url: str
    port: int
    backend: Backend

    def state(self) -> dict[str, Any]:
        """Return a snapshot of the server side as JSON-able data; never reachable over HTTP."""
        return self.backend.state()

    def reset(self) -> None:
        """Go back to the seed data and forget all sessions."""
        self.backend.reset()
