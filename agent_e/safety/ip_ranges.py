"""Which IP addresses do not belong to a public server. Pure."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_METADATA = frozenset(
    map(
        ipaddress.ip_address,
        ("169.254.169.254", "169.254.170.2", "100.100.100.200", "fd00:ec2::254"),
    )
)
"""Where clouds serve a machine its own credentials."""
_SHARED = ipaddress.ip_network("100.64.0.0/10")
_TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48")))
_COMPATIBLE = ipaddress.ip_network("::/96")
_ISATAP = (0x00005EFE, 0x02005EFE)
"""What stands before the IPv4 address in one that ISATAP makes, in any network (RFC 5214)."""


def private_kind(address: str) -> str:
    """Return who owns a non-public address, as in ``this machine's own``; else ``""``.

    Args:
        address: numeric, IPv6 without brackets; a zone after ``%`` is ignored.
    """
    try:
        whole = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    return next(filter(None, map(_words, _meanings(whole))), "")


def is_address(host: str) -> bool:
    """Whether a host is a numeric address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _meanings(address: _Address) -> Iterator[_Address]:
    """Yield the address, and the IPv4 address it stands for in networks that translate."""
    if isinstance(address, ipaddress.IPv6Address):
        # First: Python does not count ::ffff:127.0.0.1 as loopback.
        if address.ipv4_mapped:
            yield address.ipv4_mapped
            return
        if address.sixtofour:
            yield address.sixtofour
        if address.teredo:
            yield from address.teredo
        translated = any(address in network for network in _TRANSLATED)
        made = (int(address) >> 32) & 0xFFFFFFFF in _ISATAP
        if translated or made or (address in _COMPATIBLE and int(address) > 1):
            yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    yield address


def _words(address: _Address) -> str:
    if address in _METADATA:
        return "where clouds keep a machine's keys"
    if address.is_loopback or address.is_unspecified:
        return "this machine's own"
    if address.is_link_local:
        return "of the local link"
    if isinstance(address, ipaddress.IPv4Address) and address in _SHARED:
        return "of the provider's inner network"
    if address.is_private or getattr(address, "is_site_local", False):
        return "of a private network"
    if address.is_multicast or address.is_reserved or not address.is_global:
        return "of no server"
    return ""
