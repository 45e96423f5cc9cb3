"""The definition of sites: an ASGI application, its state, and a reset to its seed data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from starlette.types import ASGIApp


class Held(Protocol):
    """The state of one running copy of a site; copies share nothing."""

    def state(self) -> dict[str, Any]:
        """Return a snapshot of the server side as JSON-able data."""

    def reset(self) -> None:
        """Restore the seed data and drop all sessions."""

    def close(self) -> None:
        """Release files and connections."""


class Backend(Held, Protocol):
    """A copy served by this process."""

    @property
    def app(self) -> ASGIApp:
        """The application to serve."""


@dataclass(frozen=True, kw_only=True)
class Site:
    """A site that can be served by name.

    Attributes:
        name: identifier.
        summary: one sentence.
        build: creates a copy; the addresses of ``beside`` are among its arguments, by name.
        host: default host to serve on.
        beside: sites served with it, on free ports.
        keys: tells how to log in to a running copy, where no page says it.
    """

    name: str
    summary: str
    build: Callable[..., Backend]
    host: str = "127.0.0.1"
    beside: tuple[Site, ...] = ()
    keys: Callable[[Any], str] | None = None


@dataclass(frozen=True, kw_only=True)
class RunningSite:
    """A site that accepts connections at `url` (no slash at the end); `beside` goes with it."""

    name: str
    url: str
    port: int
    backend: Held
    beside: Mapping[str, RunningSite] = field(default_factory=dict)

    def state(self) -> dict[str, Any]:
        """Return a snapshot of the server side as JSON-able data; never reachable over HTTP."""
        return self.backend.state()

    def reset(self) -> None:
        """Restore the seed data and drop all sessions, in the sites beside it as well."""
        self.backend.reset()
        for site in self.beside.values():
            site.reset()
