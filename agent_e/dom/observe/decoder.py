"""Decodes a page script's records into nodes.

Records are text with separators rather than JSON: an answer is quoted more than once on its way
here, and escaped quotation marks cost more than the rest of it. The separators are control
characters that the script removes from the page's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import count
from typing import Any, NamedTuple

from agent_e.types import Node, Scroll

_RECORD = "\x92"
_FIELD = "\x7f"
_ITEM = "\x93"
_GLUE = {"": None, "+": "", " ": " "}
_SCROLL = [each.name for each in fields(Scroll)]
_looks = count(1)


class Place(NamedTuple):
    """Position of a group of frames in the whole, added to its records."""

    depth: int = 0
    frame: int = 0
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One observation of a group of frames, relative to what was received before."""

    number: int
    place: Place
    before: _Received

    @property
    def options(self) -> dict[str, int]:
        """Arguments for the page script: see ``js/row_buffer.js``."""
        return {"look": self.number, "known": self.before.number}


class ObservationDecoder:
    """Reads the records of one group of frames over successive observations.

    A page is observed before and after every action, and mostly unchanged: it sends only the
    difference from the last observation received, and equal records reuse their nodes.
    """

    def __init__(self) -> None:
        self._last = _NOTHING

    def look(self, place: Place) -> Look:
        """Begin an observation."""
        before = self._last if self._last.place == place else _NOTHING
        return Look(next(_looks), place, before)

    def nodes(self, answer: Mapping[str, Any], look: Look) -> Sequence[Node]:
        """Return the nodes that ``js/facts.js`` recorded, in document order.

        The answer has ``rows``, and how many before (``head``) and after (``tail``) them are
        unchanged.
        """
        before, rows = look.before, answer["rows"]
        head, end = answer["head"], len(before.nodes) - answer["tail"]
        if not rows and head == end:
            parts, nodes = before.parts, before.nodes
        else:
            known = dict(zip(before.parts[head:end], before.nodes[head:end], strict=True))
            received = rows.split(_RECORD) if rows else []
            made = [known.get(part) or _node_of(part, look.place) for part in received]
            parts = [*before.parts[:head], *received, *before.parts[end:]]
            nodes = [*before.nodes[:head], *made, *before.nodes[end:]]
        self._last = _Received(look.number, look.place, parts, nodes)
        return nodes


@dataclass(frozen=True, slots=True, eq=False)
class _Received:
    """The result of an observation: its number, 0 for none, and a node per record."""

    number: int
    place: Place
    parts: Sequence[str]
    nodes: Sequence[Node]


_NOTHING = _Received(0, Place(), (), ())


def scroll_of(figures: Sequence[int]) -> Scroll:
    """Build a scroll position from six numbers, in the order of ``Scroll``."""
    return Scroll(**dict(zip(_SCROLL, figures, strict=True)))


def _node_of(record: str, place: Place) -> Node:
    deep, frame, glue, name, *facts = record.split(_FIELD)
    at = place.depth + int(deep), place.frame + int(frame), _GLUE[glue]
    return _node(name, facts, at, (place.x, place.y)) if facts else _text(name, at)


# Fields by position, in the order of ``Node``: by name takes half as long again.
_TEXT: tuple[None, str, None, tuple[()], None, str, tuple[()], None, None]
_TEXT = None, "", None, (), None, "", (), None, None


def _text(name: str, at: tuple[int, int, str | None]) -> Node:
    depth, frame, glue = at
    return Node(depth, "text", name, *_TEXT, frame, None, glue)


def _node(
    name: str, facts: list[str], at: tuple[int, int, str | None], place: tuple[int, int]
) -> Node:
    role, tag, level, held, states, *acting = facts
    depth, frame, glue = at
    value = held[1:] if held else None
    state_names = tuple(states.split(_ITEM)) if states else ()
    own = tag, value, state_names, int(level) if level else None
    if not acting:
        return Node(depth, role, name, None, *own, "", (), None, None, frame, None, glue)
    mmid, about, choice, href, x, y, width, height, hit = acting
    options = tuple(choice.split(_ITEM)) if choice else ()
    bbox = place[0] + int(x), place[1] + int(y), int(width), int(height)
    start, hits = (depth, role, name, int(mmid)), hit == "1"
    return Node(*start, *own, about, options, href or None, bbox, frame, hits, glue)
