"""Checks that a query's results occur on their page. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from agent_e.dom.render.text_fold import one_form

from .sources import Source

_MAX_VALUES = 1_000
"""Strings looked up per value."""
_JOINED = re.compile(r"\s*(?:[|·•;\t\n]| [-–—/] )\s*")
"""Separators with which functions join cells or lines into one string."""


def strings_of(value: Any) -> list[str]:
    """The strings of a JSON value, each once, in order."""
    found: dict[str, None] = {}
    waiting = [value]
    while waiting and len(found) < _MAX_VALUES:
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
    """Look up the strings of a value in ``text``, what a page says.

    Returns those found only in its title, attributes or scripts, or without the blanks between two
    elements, and those not found at all. One joined from parts, such as the cells of a row, is
    found if each part is.
    """
    plain = one_form(text)
    left = [each for each in strings_of(value) if one_form(each) not in plain]
    left = [each for each in left if not _of_parts(each, plain)]
    if not left or source.kind == "json":
        whole = one_form(source.text)
        return [], [each for each in left if not any(form in whole for form in _escaped(each))]
    reader = _Reader()
    reader.feed(source.text)
    aside = {one_form(each) for each in _aside(reader, source.url)}
    # The texts as in textContent, which joins adjacent elements; and scripts.
    wholes = one_form("".join(reader.texts)), one_form(source.text)
    forms = {each: one_form(each) for each in left}
    beside = [
        each
        for each, form in forms.items()
        if form in aside or any(form in whole for whole in wholes)
    ]
    return beside, [each for each in left if each not in beside]


def _of_parts(text: str, plain: str) -> bool:
    parts = [form for part in _JOINED.split(text) if (form := one_form(part))]
    return len(parts) > 1 and all(part in plain for part in parts)


def _escaped(text: str) -> Iterator[str]:
    """Forms of a string in JSON."""
    form = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    yield one_form(form)
    yield one_form(form.replace("/", "\\/"))
    yield one_form(json.dumps(text)[1:-1])


def _aside(reader: _Reader, url: str) -> Iterator[str]:
    for name, value in reader.attributes:
        yield value
        if name in ("href", "src", "action"):
            try:
                yield urljoin(url, value)
            except ValueError:
                # The browser parses no address in it either.
                continue


class _Reader(HTMLParser):
    """Collects the attributes and the texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect an element's attributes."""
        self.attributes += [(name, value) for name, value in attrs if value]

    def handle_data(self, data: str) -> None:
        """Collect a text."""
        self.texts.append(data)
