"""How elements are laid out, as far as tags and ``style`` attributes tell."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .declared import declared
from .tree import Element

_BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog"}
    | {"dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame"}
    | {"frameset", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend"}
    | {"li", "listing", "main", "menu", "nav", "ol", "optgroup", "option", "p", "plaintext"}
    | {"pre", "search", "section", "summary", "ul", "xmp"}
)
_OTHERS = {
    "table": "table",
    "caption": "table-caption",
    "tr": "table-row",
    "td": "table-cell",
    "th": "table-cell",
    "thead": "table-header-group",
    "tbody": "table-row-group",
    "tfoot": "table-footer-group",
    "ruby": "ruby",
    "rt": "ruby-text",
    "slot": "contents",
}
_BOXES = frozenset({"button", "input", "marquee", "meter", "progress", "select", "textarea"})
_GONE = frozenset(
    {"area", "base", "basefont", "datalist", "head", "link", "meta", "noembed", "noframes"}
    | {"noscript", "param", "rp", "script", "style", "template", "title"}
)
_DISPLAYS = frozenset(
    {"none", "contents", "block", "inline", "inline-block", "flex", "inline-flex", "grid"}
    | {"inline-grid", "list-item", "flow-root", "table", "inline-table", "table-row", "table-cell"}
    | {"table-caption", "table-row-group", "table-header-group", "table-footer-group"}
)
_LINES = frozenset({"pre", "pre-wrap", "pre-line", "break-spaces"})
_PREFORMATTED = frozenset({"pre", "listing", "plaintext", "xmp", "textarea"})
_ZERO = re.compile(r"0+(?:\.0+)?[a-z%]*")


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """What is computed for one element.

    ``rendered`` says whether it has a place on the page at all, ``taken`` whether it stands out of
    its line, ``across`` whether it puts its children side by side, ``flexible`` whether it makes
    boxes of them; ``shut`` is a box of no size that shows nothing of what is inside, and so is
    ``folded`` for now. ``sections`` and ``sectioning``: landmarks inside are not those of the whole
    page; ``exposed``: assistive technology is told about it; ``disabled``: its group of fields is;
    ``dimmed``: it, or what it is part of, is said to be switched off. ``opaque``, ``small``,
    ``clear`` and ``struck`` are said of its print. ``plain`` keeps the styles of what stands in it
    and has no attribute that matters.
    """

    display: str = "block"
    rendered: bool = True
    visible: bool = True
    lines: bool = False
    pointer: bool = False
    across: bool = False
    flexible: bool = False
    taken: bool = False
    shut: bool = False
    folded: bool = False
    scrolls: bool = False
    opaque: bool = True
    small: bool = False
    clear: bool = False
    struck: bool = False
    sections: bool = False
    sectioning: bool = False
    dimmed: bool = False
    exposed: bool = True
    disabled: bool = False
    plain: dict[str, Style] = field(default_factory=dict)

    @property
    def legible(self) -> bool:
        """Whether print in it can be read."""
        return self.rendered and self.visible and self.opaque and not (self.small or self.clear)


_STRUCK = frozenset({"del", "s", "strike"})
_RELEVANT = frozenset(
    {"aria-disabled", "aria-hidden", "controls", "disabled", "hidden", "inert", "open", "popover"}
    | {"role", "style", "type"}
)
_SECTIONING = frozenset({"article", "aside", "nav", "section"})
_SECTIONS = _SECTIONING | {"main", "dialog"}
_SECTION_ROLES = frozenset({"article", "complementary", "main", "navigation", "region", "dialog"})


def style(element: Element) -> Style:
    """Return the style of an element, after those of all that it is shown in."""
    known = element.known_style
    if known is not None:
        return known
    path = [element]
    while (up := _above(path[-1])) is not None and up.known_style is None:
        path.append(up)
    around = up.known_style if up is not None else None
    for one in reversed(path):
        around = one.known_style = _within(one, up, around or _top(one))
        up = one
    return around or _top(element)


def _top(root: Element) -> Style:
    """What stands around a document: of what is said of a frame, little counts inside."""
    if root.owner is None:
        return Style()
    frame = style(root.owner)
    return Style(sections=frame.sections, sectioning=frame.sectioning, exposed=frame.exposed)


def _within(element: Element, up: Element | None, around: Style) -> Style:
    """The style of an element: most are like others with their tag in the same place."""
    folds = up is not None and up.tag in ("details", "fieldset")
    if folds or not _RELEVANT.isdisjoint(element.attributes):
        return _computed(element, up, around)
    key = f"{element.tag}[href]" if "href" in element.attributes else element.tag
    known = around.plain.get(key)
    if known is None or element.svg:
        known = around.plain[key] = _computed(element, up, around)
    return known


def is_rendered(element: Element) -> bool:
    """Whether it has a place on the page, visible or not."""
    return style(element).rendered


def is_visible(element: Element) -> bool:
    """Whether it has a place on the page and is not made invisible."""
    own = style(element)
    return own.rendered and own.visible


def _above(element: Element) -> Element | None:
    """As ``Element.above``, within one document: nothing is inherited into a frame."""
    return element.above if element.parent is not None else None


def _computed(element: Element, up: Element | None, around: Style) -> Style:
    given = element.attributes
    own = declared(given["style"]) if "style" in given else {}
    taken = own.get("position") in ("absolute", "fixed") or own.get("float", "none") != "none"
    taken = taken or element.tag == "dialog"
    display = _display(element, own)
    if taken or around.flexible:
        display = _boxed(display)
    flexible = display.endswith(("flex", "grid"))
    direction = own.get("flex-direction", own.get("flex-flow", ""))
    slotted = up is not None and up.tag == "details" and _is_folded(element, up)
    visibility = own.get("visibility", "")
    white = own.get("white-space", "")
    folded = own.get("content-visibility") == "hidden" or (
        given.get("hidden", "").lower() == "until-found" and display != "none"
    )
    return Style(
        display=display,
        rendered=around.rendered and not around.folded and display != "none" and not slotted,
        visible=visibility == "visible"
        or (around.visible and visibility not in ("hidden", "collapse")),
        lines=white.split(" ")[0] in _LINES
        if white and white != "inherit"
        else around.lines or element.tag in _PREFORMATTED,
        pointer=_points(element, own, around),
        across=flexible and "column" not in direction,
        flexible=flexible,
        taken=taken,
        shut=display != "inline" and _is_shut(element, own),
        folded=folded,
        opaque=around.opaque and _ZERO.fullmatch(own.get("opacity", "")) is None,
        small=_is_small(own["font-size"]) if "font-size" in own else around.small,
        clear=_is_clear(own["color"]) if "color" in own else around.clear,
        struck="line-through" in own.get("text-decoration", own.get("text-decoration-line", ""))
        or element.tag in _STRUCK,
        sectioning=around.sectioning or element.tag in _SECTIONING,
        dimmed=around.dimmed or given.get("aria-disabled") == "true",
        sections=around.sections or element.tag in _SECTIONS or given.get("role") in _SECTION_ROLES,
        exposed=around.exposed and given.get("aria-hidden") != "true" and "inert" not in given,
        disabled=around.disabled or (up is not None and _is_shut_off(element, up)),
        scrolls=any(own.get(side) in ("auto", "scroll") for side in ("overflow", "overflow-y")),
    )


def _display(element: Element, own: dict[str, str]) -> str:
    tag, given = element.tag, element.attributes
    if not element.svg and tag == "input" and given.get("type", "").strip().lower() == "hidden":
        return "none"
    asked = own.get("display", "")
    if asked in _DISPLAYS:
        return asked
    if "hidden" in given and given["hidden"].lower() != "until-found" and not element.svg:
        return "none"
    if element.svg:
        return "inline"
    if tag == "dialog" or "popover" in given:
        return "block" if tag == "dialog" and "open" in given else "none"
    if tag in _BLOCKS:
        return "block"
    if tag in _GONE or (tag == "audio" and "controls" not in given):
        return "none"
    return _OTHERS.get(tag) or ("inline-block" if tag in _BOXES else "inline")


def _boxed(display: str) -> str:
    """What becomes of a display where every child is a box of its own."""
    if display in ("none", "contents", "block", "flex", "grid", "list-item", "flow-root", "table"):
        return display
    if display in ("inline-flex", "inline-grid", "inline-table"):
        return display.removeprefix("inline-")
    return "block"


def _is_folded(element: Element, details: Element) -> bool:
    if "open" in details.attributes:
        return False
    return element.scope.document.summaries.get(details) is not element


def _is_shut_off(element: Element, group: Element) -> bool:
    """Whether a group of fields is disabled as a whole; what stands in its legend is not."""
    if group.tag != "fieldset" or "disabled" not in group.attributes:
        return False
    return element.tag != "legend" or element is not group.first("legend")


def _points(element: Element, own: dict[str, str], around: Style) -> bool:
    asked = own.get("cursor", "")
    if asked and asked != "inherit":
        return asked.rpartition(",")[2].strip() == "pointer"
    if element.tag in ("a", "area") and "href" in element.attributes:
        return True
    return around.pointer and element.tag not in _BOXES and element.tag != "label"


def _is_small(size: str) -> bool:
    """Whether print of this size is there to be read by nobody."""
    return re.fullmatch(r"[01](\.\d+)?px|0[a-z%]*", size) is not None


def _is_clear(colour: str) -> bool:
    return colour == "transparent" or re.fullmatch(r"rgba\(.*, *0(\.0+)?\)", colour) is not None


def _is_shut(element: Element, own: dict[str, str]) -> bool:
    if element.tag in ("html", "body") or not own:
        return False
    if all(own.get(f"overflow{side}", "visible") == "visible" for side in ("", "-x", "-y")):
        return False
    sides = ("width", "height", "max-width", "max-height")
    return any(_ZERO.fullmatch(own.get(side, "")) is not None for side in sides)
