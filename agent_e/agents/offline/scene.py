"""What a navigator's conversation shows: the page as it is now, and the calls that change it."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from .changes import Step, read_result
from .outline import Line, Page
from .replay import Batch, Call, Exchange

T = TypeVar("T")
Moves = Generator[Batch, list[Step], T]
"""A strategy: yields calls, is sent their steps, returns what it found."""

_CONSENT = re.compile(r"cookie|consent|privacy|newsletter|subscribe|your data|notification", re.I)
_REFUSE = re.compile(r"\b(?:reject|refuse|decline|necessary|essential|no,? thanks|not now)\b", re.I)
_NO_ACTS = frozenset({"get_dom", "handle_dialog", "ask_user"})
_CLOSE = re.compile(
    r"(?:close|dismiss|cancel|done|ok|okay|got it|hide|accept|agree|allow|i agree|understood)\b.*"
    r"|[×✕x]",
    re.I,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A fact for the report: what is claimed, and the page's own words for it."""

    claim: str
    quote: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """How a goal or the whole sub-task ends."""

    status: Literal["done", "failed", "blocked"]
    summary: str
    facts: tuple[Found, ...] = ()


@dataclass(kw_only=True, slots=True)
class Scene:
    """The page now, and what was found so far; made anew from the conversation for every reply.

    Attributes:
        found: facts on the way to an answer.
        subject: name of the item found last, for "it".
        document: grows with every new page.
        offered: functions beside the usual ones that may be called.
        saved: names of secrets that are kept for the site, by what they are.
        partly: whether the page may have changed beyond what is known.
    """

    page: Page
    found: list[Found] = field(default_factory=list)
    subject: str = ""
    partly: bool = False
    document: int = 0
    offered: frozenset[str] = frozenset()
    saved: Mapping[str, str] = field(default_factory=dict)

    def take(self, batch: tuple[Exchange, ...]) -> list[Step]:
        """Learn from one reply's calls."""
        steps = []
        for exchange in batch:
            step = read_result(self.page, exchange)
            self.page, self.partly = step.page, step.partly or (self.partly and not step.whole)
            self.document += step.navigated
            steps.append(step)
        return steps

    def do(self, name: str, **arguments: Any) -> Moves[Step]:
        """Make one call; a JavaScript dialog that it opens is accepted, for that was asked.

        After one that was refused the page is looked at: what is in the way shows there.
        """
        step = (yield (Call(name=name, arguments=arguments),))[-1]
        if step.error and name not in _NO_ACTS:
            seen = (yield (Call(name="get_dom"),))[-1]
            step = replace(step, page=seen.page)
        if step.dialog and name != "handle_dialog":
            answered = (yield (Call(name="handle_dialog", arguments={"accept": True}),))[-1]
            if step.error and not answered.error:
                return (yield (Call(name=name, arguments=arguments),))[-1]
            return answered
        return step

    def look(self) -> Moves[Page]:
        """Look at the page again."""
        yield from self.do("get_dom")
        return self.page

    def known(self) -> Moves[Page]:
        """Return the page, looked at again where more of it changed than is known."""
        return (yield from self.look()) if self.partly else self.page

    def click(self, line: Line) -> Moves[Step]:
        """Click; when refused, close what is in the way and try once more."""
        step = yield from self.do("click", mmid=line.mmid)
        if not step.error:
            return step
        freed = yield from self.clear_way()
        same = [
            n
            for n in self.page.lines
            if n.mmid is not None and (n.role, n.name) == (line.role, line.name)
        ]
        again = self.page.element(line.mmid) or next(iter(same), None)
        if again is None or (again.mmid == line.mmid and not freed):
            return step
        return (yield from self.do("click", mmid=again.mmid))

    def clear_way(self, *, consent_only: bool = False) -> Moves[bool]:
        """Close what covers the page; says whether there was something to close."""
        for line in self.page.lines:
            if line.role not in ("dialog", "alertdialog", "region"):
                continue
            below = self.page.under(line)
            words = " ".join([line.name, *(each.name for each in below)])
            button = closing(below)
            asks = bool(_CONSENT.search(words)) and len(below) < 15
            covers = "modal" in line.states
            if button is not None and (asks and covers if consent_only else asks or covers):
                yield from self.do("click", mmid=button.mmid)
                return True
        return False


def closing(lines: Iterable[Line]) -> Line | None:
    """The button that makes a dialog go away, refusing before accepting."""
    buttons = [line for line in lines if line.mmid is not None and line.role in ("button", "link")]
    refusing = [button for button in buttons if _REFUSE.search(button.name)]
    return next(iter([*refusing, *(b for b in buttons if _CLOSE.fullmatch(b.name.strip()))]), None)
