"""Maps the key names that people and models write to Playwright's."""

from __future__ import annotations

import difflib
import re

from agent_e.errors import BadArgument

_MODIFIERS = {
    **dict.fromkeys(("ctrl", "control", "strg"), "Control"),
    **dict.fromkeys(("alt", "option", "opt"), "Alt"),
    "shift": "Shift",
    **dict.fromkeys(("meta", "cmd", "command", "win", "super"), "Meta"),
    **dict.fromkeys(("controlormeta", "ctrlorcmd", "mod"), "ControlOrMeta"),
}
_NAMES = (
    "Enter", "Escape", "Tab", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown",
    "Space", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "CapsLock", "ContextMenu",
    "PrintScreen", "Pause", *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip
_ALIASES = {
    "return": "Enter", "esc": "Escape", "del": "Delete", "ins": "Insert", "pgup": "PageUp",
    "pgdn": "PageDown", "pgdown": "PageDown", "up": "ArrowUp", "down": "ArrowDown",
    "left": "ArrowLeft", "right": "ArrowRight", "spacebar": "Space", "back": "Backspace",
    "plus": "+", "minus": "-", "menu": "ContextMenu", "prior": "PageUp", "next": "PageDown",
    "blank": "Space",
    # X11's names, which Anthropic's computer use produces.
    "kpenter": "Enter", "period": ".", "comma": ",", "slash": "/", "backslash": "\\",
    "semicolon": ";", "equal": "=",
}  # fmt: skip

SUBMIT = "Submit"
"""Not a key but an intent: submit the form."""

_KEYS = {name.lower(): name for name in _NAMES} | _ALIASES


def key_names(text: str) -> tuple[str, ...]:
    """Return Playwright's names of keys or combinations pressed one after the other.

    They are separated by blanks or commas, as in ``ArrowDown ArrowDown Enter``. ``Submit`` is left
    unchanged.

    Raises:
        BadArgument: one of them is no key; the message lists similar ones.
    """
    if text.strip().lower() == SUBMIT.lower():
        return (SUBMIT,)
    parts = [part.rstrip(",") or part for part in text.split()]
    try:
        return (key_name(text),)
    except BadArgument:
        if len(parts) < 2:
            raise
    return tuple(key_name(part) for part in parts)


def modifier_names(text: str) -> tuple[str, ...]:
    """Return Playwright's names of the keys to hold down, as in ``Control+Shift``.

    Raises:
        BadArgument: one of them cannot be held down.
    """
    parts = (part for part in re.split(r"[\s+,]+", text) if part)
    return tuple(dict.fromkeys(_modifier(part, text) for part in parts))


def key_name(text: str) -> str:
    """Return Playwright's name of a key or combination, such as ``Control+a`` for ``Ctrl+A``.

    Raises:
        BadArgument: there is no such key; the message lists similar ones.
    """
    parts = _split(text)
    *held, last = parts
    modifiers = [_modifier(part, text) for part in held]
    if last.lower() in _MODIFIERS:
        return "+".join([*modifiers, _MODIFIERS[last.lower()]])
    key = _key(last, text)
    # With Control a capital would imply Shift, which nobody means by Ctrl+A.
    if len(key) == 1 and modifiers and "Shift" not in modifiers:
        key = key.lower()
    return "+".join([*modifiers, key])


def _split(text: str) -> list[str]:
    bare = text.strip() if text.strip() else text
    if not bare:
        raise BadArgument(
            "The key is empty. Use a name such as Enter, Escape, Tab, ArrowDown or Control+A."
        )
    if len(bare) == 1:
        return [bare]
    plus_last = bare.endswith("++") or bare.endswith("+ +")
    body = bare[:-1].rstrip().removesuffix("+") if plus_last else bare
    separator = "+" if "+" in body or plus_last else "-"
    first = body.split("-")[0].lower()
    if separator == "-" and first not in _MODIFIERS:
        return [bare]
    parts = [part.strip() for part in body.split(separator) if part.strip()]
    return [*parts, "+"] if plus_last else parts


def _modifier(part: str, text: str) -> str:
    found = _MODIFIERS.get(part.lower())
    if found is None:
        raise BadArgument(
            f"{text!r} is not a key: {part!r} cannot be held down. "
            "Hold Control, Alt, Shift or Meta, and press one key at a time."
        )
    return found


def _key(part: str, text: str) -> str:
    if len(part) == 1:
        return part
    squeezed = part.lower().replace(" ", "").replace("_", "").removeprefix("key")
    if squeezed in _KEYS:
        return _KEYS[squeezed]
    if len(squeezed) == 1:
        return squeezed
    near = difflib.get_close_matches(squeezed, _KEYS, n=3, cutoff=0.5)
    names = dict.fromkeys(_KEYS[name] for name in near) or ("Enter", "Escape", "Tab", "ArrowDown")
    raise BadArgument(
        f"There is no key {text!r}. Near ones: {', '.join(names)}. To write text use enter_text."
    )
