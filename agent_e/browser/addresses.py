"""What people and models write for an address, made into one that can be opened."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urljoin, urlsplit

from agent_e.errors import BadArgument

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_PORT = re.compile(r"[^/?#:]+:\d+(?:[/?#]|$)")
_RELATIVE = ("/", "?", "#", "./", "../")


def resolve(text: str, *, current: str, allow_files: bool = False) -> str:
    """Make an address to open of what was written.

    ``/basket`` and its like belong to the current page; a bare host gets ``https``, or ``http``
    when it is this machine or a number.

    Args:
        text: what was written.
        current: the address of the current page.
        allow_files: let ``file:`` pass.

    Raises:
        BadArgument: it is no address, or its scheme is not one that is opened.
    """
    address = text.strip()
    if not address or re.search(r"\s", address):
        raise BadArgument(f"{text!r} is not an address. Give one such as https://example.org/page.")
    if address.startswith(_RELATIVE):
        return _relative(address, current)
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
    return address


def _relative(address: str, current: str) -> str:
    if not current.startswith(("http:", "https:", "file:")):
        raise BadArgument(
            f"{address!r} is only part of an address, and no page is open that it could belong to. "
            "Give the whole address."
        )
    return urljoin(current, address)


def _default_scheme(address: str) -> str:
    host = _host(f"http://{address}")
    if host == "localhost" or host.endswith(".localhost"):
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
