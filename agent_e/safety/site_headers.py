"""Request headers of the person's, and the hosts that get them. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent_e.errors import ConfigError

from .origins import HostPattern, own_hosts, read_pattern, read_place

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e]+")
_BROWSERS_OWN = frozenset(
    [
        "connection",
        "content-length",
        "cookie",
        "expect",
        "host",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    ]
)


@dataclass(frozen=True, kw_only=True, slots=True)
class SiteHeaders:
    """Headers that are sent to some hosts, and to no others: they may be credentials.

    Attributes:
        values: by name.
        to: the hosts.
        unencrypted: whether they are sent over http as well.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    to: tuple[HostPattern, ...] = ()
    unencrypted: bool = False

    def sent_to(self, url: str) -> Mapping[str, str]:
        """The headers for a request to this address."""
        place = read_place(url) if self.values else None
        if place is None or not (place.scheme == "https" or self.unencrypted):
            return {}
        named = any(pattern.matches(place.host, place.port) for pattern in self.to)
        return self.values if named else {}


def read_headers(
    written: Sequence[str], start_url: str | None, allow: Sequence[str]
) -> SiteHeaders:
    """Read headers such as ``Authorization: Bearer x``.

    They go to the site of the start page and to the hosts of ``allow``; over http only if the start
    page has no https either.

    Raises:
        ConfigError: one cannot be sent, or there is no host to send it to. No value is repeated.
    """
    values = dict(map(_header, written))
    place = read_place(start_url) if start_url else None
    own = (own_hosts(place),) if place is not None and place.host else ()
    to = (*own, *map(read_pattern, allow))
    if values and not to:
        raise ConfigError(
            f"The header {next(iter(values))} is sent to nobody, as no site is named: give the "
            "start page with --start-url, or hosts with --allow."
        )
    return SiteHeaders(
        values=values, to=to, unencrypted=place is not None and place.scheme == "http"
    )


def _header(written: str) -> tuple[str, str]:
    name, colon, value = (part.strip() for part in written.partition(":"))
    if not colon or not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
        raise ConfigError(
            "A header given with --header cannot be sent: write 'Name: value', on one line and "
            "in ASCII."
        )
    if name.lower() in _BROWSERS_OWN:
        raise ConfigError(
            f"The header {name} cannot be set, as the browser itself writes it for each "
            "connection: leave it out, and give cookies with --storage-state."
        )
    return name, value
