"""Which addresses identify the same page. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

_TRACKING = re.compile(
    r"utm_\w+|[a-z]{0,3}clid|gclsrc|mc_[ce]id|_ga|_gl|igshid|yclid|ved|ei|_hs\w+|"
    r"(?:j|php|asp\.?net_)?sess(?:ion)?_?id|sid|cb|cachebuster|nocache|ts|timestamp|_",
    re.I,
)
"""Parameters that track the referrer or the visit, or that defeat caches."""
_SESSION_IN_PATH = re.compile(r";jsessionid=[^/?]*", re.I)
_ROUTES = ("/", "!")
"""Beginnings of fragments that a page treats as routes, as in ``#/basket``."""


@lru_cache(maxsize=256)
def address_key(url: str) -> str:
    """Return what identifies the page: no tracking, no session, no fragment unless it routes."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query_items = sorted((name, value) for name, value in pairs if not _TRACKING.fullmatch(name))
    path = unquote(_SESSION_IN_PATH.sub("", parts.path)).rstrip("/") or "/"
    query = "&".join(f"{name}={value}" for name, value in query_items)
    fragment = parts.fragment if parts.fragment.startswith(_ROUTES) else ""
    return f"{parts.scheme}://{parts.netloc.lower()}{path}?{query}#{fragment}"


@lru_cache(maxsize=256)
def document_key(url: str) -> str:
    """Return host and path: pages that are built alike share it."""
    return address_key(url).partition("?")[0]
