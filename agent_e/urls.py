"""URL helpers."""

from __future__ import annotations


def origin_of(url: str) -> str:
    """Return scheme, host and port; an address without a host, such as about:blank, unchanged."""
    return "/".join(url.split("/", 3)[:3]) if "://" in url else url
