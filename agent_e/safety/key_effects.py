"""What pressing keys may set off. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent_e.browser.key_names import SUBMIT, key_names
from agent_e.errors import BadArgument
from agent_e.types import InputMethod

EDITING = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
"""Roles in which most keys only write text."""
_ENTERS = frozenset({"Enter", "NumpadEnter", "\n", "\r"})
_PRESSES = frozenset({"Space", " "})
_MOVES_ON = frozenset({"Tab", "F6"})
_IDLE = frozenset({"Tab", "Escape", "Shift", "Control", "Alt", "Meta", "ControlOrMeta"})
_REMOVES = frozenset({"Delete", "Backspace"})


def keys_of(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys that will be pressed, parsed the same way as when pressing them."""
    try:
        return key_names(str(arguments.get("key", "")))
    except BadArgument:
        # It will be refused; until then it counts as the riskiest key.
        return ("Enter",)


def way_of(arguments: Mapping[str, Any]) -> InputMethod:
    """Return how pressing the keys acts on the focused element."""
    keys = keys_of(arguments)
    last = {_last(key) for key in keys}
    if keys == (SUBMIT,):
        return "submit"
    if last & _ENTERS:
        return "enter"
    if last & _PRESSES:
        return "click"
    return "type" if last <= _IDLE else "choose"


def presses(arguments: Mapping[str, Any], role: str) -> bool:
    """Whether the keys press the focused element, as a click would, or submit its form."""
    way = way_of(arguments)
    return way in ("enter", "submit") or (way == "click" and role not in EDITING)


def moves_focus(arguments: Mapping[str, Any], role: str) -> bool:
    """Whether earlier keys move the focus, so that the key presses' target is unpredictable.

    In a field with completion, arrows before Enter choose a suggestion.
    """
    lasts = [_last(key) for key in keys_of(arguments)]
    pressing = _ENTERS if role in EDITING else _ENTERS | _PRESSES
    at = [number for number, key in enumerate(lasts) if key in pressing]
    if not at or len(lasts) == 1:
        return False
    before = lasts[: at[-1]]
    return len(at) > 1 or (bool(before) if role not in EDITING else bool(_MOVES_ON & set(before)))


def removes(arguments: Mapping[str, Any]) -> bool:
    """Whether the keys delete: letters in a field, elsewhere the selection, such as a mail."""
    return any(_last(key) in _REMOVES for key in keys_of(arguments))


def by_access_key(arguments: Mapping[str, Any]) -> bool:
    """Whether a key may press an unfocused control by its access key."""
    return any("Alt" in key.split("+")[:-1] and len(_last(key)) == 1 for key in keys_of(arguments))


def _last(key: str) -> str:
    return "+" if key.endswith("+") else key.rpartition("+")[2]
