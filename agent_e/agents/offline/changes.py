"""What a call did, from the records that its result was made from: the page after it, and news."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent_e.dom.changes.relevance import news
from agent_e.types import ChangeReport, Dialog, ElementChange, Node, Observation, PersonAnswer

from .outline import Line, Page, linked
from .pages import line_of, lines_of, page_of
from .replay import Exchange

_MESSAGES = frozenset({"alert", "status", "log"})
_LAYERS = frozenset({"dialog", "alertdialog", "listbox", "menu", "popover", "tooltip", "tree"})
"""Roles of what goes away with all that is in it."""
_MOST_MERGED = 60
"""Nodes that are put at the end of the page: of more the places matter."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """What one call did.

    Attributes:
        page: the page after it.
        text: why it was refused.
        fresh: what it brought to the page, or the whole new page.
        around: the part of the page that changed, with what stayed in it.
        navigated: whether another document is open.
        whole: whether the page was looked at as a whole.
        partly: whether the page may have changed beyond what is known.
        scrolled: whether it was nothing but a scroll.
        answer: what the person said.
    """

    page: Page
    text: str = ""
    fresh: tuple[Line, ...] = ()
    around: tuple[Line, ...] = ()
    error: bool = False
    navigated: bool = False
    changed: bool = False
    whole: bool = False
    partly: bool = False
    scrolled: bool = False
    answer: PersonAnswer | None = None

    @property
    def dialog(self) -> bool:
        """Whether a JavaScript dialog waits for an answer."""
        return self.page.dialog is not None


def read_result(page: Page, exchange: Exchange) -> Step:
    """Work out what a call did to the page."""
    result = exchange.result
    report, seen, answer = None, None, None
    for each in result.data:
        if isinstance(each, ChangeReport):
            report = each
        elif isinstance(each, Observation):
            seen = page_of(each)
        elif isinstance(each, PersonAnswer):
            answer = each
    if report is None:
        step = Step(page=seen or page, fresh=seen.lines if seen else (), answer=answer)
    else:
        step = _changed(page, report)
    step = replace(step, text=result.words, error=result.is_error)
    if seen is not None:
        step = replace(step, page=seen, whole=True, partly=False)
    return step


def _changed(page: Page, report: ChangeReport) -> Step:
    waits = report.dialogs[-1] if report.dialog_open else None
    page = replace(page, dialog=waits)
    if report.page is not None:
        new = page_of(report.page)
        new = replace(new, dialog=new.dialog or waits)
        return Step(
            page=new, fresh=new.lines, navigated=True, changed=True, whole=True,
            partly=not new.lines,
        )  # fmt: skip
    where = report.navigation
    if where is not None and not where.same_document:
        new = Page(title=where.title, url=where.to_url, dialog=waits)
        return Step(page=new, navigated=True, changed=True, partly=True)
    before = _changed(page, report.earlier) if report.earlier else Step(page=page)
    return replace(_merged(before, report), navigated=before.navigated)


def _merged(before: Step, report: ChangeReport) -> Step:
    """Bring what changed into the page; what has no place there goes to its end."""
    page, now, touched = before.page, list[Line](), set[int]()
    told = {id(change) for change in news(report)}
    for change in report.changed:
        line = line_of(change.node)
        if change.node.mmid is None:
            page, places = _retold(page, change)
            touched |= places
            line = Line(role="text", name=change.after)
        else:
            page = page.with_line(line)
            line = page.element(line.mmid) or line
        if id(change) in told and (change.node.mmid is not None or change.what == "name"):
            now.append(line)
    now += [Line(role="status", name=each.message) for each in _answered(report)]
    page = _without(page, report.removed)
    fresh = linked([*_messages(report), *_rest(report)])
    around = [line for place in touched for line in _part(page, place)]
    page = page.plus(fresh)
    brought = linked([*before.fresh, *fresh, *(replace(line, depth=0) for line in now)])
    if report.navigation is not None:
        page = replace(page, url=report.navigation.to_url)
    many = bool(report.left) or len(report.added) > _MOST_MERGED
    return Step(
        page=page, fresh=brought, changed=not report.none,
        around=tuple(around) or brought,
        scrolled=_only_scrolled(report),
        partly=many or report.navigation is not None or report.closed_tab or before.partly,
    )  # fmt: skip


def _answered(report: ChangeReport) -> Sequence[Dialog]:
    return report.dialogs[: len(report.dialogs) - report.dialog_open]


def _only_scrolled(report: ChangeReport) -> bool:
    """Whether the mouse wheel may have done it, and no click: that would move the focus."""
    return report.scroll is not None and not (
        report.focus or report.navigation or report.requests or report.dialogs
    )


def _messages(report: ChangeReport) -> Iterator[Line]:
    """The messages that appeared, each under a line of its own."""
    for branch in _branches(report.added):
        if branch[0].role in _MESSAGES:
            yield Line(role="status")
            yield from _deeper(branch[1:] or branch)


def _rest(report: ChangeReport) -> Iterator[Line]:
    """What else came; what is left of a list came too, for the rest of it is gone."""
    nodes = [n for b in _branches(report.added) if b[0].role not in _MESSAGES for n in b]
    if nodes:
        yield Line(role="region")
        yield from _deeper(nodes)
    for left in report.left:
        yield Line(role="region", name=left.place)
        yield from _deeper(left.nodes)


def _deeper(nodes: Sequence[Node]) -> Iterator[Line]:
    return (replace(line, depth=line.depth + 1) for line in lines_of(nodes))


def _branches(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
    """Messages with all that is in them, and every other node by itself."""
    at = 0
    while at < len(nodes):
        end = at + 1
        while (
            nodes[at].role in _MESSAGES and end < len(nodes) and nodes[end].depth > nodes[at].depth
        ):
            end += 1
        yield nodes[at:end]
        at = end


def _retold(page: Page, change: ElementChange) -> tuple[Page, set[int]]:
    """Put a changed text in the place of the old one; returns where."""
    if change.what != "name":
        return page, set()
    for line in page.lines:
        # A term and its definition are one line, and change one by one.
        head, mark, tail = line.name.rpartition(": ")
        for start, text in (("", line.name), (head + mark, tail)):
            if line.mmid is None and text and text == change.before:
                lines = list(page.lines)
                lines[line.index] = replace(line, name=start + change.after)
                return replace(page, lines=tuple(lines)), {line.index}
    return page, set()


def _part(page: Page, place: int) -> Iterator[Line]:
    """The changed text's own group; beside the page's main content, its neighbours only."""
    parent = page.lines[place].parent
    if parent >= 0 and page.lines[parent].role not in ("main", "banner", "form"):
        yield from page.under(page.lines[parent])
    else:
        yield from page.lines[place : place + 8]


def _without(page: Page, removed: Sequence[Node]) -> Page:
    """The page without what is gone; of words that others say as well, nobody knows which."""
    if not removed:
        return page
    ids = {node.mmid for node in removed} - {None}
    gone = Counter(_key(line_of(node)) for node in removed if node.mmid is None)
    there = Counter(_key(line) for line in page.lines if line.mmid is None)
    kept: list[Line] = []
    end = 0
    for line in page.lines:
        key = _key(line)
        mine = line.mmid is None and 0 < there[key] <= gone[key]
        if mine and line.role in _LAYERS:
            end = max(end, line.end)
        if line.index >= end and line.mmid not in ids and not (mine and line.name):
            kept.append(line)
    return replace(page, lines=linked(kept))


def _key(line: Line) -> tuple[str, str]:
    return line.role, line.name
