"""Which addresses may be opened, and which connected to: one rule for every way. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent_e.text import cut
from agent_e.types import Decision

from .ip_ranges import is_address, private_kind
from .origins import HostPattern, Origin, read_place

Resolver = Callable[[str], Sequence[str]]
"""Returns the numeric addresses of a host's name; none when it is unknown."""

_LOCAL_NAMES = ("localhost", "localdomain", "local", "internal", "home.arpa")
"""Names that, with all their subdomains, no public server has."""
_SHOWN = 120


@dataclass(frozen=True, kw_only=True, slots=True)
class UrlPolicy:
    """What the person allows; the model cannot change it.

    Attributes:
        allow: if not empty, nothing else is opened.
        deny: never opened, whatever the other settings.
        load: if not empty, nothing is loaded from hosts beside these and those of ``allow``.
        granted: private hosts that may be opened, each with its port.
        files: addresses of files the person named; if there are any, nothing else is opened.
    """

    allow: tuple[HostPattern, ...] = ()
    deny: tuple[HostPattern, ...] = ()
    load: tuple[HostPattern, ...] = ()
    granted: frozenset[tuple[str, int]] = frozenset()
    files: frozenset[str] = frozenset()


def decide(url: str, policy: UrlPolicy, resolve: Resolver | None = None) -> Decision:
    """Decide whether an address may be opened.

    Args:
        url: as it was written, or as the browser has it.
        policy: what is allowed.
        resolve: looks up names; without it a decision that depends on the addresses of a name
            is allowed for now and marked by ``lookup``.
    """
    place = read_place(url)
    if place is None:
        return _no("unreadable", f"{cut(url, _SHOWN)} is no address that can be opened.")
    if place.href.partition("#")[0] == "about:blank":
        return Decision(allowed=True, rule="blank")
    if place.scheme == "file" and place.href.partition("#")[0] in policy.files:
        return Decision(allowed=True, rule="granted")
    if policy.files:
        return _no("stored", f"{cut(url, _SHOWN)} may not be opened: a stored page leads nowhere.")
    if place.scheme not in ("http", "https"):
        return _no(
            "scheme", f"{cut(url, _SHOWN)} may not be opened: only addresses of http and https are."
        )
    return _by_host(place, policy, resolve, within=policy.allow)


def decide_load(place: Origin, policy: UrlPolicy, resolve: Resolver | None = None) -> Decision:
    """Decide whether a host may be connected to, for a document or anything that one loads.

    Args:
        place: with the host and port.
        policy: what is allowed.
        resolve: as in ``decide``.
    """
    if policy.files:
        return _no("stored", f"{place.shown} may not be opened: a stored page leads nowhere.")
    within = (*policy.load, *policy.allow) if policy.load else ()
    return _by_host(place, policy, resolve, within=within)


def decide_reached(url: str, address: str, policy: UrlPolicy) -> Decision:
    """Decide on a document that came from a numeric address, whatever was looked up before.

    A name may resolve to a different address each time.
    """
    place = read_place(url)
    if place is None or not place.host or is_address(place.host):
        return Decision(allowed=True, rule="public")
    if (place.host, place.port) in policy.granted:
        return Decision(allowed=True, rule="granted")
    if owner := private_kind(address):
        return _private(place, f"{owner} ({address})")
    return Decision(allowed=True, rule="public")


def _by_host(
    place: Origin, policy: UrlPolicy, resolve: Resolver | None, *, within: tuple[HostPattern, ...]
) -> Decision:
    host, port = place.host, place.port
    if any(pattern.matches(host, port) for pattern in policy.deny):
        return _no("deny", f"{place.shown} may not be opened: it is among the denied hosts.")
    granted = (host, port) in policy.granted
    if within and not granted and not any(p.matches(host, port) for p in within):
        return _no(
            "allow",
            f"{place.shown} may not be opened: it is not among the hosts that this run allows.",
        )
    if granted:
        return Decision(allowed=True, rule="granted")
    if owner := _owner(host):
        return _private(place, owner)
    if is_address(host):
        return Decision(allowed=True, rule="public")
    if resolve is None:
        return Decision(allowed=True, rule="public", lookup=host)
    for address in resolve(host):
        if owner := private_kind(address):
            return _private(place, f"{owner} ({address})")
    return Decision(allowed=True, rule="public")


def _owner(host: str) -> str:
    if any(host == name or host.endswith(f".{name}") for name in _LOCAL_NAMES):
        return "of this machine or a private network"
    return private_kind(host)


def _private(place: Origin, owner: str) -> Decision:
    return _no(
        "private",
        f"{place.shown} may not be opened: its address is {owner}. Only the person who started "
        "the run can permit it (--allow-private).",
    )


def _no(rule: str, sentence: str) -> Decision:
    return Decision(allowed=False, rule=rule, sentence=sentence)
