"""Key events of a person's own keyboard, as the browser takes them over its protocol."""

from __future__ import annotations

import string
import sys
from collections.abc import Mapping
from typing import Any, Literal

ALT, CONTROL, META, SHIFT = 1, 2, 4, 8
"""The protocol's bits of the keys held down."""

_NAMED: Mapping[str, int] = {
    "Backspace": 8, "Tab": 9, "Enter": 13, "Shift": 16, "Control": 17, "Alt": 18, "Pause": 19,
    "CapsLock": 20, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Insert": 45, "Delete": 46,
    "Meta": 91, "ContextMenu": 93, "NumLock": 144, "ScrollLock": 145,
    **{f"F{number}": 111 + number for number in range(1, 13)},
}  # fmt: skip
_BY_CODE: Mapping[str, int] = {
    "Semicolon": 186, "Equal": 187, "Comma": 188, "Minus": 189, "Period": 190, "Slash": 191,
    "Backquote": 192, "BracketLeft": 219, "Backslash": 220, "BracketRight": 221, "Quote": 222,
    "NumpadMultiply": 106, "NumpadAdd": 107, "NumpadSubtract": 109, "NumpadDecimal": 110,
    "NumpadDivide": 111,
    **{f"Key{letter}": ord(letter) for letter in string.ascii_uppercase},
    **{f"Digit{digit}": ord(digit) for digit in string.digits},
    **{f"Numpad{digit}": 96 + int(digit) for digit in string.digits},
}  # fmt: skip
"""Windows' numbers of keys, which pages know as ``keyCode``."""
_COMMANDS = {"a": "selectAll", "c": "copy", "x": "cut", "z": "undo", "y": "redo"}
_KEYPAD = 3


def key_event(
    kind: Literal["down", "up"],
    key: str,
    code: str,
    *,
    location: int = 0,
    modifiers: int = 0,
    repeat: bool = False,
) -> dict[str, Any] | None:
    """Return the arguments of ``Input.dispatchKeyEvent``; ``None`` for a key it cannot send.

    Args:
        kind: whether it goes down or up.
        key: what it means, as a page's ``KeyboardEvent.key``.
        code: which it is, as ``KeyboardEvent.code``.
        location: as ``KeyboardEvent.location``.
        modifiers: bits of the keys held down.
        repeat: it is held down and repeats.
    """
    single = len(key) == 1
    if not single and key not in _NAMED:
        return None
    if single and _is_written(key, code, modifiers):
        # With AltGr or a Mac's Option held, which only chose the character.
        modifiers &= SHIFT
    elif single and modifiers & META and sys.platform != "darwin":
        # A Mac's shortcuts, on a browser whose pages know Control for them.
        modifiers = modifiers & ~META | CONTROL
    event: dict[str, Any] = {
        "type": "keyUp",
        "key": key,
        "code": code,
        "location": location,
        "isKeypad": location == _KEYPAD,
        "modifiers": modifiers,
        "autoRepeat": repeat,
        "windowsVirtualKeyCode": _number(key, code, location),
    }
    if kind == "up":
        return event
    text = ""
    if not modifiers & (ALT | CONTROL | META):
        text = "\r" if key == "Enter" else key if single else ""
    commands = [command] if (command := _command(key, modifiers)) else []
    return event | {"type": "keyDown" if text else "rawKeyDown", "text": text, "commands": commands}


def _is_written(key: str, code: str, modifiers: int) -> bool:
    """Whether keys held down are part of writing the character, not of a shortcut."""
    held = modifiers & (ALT | CONTROL | META)
    if held == ALT:
        return code not in (f"Key{key.upper()}", f"Digit{key}") and key != " "
    return held == ALT | CONTROL and not key.isalnum()


def _number(key: str, code: str, location: int) -> int:
    if key in _NAMED:
        return _NAMED[key]
    if location != _KEYPAD and key.isascii() and key.isalnum():
        return ord(key.upper())
    return _BY_CODE.get(code, 0)


def _command(key: str, modifiers: int) -> str:
    """The editing command of a shortcut: the browser's own bindings depend on its system."""
    if not modifiers & (CONTROL | META) or modifiers & ALT:
        return ""
    letter = key.lower()
    if modifiers & SHIFT:
        return "redo" if letter == "z" else ""
    return _COMMANDS.get(letter, "")
