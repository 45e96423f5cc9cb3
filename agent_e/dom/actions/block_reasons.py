"""Why an element cannot be acted on, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent_e.dom.render.node_context import label
from agent_e.errors import BadArgument, ElementBlocked, SkillError
from agent_e.types import Node

_REASONS = {
    "disabled": "is disabled. Something else on the page may have to be done first",
    "inert": "cannot be used now: this part of the page is switched off, as behind a dialog",
    "hidden": "is not visible. Something may have to be opened first",
    "hidden now": "was there, and hid when the mouse came to it. Look again with get_dom",
    "moved now": "moved away as the mouse came to it. Try again when the page is calm",
    "moving": "does not stop moving. Try again when the page is calm",
    "outside": "lies outside of what can be scrolled into view, also while the mouse is over what "
    "holds it",
    "read-only": "is read-only. fill_form takes a date for it, as YYYY-MM-DD; else click it and "
    "see what opens",
}
_MAX_OPTIONS = 40
_DIALOGS = ("dialog", "alertdialog")


class ElementCovered(ElementBlocked):
    """Something lies over the element.

    Attributes:
        words: what covers it, beginning with ``It``.
        is_dialog: whether a dialog does.
    """

    def __init__(self, message: str, cover: Mapping[str, Any] | None) -> None:
        super().__init__(message)
        by = _label(cover) if cover else "something"
        self.words = f"It is covered by {by}."
        self.is_dialog = cover is not None and cover["role"] in _DIALOGS


class OutOfReach(ElementBlocked):
    """The element is invisible or cannot be scrolled into view."""


def named(mmid: int | None, found: Mapping[str, Any]) -> str:
    """Name an element: ``[8] button 'Buy'``; without an id where none is needed."""
    return _label({**found, "mmid": mmid})


def format_cover(cover: Mapping[str, Any] | None, verb: str = "is covered by") -> str:
    """Say what covers an element and what may remove it."""
    if not cover:
        return f"{verb} something."
    exits = [_label(way) for way in cover["exits"] if way["mmid"] != cover["mmid"]]
    hint = f" ({' or '.join(exits)} may close it)" if exits else ""
    return f"{verb} {_label(cover)}{hint}."


def blocked(mmid: int, found: Mapping[str, Any]) -> SkillError:
    """Create the error for a page script's ``problem``, ``role``, ``name`` and more."""
    who, problem = named(mmid, found), found["problem"]
    if problem in _REASONS:
        kind = OutOfReach if problem in ("hidden", "outside") else ElementBlocked
        return kind(f"{who} {_REASONS[problem]}.")
    if problem == "covered":
        return ElementCovered(f"{who} {format_cover(found['cover'])}", found["cover"])
    if problem == "unfocused":
        return ElementBlocked(_unfocused(who, found.get("focus")))
    if problem == "not-a-field":
        return BadArgument(f"{who} takes no text. {_instead(found)}")
    words = _other_skill if problem in ("", "not-a-select") else _no_option
    return BadArgument(words(who, found))


def check_clickable(mmid: int, found: Mapping[str, Any]) -> None:
    """Raise ``BadArgument`` for what a mouse cannot use: a native list, a file field."""
    if found["tag"] in ("select", "option") or found["type"] == "file":
        raise blocked(mmid, {**found, "problem": ""})


def _label(found: Mapping[str, Any]) -> str:
    role = found["role"] or "element"
    return label(Node(depth=0, role=role, name=found["name"], mmid=found["mmid"]))


def _unfocused(who: str, focus: Mapping[str, Any] | None) -> str:
    if focus and focus["mmid"]:
        return f"{who} passes the focus on to {_label(focus)}: enter the text there."
    return f"{who} does not take the focus, so nothing can be typed into it."


def _instead(found: Mapping[str, Any]) -> str:
    ways = {
        "toggle": "It is switched by a click.",
        "select": "Use select_option.",
        "file": "It takes a file: use upload_file.",
    }
    return ways.get(found["kind"], "It is not a field: keys go to it by press_key.")


def _other_skill(who: str, found: Mapping[str, Any]) -> str:
    if found.get("type") == "file":
        return f"{who} takes a file: use upload_file."
    if found.get("tag") in ("select", "option"):
        return f"{who} is a native select: use select_option with the text of the option."
    return f"{who} shows no list of options. Click it and look at what changes."


def _no_option(who: str, found: Mapping[str, Any]) -> str:
    options = found["options"]
    shown = ", ".join(f"'{text}'" for text in options[:_MAX_OPTIONS])
    more = f" (+{len(options) - _MAX_OPTIONS} more)" if len(options) > _MAX_OPTIONS else ""
    wanted = found["wanted"]
    if found["problem"] == "option-disabled":
        chosen = found["chosen"]
        return f"Option '{chosen}' of {who} cannot be chosen now. Its options: {shown}{more}."
    if found["problem"] == "several":
        return f"More than one option of {who} begins with {wanted!r}: {shown}{more}."
    if not options:
        return f"{who} has no options yet. Something else may have to be chosen first."
    return f"{who} has no option {wanted!r}. Its options: {shown}{more}."
