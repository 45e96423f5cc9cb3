"""Turns what people and models write as an address into one that can be opened."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import quote, urljoin, urlsplit

from agent_e.errors import BadArgument
from agent_e.urls import is_own_name

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_PORT = re.compile(r"[^/?#:]+:\d+(?:[/?#]|$)")
_RELATIVE = ("/", "?", "#", "./", "../")
_PARTS = re.compile(r"([^:]+:(?://[^/?#\\]*)?)([^?#]*)(\?[^#]*)?(#.*)?")
"""Scheme with host, path, query and fragment of a whole address."""
_EVERYWHERE = "!$%&()*+,/:;=@[\\]"
_IN_PATH = f"{_EVERYWHERE}'"
_IN_QUERY = f"{_EVERYWHERE}?^`{{|}}"
_IN_FRAGMENT = f"{_EVERYWHERE}?#'^{{|}}"
"""Characters besides letters and digits that browsers leave unencoded in each part."""


def resolve(text: str, *, current: str, allow_files: bool = False) -> str:
    """Resolve what was written to an address to open.

    ``/basket`` and the like are relative to the current page; a bare host gets ``https``, or
    ``http`` if it is this machine or an IP address. After the host, blanks and other illegal
    characters are percent-encoded.

    Args:
        text: what was written.
        current: the address of the current page.
        allow_files: let ``file:`` pass.

    Raises:
        BadArgument: it is no address, or its scheme is not allowed.
    """
    address = text.strip()
    if len(address.splitlines()) != 1:
        raise _no_address(text)
    if address.startswith(_RELATIVE):
        return _encoded(_relative(address, current))
    scheme = _SCHEME.match(address)
    if scheme is None or _PORT.match(address):
        address = f"{_default_scheme(address)}://{address}"
    elif address.lower() == "about:blank":
        return "about:blank"
    elif scheme[1].lower() not in ({"http", "https", "file"} if allow_files else {"http", "https"}):
        raise BadArgument(
            f"Addresses that begin with {scheme[1].lower()}: cannot be opened, only http and https."
        )
    if not address.lower().startswith("file:") and not _host(address):
        raise BadArgument(f"{text!r} names no host. Give an address such as https://example.org.")
    return _encoded(address)


def _encoded(address: str) -> str:
    """Encode a whole address as a browser shows it, leaving what is already encoded."""
    parts = _PARTS.fullmatch(address)
    if parts is None or re.search(r"\s", parts[1]):
        raise _no_address(address)
    path, query, fragment = (part or "" for part in parts.groups()[1:])
    return parts[1] + "".join(
        quote(part, safe=safe, errors="replace")
        for part, safe in ((path, _IN_PATH), (query, _IN_QUERY), (fragment, _IN_FRAGMENT))
    )


def _no_address(text: str) -> BadArgument:
    return BadArgument(f"{text!r} is not an address. Give one such as https://example.org/page.")


def _relative(address: str, current: str) -> str:
    if not current.startswith(("http:", "https:", "file:")):
        raise BadArgument(
            f"{address!r} is only part of an address, and no page is open that it could belong to. "
            "Give the whole address."
        )
    return urljoin(current, address)


def _default_scheme(address: str) -> str:
    host = _host(f"http://{address}")
    if is_own_name(host):
        return "http"
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "https"
    return "http"


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
