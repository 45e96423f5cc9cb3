"""``selector``: elements of a page at the end, and their values."""

from __future__ import annotations

from typing import Self

from bs4 import Tag
from pydantic import Field, field_validator, model_validator

from .addresses import UrlKeys
from .answers.normal import plain
from .base import Case, Finding, Keys, pure, sentence
from .pages import Which, tabs_that_count, where_it_was
from .selectors import checked_selector, chosen


class SelectorCheck(Keys):
    """Keys of ``selector``; field values are read from the stored attributes."""

    selector: str
    exists: bool | None = None
    count: int | None = Field(default=None, ge=0)
    value: str | None = None
    """Value of the first match."""
    checked: bool | None = None
    """Whether the first match is checked."""
    tab: Which = "active"
    at: UrlKeys | None = None

    _selector = field_validator("selector")(checked_selector)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.exists is None and self.count is None and self.value is None:
            if self.checked is None:
                raise ValueError("give one of exists, count, value, checked")
        elif self.exists is False and (self.value is not None or self.checked is not None):
            raise ValueError("what does not exist has no value and is not checked")
        return self


def _rule(keys: SelectorCheck, case: Case) -> Finding:
    tabs = tabs_that_count(case, keys.tab, keys.at)
    found = {tab.url: _wrong(keys, chosen(case.document(tab), keys.selector)) for tab in tabs}
    only_absent = keys.exists is False or keys.count == 0
    right = [url for url, wrong in found.items() if not wrong]
    # One of several pages without an element does not prove that it is nowhere.
    if right and (len(right) == len(found) or not only_absent):
        return Finding(passed=True, reason="The elements are as they should.", evidence=right[0])
    wrong = next(filter(None, found.values()), "no page that counts was open")
    return Finding(passed=False, reason=sentence(wrong), evidence=where_it_was(case))


def _wrong(keys: SelectorCheck, found: list[Tag]) -> str:
    if keys.count is not None and len(found) != keys.count:
        return f"there are {len(found)} of {keys.selector}, not {keys.count}"
    if keys.exists is not None and bool(found) != keys.exists:
        return f"{keys.selector} is {'there' if found else 'not there'}"
    if keys.value is None and keys.checked is None:
        return ""
    if not found:
        return f"{keys.selector} is not there"
    held = _value(found[0])
    if keys.value is not None and plain(held, ignore_case=False) != plain(
        keys.value, ignore_case=False
    ):
        return f"{keys.selector} holds {held!r}, not {keys.value!r}"
    if keys.checked is not None and _checked(found[0]) != keys.checked:
        return f"{keys.selector} is {'checked' if _checked(found[0]) else 'not checked'}"
    return ""


def _value(element: Tag) -> str:
    if element.name == "select":
        options = element.find_all("option")
        marked = [option for option in options if option.has_attr("selected")]
        chosen_ones = marked[-1:] or options[:1]
        return "".join(str(each.get("value", each.get_text(strip=True))) for each in chosen_ones)
    if element.name == "textarea" or element.get("contenteditable") is not None:
        return str(element.get_text())
    return str(element.get("value", ""))


def _checked(element: Tag) -> bool:
    if element.name == "option":
        return bool(element.has_attr("selected"))
    return bool(element.has_attr("checked")) or element.get("aria-checked") == "true"


SELECTOR = pure("selector", 1, SelectorCheck, _rule)
