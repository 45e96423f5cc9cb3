"""What makes two moments of a page the same state. Pure.

Source: anchors of WebSight, section 2.3: text and values decide, pictures and marks do not. What
a page changes by itself is ignored, also in states seen before that was known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from agent_e.memory.addresses import address_key, document_key
from agent_e.types import Node, Observation, Scroll

SCROLL_BUCKET = 50
"""CSS pixels of scrolling that make no difference."""
_MAX_STATES = 64
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d{2}:\d{2}(?![\d:])")
_DIGITS = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")
_PASSING = frozenset({"off-screen", "covered", "switched off"})
"""States that depend on the scroll position."""
_FIELDS = frozenset(
    {"textbox", "searchbox", "combobox", "checkbox", "radio", "slider", "spinbutton", "switch"}
)

Line = tuple[str, str, str | None, tuple[str, ...], str]
"""Role, name, value, states and description of a node."""


class PageVisit(NamedTuple):
    """One state of the page, and what it showed for the first time.

    Attributes:
        number: of the state; equal for equal states.
        new: whether it was not seen before.
        content: number of the page's content, wherever it is scrolled to.
        news: number of texts with words that were in no state before.
        fresh: whether one of these differs in more than its figures from all seen before.
        counted: whether one of these is a count that shows where it ends, as ``3 of 10``.
    """

    number: int
    new: bool
    content: int
    news: int = 0
    fresh: bool = False
    counted: bool = False


@dataclass(slots=True)
class _StoredState:
    """A state as seen, kept to be hashed again when more is known to move by itself."""

    document: str
    address: str
    lines: Sequence[Line]
    scroll: tuple[int, int]
    focus: str
    number: int = 0
    key: int = 0
    content: int = 0


@dataclass(slots=True)
class States:
    """Numbers the states of pages in the order of first sight."""

    _stored: list[_StoredState] = field(default_factory=list)
    _alike: dict[int, int] = field(default_factory=dict)
    _moving: dict[str, set[str]] = field(default_factory=dict)
    _acted_frames: set[str] = field(default_factory=set)
    _texts: set[str] = field(default_factory=set)
    _shapes: set[str] = field(default_factory=set)
    _numbers: int = 0
    _scroll: tuple[int, int] = (0, 0)
    _address: str = ""

    @property
    def count(self) -> int:
        """Number of states seen so far."""
        return self._numbers

    def same(self, number: int) -> int:
        """Return the current number of a state."""
        while number in self._alike:
            number = self._alike[number]
        return number

    def see(
        self,
        page: Observation,
        *,
        restless: Collection[int] = (),
        scrolled: Scroll | None = None,
        focused: str = "",
    ) -> PageVisit:
        """Number the state of a page.

        Args:
            page: its current state.
            restless: indexes of its nodes that change by themselves.
            scrolled: scroll position of the page, or of what was scrolled in it, if the last action
                was a scroll. Acting on an element brings it into view, which is no other state.
            focused: name of what has focus, when the last action may have been meant to move it.
        """
        address, document = address_key(page.url), document_key(page.url)
        if address != self._address:
            self._address, self._scroll = address, (0, 0)
        if scrolled:
            self._scroll = scrolled.x // SCROLL_BUCKET, scrolled.y // SCROLL_BUCKET
        self._learn(document, page.nodes, restless)
        lines = list(_lines(page, self._skipped(page, restless)))
        state = _StoredState(document, address, lines, self._scroll, focused)
        self._sign(state)
        found = next((each for each in reversed(self._stored) if each.key == state.key), None)
        news, fresh, counted = self._news(self._still(state))
        if found is None:
            self._numbers += 1
            state.number = self._numbers
            self._stored = [*self._stored[1 - _MAX_STATES :], state]
        return PageVisit(
            number=self.same(found.number if found else state.number),
            new=found is None,
            content=state.content,
            news=news,
            fresh=fresh,
            counted=counted,
        )

    def touch(self, page: Observation, target: Node) -> None:
        """Note an action's target: what its frame of another origin shows counts from now on."""
        if target.frame < len(page.frames):
            self._acted_frames.add(page.frames[target.frame].origin)

    def _learn(self, document: str, nodes: Sequence[Node], restless: Collection[int]) -> None:
        """Remember what moves on such pages, and hash their stored states again."""
        if not restless:
            return
        known = self._moving.setdefault(document, set())
        shapes = {shape(nodes[index].name) for index in restless} - known
        # A bare figure, or an amount, looks like many others that do not move.
        shapes = {each for each in shapes if _LETTER.search(each)}
        if not shapes:
            return
        known |= shapes
        first: dict[int, int] = {}
        for state in self._stored:
            if state.document == document:
                self._sign(state)
            number = first.setdefault(state.key, state.number)
            if number != state.number:
                self._alike[state.number] = number
        self._stored = [state for state in self._stored if first[state.key] == state.number]

    def _skipped(self, page: Observation, restless: Collection[int]) -> Collection[int]:
        """Nodes that are not part of the state: what moves, and frames that are advertisements."""
        own = page.frames[0].origin if page.frames else ""
        foreign = {
            number
            for number, frame in enumerate(page.frames)
            if frame.origin != own and frame.origin not in self._acted_frames
        }
        if not foreign:
            return restless
        foreign -= {node.frame for node in page.nodes if node.role in _FIELDS}
        away = {index for index, node in enumerate(page.nodes) if node.frame in foreign}
        return away.union(restless)

    def _still(self, state: _StoredState) -> Sequence[Line]:
        moving = self._moving.get(state.document)
        if not moving:
            return state.lines
        return [line for line in state.lines if not line[1] or shape(line[1]) not in moving]

    def _sign(self, state: _StoredState) -> None:
        state.content = hash((state.address, tuple(self._still(state))))
        state.key = hash((state.content, state.scroll, state.focus))

    def _news(self, lines: Sequence[Line]) -> tuple[int, bool, bool]:
        found = {line[1] for line in lines} - self._texts
        self._texts |= found
        worded = [text for text in found if _LETTER.search(text)]
        shapes = {text: shape(text) for text in worded}
        fresh = any(each not in self._shapes for each in shapes.values())
        self._shapes.update(shapes.values())
        return len(worded), fresh, any(map(_is_counted, found))


def _lines(page: Observation, skipped: Collection[int]) -> Iterator[Line]:
    if page.dialog:
        yield page.dialog.kind, page.dialog.message, None, (), ""
    for index, node in enumerate(page.nodes):
        if index in skipped:
            continue
        name, states = node.name, node.states
        if ":" in name:
            # A page that has just loaded has not been seen to change by itself.
            name = _CLOCK.sub("0:00:00", name)
        if states and not _PASSING.isdisjoint(states):
            states = tuple(state for state in states if state not in _PASSING)
        yield node.role, name, node.value, states, node.description


_OF = re.compile(r"(\d+)\s*(?:/|[^\W\d_]{2,5})\s*(\d+)")


def _is_counted(text: str) -> bool:
    return any(0 < int(now) <= int(last) for now, last in _OF.findall(text))


@lru_cache(maxsize=8192)
def shape(text: str) -> str:
    """The text with its figures replaced by a placeholder."""
    return _DIGITS.sub("0", text)
