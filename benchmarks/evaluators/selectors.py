"""CSS selectors on stored pages."""

from __future__ import annotations

import soupsieve
from bs4 import BeautifulSoup, Tag

from .base import EvaluationError


def checked_selector(value: str | None) -> str | None:
    """Return a selector that parses."""
    if value is not None:
        try:
            soupsieve.compile(value)
        except soupsieve.SelectorSyntaxError as error:
            first = str(error).splitlines()[0].rstrip(".")
            raise ValueError(f"{value!r} is no selector: {first}") from error
    return value


def chosen(document: BeautifulSoup, selector: str | None) -> list[Tag]:
    """Return the elements a selector matches; the whole page without one."""
    if selector is None:
        return [document]
    try:
        return list(document.select(selector))
    except RecursionError as error:
        raise EvaluationError(
            f"The page is nested too deeply for the selector {selector}."
        ) from error
