"""``agent-e about-me`` through the command."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Call


def test_values_are_kept_shown_and_forgotten(call: Call, elsewhere: Path) -> None:
    assert call("about-me", "set", "name", "Robin Marsh").code == 0
    assert call("about-me", "set", "address.city", "Bristol").code == 0
    assert call("about-me", "show").out == "name: Robin Marsh\naddress.city: Bristol\n"
    assert json.loads(call("about-me", "show", "--json").out) == {
        "name": "Robin Marsh",
        "address.city": "Bristol",
    }
    assert call("about-me", "forget", "address").code == 0
    assert call("about-me", "show").out == "name: Robin Marsh\n"
    assert (
        elsewhere.parent / "config" / "agent-e" / "profile.yaml"
    ).read_text() == "name: Robin Marsh\n"


def test_an_empty_profile_says_where_its_file_would_be(call: Call) -> None:
    ended = call("about-me", "show")
    assert (ended.code, ended.out) == (0, "")
    assert "profile.yaml" in ended.err


def test_a_secret_is_warned_of(call: Call) -> None:
    ended = call("about-me", "set", "card.number", "4111")
    assert ended.code == 0
    assert "card.number looks like a secret" in ended.err
    assert "agent-e secret" in ended.err


def test_mistakes_are_sentences(call: Call, elsewhere: Path) -> None:
    call("about-me", "set", "name", "Robin")
    unknown = call("about-me", "forget", "nickname")
    assert unknown.code == 2
    assert unknown.err == "Error: Your profile has no nickname. Its keys: name.\n"
    below = call("about-me", "set", "name.first", "Robin")
    assert below.code == 2
    assert "Forget it first" in below.err
    (elsewhere.parent / "config" / "agent-e" / "profile.yaml").write_text("name: {")
    broken = call("about-me", "show")
    assert broken.code == 2
    assert "cannot be read" in broken.err


def test_old_spellings_are_refused_with_the_new_one(call: Call, elsewhere: Path) -> None:
    old = call("profile", "set", "name", "Robin")
    assert (old.code, "agent-e about-me set|show|forget" in old.err) == (2, True)
    flag = call("run", "Look", "--no-profile")
    assert (flag.code, "it is --no-about-me now" in flag.err) == (2, True)
    (elsewhere / "agent-e.yaml").write_text("profile: false\n")
    setting = call("config", "show")
    assert (setting.code, "It is about_me now." in setting.err) == (2, True)
