"""The policies of a run, made of its settings."""

from __future__ import annotations

from collections.abc import Iterable

from agent_e.config import SafetySettings
from agent_e.errors import ConfigError

from .local_sites import served_places
from .origins import HostPattern, read_pattern, read_place
from .task_guard import read_guard
from .url_checker import UrlCheck, addresses_of
from .urls import UrlPolicy


def url_check(
    settings: SafetySettings, own: Iterable[tuple[str, int]] = (), *, files: Iterable[str] = ()
) -> UrlCheck:
    """Return what decides on addresses.

    Args:
        settings: what the person allows.
        own: host and port of the pages that the person began with.
        files: addresses of files that the person named; when there are any, nothing else is opened.

    Raises:
        ConfigError: a host is none, or a private one has no port.
    """
    private = frozenset(map(_private, settings.allow_private))
    policy = UrlPolicy(
        allow=_patterns("allow", settings.allow),
        deny=(*_patterns("deny", settings.deny), *read_guard(settings.refused_tasks).domains),
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
