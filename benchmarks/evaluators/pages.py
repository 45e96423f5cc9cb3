"""Stored pages: parsing, and which tabs of an episode count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement, TemplateString

from agent_e.benchmarks.episodes.record import TabEvidence

from .addresses import UrlKeys, matches_url

if TYPE_CHECKING:
    from .base import Case

Which = Literal["any", "last", "active"]

_SILENT = frozenset({"head", "script", "style", "noscript", "template", "title", "iframe"})
_INLINE_NAMES = (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small "
    "span strong sub sup time tt u var wbr"
)
_INLINE = frozenset(_INLINE_NAMES.split())


def parse_page(html: str) -> BeautifulSoup:
    """Parse a page; declared shadow roots become part of it, other templates are dropped."""
    document = BeautifulSoup(html, "lxml")
    # From the inside out: a template in a shadow root still exists when its turn comes.
    for template in reversed(document.find_all("template")):
        if template.has_attr("shadowrootmode"):
            template.unwrap()
        else:
            template.decompose()
    return document


def shown_text(root: Tag) -> str:
    """Return the text in an element that its markup does not hide, one space between words."""
    pieces: list[str] = []
    stack: list[PageElement] = [root]
    while stack:
        each = stack.pop()
        if type(each) in (NavigableString, TemplateString):
            pieces.append(str(each))
        elif isinstance(each, Tag) and (each is root or not _hidden(each)):
            if each.name not in _INLINE:
                stack.append(NavigableString(" "))
                pieces.append(" ")
            stack.extend(reversed(each.contents))
    return " ".join("".join(pieces).split())


def tabs_that_count(case: Case, which: Which, at: UrlKeys | None) -> tuple[TabEvidence, ...]:
    """Return the tabs a check is about, never a page that an agent could make up.

    ``data:``, ``blob:`` and ``about:`` pages prove nothing, nor does a foreign page where the task
    is on sites of ours and the check does not name another.
    """
    tabs = _chosen(case.evidence.tabs, which)
    tabs = [tab for tab in tabs if urlsplit(tab.url).scheme in ("http", "https")]
    if at is not None:
        tabs = [tab for tab in tabs if not matches_url(at, tab.url)]
    if (at is None or at.host is None) and case.evidence.sites:
        ours = {urlsplit(address).netloc for address in case.evidence.sites.values()}
        tabs = [tab for tab in tabs if urlsplit(tab.url).netloc in ours]
    return tuple(tabs)


def where_it_was(case: Case) -> str:
    """Return the addresses of all tabs, as evidence."""
    return ", ".join(tab.url for tab in case.evidence.tabs) or "no tab was open"


def _chosen(tabs: Sequence[TabEvidence], which: Which) -> list[TabEvidence]:
    if which == "active":
        active = [tab for tab in tabs if tab.active]
        return active or list(tabs[-1:])
    return list(tabs[-1:] if which == "last" else tabs)


def _hidden(element: Tag) -> bool:
    if element.name in _SILENT or element.has_attr("hidden"):
        return True
    style = str(element.get("style", "")).replace(" ", "").lower()
    return "display:none" in style or "visibility:hidden" in style
