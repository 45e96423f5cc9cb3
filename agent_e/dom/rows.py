"""What a page script tells of a page, as nodes.

A record is text with separators rather than JSON: on its way here an answer is quoted more than
once, and a quoted quotation mark costs more than the rest of it. The separators are control
characters that the script takes out of whatever the page says.
"""

from __future__ import annotations

from agent_e.types import Node

_RECORD = "\x92"
_FIELD = "\x7f"
_ITEM = "\x93"
_GLUE = {"": None, "+": "", " ": " "}


class Reader:
    """Reads the records of one group of frames, look after look.

    A page is looked at before and after every action, and most of it is as it was: records that
    say the same as in the last look are the same nodes, not made again.
    """

    def __init__(self) -> None:
        self._place: tuple[int, int, int, int] = (0, 0, 0, 0)
        self._known: dict[str, Node] = {}

    def nodes(
        self, records: str, *, depth: int, first_frame: int, offset: tuple[float, float]
    ) -> list[Node]:
        """Return the nodes that ``js/facts.js`` wrote down.

        Args:
            records: its records, in document order.
            depth: what is added to their depths.
            first_frame: what is added to the indexes of their frames.
            offset: position of their frame in the top viewport, CSS pixels.
        """
        place = depth, first_frame, round(offset[0]), round(offset[1])
        known = self._known if place == self._place else {}
        parts = records.split(_RECORD) if records else []
        found = [known.get(part) or _node_of(part, place) for part in parts]
        self._place, self._known = place, dict(zip(parts, found, strict=True))
        return found


def _node_of(record: str, place: tuple[int, int, int, int]) -> Node:
    depth, first_frame, *offset = place
    deep, frame, glue, name, *facts = record.split(_FIELD)
    at = depth + int(deep), first_frame + int(frame), _GLUE[glue]
    return _node(name, facts, at, (offset[0], offset[1])) if facts else _text(name, at)


# Fields by position, in the order of ``Node``: by name they take half as long again.


def _text(name: str, at: tuple[int, int, str | None]) -> Node:
    depth, frame, glue = at
    return Node(
        depth, "text", name, None, "", None, (), None, "", (), None, None, frame, None, glue
    )


def _node(
    name: str, facts: list[str], at: tuple[int, int, str | None], place: tuple[int, int]
) -> Node:
    role, tag, level, held, states, *acting = facts
    depth, frame, glue = at
    value = held[1:] if held else None
    told = tuple(states.split(_ITEM)) if states else ()
    high = int(level) if level else None
    if not acting:
        return Node(
            depth, role, name, None, tag, value, told, high, "", (), None, None, frame, None, glue
        )
    mmid, about, choice, href, x, y, width, height, hit = acting
    options = tuple(choice.split(_ITEM)) if choice else ()
    bbox = place[0] + int(x), place[1] + int(y), int(width), int(height)
    return Node(
        depth,
        role,
        name,
        int(mmid),
        tag,
        value,
        told,
        high,
        about,
        options,
        href or None,
        bbox,
        frame,
        hit == "1",
        glue,
    )
