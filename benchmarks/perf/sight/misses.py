"""Why something that the grid takes for a control may be missing in an outline. Pure.

Each reason is a rule on what the page says, and none of them interprets text. A miss without
a matching rule is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent_e.types import Node

from .grid import Box, Control

_DRAGGED = frozenset({"all-scroll", "crosshair", "grab", "grabbing", "move"})
_READ = frozenset({"document", "feed", "figure", "group", "img", "log", "region", "tabpanel"})
_LABEL = 200
"""Characters: longer ones are texts to be read, whatever listens to clicks there."""
_LINE = 2.5
"""Maximum ratio of a row's height to that of a part, such as an icon."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Excuse:
    """Why a control is deliberately not offered.

    Attributes:
        name: as it is counted in a report.
        why: one sentence.
        holds: decides for a control, given all offers.
    """

    name: str
    why: str
    holds: Callable[[Control, Sequence[Node]], bool]


def excuse(control: Control, offered: Sequence[Node]) -> str:
    """Return the name of the reason why a control is not offered, ``""`` for none."""
    return next((each.name for each in EXCUSES if each.holds(control, offered)), "")


def _parts_offered(control: Control, offered: Sequence[Node]) -> bool:
    return any(
        _holds(control.box, _middle(node.bbox)) for node in offered if node.bbox and node.reachable
    )


def _row_offered(control: Control, offered: Sequence[Node]) -> bool:
    return any(
        _holds(node.bbox, control.middle) and node.bbox[3] <= _LINE * control.box[3]
        for node in offered
        if node.bbox
    )


def _is_dragged(control: Control, _: Sequence[Node]) -> bool:
    return control.cursor in _DRAGGED or control.cursor.endswith("-resize")


def _says_nothing(control: Control, _: Sequence[Node]) -> bool:
    return control.how in ("cursor", "listener") and not control.text


def _is_text(control: Control, _: Sequence[Node]) -> bool:
    return control.how == "listener" and control.cursor != "pointer" and len(control.text) > _LABEL


def _is_read(control: Control, _: Sequence[Node]) -> bool:
    return control.how == "tabindex" and (control.role in _READ or not control.text)


def _is_for_mouse(control: Control, offered: Sequence[Node]) -> bool:
    around = _grown(control.box)
    return not control.accessible and any(
        _near(node.bbox, around) for node in offered if node.bbox and node.role in _FIELDS
    )


_FIELDS = frozenset({"combobox", "searchbox", "slider", "spinbutton", "textbox"})


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2] / 2, box[1] + box[3] / 2)


def _holds(box: Box, point: tuple[float, float]) -> bool:
    left, top, width, height = box
    return left <= point[0] <= left + width and top <= point[1] <= top + height


def _grown(box: Box) -> Box:
    """Return a box enlarged by its own width and height on each side: fields have margins."""
    left, top, width, height = box
    room = max(width, height)
    return (left - room, top - room, width + 2 * room, height + 2 * room)


def _near(one: Box, other: Box) -> bool:
    """Whether the first box overlaps or touches the second."""
    return (
        one[0] <= other[0] + other[2]
        and other[0] <= one[0] + one[2]
        and one[1] <= other[1] + other[3]
        and other[1] <= one[1] + one[3]
    )


EXCUSES: tuple[Excuse, ...] = (
    Excuse(
        name="its parts are offered",
        why="What lies in it does something of its own, and is offered.",
        holds=_parts_offered,
    ),
    Excuse(
        name="its row is offered",
        why="A click on any part of the row does the same.",
        holds=_row_offered,
    ),
    Excuse(
        name="dragged only",
        why="The mouse says that it is there to be dragged; pressing it does nothing.",
        holds=_is_dragged,
    ),
    Excuse(
        name="without words",
        why="A shape of a chart, a track or a corner: it says nothing by which it could be chosen.",
        holds=_says_nothing,
    ),
    Excuse(
        name="a text that listens",
        why="A whole passage, under a plain cursor: what listens there is for the words in it.",
        holds=_is_text,
    ),
    Excuse(
        name="takes the focus to be read",
        why="The Tab key stops there for what it says, or for a hint; a click does nothing.",
        holds=_is_read,
    ),
    Excuse(
        name="part of a field, for the mouse",
        why="Hidden from assistive technology; the field itself is offered and takes any value.",
        holds=_is_for_mouse,
    ),
)
