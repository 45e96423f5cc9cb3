"""Change reports in words, as the model gets them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import compress

from agent_e.dom.render.node_context import clipped
from agent_e.dom.render.page_text import Rendered, render, render_nodes
from agent_e.dom.render.scopes import end_of
from agent_e.text import format_count
from agent_e.types import ChangeReport, Frame, Node, RequestSeen

from .collapse_ranges import in_ranges, with_runs
from .messages import LIVE
from .phrases import (
    OPENED,
    failed,
    format_change,
    format_dialog,
    format_gone,
    format_request,
    format_scroll,
    left_title,
    named,
    renumbered,
)
from .relevance import focus_worth_telling, news, own_state, without_messages
from .reloaded import format_reload

_MAX_NOTE_LENGTH = 160
_MAX_ADDRESS_LENGTH = 200
_MAX_PLACE_LENGTH = 100
_FOCUS = 130
"""Room for the line on focus."""
_MORE = 45
"""Room for the count of omissions."""
_MIN_LENGTH = 200
_MAX_NEW = 300
"""Characters of new content for vision models: it may lie outside the picture."""
_BRIEF = 240
_NAMED = 3
"""New things named in a brief report."""
_WITHOUT_INDENT = 0.92
"""Share of a list's room for its words; the rest is for indentation."""
_WHOLE = ("It ", "Already ", "Nothing ")
"""Beginnings of causes that already say that nothing changed."""


def describe(
    report: ChangeReport,
    *,
    budget: int,
    page_budget: int,
    frames: Sequence[Frame] = (),
    for_eyes: bool = False,
) -> Rendered:
    """Format a change report in ``budget`` characters, a new page in ``page_budget``.

    Addresses of other origins are named by the page's current ``frames``. ``for_eyes`` is for
    models that see pictures of the page: without ids, only the beginning of what is new, and of a
    new page only its identity.
    """
    report = _without_doubles(report)
    story = _Eyes(budget, frames) if for_eyes else _Story(budget, frames)
    page = None
    if report.page and not for_eyes:
        page = render(report.page, budget=page_budget, before=report.before, titled=False)
    if report.earlier and not report.earlier.none:
        story.say("Before this action the page had changed by itself:")
        count = len(story.parts)
        story.tell_changes(_without_doubles(report.earlier), keep=budget * 2 // 3)
        story.tell_numbers(report.earlier)
        if len(story.parts) == count:
            story.parts.pop()
        else:
            story.say("The action:")
    before = len(story.parts)
    if (state := own_state(report)) and not report.page:
        story.say(state)
    _events(story, report, page.shown if page else ())
    end = list(format_request([each for each in report.requests if _went_wrong(each, report)]))
    if page:
        story.say(page.text)
        story.shown += page.shown
    elif not report.page:
        story.tell_changes(report, keep=_size([*end, report.unsettled]))
    if len(story.parts) == before and not (report.changed or report.renumbered or report.focus):
        _nothing(story, report)
    else:
        story.tell_numbers(report)
        story.say_all(end)
    if report.unsettled:
        story.say(report.unsettled)
    return Rendered(text="\n".join(story.parts), shown=tuple(story.shown))


def brief(report: ChangeReport) -> str:
    """Format a change report as one line without ids: first what happened, then what is new."""
    report = _without_doubles(report)
    story = _Brief(_BRIEF, ())
    _events(story, report, report.page.nodes if report.page else ())
    if not report.page:
        if state := own_state(report):
            story.say(state)
        story.tell_changes(report, keep=0)
        if not (story.parts or report.changed or report.focus):
            _nothing(story, report)
    line = clipped("; ".join(part.rstrip(".") for part in story.parts), _BRIEF)
    return f"{line}." if line else ""


class _Story:
    """The text so far and the nodes it shows; what exceeds the budget is counted."""

    numbers = True

    def __init__(self, budget: int, frames: Sequence[Frame]) -> None:
        self.parts: list[str] = []
        self.shown: list[Node] = []
        self._left = budget
        self._frames = frames
        self._omitted = 0

    def say(self, words: str) -> None:
        self.parts.append(words)
        self._left -= len(words) + 1

    def say_all(self, sentences: Iterable[str]) -> None:
        for words in sentences:
            self.say(words)

    def tell_changes(self, report: ChangeReport, *, keep: int) -> None:
        """Report the changes, leaving ``keep`` characters of the budget for the rest."""
        start = len(self.parts)
        end = list(format_gone(report.removed, report.added, number=self.numbers))
        if report.position:
            end.append(format_scroll(report.position))
        keep += _size(end) + _FOCUS * bool(report.focus)
        for title, nodes in _groups(report):
            self._show(title, nodes, keep)
        for left in report.left:
            self._show(left_title(left), left.nodes, keep)
        lines: dict[str, list[Node]] = {}
        for node, line in format_change(news(report), number=self.numbers):
            lines.setdefault(line, []).append(node)
        for line, changed in lines.items():
            if self._fits(line, keep):
                self.say(line)
                self.shown += changed
        if self._omitted and self.numbers:
            self.say(f"And {format_count(self._omitted, 'more line')}: use get_dom.")
        self._omitted = 0
        self.say_all(end)
        if focus := focus_worth_telling(report, alone=len(self.parts) == start):
            self.say(f"The focus is now on {named(focus, number=self.numbers)}.")

    def tell_numbers(self, report: ChangeReport) -> None:
        """Report new numbers of elements and items not reported yet."""
        shown = {node.mmid for node in self.shown}
        items = {was: node.mmid for was, node in report.renumbered.items() if node.mmid is not None}
        if left := {
            was: now for was, now in {**report.replacements, **items}.items() if now not in shown
        }:
            words, reported = renumbered(left)
            self.say(words)
            # An omitted number keeps its old meaning: using it is rejected.
            self.shown += [node for was, node in report.renumbered.items() if was in reported]

    def _show(self, title: str, nodes: Sequence[Node], keep: int) -> None:
        room = self._left - keep - len(title) - _MORE
        budget = max(int(room * _WITHOUT_INDENT), _MIN_LENGTH)
        ranges = with_runs(nodes)
        ranged = [node for node, _ in ranges]
        rendered = render_nodes(ranged, frames=self._frames, budget=budget, indent=1)
        words = _under(title, rendered.text)
        if words and self._fits(words, keep, len(nodes)):
            self.say(words)
            self.shown += rendered.shown if rendered.more else nodes
            names = {node.name for node in rendered.shown}
            self.shown += [each for node, run in ranges if node.name in names for each in run]

    def _fits(self, words: str, keep: int, lines: int = 1) -> bool:
        """Whether there is room for these words; if not, they are counted as omitted."""
        fits = len(words) + 1 <= self._left - keep - _MORE
        self._omitted += 0 if fits else lines
        return fits


class _Eyes(_Story):
    """The report for vision models."""

    numbers = False

    def __init__(self, budget: int, frames: Sequence[Frame]) -> None:
        super().__init__(budget, frames)
        self._new = _MAX_NEW

    def tell_numbers(self, report: ChangeReport) -> None:
        """Do nothing: vision models have no numbers."""

    def _show(self, title: str, nodes: Sequence[Node], keep: int) -> None:
        ranged = in_ranges(nodes, ids=False)
        rendered = render_nodes(ranged, frames=self._frames, indent=1, numbers=False)
        lines = []
        for line in rendered.text.splitlines():
            self._new -= len(line)
            if self._new < 0:
                break
            lines.append(line)
        if words := _under(title, "\n".join(lines)):
            self.say(words)


class _Brief(_Story):
    """The report in one line: of what is new, the first names."""

    numbers = False

    def _show(self, title: str, nodes: Sequence[Node], keep: int) -> None:
        names = [named(node, number=False) for node in nodes if node.name]
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        if names:
            self.say(f"{title.rstrip(':')}: {', '.join(names[:_NAMED])}{more}")
        elif _under(title, render_nodes(nodes).text):
            self.say(title.rstrip(":"))

    def _fits(self, words: str, keep: int, lines: int = 1) -> bool:
        return True


def _under(title: str, text: str) -> str:
    """A text under its title; a title ending in a colon is dropped without a text."""
    needs = title.endswith(":")
    if text:
        return f"{title}{'' if needs else ':'}\n{text}"
    return "" if needs else f"{title}."


def _size(sentences: Iterable[str]) -> int:
    return sum(len(words) + 1 for words in sentences)


def _without_doubles(report: ChangeReport) -> ChangeReport:
    """Omit texts on the page that repeat a field's own message."""
    added = without_messages(report.added, report.changed)
    removed = without_messages(report.removed, report.changed)
    return replace(
        report,
        added=tuple(compress(report.added, added)),
        places=tuple(compress(report.places, added)),
        removed=tuple(compress(report.removed, removed)),
    )


def _events(story: _Story, report: ChangeReport, shown: Sequence[Node]) -> None:
    """Report events around the page; ``shown`` is what follows of a new one."""
    for dialog in report.dialogs:
        waits = report.dialog_open and dialog is report.dialogs[-1]
        story.say(format_dialog(dialog, waits=waits, advice=story.numbers))
    title = f'"{report.page.title}" at {report.page.url}' if report.page else ""
    where = report.navigation
    if report.closed_tab:
        story.say(f"The tab closed. Now open: {title}." if title else "The tab closed.")
    elif report.opened_tabs and report.page and not where:
        story.say(f"A new tab opened and is the active one now: {title}.")
    elif where and where.same_document and not report.page:
        story.say(f"The address is now {clipped(where.to_url, _MAX_ADDRESS_LENGTH)}")
    elif where or report.page:
        status = f" (HTTP {where.status})" if where and where.status and where.status != 200 else ""
        again = ""
        if report.before and report.page and not (where and where.same_document):
            again = format_reload(report.before, report.page, shown)
        if again:
            story.say(again)
        what = "Now open:" if again else "The page changed: now"
        story.say(f"{what} {title or (where and where.to_url)}{status}.")
    if report.opened_tabs and (where or not report.page):
        tabs = (clipped(url, _MAX_ADDRESS_LENGTH) for url in report.opened_tabs)
        story.say(f"A new tab opened: {', '.join(tabs)}")
    story.say_all(f"A file was downloaded: {name}" for name in report.downloads)


def _went_wrong(seen: RequestSeen, report: ChangeReport) -> bool:
    """Whether a request failed and is still unreported."""
    where = report.navigation
    # The page's own status is reported with it; leaving a page aborts its requests.
    reported = where and seen.status and (seen.url, seen.status) == (where.to_url, where.status)
    left = report.page is not None and seen.failure == "net::ERR_ABORTED"
    return failed(seen) and not reported and not left


def _groups(report: ChangeReport) -> Iterator[tuple[str, list[Node]]]:
    """Split additions into what opened, messages, and the rest by place."""
    rest: dict[str, list[Node]] = {}
    added = report.added
    at = 0
    while at < len(added):
        node = added[at]
        end = end_of(added, at)
        branch = list(added[at:end])
        if node.role in OPENED and node.mmid is None:
            name = f" '{clipped(node.name, _MAX_PLACE_LENGTH)}'" if node.name else ""
            yield f"{OPENED[node.role]}{name} opened", _without_title(branch)
        elif node.role in LIVE:
            yield "A message appeared", branch[1:] or branch
        else:
            place = report.places[at] if report.places else ""
            title = f"In {clipped(place, _MAX_PLACE_LENGTH)}:" if place else "New on the page:"
            rest.setdefault(title, []).append(node)
            at += 1
            continue
        at = end
    yield from rest.items()


def _without_title(opened: Sequence[Node]) -> list[Node]:
    """The contents of something that opened, without its title."""
    title = opened[0].name
    return [n for n in opened[1:] if n.mmid is not None or n.name != title or not title]


def _nothing(story: _Story, report: ChangeReport) -> None:
    # What was sent comes first: it was the action's purpose.
    story.say_all(format_request(report.requests))
    if not report.cause.startswith(_WHOLE):
        story.say("Nothing on the page changed.")
    if report.cause:
        story.say(report.cause)
    for error in report.console_errors[:1]:
        story.say(f"A script of the page failed: {clipped(error, _MAX_NOTE_LENGTH)}")
