"""What is told of an element beside its name: as in ``js/help.js``."""

from __future__ import annotations

import re
from itertools import islice
from urllib.parse import urlsplit

from .names import name, placeholder
from .roles import referenced
from .style import is_rendered
from .text import text
from .tree import Element
from .words import squeeze

_MOST_STEPS = 2_000
_ICON = re.compile(
    r"(?:^|[\s#_-])(?:icons?|ico|fa|bi|ti|ri|mdi|lucide|glyphicon|octicon|feather|codicon)"
    r"-((?!solid|regular|fw|lg|\d)[a-z][\w-]*)",
    re.IGNORECASE,
)


def description(element: Element) -> str:
    """What is wrong with its value, or hidden help, placeholder and title."""
    error = _complaint(element)
    if error:
        return error
    # What is on the page anyway is read there.
    hidden = [o for o in referenced(element, "aria-describedby") if not is_rendered(o)]
    parts = [text(other) for other in hidden]
    more = (element.get("aria-description"), placeholder(element), element.get("title"))
    parts += [squeeze(words) for words in more if words]
    if not parts:
        return ""
    said = name(element)
    return "; ".join(words for words in dict.fromkeys(parts) if words and words not in said)


def _complaint(element: Element) -> str:
    if element.get("aria-invalid") in (None, "", "false", "undefined"):
        return ""
    for attribute in ("aria-errormessage", "aria-describedby"):
        error = squeeze(" ".join(text(other) for other in referenced(element, attribute)))
        if error:
            return error
    return ""


def hint(element: Element, target: str | None) -> str:
    """What an element without a name seems to be, from its icon or address; "" when unknown."""
    used = file = icon = ""
    classes = [element.get("class") or ""]
    for inner in islice(element.below(), _MOST_STEPS):
        element.scope.document.work.steps += 1
        if inner.tag in ("i", "span", "svg"):
            classes.append(inner.get("class") or "")
        elif inner.tag == "use" and not used:
            used = inner.get("href") or ""
        elif inner.tag == "img" and not file:
            file = inner.get("src") or ""
    for words in (used, " ".join(classes)):
        found = _ICON.search(words)
        icon = icon or (found[1] if found else "")
    icon = icon or used.partition("#")[2]
    if icon:
        return f"icon {icon}"
    last = "" if file.startswith("data:") else re.split(r"[?#]", file)[0].split("/")[-1]
    return (last or _last_of_path(target or ""))[:60]


def _last_of_path(address: str) -> str:
    try:
        parts = [piece for piece in urlsplit(address).path.split("/") if piece]
    except ValueError:
        return ""
    return parts[-1] if parts else ""
