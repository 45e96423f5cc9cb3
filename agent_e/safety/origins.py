"""Addresses as the browser reads them, and the one way to compare their hosts. Pure."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import can_ada
import tldextract

from agent_e.errors import ConfigError

from .ip_ranges import is_address

DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """An address, split as the browser does.

    Attributes:
        scheme: in lower case, without its colon.
        host: as the browser requests it: lower case, punycode, numbers in plain form, IPv6
            without brackets, no trailing dot; ``""`` where the scheme has none.
        port: the scheme's default where none is written; 0 where there is none.
        href: the whole address in that form.
    """

    scheme: str
    host: str
    port: int
    href: str

    @property
    def shown(self) -> str:
        """Host and port, as people write them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port in (0, DEFAULT_PORTS.get(self.scheme))
        return host if usual else f"{host}:{self.port}"


def read_place(url: str) -> Origin | None:
    r"""Parse an address by the URL standard, as Chromium does; ``None`` if it is not one.

    Different spellings of one address become equal: ``http:\0x7f.1`` leads to ``127.0.0.1``.
    """
    try:
        # No address with lone surrogates could be sent.
        parsed = can_ada.parse(url.encode("utf-8", "replace").decode())
    except ValueError:
        return None
    scheme = parsed.protocol.removesuffix(":")
    host = parsed.hostname.strip("[]").removesuffix(".")
    if scheme in DEFAULT_PORTS and not host:
        return None
    port = int(parsed.port) if parsed.port else DEFAULT_PORTS.get(scheme, 0)
    return Origin(scheme=scheme, host=host, port=port, href=parsed.href)


@functools.cache
def _suffixes() -> tldextract.TLDExtract:
    # With the package's own list: nothing is fetched, nothing written.
    return tldextract.TLDExtract(
        suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True
    )


def site_of(host: str) -> str:
    """Return the registrable domain of a host, as in ``example.co.uk``; else the host itself.

    Domains under which anybody can register count as suffixes, so that ``a.github.io`` and
    ``b.github.io`` are two sites.
    """
    found = _suffixes()(host)
    if found.suffix or is_address(host):
        return found.top_domain_under_public_suffix or host
    # Under an ending that the list does not know, anybody may register.
    return ".".join(host.split(".")[-2:])


@dataclass(frozen=True, kw_only=True, slots=True)
class HostPattern:
    """A pattern for hosts.

    Attributes:
        host: the host, in the form of ``Origin.host``.
        below: whether it includes every subdomain.
        port: the only matching port; ``None`` for any.
    """

    host: str
    below: bool = False
    port: int | None = None

    def matches(self, host: str, port: int) -> bool:
        """Whether a host and port, in the form of ``Origin``, match."""
        if self.port not in (None, port):
            return False
        return host == self.host or (self.below and host.endswith(f".{self.host}"))


def own_hosts(place: Origin) -> HostPattern:
    """Return the hosts of a page's site; for an address or a local name, its host and port."""
    site = site_of(place.host)
    if is_address(place.host) or "." not in site:
        return HostPattern(host=place.host, port=place.port)
    return HostPattern(host=site, below=True)


def read_pattern(text: str) -> HostPattern:
    """Read ``example.org``, ``*.example.org`` (and example.org itself), ``localhost:8000``.

    Raises:
        ConfigError: the text is something else.
    """
    written = text.strip()
    below = written.startswith("*.")
    plain = written.removeprefix("*.")
    place = None
    if plain and not any(mark in plain for mark in "/\\?#@* \t\r\n"):
        # A scheme without a default port, so that a written 80 is noticed.
        place = read_place(f"http://{plain}/")
    number = below and place is not None and place.host.replace(".", "").isdigit()
    if place is None or number:
        raise ConfigError(
            f"{text!r} names no host. Write one such as example.org, *.example.org (every host "
            "under it as well) or localhost:8000, without scheme and path."
        )
    return HostPattern(host=place.host, below=below, port=_written_port(plain, place))


def _written_port(plain: str, place: Origin) -> int | None:
    tail = plain.rpartition("]")[2] if "[" in plain else plain
    _, colon, digits = tail.rpartition(":")
    return place.port if colon and digits else None
