"""Orders in a page's words: ``go to URL``, ``click "X"``, ``type "V" into "F"`` and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

Verb = Literal["open", "click", "type", "secret", "select", "upload", "accept", "answer"]

_MAX_LENGTH = 300


def _quoted(name: str) -> str:
    return rf"[\"“„«](?P<{name}>[^\"“”„«»\n]{{1,{_MAX_LENGTH}}})[\"”“»]"


_ADDRESS = r"(?P<url>[a-z][a-z0-9+.-]*:(?:\{[^{}\n]*\}|[^\s\"“”{}])+)"
_PATTERNS: Mapping[Verb, str] = {
    "open": rf"(?:go to|open|visit|load|navigate to)\s+{_ADDRESS}",
    "click": rf"(?:click|press|tap|choose)(?: on)?(?: the)?(?: button| link)?\s+{_quoted('name')}",
    "type": rf"(?:type|enter|write|put)\s+{_quoted('text')}\s+(?:in|into)\s+(?:the )?"
    rf"{_quoted('name')}(?P<enter>\s+and press enter)?",
    "secret": rf"fill in the secret\s+{_quoted('text')}\s+into\s+{_quoted('name')}",
    "select": rf"select\s+{_quoted('text')}\s+in\s+{_quoted('name')}",
    "upload": rf"upload the file\s+{_quoted('text')}\s+to\s+{_quoted('name')}",
    "accept": r"accept the dialog",
    "answer": rf"(?:answer|reply)(?: with)?\s+{_quoted('text')}",
}
_ORDERS = {
    verb: re.compile(rf"\b(?:{pattern})", re.IGNORECASE) for verb, pattern in _PATTERNS.items()
}
_PLACEHOLDER = re.compile(r"\{([^{}\n]{1,60})\}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """One thing that a page says is to be done.

    Attributes:
        verb: what kind of thing.
        name: of the element, or the address.
        text: what is entered, chosen, uploaded or said.
        submit: whether Enter is pressed afterwards.
    """

    verb: Verb
    name: str = ""
    text: str = ""
    submit: bool = False


def orders_in(texts: Iterable[str]) -> list[Order]:
    """Every order in what pages said, in the order in which they stand there, each once."""
    said = list(texts)
    found: dict[Order, None] = {}
    for text in said:
        for order in _orders(text, said):
            found.setdefault(order)
    return list(found)


def _orders(text: str, said: list[str]) -> Iterator[Order]:
    hits = [
        (found.start(), verb, found)
        for verb, each in _ORDERS.items()
        for found in each.finditer(text)
    ]
    for _, verb, found in sorted(hits, key=lambda hit: hit[0]):
        parts = found.groupdict()
        name = parts.get("name") or (parts.get("url") or "").rstrip(".,;")
        yield Order(
            verb=verb,
            name=_filled(name, said) if verb == "open" else name,
            text=_filled(parts.get("text") or "", said),
            submit=bool(parts.get("enter")),
        )


def _filled(text: str, said: list[str]) -> str:
    """With ``{Label}`` replaced by what the pages show after that label."""
    return _PLACEHOLDER.sub(lambda found: _shown(found[1], said) or found[0], text)


def _shown(label: str, said: list[str]) -> str:
    value = re.compile(rf"{re.escape(label)}(?::\s*|\s')[\"'“]?([^\s,;\"'”]+)", re.IGNORECASE)
    hits = (found for text in said for found in [value.search(text)] if found)
    return next((found[1].rstrip(".") for found in hits), "")
