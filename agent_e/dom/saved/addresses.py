"""Addresses as a browser would give them. Pure."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

_ENDS = "".join(map(chr, range(0x21)))
_BREAKS = re.compile("[\t\n\r]")
_PORTS = {"http": ":80", "https": ":443"}
_ALLOWED = "!$%&'()*+,-./:;=@_~|[]^"


def absolute(href: str, base: str) -> str:
    """Return the address a link leads to; as it is written where there is no base or no sense."""
    written = _BREAKS.sub("", href.strip(_ENDS))
    try:
        joined = urljoin(base, written)
        parts = urlsplit(joined)
    except ValueError:
        return written
    scheme = parts.scheme.lower()
    if scheme not in ("http", "https", "file"):
        return joined
    path = parts.path.replace("\\", "/") or "/"
    host = parts.netloc.rpartition("@")[2].lower().removesuffix(_PORTS.get(scheme, " "))
    user = parts.netloc.rpartition("@")[0]
    address = urlunsplit(
        (
            scheme,
            f"{user}@{host}" if user else host,
            quote(path, safe=_ALLOWED),
            quote(parts.query, safe=_ALLOWED + "?/{}`\\"),
            quote(parts.fragment, safe=_ALLOWED + "?/#{}\\"),
        )
    )
    # An empty query or fragment is part of an address.
    end = written.rpartition("/")[2]
    return address + end if end in ("#", "?") else address


def origin(url: str) -> str:
    """Scheme, host and port of an address; "null" where it has none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "null"
    if parts.scheme == "file":
        return "file://"
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else "null"
