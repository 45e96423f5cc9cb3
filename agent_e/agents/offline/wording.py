"""What exactly goes into a field: quoted, copied from the page, in capitals, as it asks for."""

from __future__ import annotations

import re
from collections.abc import Callable

from .attributes import labelled
from .dates import read_clock, read_date
from .language import unquoted
from .outline import Line, Page

_QUOTED = re.compile(r"[\"“](?P<a>[^\"”]*)[\"”]|(?<!\w)['‘](?P<b>[^'’]*)['’](?!\w)")
_ALL = re.compile(r"\b(?:both|all|each|every)\b[\w ]*\b(?:fields?|boxes|inputs?|textboxes)\b", re.I)
_UPPER = re.compile(r"\b(?:upper[ -]?case|capital(?:s|ized)?|all caps)\b", re.I)
_LOWER = re.compile(r"\b(?:lower[ -]?case|small letters)\b", re.I)
_CASE = re.compile(
    r"\s*\b(?:in|using|with) (?:all )?"
    r"(?:upper[ -]?case|lower[ -]?case|capitals?|all caps|small)(?: (?:letters?|characters?))?",
    re.I,
)
_VALUE_OF = re.compile(
    r"(?:the )?(?:value|content|text)s? (?:of|for|next to|beside) (?:the )?(?P<of>.+)", re.I
)
_BELOW = re.compile(
    r"(?:the )?(?:following |same )?(?:text|word|words|phrase|code|number|sentence)"
    r"(?: (?:that is |which is )?(?:shown|displayed|given|written|you see))?"
    r"(?: (?:below|above|here|on the page))?",
    re.I,
)
_SHOWN = re.compile(r"below|above|shown|displayed|following|here|on the page", re.I)
_BY_LABEL = re.compile(
    r"\b(?:value|text|answer)s?\b.*\b(?:corresponds?|match(?:es|ing)?|belongs?)\b.*\blabels?\b",
    re.I,
)


def quoted_part(value: str, text: str) -> str:
    """The only quoted words of a text, else the value as it is."""
    quoted = [found["a"] or found["b"] or "" for found in _QUOTED.finditer(text)]
    return quoted[0] if len(quoted) == 1 else value


def plain_value(value: str) -> str:
    """A value without its quotation marks and what is said after them."""
    found = _QUOTED.match(value.strip())
    if found:
        return found["a"] if found["a"] is not None else found["b"]
    return unquoted(value) if value[:1] in "\"'“‘" else value.strip()


def recased(text: str) -> Callable[[str], str]:
    """How a sentence wants letters to be written."""
    plain = _QUOTED.sub("", text)
    if _UPPER.search(plain):
        return str.upper
    return str.lower if _LOWER.search(plain) else str


def without_case(text: str) -> str:
    """A sentence without how letters are to be written."""
    parts = re.split(f"({_QUOTED.pattern.replace('?P<a>', '?:').replace('?P<b>', '?:')})", text)
    return "".join(part if at % 2 else _CASE.sub("", part) for at, part in enumerate(parts))


def into_all(text: str, page: Page) -> list[tuple[Line, str]]:
    """One quoted value for all fields, where the sentence says so."""
    quoted = [found["a"] or found["b"] for found in _QUOTED.finditer(text)]
    if len(quoted) != 1 or not _ALL.search(_QUOTED.sub("", text)):
        return []
    return [(line, quoted[0]) for line in page.lines if line.field and not line.disabled]


def copied(text: str, page: Page) -> list[tuple[Line, str]]:
    """Each labelled field with what the page says under the same label, where that is asked."""
    if not _BY_LABEL.search(text):
        return []
    fields = [line for line in page.lines if line.field and line.name]
    told = [line for line in page.lines if line.mmid is None]
    found = [(line, labelled(line.name.strip(" :"), told)) for line in fields]
    return [(line, reading.value.text) for line, reading in found if reading is not None]


def referred(value: str, page: Page) -> str:
    """What the page shows, where a value only says where to find it."""
    if found := _VALUE_OF.fullmatch(value.strip()):
        reading = labelled(unquoted(found["of"]), [n for n in page.lines if n.mmid is None])
        return reading.value.text if reading is not None else value
    if _BELOW.fullmatch(value.strip()) and _SHOWN.search(value):
        said = [n.name for n in page.lines if n.mmid is None and n.role == "text" and n.name]
        others = [words for words in said if value.casefold() not in words.casefold()]
        return others[0] if others else value
    return value


def as_asked(line: Line, value: str) -> str:
    """A value in the form that a field for dates or times takes."""
    if "date as" in line.states and (day := read_date(value)) is not None:
        return day.isoformat()
    if "time as" in line.states and (clock := read_clock(value)):
        return clock
    return value
