"""Shapes of addresses and bodies: what requests of one kind have in common. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from agent_e.types import Outgoing

from .origins import read_place

_MAX_READ = 100_000
"""Characters of a body that are read."""
_MAX_WORD = 30
"""Longest part of a path that counts as a word."""
_WORD = re.compile(r"[^\W_]{3,}")
_VARIES = re.compile(r"\d|%")
_TOKEN = re.compile(r"(?=[^a-z]*[a-z])(?=\D*\d)[\w-]{16,}", re.I)
_NAME = re.compile(r"[A-Za-z_][\w.:/-]{0,40}")
_DISPOSITION = re.compile(r'name="([^"]*)"(?:; filename="[^"]*")?[^\r\n]*\r\n')
_MULTIPART = re.compile(r"--\S+\r\n")

Fields = list[tuple[str, str]]


def address_shape(url: str) -> str:
    """Return an address with its varying parts replaced, and the names of its query alone.

    ``https://shop.example/items/5?page=2`` becomes ``https://shop.example/items/*?page``.
    """
    place = read_place(url)
    if place is None:
        return url
    parts = urlsplit(place.href)
    path = "/".join("*" if _varies(each) else each for each in parts.path.split("/"))
    names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
    return f"{place.scheme}://{place.shown}{path}{'?' if names else ''}{'&'.join(names)}"


def request_shape(sent: Outgoing) -> str:
    """Return the shape of a request: method, address, and what the body names.

    Services that share one address name the operation in the body, as JSON-RPC and GraphQL do.
    """
    shape = f"{sent.method} {address_shape(sent.url)}"
    # Beacons report any event to one address.
    return shape if sent.by == "ping" else f"{shape} {_body_shape(sent.body)}"


def names_item(url: str) -> bool:
    """Whether an address names something done with an item, or holds a token of its own.

    Such as ``/items/5/destroy`` or ``/invite/8fd3c21b07aa4e91``: a visit may have an effect.
    """
    parts = _split(url)
    segments = [each for each in parts.path.split("/") if each]
    values = [value for _, value in parse_qsl(parts.query)]
    if any(_TOKEN.fullmatch(each) for each in (*segments, *values)):
        return True
    return len(segments) > 1 and _varies(segments[-2]) and not _varies(segments[-1])


def names_address(name: str, url: str) -> bool:
    """Whether a link is named like its address, as titles are: 'Wool Slippers', ``/wool-slippers``.

    Such a name says what is there, not what a visit does.
    """
    path = set(_WORD.findall(unquote(_split(url).path).casefold()))
    words = set(_WORD.findall(name.casefold()))
    return bool(path & words)


def _split(url: str) -> SplitResult:
    """Split an address as the browser reads it; what it does not open is empty."""
    place = read_place(url)
    return urlsplit(place.href if place else "")


def form_fields(body: str) -> Fields | None:
    """Return names and values of a submitted form; ``None`` for a body of another kind."""
    body = body[:_MAX_READ]
    if _MULTIPART.match(body):
        boundary = body.split("\r\n", 1)[0]
        return list(_parts(body, boundary))
    if not body or body.lstrip().startswith(("{", "[")) or "=" not in body:
        return None if body else []
    return parse_qsl(body, keep_blank_values=True)


def json_fields(body: str) -> Fields:
    """Return the named values of a JSON body, however deep; ``[]`` for another body."""
    return list(_leaves("", value)) if (value := _json(body)) is not None else []


def _parts(body: str, boundary: str) -> Iterator[tuple[str, str]]:
    for part in body.split(boundary):
        head, _, value = part.lstrip("\r\n").partition("\r\n\r\n")
        if (named := _DISPOSITION.search(f"{head}\r\n")) and "filename=" not in head:
            yield named[1], value.removesuffix("\r\n")


def _varies(segment: str) -> bool:
    return len(segment) > _MAX_WORD or _VARIES.search(segment) is not None


def _body_shape(body: str) -> str:
    value = _json(body)
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, Mapping):
        return " ".join(sorted(map(_pair, value.items())))
    fields = form_fields(body) or []
    return " ".join(sorted({name for name, _ in fields}))


def _pair(pair: tuple[str, Any]) -> str:
    name, value = pair
    if not isinstance(value, str):
        return name
    head = value.partition("{")[0].partition("(")[0].strip()
    # The name of an operation, or the beginning of a GraphQL document.
    return f"{name}={head}" if _NAME.fullmatch(head.replace(" ", "_")) else name


def _json(body: str) -> Any:
    if not body.lstrip().startswith(("{", "[")):
        return None
    try:
        return json.loads(body[:_MAX_READ])
    except ValueError:
        return None


def _leaves(name: str, value: Any) -> Iterator[tuple[str, str]]:
    match value:
        case Mapping():
            for key, each in value.items():
                yield from _leaves(str(key), each)
        case list():
            for each in value:
                yield from _leaves(name, each)
        case bool() | None:
            return
        case _:
            yield name, str(value)
