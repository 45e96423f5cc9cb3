"""How elements take part in the page's text: hidden or shown, in the line or apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from .style import style
from .tree import Element

_SKIPPED = frozenset(
    {"script", "style", "template", "noscript", "head", "link", "meta", "title", "datalist"}
    | {"source", "track", "param", "map", "col", "colgroup", "option", "optgroup", "rp"}
)
_SKIPPED_IN_DRAWINGS = frozenset(
    {"title", "desc", "defs", "metadata", "style", "symbol", "clippath", "mask", "pattern"}
    | {"lineargradient", "radialgradient", "filter", "marker", "use"}
)
_INLINE_TAGS = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "button", "cite", "code", "data", "del", "dfn", "em"}
    | {"font", "i", "img", "input", "ins", "kbd", "label", "mark", "q", "s", "samp", "select"}
    | {"small", "span", "strong", "sub", "sup", "svg", "time", "u", "var"}
)
_MOST_PARTS = 4
_LONGEST_PART = 60


@dataclass(slots=True)
class Flow:
    """How one element does.

    ``inline``: it begins no line of its own; ``spaced``: but stands apart from its neighbours;
    ``visible``: its own text is shown; ``legible``: and to be read; ``struck``: it is crossed out;
    ``lines``: its line breaks count; ``row``: what is inside flows inline though it makes boxes;
    ``pointer``: the mouse pointer is a hand, and who has it is settled; ``delegates``: what is
    inside is clicked by way of it; ``hidden``, ``inert``: it is in a subtree that is
    ``aria-hidden`` or ``inert``.
    """

    inline: bool = False
    spaced: bool = False
    visible: bool = True
    lines: bool = False
    row: bool = False
    pointer: bool = False
    delegates: bool = False
    legible: bool = True
    struck: bool = False
    hidden: bool = False
    inert: bool = False


def flow_of(element: Element, around: Flow) -> Flow | None:
    """How the element takes part; None when nothing in it is shown."""
    tag = element.tag
    if tag in (_SKIPPED_IN_DRAWINGS if element.svg else _SKIPPED):
        return None
    own = style(element)
    display = own.display
    # An area of a map is none of the boxes, but a part of its picture.
    if (display == "none" and tag != "area") or own.shut:
        return None
    item = (around.row or own.taken) and tag in _INLINE_TAGS
    item = item or (around.row and element.parent is not None and _is_pair(element.parent))
    words = element.svg and tag in ("text", "tspan")
    cell = display == "table-cell"
    return Flow(
        inline=item or cell or words or display.startswith(("inline", "ruby", "contents")),
        spaced=item or cell or (words and tag == "text"),
        visible=own.visible,
        lines=own.lines,
        row=own.across,
        pointer=own.pointer,
        legible=own.legible,
        struck=own.struck,
        hidden=around.hidden or element.get("aria-hidden") == "true",
        inert=around.inert or "inert" in element.attributes,
    )


def _is_pair(box: Element) -> bool:
    """Whether a box lays its few short parts out side by side, like a label and its figure."""
    parts = list(islice(box.elements, _MOST_PARTS + 1))
    if not 2 <= len(parts) <= _MOST_PARTS:
        return False
    return not any(next(part.elements, None) or len(part.text()) > _LONGEST_PART for part in parts)
