"""URL helpers."""

from __future__ import annotations

from urllib.parse import urlsplit

MAX_ADDRESS = 2_000
MAX_TITLE = 300
"""Characters of an address and of a title that are kept, wherever they go."""


def short_address(url: str) -> str:
    """Return an address of a page at a length that can be recorded and told.

    Addresses may have two million characters. A long one loses user name and password, which could
    fill what is kept with the name of another host.
    """
    if len(url) <= MAX_ADDRESS:
        return url
    parts = urlsplit(url[: url.find("/", url.find("://") + 3) + 1] or url)
    host = parts.netloc.rpartition("@")[2]
    return _cut(url.replace(parts.netloc, host, 1) if host else url, MAX_ADDRESS)


def short_title(title: str) -> str:
    """Return a page's title at a length that can be recorded and told."""
    return _cut(title, MAX_TITLE)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def origin_of(url: str) -> str:
    """Return scheme, host and port; an address without a host, such as about:blank, unchanged."""
    return "/".join(url.split("/", 3)[:3]) if "://" in url else url


LOOPBACK = ("127.0.0.1", "::1")
"""This machine's own addresses, of every name of its own."""


def is_own_name(host: str) -> bool:
    """Whether browsers take a name for this machine's own without looking it up."""
    return host == "localhost" or host.endswith(".localhost")
