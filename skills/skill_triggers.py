"""When rarely needed skills are listed: the structures of a page that call for them.

No text is interpreted: pages and tasks come in every language. What a page does not show
beforehand is left to the model to request (see ``select_skills``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from urllib.parse import urlsplit

from agent_e.dom.render.similar_roles import FIELDS
from agent_e.types import Node, Observation

from .extract import extract
from .mark_screenshot import mark_screenshot
from .pick_date import pick_date
from .read_pdf import read_pdf
from .select_skills import Occasion
from .som_act import som_act
from .upload_file import upload_file
from .verify_pixels import verify_pixels
from .visual_click import visual_click

_MANY = 12
"""Number of table rows from which a page is worth extracting from."""

_DAY, _MONTH, _YEAR = r"(0?[1-9]|[12]\d|3[01])", r"(0?[1-9]|1[0-2])", r"\d{4}"
_FIGURES = "|".join(
    rf"{first}(?P<mark{at}>[./-]){second}(?P=mark{at}){third}"
    for at, (first, second, third) in enumerate(
        [(_YEAR, _MONTH, _DAY), (_DAY, _MONTH, _YEAR), (_MONTH, _DAY, _YEAR)]
    )
)
_DATE = re.compile(rf"(?<![\d./-])({_FIGURES})(?![\d./-]?\d)", re.A)
_NUMBER = re.compile(r"\d+", re.A)
_DAYS = 28
"""Days that every month has."""

_CALENDARS = frozenset({"opens dialog", "opens grid"})
_SIZE = re.compile(r"(\d+)x(\d+)", re.A)
_LARGE = 200 * 150
"""Square pixels from which a drawing is more than decoration."""


def _has_file_field(page: Observation) -> bool:
    """Whether a file can be chosen there."""
    return any("file upload" in node.states for node in page.elements)


def _has_dates(page: Observation) -> bool:
    """Whether there is a calendar, or a field that takes a date or opens a calendar."""
    return any(map(_takes_date, page.elements)) or _has_calendar(page.nodes)


def _takes_date(node: Node) -> bool:
    if node.role not in FIELDS:
        return False
    if any(state.startswith("date ") or state in _CALENDARS for state in node.states):
        return True
    return any(_DATE.search(text) for text in (node.name, node.value or "", node.description))


def _has_calendar(nodes: Sequence[Node]) -> bool:
    """Whether consecutive similar elements are numbered as the days of a month."""
    days = [node for node in nodes if node.mmid is not None or node.role == "gridcell"]
    for _, alike in groupby(sorted(days, key=lambda node: node.role), key=lambda node: node.role):
        next_day = 1
        for node in alike:
            numbers = {int(each) for each in _NUMBER.findall(node.name)}
            next_day = next_day + 1 if next_day in numbers else 2 if 1 in numbers else 1
            if next_day > _DAYS:
                return True
    return False


def _has_pdf(page: Observation) -> bool:
    """Whether the page is a PDF or leads to one."""
    addresses = (page.url, *(node.href or "" for node in page.elements))
    return any(urlsplit(url).path.lower().endswith(".pdf") for url in addresses)


def _has_records(page: Observation) -> bool:
    """Whether there is a table long enough to be read into records."""
    return sum(node.role == "row" for node in page.nodes) >= _MANY


def _is_drawn(page: Observation) -> bool:
    """Whether a good part of the page is a drawing, which only a picture can show."""
    return any(node.role == "canvas" and _area(node) >= _LARGE for node in page.nodes)


def _area(node: Node) -> int:
    """The square pixels of a drawing; where its box is unknown, its states give its size."""
    matches = (_SIZE.match(state) for state in node.states)
    sizes = [(int(size[1]), int(size[2])) for size in matches if size]
    return max(width * height for width, height in [*sizes, (node.bbox or (0, 0, 0, 0))[2:]])


OCCASIONS = (
    Occasion(skill=upload_file, page=_has_file_field),
    Occasion(skill=pick_date, page=_has_dates),
    Occasion(skill=read_pdf, page=_has_pdf),
    Occasion(skill=mark_screenshot, page=_is_drawn, sees=True),
    Occasion(skill=extract, page=_has_records),
    Occasion(skill=verify_pixels, page=_is_drawn, sees=True),
    Occasion(skill=som_act, page=_is_drawn, sees=True),
)
"""The rarely needed skills, those without a substitute first."""
BY_LOOKS = Occasion(skill=visual_click, page=_is_drawn)
"""Joins them where things can be found by their looks, but no grounder was asked for."""
