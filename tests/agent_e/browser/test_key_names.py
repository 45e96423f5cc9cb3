from __future__ import annotations

import pytest

from agent_e.browser.key_names import key_name, key_names, modifier_names
from agent_e.errors import BadArgument


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Enter", "Enter"),
        ("return", "Enter"),
        ("esc", "Escape"),
        ("Ctrl+A", "Control+a"),
        ("ctrl + a", "Control+a"),
        ("Control+Shift+K", "Control+Shift+K"),
        ("cmd-c", "Meta+c"),
        ("page down", "PageDown"),
        ("down", "ArrowDown"),
        ("ArrowDown", "ArrowDown"),
        ("F5", "F5"),
        ("+", "+"),
        ("Control++", "Control++"),
        ("-", "-"),
        ("a", "a"),
        ("A", "A"),
        ("space", "Space"),
        (" ", " "),
        ("KeyB", "b"),
        ("Shift", "Shift"),
        ("Shift+Tab", "Shift+Tab"),
    ],
)
def test_usual_ways_to_write_a_key_are_understood(said, meant):
    assert key_name(said) == meant


@pytest.mark.parametrize("said", ["Entr", "Foo+A", "hello world", "", "Control+Wurst"])
def test_an_unknown_key_is_refused(said):
    with pytest.raises(BadArgument):
        key_name(said)


def test_the_refusal_names_near_keys():
    with pytest.raises(BadArgument, match="Enter"):
        key_name("Entr")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Enter", ("Enter",)),
        ("page down", ("PageDown",)),
        ("ctrl + a", ("Control+a",)),
        ("down down enter", ("ArrowDown", "ArrowDown", "Enter")),
        ("ArrowDown, Enter", ("ArrowDown", "Enter")),
        ("Ctrl+A Delete", ("Control+a", "Delete")),
        (" ", (" ",)),
        (",", (",",)),
        ("submit", ("Submit",)),
    ],
)
def test_several_keys_stand_with_blanks_between_them(said, meant):
    assert key_names(said) == meant


@pytest.mark.parametrize("said", ["hello world", "Enter Wurst", ""])
def test_a_row_with_an_unknown_key_is_refused(said):
    with pytest.raises(BadArgument):
        key_names(said)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("", ()),
        ("ctrl", ("Control",)),
        ("Control+Shift", ("Control", "Shift")),
        ("cmd, alt", ("Meta", "Alt")),
    ],
)
def test_what_is_held_may_be_written_in_the_usual_ways(said, meant):
    assert modifier_names(said) == meant
