"""Keys of any keyboard as the browser takes them."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from agent_e.browser.remote_keys import ALT, CONTROL, META, SHIFT, key_event


def down(key: str, code: str, **more: Any) -> dict[str, Any]:
    event = key_event("down", key, code, **more)
    assert event is not None
    return event


@pytest.mark.parametrize(
    ("key", "code", "number", "text"),
    [
        ("a", "KeyA", 65, "a"),
        ("A", "KeyA", 65, "A"),
        ("a", "KeyQ", 65, "a"),  # of a French keyboard
        ("ф", "KeyA", 65, "ф"),
        ("1", "Digit1", 49, "1"),
        ("!", "Digit1", 49, "!"),
        ("5", "Numpad5", 101, "5"),
        (";", "Semicolon", 186, ";"),
        ("ö", "Semicolon", 186, "ö"),
        ("Enter", "Enter", 13, "\r"),
        (" ", "Space", 32, " "),
        ("F5", "F5", 116, ""),
        ("ArrowLeft", "ArrowLeft", 37, ""),
        ("😀", "", 0, "😀"),
    ],
)
def test_a_key_has_its_number_and_its_text(key: str, code: str, number: int, text: str) -> None:
    event = down(key, code, location=3 if code.startswith("Numpad") else 0)
    assert (event["windowsVirtualKeyCode"], event["text"]) == (number, text)
    assert event["type"] == ("keyDown" if text else "rawKeyDown")


@pytest.mark.parametrize(
    ("key", "code", "held", "text", "sent"),
    [
        ("@", "KeyQ", CONTROL | ALT, "@", 0),  # AltGr
        ("@", "KeyL", ALT, "@", 0),  # a Mac's Option
        ("f", "KeyF", ALT, "", ALT),
        ("1", "Digit1", ALT, "", ALT),
        ("f", "KeyF", CONTROL, "", CONTROL),
        ("f", "KeyF", CONTROL | ALT, "", CONTROL | ALT),
        ("F", "KeyF", CONTROL | SHIFT, "", CONTROL | SHIFT),
    ],
)
def test_a_written_character_is_no_shortcut(
    key: str, code: str, held: int, text: str, sent: int
) -> None:
    event = down(key, code, modifiers=held)
    assert (event["text"], event["modifiers"]) == (text, sent)


@pytest.mark.parametrize(
    ("key", "held", "commands"),
    [
        ("a", CONTROL, ["selectAll"]),
        ("A", CONTROL, ["selectAll"]),
        ("z", CONTROL, ["undo"]),
        ("Z", CONTROL | SHIFT, ["redo"]),
        ("a", CONTROL | ALT, []),
        ("a", 0, []),
        ("b", CONTROL, []),
    ],
)
def test_shortcuts_edit_whatever_the_system(key: str, held: int, commands: list[str]) -> None:
    assert down(key, f"Key{key.upper()}", modifiers=held)["commands"] == commands


def test_a_macs_shortcut_is_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for system, sent in (("linux", CONTROL), ("darwin", META)):
        monkeypatch.setattr(sys, "platform", system)
        event = down("a", "KeyA", modifiers=META)
        assert (event["modifiers"], event["commands"]) == (sent, ["selectAll"])


@pytest.mark.parametrize("key", ["Dead", "Process", "Unidentified", "AudioVolumeUp"])
def test_a_key_that_means_nothing_is_left_out(key: str) -> None:
    assert key_event("down", key, "") is None
