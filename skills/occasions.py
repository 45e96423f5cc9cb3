"""When the skills that are rarely needed are offered."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from agent_e.types import Observation

_MANY = 12
"""Rows of tables that make a page one to extract from."""

_DATE_FIELD = re.compile(r"date|calendar|check.?(in|out)|depart|datum|fecha|data\b|日付|日期", re.I)
_FIELDS = frozenset({"textbox", "combobox", "button"})

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
DATES = re.compile(
    rf"\b(date|day|calendar|check.?(in|out)|depart\w*|return\w*|arriv\w*|birth\w*|tomorrow|today"
    rf"|next (week|month)|({_MONTHS})[a-z]*\.? \d{{1,2}}|\d{{1,2}}\.? ({_MONTHS})[a-z]*"
    rf"|\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}})\b",
    re.I,
)
FILES = re.compile(r"\b(upload\w*|attach\w*|files?)\b", re.I)
HOVER = re.compile(r"\b(hover\w*|mouse over|point(ing)? (at|to)|tooltip)\b", re.I)
DRAG = re.compile(r"\b(drag\w*|drop|slider|slide|reorder\w*|rearrang\w*|move|sort by hand)\b", re.I)
PDF = re.compile(r"\bpdf\b|\.pdf", re.I)
RECORDS = re.compile(
    r"\b(extract\w*|collect\w*|scrape|list (all|every|the)|all (the )?\w+s|every|each|records?)\b",
    re.I,
)


def has_file_field(page: Observation) -> bool:
    """Whether a file can be chosen there."""
    return any("file upload" in node.states for node in page.elements)


def has_date_field(page: Observation) -> bool:
    """Whether a field is there that seems to take a date by a calendar."""
    return any(
        node.role in _FIELDS
        and not any(state.startswith("date as") for state in node.states)
        and _DATE_FIELD.search(f"{node.name} {node.description}")
        for node in page.elements
    )


def has_slider(page: Observation) -> bool:
    """Whether something is there that is dragged rather than clicked."""
    return any(node.role in ("slider", "separator") for node in page.elements)


def has_popup_on_hover(page: Observation) -> bool:
    """Whether menus are there that a pointer may open."""
    return any("opens menu" in node.states and node.role != "button" for node in page.elements)


def has_pdf(page: Observation) -> bool:
    """Whether the page is a PDF or leads to one."""
    addresses = (page.url, *(node.href or "" for node in page.elements))
    return any(urlsplit(url).path.lower().endswith(".pdf") for url in addresses)


def has_records(page: Observation) -> bool:
    """Whether a table is there that is long enough to be read into records."""
    return sum(node.role == "row" for node in page.nodes) >= _MANY
