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
    """Where an address leads.

    Attributes:
        scheme: in lower case, without its colon.
        host: as the browser asks for it: lower case, punycode, numbers in their plain form, IPv6
            without brackets, no dot at the end; ``""`` where the scheme has none.
        port: the scheme's own where none is written; 0 where there is none.
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
    r"""Read an address by the URL standard, as Chromium does; ``None`` if it is none.

    Spellings that only look different become one: ``http:\0x7f.1`` leads to ``127.0.0.1``.
    """
    try:
        # Lone surrogates are no text that any address could be sent with.
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
    # With the list that comes with the package: nothing is fetched, nothing written.
    return tldextract.TLDExtract(
        suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True
    )


def site_of(host: str) -> str:
    """The registrable domain of a host, as in ``example.co.uk``; the host itself where none is.

    Domains under which anybody can register count as suffixes, so that ``a.github.io`` and
    ``b.github.io`` are two sites.
    """
    found = _suffixes()(host)
    if found.suffix or is_address(host):
        return found.top_domain_under_public_suffix or host
    # Of an ending that the list does not know, everybody may register under it.
    return ".".join(host.split(".")[-2:])


@dataclass(frozen=True, kw_only=True, slots=True)
class HostPattern:
    """Hosts that somebody named.

    Attributes:
        host: the host, in the form of ``Origin.host``.
        below: whether every host under it is meant as well.
        port: the only port that is meant; ``None`` for any.
    """

    host: str
    below: bool = False
    port: int | None = None

    def matches(self, host: str, port: int) -> bool:
        """Whether a host and port, in the form of ``Origin``, are among those named."""
        if self.port not in (None, port):
            return False
        return host == self.host or (self.below and host.endswith(f".{self.host}"))


def read_pattern(text: str) -> HostPattern:
    """Read ``example.org``, ``*.example.org`` (and example.org itself), ``localhost:8000``.

    Raises:
        ConfigError: it is something else.
    """
    written = text.strip()
    below = written.startswith("*.")
    plain = written.removeprefix("*.")
    place = None
    if plain and not any(mark in plain for mark in "/\\?#@* \t\r\n"):
        # Of a scheme without a port of its own, so that 80 is one that was written.
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
