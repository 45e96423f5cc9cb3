"""When the skills that are rarely needed are offered."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from agent_e.types import Observation

from .drag import drag
from .extract import extract
from .hover import hover
from .mark_screenshot import mark_screenshot
from .offer import Occasion
from .pick_date import pick_date
from .read_pdf import read_pdf
from .som_act import som_act
from .upload_file import upload_file
from .verify_pixels import verify_pixels

_MANY = 12
"""Rows of tables that make a page one to extract from."""

_DATE_FIELD = re.compile(
    r"date|calendar|check.?(in|out)|depart|arriv|birth|\b(day|when|tag|jour|día)\b|datum|fecha"
    r"|data\b|日付|日期",
    re.I,
)
_FIELDS = frozenset({"textbox", "combobox", "button"})

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_DAYS = "(mon|tues|wednes|thurs|fri|satur|sun)day"
_DATES = re.compile(
    rf"\b(calendar|check.?(in|out) on|depart\w*|arriv\w*|birth\w*|today|tomorrow"
    rf"|(next|this|coming) (week|month|{_DAYS})|({_MONTHS})[a-z]*\.? (the )?\d{{1,2}}(st|nd|rd|th)?"
    rf"|\d{{1,2}}(st|nd|rd|th|\.)?( of)? ({_MONTHS})[a-z]*"
    rf"|\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}})\b",
    re.I,
)
_FILES = re.compile(r"\b(upload\w*|attach\w*|files?)\b", re.I)
_HOVER = re.compile(r"\b(hover\w*|mouse over|point(ing)? (at|to)|tooltip)\b", re.I)
_DRAG = re.compile(
    r"\b(drag\w*|drop|slider|slide|reorder\w*|rearrang\w*|move .*(card|item|row|column|tile)"
    r"|(sort|order|rank) (the|these|all) (\w+ )?(numbers|items|cards|tiles|entries|words|list))\b",
    re.I,
)
_PDF = re.compile(r"\bpdf\b|\.pdf", re.I)
_RECORDS = re.compile(
    r"\b(extract\w*|collect\w*|scrape|list (all|every|the)|all (the )?\w+s|every|each|records?)\b",
    re.I,
)
_PICTURES = re.compile(
    r"\b(pictures?|photos?|images?|screenshots?|icons?|colou?rs?|charts?|graphs?|diagrams?|maps?"
    r"|canvas|drawings?|logos?|looks? like|visual\w*)\b",
    re.I,
)
_VISIBLY = re.compile(r"\b(verif\w*|visibl\w*|pixels?|appearance|looks? different)\b", re.I)
_LARGE_CANVAS = 200 * 150


def _has_file_field(page: Observation) -> bool:
    """Whether a file can be chosen there."""
    return any("file upload" in node.states for node in page.elements)


def _has_date_field(page: Observation) -> bool:
    """Whether a field is there that seems to take a date by a calendar."""
    return any(
        node.role in _FIELDS
        and not any(state.startswith("date as") for state in node.states)
        and _DATE_FIELD.search(f"{node.name} {node.description}")
        for node in page.elements
    )


def _has_slider(page: Observation) -> bool:
    """Whether something is there that is dragged rather than clicked."""
    return any(node.role in ("slider", "separator") for node in page.elements)


def _has_popup_on_hover(page: Observation) -> bool:
    """Whether menus are there that a pointer may open."""
    return any("opens menu" in node.states and node.role != "button" for node in page.elements)


def _has_pdf(page: Observation) -> bool:
    """Whether the page is a _PDF or leads to one."""
    addresses = (page.url, *(node.href or "" for node in page.elements))
    return any(urlsplit(url).path.lower().endswith(".pdf") for url in addresses)


def _has_records(page: Observation) -> bool:
    """Whether a table is there that is long enough to be read into records."""
    return sum(node.role == "row" for node in page.nodes) >= _MANY


def _is_drawn(page: Observation) -> bool:
    """Whether a good part of the page is a drawing, of which only a picture says anything."""
    return any(
        node.role == "canvas" and (not node.bbox or node.bbox[2] * node.bbox[3] >= _LARGE_CANVAS)
        for node in page.nodes
    )


OCCASIONS = (
    Occasion(skill=upload_file, words=_FILES, page=_has_file_field),
    Occasion(skill=pick_date, words=_DATES, page=_has_date_field),
    Occasion(skill=read_pdf, words=_PDF, page=_has_pdf),
    Occasion(skill=mark_screenshot, words=_PICTURES, page=_is_drawn, sees=True),
    Occasion(skill=drag, words=_DRAG, page=_has_slider),
    Occasion(skill=hover, words=_HOVER, page=_has_popup_on_hover),
    Occasion(skill=extract, words=_RECORDS, page=_has_records),
    Occasion(skill=verify_pixels, words=_VISIBLY, page=_is_drawn, sees=True),
    Occasion(skill=som_act, words=_PICTURES, page=_is_drawn, sees=True),
)
"""The rarely needed skills, those first that nothing else can stand in for."""
