"""URL helpers."""

from __future__ import annotations


def origin_of(url: str) -> str:
    """Return scheme, host and port; an address without a host, such as about:blank, unchanged."""
    return "/".join(url.split("/", 3)[:3]) if "://" in url else url


LOOPBACK = ("127.0.0.1", "::1")
"""This machine's own addresses, of every name of its own."""


def is_own_name(host: str) -> bool:
    """Whether browsers take a name for this machine's own without looking it up."""
    return host == "localhost" or host.endswith(".localhost")
