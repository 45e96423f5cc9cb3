"""Whether what a query gave stands on the page it came from. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from ..folding import one_form
from .sources import Source

_MOST = 1_000
"""Strings of one value that are looked up."""


def strings_of(value: Any) -> list[str]:
    """The strings of a JSON value, each once, in order."""
    found: dict[str, None] = {}
    waiting = [value]
    while waiting and len(found) < _MOST:
        each = waiting.pop()
        match each:
            case str():
                if each.strip():
                    found[each] = None
            case list():
                waiting += reversed(each)
            case dict():
                waiting += reversed(each.values())
    return list(found)


def located(value: Any, text: str, source: Source) -> tuple[list[str], list[str]]:
    """Look up the strings of a value on a page.

    Args:
        value: as JSON.
        text: what the page says.
        source: the page.

    Returns:
        Those that stand in its attributes or scripts only, and those that stand nowhere.
    """
    said = one_form(text)
    left = [each for each in strings_of(value) if one_form(each) not in said]
    if not left or source.kind == "json":
        whole = one_form(source.text)
        return [], [each for each in left if not any(form in whole for form in _escaped(each))]
    aside = dict.fromkeys(one_form(each) for each in _aside(source))
    scripts = one_form(source.text)
    beside = [each for each in left if one_form(each) in aside or one_form(each) in scripts]
    return beside, [each for each in left if each not in beside]


def _escaped(text: str) -> Iterator[str]:
    """How a string stands in JSON."""
    said = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    yield one_form(said)
    yield one_form(said.replace("/", "\\/"))
    yield one_form(json.dumps(text)[1:-1])


def _aside(source: Source) -> Iterator[str]:
    reader = _Attributes()
    reader.feed(source.text)
    for name, value in reader.found:
        yield value
        if name in ("href", "src", "action"):
            try:
                yield urljoin(source.url, value)
            except ValueError:
                # The browser reads no address in it either.
                continue


class _Attributes(HTMLParser):
    """Collects the attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in the attributes of an element."""
        self.found += [(name, value) for name, value in attrs if value]
