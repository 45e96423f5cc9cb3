"""Comparison of addresses by their parts."""

from __future__ import annotations

import re
from typing import Self
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import field_validator, model_validator

from .base import Keys

_DEFAULT_PORTS = {"http": "80", "https": "443"}


class UrlKeys(Keys):
    """Conditions on an address; omitted parts may be anything."""

    host: str | None = None
    """A host, host:port, *.domain, or an address of which host and port are used."""
    path: str | None = None
    """The whole path; a trailing slash makes no difference."""
    path_contains: str | None = None
    path_regex: str | None = None
    """Found anywhere in the path."""
    query: dict[str, str | int | float] | None = None
    """Parameters that must be present; others may be."""
    fragment: str | None = None

    @field_validator("path_regex")
    @classmethod
    def _compiles(cls, value: str | None) -> str | None:
        return checked_regex(value)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if all(getattr(self, name) is None for name in UrlKeys.model_fields):
            raise ValueError(
                "it says nothing: give one of host, path, path_contains, path_regex, query, "
                "fragment"
            )
        return self


def checked_regex(value: str | None) -> str | None:
    """Return a regular expression that compiles."""
    if value is not None:
        try:
            re.compile(value)
        except re.error as error:
            raise ValueError(f"{value!r} is no regular expression: {error}") from error
    return value


def matches_url(keys: UrlKeys, url: str) -> str:
    """Return what is wrong with an address; ``""`` when it matches."""
    parts = urlsplit(url)
    path = _path(parts.path)
    if keys.host is not None and not _same_host(keys.host, url):
        return f"the host is {parts.netloc or 'missing'}, not {keys.host}"
    if keys.path is not None and path != _path(keys.path):
        return f"the path is {path}, not {_path(keys.path)}"
    if keys.path_contains is not None and keys.path_contains not in unquote(parts.path):
        return f"the path {path} does not contain {keys.path_contains}"
    if keys.path_regex is not None and not re.search(keys.path_regex, unquote(parts.path)):
        return f"the path {path} does not match {keys.path_regex}"
    if keys.fragment is not None and unquote(parts.fragment) != keys.fragment.removeprefix("#"):
        return f"the fragment is {parts.fragment!r}, not {keys.fragment!r}"
    return _wrong_query(keys.query or {}, parts.query)


def _wrong_query(expected: dict[str, str | int | float], query: str) -> str:
    given: dict[str, list[str]] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        given.setdefault(name, []).append(value)
    for name, needed in expected.items():
        if name not in given:
            return f"the query has no {name}"
        if str(needed) not in given[name]:
            return f"the query's {name} is {', '.join(given[name])}, not {needed}"
    return ""


def _path(path: str) -> str:
    return unquote(path).rstrip("/") or "/"


def _same_host(expected: str, url: str) -> bool:
    parts = urlsplit(url)
    host, port = (parts.hostname or "").removeprefix("www."), _port(url)
    if "://" in expected:
        address = urlsplit(expected)
        return host == (address.hostname or "").removeprefix("www.") and port == _port(expected)
    name, _, expected_port = expected.lower().partition(":")
    if expected_port and expected_port != port:
        return False
    if name.startswith("*."):
        return host == name[2:] or host.endswith(name[1:])
    return host == name.removeprefix("www.")


def _port(url: str) -> str:
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        return "?"
    return str(port) if port is not None else _DEFAULT_PORTS.get(parts.scheme, "")
