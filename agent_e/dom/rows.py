"""What a page script tells of a page, as nodes.

A record is text with separators rather than JSON: on its way here an answer is quoted more than
once, and a quoted quotation mark costs more than the rest of it. The separators are control
characters that the script takes out of whatever the page says.
"""

from __future__ import annotations

from agent_e.types import Node

_RECORD = "\x92"
_FIELD = "\x91"
_ITEM = "\x93"
_NONE = "\x94"
_TEXT_FIELDS = 4
_STRUCTURE_FIELDS = 9


def nodes_of(
    records: str, *, depth: int, first_frame: int, offset: tuple[float, float]
) -> list[Node]:
    """Return the nodes that ``js/facts.js`` wrote down.

    Args:
        records: its records, in document order.
        depth: what is added to their depths.
        first_frame: what is added to the indexes of their frames.
        offset: position of their frame in the top viewport, CSS pixels.
    """
    if not records:
        return []
    x, y = round(offset[0]), round(offset[1])
    found: list[Node] = []
    for record in records.split(_RECORD):
        fields = record.split(_FIELD)
        deep, frame = depth + int(fields[0]), first_frame + int(fields[1])
        glue = None if fields[2] == _NONE else fields[2]
        if len(fields) == _TEXT_FIELDS:
            found.append(Node(depth=deep, role="text", name=fields[3], frame=frame, glue=glue))
        elif len(fields) == _STRUCTURE_FIELDS:
            found.append(_structure(fields, deep, frame, glue))
        else:
            found.append(_acting(fields, deep, frame, glue, x, y))
    return found


def _structure(fields: list[str], depth: int, frame: int, glue: str | None) -> Node:
    _, _, _, name, role, tag, level, value, states = fields
    return Node(
        depth=depth,
        role=role,
        name=name,
        tag=tag,
        value=None if value == _NONE else value,
        states=_items(states),
        level=int(level) if level else None,
        frame=frame,
        glue=glue,
    )


def _acting(
    fields: list[str], depth: int, frame: int, glue: str | None, left: int, top: int
) -> Node:
    _, _, _, name, role, tag, level, value, states, mmid, about, options, href, *place = fields
    x, y, width, height = map(int, place[:4])
    return Node(
        depth=depth,
        role=role,
        name=name,
        mmid=int(mmid),
        tag=tag,
        value=None if value == _NONE else value,
        states=_items(states),
        level=int(level) if level else None,
        description=about,
        options=_items(options),
        href=href or None,
        bbox=(left + x, top + y, width, height),
        frame=frame,
        reachable=place[4] == "1",
        glue=glue,
    )


def _items(text: str) -> tuple[str, ...]:
    return tuple(text.split(_ITEM)) if text else ()
