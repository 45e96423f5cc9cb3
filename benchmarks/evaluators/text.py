"""``text``: the text of a page at the end."""

from __future__ import annotations

import re
from typing import Self

from pydantic import field_validator, model_validator

from agent_e.benchmarks.episodes.record import TabEvidence

from .addresses import UrlKeys, checked_regex
from .answers.normal import plain
from .base import Case, Finding, Keys, pure, sentence
from .pages import Which, shown_text, tabs_that_count, where_it_was
from .selectors import checked_selector, chosen


class TextCheck(Keys):
    """Keys of ``text``."""

    contains: str | list[str] | None = None
    """A text that must be there, or several that all must."""
    regex: str | None = None
    absent: str | list[str] | None = None
    """What must not be there."""
    selector: str | None = None
    """Only within elements it matches."""
    ignore_case: bool = True
    tab: Which = "active"
    at: UrlKeys | None = None
    """Only on pages at such an address."""

    _regex = field_validator("regex")(checked_regex)
    _selector = field_validator("selector")(checked_selector)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.contains or self.regex or self.absent):
            raise ValueError("give one of contains, regex, absent")
        return self


def _rule(keys: TextCheck, case: Case) -> Finding:
    tabs = tabs_that_count(case, keys.tab, keys.at)
    found = {tab.url: _wrong_page(keys, case, tab) for tab in tabs}
    only_absent = not keys.contains and keys.regex is None
    right = [url for url, wrong in found.items() if not wrong]
    # One of several pages without a text does not prove that it is nowhere.
    if right and (len(right) == len(found) or not only_absent):
        return Finding(passed=True, reason="The page says what it should.", evidence=right[0])
    wrong = next(filter(None, found.values()), "no page that counts was open")
    return Finding(passed=False, reason=sentence(wrong), evidence=where_it_was(case))


def _wrong_page(keys: TextCheck, case: Case, tab: TabEvidence) -> str:
    parts = chosen(case.document(tab), keys.selector)
    if not parts and (keys.contains or keys.regex):
        return f"nothing on {tab.url} is {keys.selector}"
    return _wrong(keys, " ".join(shown_text(part) for part in parts))


def _wrong(keys: TextCheck, text: str) -> str:
    seen = plain(text, ignore_case=keys.ignore_case)
    for expected in _several(keys.contains):
        if plain(expected, ignore_case=keys.ignore_case) not in seen:
            return f"the page does not say {expected!r}"
    for unwanted in _several(keys.absent):
        if plain(unwanted, ignore_case=keys.ignore_case) in seen:
            return f"the page says {unwanted!r}"
    flags = re.IGNORECASE if keys.ignore_case else 0
    if keys.regex is not None and not re.search(keys.regex, text, flags):
        return f"nothing on the page matches {keys.regex!r}"
    return ""


def _several(texts: str | list[str] | None) -> list[str]:
    return [texts] if isinstance(texts, str) else texts or []


TEXT = pure("text", 1, TextCheck, _rule)
