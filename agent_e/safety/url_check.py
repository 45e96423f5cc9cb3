"""The URL policy in use, as configured for a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agent_e.config import SafetySettings
from agent_e.errors import ConfigError
from agent_e.types import Decision, Destination

from .ip_ranges import is_address
from .local_sites import served_places
from .name_lookup import LOOKUP_S, NameLookup, addresses_of
from .origins import HostPattern, read_pattern, read_place
from .site_headers import SiteHeaders
from .task_guard import read_guard
from .url_policy import Resolver, UrlPolicy, decide, decide_load, decide_reached


class UrlCheck:
    """Decides on addresses for a browser session.

    Attributes:
        policy: what is allowed; may be changed between runs.
        headers: what requests to the person's own hosts carry.
    """

    def __init__(self, policy: UrlPolicy, *, resolve: Resolver | None) -> None:
        """Set up; without ``resolve`` names are not looked up, as behind a proxy that does it."""
        self.policy = policy
        self.headers = SiteHeaders()
        self._lookup = NameLookup(resolve) if resolve is not None else None

    @property
    def adds_headers(self) -> bool:
        """Whether there are headers to add to requests."""
        return bool(self.headers.all)

    def headers_for(self, url: str, origin: str = "") -> Mapping[str, str]:
        """The headers to add to a request, whose response the scripts of an origin may read."""
        return self.headers.sent_to(url, origin)

    def now(self, url: str) -> Decision:
        """Decide immediately, without resolving names."""
        return decide(url, self.policy)

    def reached(self, url: str, address: str) -> Decision:
        """Decide on a document by the address it came from; behind a proxy that is the proxy's."""
        if self._lookup is None:
            return Decision(allowed=True, rule="unseen")
        return decide_reached(url, address, self.policy)

    async def __call__(self, url: str) -> Decision:
        """Decide, resolving the host's name now."""
        decision = self.now(url)
        if not decision.lookup or self._lookup is None:
            return decision
        found = await self._lookup.addresses(decision.lookup)
        if found is None:
            return _unresolved(decision.lookup)
        return decide(url, self.policy, lambda _: found)

    async def load(self, host: str, port: int) -> Destination:
        """Decide on a connection, with the addresses that it may be made to."""
        place = read_place(f"http://{f'[{host}]' if ':' in host else host}:{port}/")
        if place is None:
            words = f"{host} is no host that can be connected to."
            refused = Decision(allowed=False, rule="unreadable", sentence=words)
            return Destination(decision=refused, host=host)
        decision = decide_load(place, self.policy)
        if not decision.allowed or self._lookup is None:
            return Destination(decision=decision, host=place.host)
        found = (
            (place.host,) if is_address(place.host) else await self._lookup.addresses(place.host)
        )
        if found is None:
            return Destination(decision=_unresolved(place.host), host=place.host)
        decision = decide_load(place, self.policy, lambda _: found)
        return Destination(decision=decision, host=place.host, addresses=found)


def _unresolved(host: str) -> Decision:
    return Decision(
        allowed=False,
        rule="unresolved",
        sentence=f"{host} may not be opened: whose address it is could not be found out within "
        f"{LOOKUP_S:g} s. Behind a proxy that does it, safety.lookup is to be off.",
    )


def granted_place(url: str) -> tuple[str, int] | None:
    """Return host and port of an address from the person; ``None`` when it has none."""
    place = read_place(url)
    return (place.host, place.port) if place and place.host else None


def url_check(
    settings: SafetySettings, own: Iterable[tuple[str, int]] = (), *, files: Iterable[str] = ()
) -> UrlCheck:
    """Build the address check.

    Args:
        settings: what the person allows.
        own: host and port of the pages that the person started with.
        files: addresses of files the person named; if there are any, nothing else is opened.

    Raises:
        ConfigError: a host is invalid, or a private one has no port.
    """
    private = frozenset(map(_private, settings.allow_private))
    policy = UrlPolicy(
        allow=_patterns("allow", settings.allow),
        deny=(*_patterns("deny", settings.deny), *read_guard(settings.refused_tasks).domains),
        load=_patterns("load", settings.load),
        granted=private | served_places() | frozenset(own),
        files=frozenset(place.href for place in map(read_place, files) if place),
    )
    return UrlCheck(policy, resolve=addresses_of if settings.lookup else None)


def _patterns(name: str, written: tuple[str, ...]) -> tuple[HostPattern, ...]:
    try:
        return tuple(map(read_pattern, written))
    except ConfigError as error:
        raise ConfigError(f"safety.{name} cannot be used. {error}") from error


def _private(written: str) -> tuple[str, int]:
    (pattern,) = _patterns("allow_private", (written,))
    if pattern.below or pattern.port is None:
        raise ConfigError(
            f"safety.allow_private names single places: {written!r} is none. Write host and port, "
            "such as localhost:8000."
        )
    return pattern.host, pattern.port
