"""Reads what a call's result says: the page after it and what came new. Never raises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .labels import read_page, with_labels
from .outline import Line, Page
from .replay import Exchange
from .rows import parse_lines

_NEW_PAGE = re.compile(
    r"(?:The page changed: now|active one now:|Now open:)"
    r"(?: \"(?P<title>.*)\"(?: at)?)? ?(?P<url>\S*?)(?: \(HTTP \d+\))?[.:]?[ \t]*$",
    re.M | re.A,
)
_ELEMENT_NOW = re.compile(r"(?:^|.*\s)\[(\d{1,9})\] ([\w-]+)(?: '(.*?)')? is now (.+)", re.A)
_TEXT_NOW = re.compile(r"(?:^|.*[.!?:] )'(.*)' is now '(.*)'\.?")
_SECTION = re.compile(
    r"(?:^|.*[.!?] )(?:An? (?P<what>[\w-]+)(?: '(?P<name>.*)')? opened|(?P<news>[A-Z][^.:]*)):"
)
_OPENED = {"dialog": "dialog", "list": "listbox", "pop-up": "dialog", "hint": "tooltip"}
_JS_DIALOG = re.compile(
    r"\b(?:alert|confirm|prompt|beforeunload) dialog (?:is open|opened|waits)\b"
)
_SAID = re.compile(r"An? (?:alert|confirm|prompt) said: '(.*)'")
_SENT = re.compile(r"\brequests? (?:POST|PUT|PATCH|DELETE) .*\bsent\b")
_UNTOLD = re.compile(
    r"\buse get_dom\b|^The address is now|\band \d+ more\.$|^The tab closed\.$", re.M | re.A
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """What one call did.

    Attributes:
        page: the page after it.
        fresh: what it brought to the page, or the whole new page.
        around: the part of the page that changed, with what stayed in it.
        navigated: whether another document is open.
        partly: whether more changed than the result shows.
        dialog: whether a JavaScript dialog waits for an answer.
    """

    page: Page
    text: str = ""
    fresh: tuple[Line, ...] = ()
    around: tuple[Line, ...] = ()
    error: bool = False
    navigated: bool = False
    changed: bool = False
    partly: bool = False
    dialog: bool = False


def read_result(page: Page, exchange: Exchange) -> Step:
    """Work out what a call did to the page."""
    call, text = exchange.call, exchange.result.text
    dialog = bool(_JS_DIALOG.search(text))
    if exchange.result.is_error:
        return Step(page=page, text=text, error=True, dialog=dialog or "handle_dialog" in text)
    if call.name == "ask_user":
        # What a person says is about no page, whatever words it has.
        return Step(page=page, text=text)
    if call.name == "get_dom":
        seen = read_page(text)
        if call.arguments.get("page", 1) != 1:
            seen = page.continued(seen)
        return Step(page=seen, text=text, fresh=seen.lines, dialog=bool(seen.dialog))
    if found := _NEW_PAGE.search(text):
        new = read_page(text[found.end() :].lstrip("\n"))
        new = replace(new, title=new.title or found["title"] or "", url=new.url or found["url"])
        bare = not new.lines
        return Step(
            page=new, text=text, fresh=new.lines, navigated=True, changed=True, partly=bare,
            dialog=dialog or bool(new.dialog),
        )  # fmt: skip
    return _merged(page, text, dialog)


def _merged(page: Page, text: str, dialog: bool) -> Step:
    """Bring a change report into the page, row by row."""
    added: list[str] = []
    now: list[Line] = []
    touched: set[int] = set()
    section = False
    for row in text.splitlines():
        if section and row.startswith((" ", "…")):
            added.append(f"  {row}")
        elif element := _ELEMENT_NOW.fullmatch(row.rstrip()):
            line = _as_it_is(page, element)
            page = page.with_line(line)
            now.append(line)
        elif changed := _TEXT_NOW.fullmatch(row.rstrip()):
            page, places = _retold(page, changed[1], changed[2])
            touched |= places
            now.append(Line(role="text", name=changed[2]))
        elif opened := _SECTION.fullmatch(row.rstrip()):
            section = True
            added.append(_holder(opened))
        else:
            section = False
            page = _reduced(page, row)
            now += [Line(role="status", name=said) for said in _SAID.findall(row)]
    fresh = parse_lines(added)
    if fresh:
        page = with_labels(page.plus(fresh))
    around = [line for place in touched for line in _part(page, place)]
    return Step(
        page=page, text=text, fresh=(*fresh, *now), around=tuple(around) or (*fresh, *now),
        changed=not re.search(r"\bNothing on the page changed\b", text) or bool(_SENT.search(text)),
        partly=bool(_UNTOLD.search(text)), dialog=dialog,
    )  # fmt: skip


def _holder(opened: re.Match[str]) -> str:
    """The line that what follows stands under: reports tell it in words."""
    if opened["news"]:
        return "status" if "message" in opened["news"] else "region"
    role = _OPENED.get(opened["what"], opened["what"])
    return f"{role} '{opened['name'] or ''}'"


def _as_it_is(page: Page, told: re.Match[str]) -> Line:
    number, role, tail = int(told[1]), told[2], told[4].rstrip(".")
    old = page.element(number) or Line(role=role, name=told[3] or "", mmid=number)
    # A label that was given to a nameless field stays.
    name = told[3] or old.name
    if renamed := re.match(r"'(.*?)'(?:, |$)", tail):
        name, tail = renamed[1], tail[renamed.end() :]
    if value := re.match(r"value='(.*)'", tail):
        return replace(old, name=name, value=value[1])
    if tail.startswith("no longer ") or not tail:
        return replace(
            old, name=name, states=old.states.replace(tail[10:], "") if tail else old.states
        )
    return replace(old, name=name, states=tail)


def _retold(page: Page, before: str, after: str) -> tuple[Page, set[int]]:
    """Put a changed text in the place of the old one; returns where."""
    cut = before.removesuffix("…")
    for line in page.lines:
        # A term and its definition are one line of an outline, and change one by one.
        head, mark, tail = line.name.rpartition(": ")
        for start, text in (("", line.name), (head + mark, tail)):
            if (
                line.mmid is None
                and text
                and (text == before or (cut != before and text.startswith(cut)))
            ):
                lines = list(page.lines)
                lines[line.index] = replace(line, name=start + after)
                return replace(page, lines=tuple(lines)), {line.index}
    return page, set()


def _part(page: Page, place: int) -> Iterator[Line]:
    """The changed text's own group; beside the page's main content, its neighbours only."""
    parent = page.lines[place].parent
    if parent >= 0 and page.lines[parent].role not in ("main", "banner", "form"):
        yield from page.under(page.lines[parent])
    else:
        yield from page.lines[place : place + 8]


def _reduced(page: Page, row: str) -> Page:
    """Take out what a row says is gone."""
    if row.startswith("Gone: "):
        return page.without({int(number) for number in re.findall(r"\[(\d{1,9})\]", row, re.A)})
    if closed := re.match(r"The ([\w-]+)(?: ['\"](.*)['\"])? closed\.$", row):
        role = _OPENED.get(closed[1], closed[1])
        for line in reversed(page.lines):
            if line.role in (role, "alertdialog") and (not closed[2] or line.name == closed[2]):
                return page.cut(line)
    return page
