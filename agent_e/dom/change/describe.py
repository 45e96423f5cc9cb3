"""Change reports in words: what the model is told an action did. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from agent_e.dom.places import label
from agent_e.dom.render import Rendered, render, render_nodes
from agent_e.types import ChangeReport, Frame, Node, RequestSeen

from .news import focus_told, news, own_state
from .phrases import (
    OPENED,
    change_words,
    count,
    dialog_words,
    failed,
    gone_words,
    request_words,
    scroll_words,
    short,
)
from .reloaded import reload_words

_MESSAGES = frozenset({"alert", "status", "log"})
_LONGEST_NOTE = 160
_WHOLE = ("It ", "Already ", "Nothing ")
"""How a cause begins that says by itself that nothing changed."""


def describe(
    report: ChangeReport, *, budget: int, page_budget: int, frames: Sequence[Frame] = ()
) -> Rendered:
    """Put a change report into words.

    Args:
        report: what the action did.
        budget: most characters for what it added and changed.
        page_budget: most characters for a new page.
        frames: of the page as it is now, to name addresses of other origins.
    """
    story = _Story(budget, frames)
    if report.earlier and not report.earlier.none:
        story.say("Before this action the page had changed by itself:")
        story.tell_changes(report.earlier)
        story.say("The action:")
    before = len(story.parts)
    if (state := own_state(report)) and not report.page:
        story.say(state)
    _events(story, report)
    if report.page:
        story.show_page(report, page_budget)
    else:
        story.tell_changes(report)
    if len(story.parts) == before and not (report.changed or report.focus):
        _nothing(story, report)
    else:
        bad = [seen for seen in report.requests if failed(seen) and not _is_page(seen, report)]
        story.say_all(request_words(bad))
    if report.unsettled:
        story.say(report.unsettled)
    return Rendered(text="\n".join(story.parts), shown=tuple(story.shown))


class _Story:
    """The words so far, and the nodes they show."""

    def __init__(self, budget: int, frames: Sequence[Frame]) -> None:
        self.parts: list[str] = []
        self.shown: list[Node] = []
        self._left = budget
        self._frames = frames

    def say(self, words: str) -> None:
        self.parts.append(words)

    def say_all(self, sentences: Iterable[str]) -> None:
        self.parts += sentences

    def show_page(self, report: ChangeReport, budget: int) -> None:
        assert report.page is not None
        rendered = render(report.page, budget=budget, before=report.before)
        # Title and address have been told.
        head = [line for line in rendered.text.split("\n", 2) if line]
        self.say("\n".join(line for line in head if not line.startswith(("Page: ", "URL: "))))
        self.shown += rendered.shown

    def tell_changes(self, report: ChangeReport) -> None:
        start = len(self.parts)
        for title, nodes in _groups(report):
            self._show(title, nodes)
        self._list(change_words(news(report)))
        self.shown += [change.node for change in report.changed]
        self.say_all(gone_words(report.removed, report.added))
        if focus := focus_told(report, alone=len(self.parts) == start):
            self.say(f"The focus is now on {label(focus)}.")
        if report.position:
            self.say(scroll_words(report.position))

    def _show(self, title: str, nodes: Sequence[Node]) -> None:
        if self._left <= 0:
            self.say(f"{title} {count(len(nodes), 'line')} that do not fit here: use get_dom.")
            return
        rendered = render_nodes(nodes, frames=self._frames, budget=max(self._left, 200), indent=1)
        if rendered.text:
            self.say(f"{title}\n{rendered.text}")
            self.shown += nodes
            self._left -= len(rendered.text)

    def _list(self, lines: Iterable[str]) -> None:
        left_out = 0
        for line in lines:
            if self._left <= 0:
                left_out += 1
                continue
            self._left -= len(line)
            self.say(line)
        if left_out:
            self.say(f"And {count(left_out, 'more change')}: use get_dom.")


def _events(story: _Story, report: ChangeReport) -> None:
    for dialog in report.dialogs:
        waits = report.dialog_open and dialog is report.dialogs[-1]
        story.say(dialog_words(dialog, waits=waits))
    title = f'"{report.page.title}" at {report.page.url}' if report.page else ""
    where = report.navigation
    if report.closed_tab:
        story.say(f"The tab closed. Now open: {title}." if title else "The tab closed.")
    elif report.opened_tabs and report.page and not where:
        story.say(f"A new tab opened and is the active one now: {title}.")
    elif where and where.same_document:
        story.say(f"The address is now {where.to_url}")
    elif where or report.page:
        status = f" (HTTP {where.status})" if where and where.status and where.status != 200 else ""
        again = reload_words(report.before, report.page) if report.before and report.page else ""
        if again:
            story.say(again)
        what = "Now open:" if again else "The page changed: now"
        story.say(f"{what} {title or (where and where.to_url)}{status}.")
    if report.opened_tabs and (where or not report.page):
        story.say(f"A new tab opened: {', '.join(report.opened_tabs)}")
    for path in report.downloads:
        story.say(f"A file was downloaded: {PurePath(path).name}")


def _is_page(seen: RequestSeen, report: ChangeReport) -> bool:
    """Whether a request is the one that brought the page, whose status is told with it."""
    where = report.navigation
    return bool(where and seen.status and (seen.url, seen.status) == (where.to_url, where.status))


def _groups(report: ChangeReport) -> Iterator[tuple[str, list[Node]]]:
    """Split what was added into what opened, messages, and the rest by where it is."""
    rest: dict[str, list[Node]] = {}
    added = report.added
    at = 0
    while at < len(added):
        node = added[at]
        end = at + 1
        while end < len(added) and added[end].depth > node.depth:
            end += 1
        branch = list(added[at:end])
        if node.role in OPENED and node.mmid is None:
            name = f" '{node.name}'" if node.name else ""
            yield f"{OPENED[node.role]}{name} opened:", branch[1:] or branch
        elif node.role in _MESSAGES:
            yield "A message appeared:", branch[1:] or branch
        else:
            place = report.places[at] if report.places else ""
            rest.setdefault(f"In {place}:" if place else "New on the page:", []).append(node)
            at += 1
            continue
        at = end
    yield from rest.items()


def _nothing(story: _Story, report: ChangeReport) -> None:
    if not report.cause.startswith(_WHOLE):
        story.say("Nothing on the page changed.")
    if report.cause:
        story.say(report.cause)
    story.say_all(request_words(report.requests))
    if report.console_errors:
        story.say(f"A script of the page failed: {short(report.console_errors[0], _LONGEST_NOTE)}")
