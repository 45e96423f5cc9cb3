"""What a site is: an ASGI application, a view of its state, and a way back to its seed data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from starlette.types import ASGIApp


class Held(Protocol):
    """What one running copy of a site holds; copies share nothing."""

    def state(self) -> dict[str, Any]:
        """Return a snapshot of the server side as JSON-able data."""

    def reset(self) -> None:
        """Go back to the seed data and forget all sessions."""

    def close(self) -> None:
        """Release files and connections."""


class Backend(Held, Protocol):
    """A copy that this process serves."""

    @property
    def app(self) -> ASGIApp:
        """The application to serve."""


@dataclass(frozen=True, kw_only=True)
class Site:
    """A site that can be served by name.

    Attributes:
        name: by which it is asked for.
        summary: one sentence.
        build: makes a copy of it; the addresses of ``beside`` are among its arguments, by name.
        host: where it is served unless somebody says another.
        beside: sites that are served with it, on free ports.
        keys: tells of a running copy how to get past its doors, where no page says it.
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
        """Go back to the seed data and forget all sessions, in the sites beside it as well."""
        self.backend.reset()
        for site in self.beside.values():
            site.reset()
