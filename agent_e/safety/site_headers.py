"""Request headers of the person's, and the hosts that get them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent_e.errors import ConfigError

from .origins import HostPattern, own_hosts, read_pattern, read_place
from .secrets.names import handles_in, replace_handles

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

HeaderSecret = Callable[[str], tuple[str, str]]
"""Value of the secret of a name, and the site that it is bound to; ``ConfigError`` if there is
none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SiteHeader:
    """One header; ``bound`` are the hosts that the secrets in its value are bound to."""

    name: str
    value: str
    bound: tuple[HostPattern, ...] = ()

    @property
    def credentials(self) -> str:
        """What of it is secret by the protocol: of ``Authorization: Bearer x``, ``x``."""
        return self.value.split()[-1] if self.name.lower() == "authorization" else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class SiteHeaders:
    """Headers that are sent to some hosts, and to no others: they may be credentials.

    Attributes:
        all: the headers.
        to: the hosts.
        unencrypted: whether they are sent over http as well.
    """

    all: tuple[SiteHeader, ...] = ()
    to: tuple[HostPattern, ...] = ()
    unencrypted: bool = False

    def sent_to(self, url: str, origin: str = "") -> Mapping[str, str]:
        """The headers for a request to this address, by name.

        Args:
            url: the address.
            origin: that the response is for, if it may be read by scripts of another one: a server
                that relies on these headers may allow everybody's.
        """
        return {
            each.name: each.value
            for each in self.all
            if self._may_have(each, url) and (not origin or self._may_have(each, origin))
        }

    def _may_have(self, header: SiteHeader, url: str) -> bool:
        place = read_place(url)
        if place is None or not (place.scheme == "https" or self.unencrypted):
            return False
        named = any(pattern.matches(place.host, place.port) for pattern in self.to)
        return named and all(bound.matches(place.host, place.port) for bound in header.bound)


def read_headers(
    written: Sequence[str], start_url: str | None, allow: Sequence[str], secret: HeaderSecret
) -> SiteHeaders:
    """Read headers such as ``Authorization: Bearer {secret:NAME}``.

    They go to the site of the start page and to the hosts of ``allow``, with a secret only to those
    of its own site; over http only if the start page has no https either.

    Raises:
        ConfigError: one cannot be sent, or there is no host to send it to. No value is repeated.
    """
    found = tuple(_header(each, secret) for each in written)
    place = read_place(start_url) if start_url else None
    own = (own_hosts(place),) if place is not None and place.host else ()
    to = (*own, *map(read_pattern, allow))
    if found and not to:
        raise ConfigError(
            f"The header {found[0].name} is sent to nobody, as no site is named: give the "
            "start page with --start-url, or hosts with --allow."
        )
    return SiteHeaders(all=found, to=to, unencrypted=place is not None and place.scheme == "http")


def _header(written: str, secret: HeaderSecret) -> SiteHeader:
    name, colon, value = (part.strip() for part in written.partition(":"))
    secrets = {each: secret(each) for each in handles_in(value)}
    value = replace_handles(value, lambda each: secrets[each][0])
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
    bound = tuple(_hosts(site) for _, site in secrets.values())
    return SiteHeader(name=name, value=value, bound=bound)


def _hosts(site: str) -> HostPattern:
    """Return the hosts of what a secret is bound to: a domain, or a host and port."""
    host, _, port = site.rpartition(":")
    if host and port.isdigit():
        return HostPattern(host=host, port=int(port))
    return HostPattern(host=site, below=True)
