"""Addresses: their site, where a link leads, and whether a visit may have an effect. Pure."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from agent_e.types import ActFacts

from .ip_ranges import is_address
from .origins import read_place, site_of

_NOWHERE = frozenset({"", "!", "0", "void"})
_DOES = "delete|remove|unsubscribe|confirm|approve|transfer|pay"
_ORDERED = rf"[?&;](?:do|act|action|op|cmd|command|method|task|event)=[^&;]*\b(?:{_DOES})"
_EFFECT = re.compile(rf"(?:^|[/_-])(?:{_DOES})\b[^?]*(?:\?|$)|{_ORDERED}")
"""Words of an address that hint that a mere visit has an effect."""
DOES_IT = re.compile(rf"/(?:{_DOES})(?:/[\w-]*\d[\w-]*)?/?\?.|{_ORDERED}")
"""The same with verb and object, which titles of pages do not have."""


def site_at(url: str) -> str:
    """Return the site of an address: its registrable domain, or a numeric address with port."""
    place = read_place(url)
    if place is None:
        return ""
    return site_of(place.host) if "." in place.host and not is_address(place.host) else place.shown


def bare(url: str) -> str:
    """Return an address without its query."""
    return url.partition("#")[0].partition("?")[0]


def leads(facts: ActFacts) -> bool:
    """Whether it is a link to somewhere, not one that a script turns into a button."""
    base, mark, rest = facts.href.partition("#")
    script = facts.href.casefold().startswith("javascript:")
    stays = bool(mark) and rest in _NOWHERE and base == facts.frame.partition("#")[0]
    return bool(facts.href) and not script and not stays


def reads_as_effect(url: str, pattern: re.Pattern[str] = _EFFECT) -> bool:
    """Whether the words of an address hint that a mere visit does something."""
    try:
        parts = urlsplit(url)
    except ValueError:
        # The browser does not open it either.
        return False
    return pattern.search(f"{parts.path}?{parts.query}".casefold()) is not None
