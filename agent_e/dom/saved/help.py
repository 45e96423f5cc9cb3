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
    r"-((?!solid|regular|fw|lg|\d|(?:stack|inverse)(?:\s|$))[a-z][\w-]*)",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\bfa-stack-2x\b")
"""The shape behind a sign."""
_CALLED_BY = (
    *("class", "data-icon", "data-action", "data-cmd", "data-testid", "data-test"),
    *("name", "id"),
)
_DOES = frozenset(
    {"add", "back", "cancel", "clear", "close", "collapse", "copy", "cross", "decrease", "delete"}
    | {"dismiss", "down", "download", "edit", "expand", "favorite", "filter", "fullscreen"}
    | {"heart", "help", "increase", "like", "menu", "minus", "more", "mute", "next", "open"}
    | {"pause", "pencil", "pin", "play", "plus", "prev", "previous", "print", "redo", "refresh"}
    | {"reload", "remove", "reply", "save", "search", "send", "settings", "share", "sort"}
    | {"toggle", "toggler", "trash", "undo", "up", "upload", "zoom"}
)
"""Words that say what a click does, in the names by which authors call a thing."""
_BETWEEN = re.compile(r"[-_:.]+|(?<=[a-z])(?=[A-Z])")
_LONGEST_CALLED = 40


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
        if inner.tag in ("i", "span", "svg") and not _BEHIND.search(inner.get("class") or ""):
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
    return (last or _last_of_path(target or ""))[:60] or _called(element)


def _called(element: Element) -> str:
    """The name by which its author means it, if that says what it does."""
    for attribute in _CALLED_BY:
        for word in (element.get(attribute) or "").split():
            parts = {part.lower() for part in _BETWEEN.split(word)}
            if len(word) <= _LONGEST_CALLED and not parts.isdisjoint(_DOES):
                return f"called {word}"
    return ""


def _last_of_path(address: str) -> str:
    try:
        parts = [piece for piece in urlsplit(address).path.split("/") if piece]
    except ValueError:
        return ""
    return parts[-1] if parts else ""
