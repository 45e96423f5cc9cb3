"""Roles after HTML-AAM and WAI-ARIA: the same tables as in ``js/roles.js``."""

from __future__ import annotations

from .stars import stars
from .style import style
from .tables import (
    ALIASES,
    BY_INPUT,
    BY_TAG,
    FOCUSABLE,
    GLOBAL,
    INPUTS,
    KNOWN,
    LISTS,
    NAMED_ONLY,
    NEED_NAME,
    OF_PAGE,
    OF_TABLE,
    SUGGESTING,
    TABLES,
    WIDGETS,
)
from .tree import Element
from .words import integer


def referenced(element: Element, attribute: str) -> list[Element]:
    """Elements that a list of ids names, in the element's own tree."""
    ids = element.scope.ids
    return [ids[word] for word in (element.get(attribute) or "").split() if word in ids]


def input_type(element: Element) -> str:
    """The type of an ``input`` element; one that does not exist is ``text``."""
    asked = (element.get("type") or "").strip().lower()
    return asked if asked in INPUTS else "text"


def role(element: Element) -> str:
    """The ARIA role, from the attribute or the tag; "" for elements without one."""
    if element.known_role is None:
        asked = element.get("role")
        given = _declared(element, asked) if asked else None
        element.known_role = _own(element) if given is None else given
    return element.known_role


def _own(element: Element) -> str:
    kind = _native(element) or ("textbox" if editable(element) else "")
    return kind or ("img" if stars(element) else "")


def _declared(element: Element, asked: str) -> str | None:
    """The role that its attribute asks for, None for none."""
    for word in asked.lower().split():
        kind = ALIASES.get(word, word if word in KNOWN else None)
        if kind is None or (kind in NEED_NAME and not _named(element)):
            continue
        if kind != "none":
            return kind
        return _own(element) if _resists(element) else ""
    return None


def _resists(element: Element) -> bool:
    """Whether it stays what it is, though said to be mere layout."""
    if tab_index(element) >= 0 or "tabindex" in element.attributes or editable(element):
        return True
    return not GLOBAL.isdisjoint(element.attributes)


def tab_index(element: Element) -> int:
    """Its place when one tabs through the page: 0 or more where it has one."""
    written = integer(element.get("tabindex"))
    if written is not None:
        return written
    tag = element.tag
    if tag in ("a", "area"):
        focusable = "href" in element.attributes
    elif tag == "input":
        focusable = input_type(element) != "hidden"
    elif tag in ("audio", "video"):
        focusable = "controls" in element.attributes
    elif tag == "summary":
        focusable = is_summary(element)
    else:
        focusable = tag in FOCUSABLE or _is_host(element)
    return 0 if focusable and not element.svg else -1


def is_summary(element: Element) -> bool:
    """Whether it is the one that opens and closes its ``details``."""
    up = element.parent
    if up is None or up.tag != "details":
        return False
    return element.scope.document.summaries.get(up) is element


def editable(element: Element) -> bool:
    """Whether it takes typed text."""
    if element.tag == "textarea":
        return True
    if element.tag == "input":
        return BY_INPUT.get(input_type(element)) in (None, "searchbox", "spinbutton")
    return _is_host(element)


def _is_host(element: Element) -> bool:
    """Whether text can be typed right into it, and not into what is around it."""
    if not _says_editable(element):
        return False
    up = element.parent
    while up is not None:
        written = up.get("contenteditable")
        if written is not None and written.lower() in ("", "true", "plaintext-only", "false"):
            return written.lower() == "false"
        up = up.parent
    return True


def _says_editable(element: Element) -> bool:
    written = element.get("contenteditable")
    return written is not None and written.lower() in ("", "true", "plaintext-only")


def is_control(element: Element) -> bool:
    """Whether its own tag, role or attributes make it something to act on."""
    tag = element.tag
    if tag in ("a", "area") and "href" in element.attributes:
        return True
    if tag in ("button", "select", "textarea"):
        return True
    if tag == "input":
        return input_type(element) != "hidden"
    if tag in ("video", "audio") and "controls" in element.attributes:
        return True
    if tag == "summary" and is_summary(element):
        return True
    return tag != "option" and (role(element) in WIDGETS or editable(element))


def _native(element: Element) -> str:
    tag = element.tag
    if element.svg:
        return _of_drawing(element)
    if tag in ("a", "area"):
        return "link" if "href" in element.attributes else ""
    if tag == "input":
        return _of_input(element)
    if tag == "select":
        size = integer(element.get("size")) or 0
        return "listbox" if "multiple" in element.attributes or size > 1 else "combobox"
    if tag == "img":
        return "" if element.get("alt") == "" and not _named(element) else "img"
    if tag in ("header", "footer", "aside", "section", "form"):
        return _of_section(element)
    if tag == "summary":
        return "button" if is_summary(element) else ""
    if tag == "li":
        return _of_item(element)
    return _of_table(element) if tag in OF_TABLE else BY_TAG.get(tag, "")


def _of_drawing(element: Element) -> str:
    if element.tag == "svg":
        return "img" if _named(element) or element.first("title") else ""
    links = "href" in element.attributes or "xlink:href" in element.attributes
    return "link" if element.tag == "a" and links else ""


def _of_input(element: Element) -> str:
    kind = input_type(element)
    if kind in SUGGESTING and "list" in element.attributes:
        source = element.scope.ids.get(element.get("list") or "")
        if source is not None and source.tag == "datalist":
            return "combobox"
    return BY_INPUT.get(kind, "textbox")


def _of_section(element: Element) -> str:
    tag, up = element.tag, element.above
    around = style(up) if up is not None else None
    if tag in OF_PAGE:
        return "" if around and around.sections else OF_PAGE[tag]
    if tag == "aside":
        return "" if around and around.sectioning and not _named(element) else "complementary"
    return NAMED_ONLY[tag] if _named(element) else ""


def _of_item(element: Element) -> str:
    up = element.parent
    if up is None or "role" not in up.attributes or up.tag not in LISTS:
        return "listitem"
    return "listitem" if role(up) == "list" else ""


def _of_table(element: Element) -> str:
    """Parts of a table are what they are only as long as the table is one."""
    tag, up, work = element.tag, element.parent, element.scope.document.work
    table = up
    while table is not None and table.tag != "table" and not work.is_spent:
        table = table.parent
        work.steps += 1
    kind = role(table) if table is not None and "role" in table.attributes else "table"
    if kind not in TABLES:
        return ""
    if tag in ("td", "th") and up is not None and "role" in up.attributes and role(up) != "row":
        return ""
    if tag == "th":
        return _of_header(element)
    return "gridcell" if tag == "td" and kind != "table" else OF_TABLE[tag]


def _of_header(element: Element) -> str:
    scope = (element.get("scope") or "").lower()
    if scope in ("row", "rowgroup"):
        return "rowheader"
    row = element.parent
    if scope in ("col", "colgroup") or row is None or row.tag != "tr":
        return "columnheader"
    if row.parent is not None and row.parent.tag == "thead":
        return "columnheader"
    found = False
    for cell in row.elements:
        element.scope.document.work.steps += 1
        if cell.tag == "td":
            return "rowheader" if found else "columnheader"
        found = found or cell is element
    return "columnheader"


def _named(element: Element) -> bool:
    """Whether its author names it."""
    given = element.attributes
    if any(given.get(attribute, "").strip() for attribute in ("aria-label", "title")):
        return True
    return bool(referenced(element, "aria-labelledby"))
