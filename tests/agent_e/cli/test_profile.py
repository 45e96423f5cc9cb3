"""``agent-e profile`` through the command."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Call


def test_values_are_kept_shown_and_forgotten(call: Call, elsewhere: Path) -> None:
    assert call("profile", "set", "name", "Robin Marsh").code == 0
    assert call("profile", "set", "address.city", "Bristol").code == 0
    assert call("profile", "show").out == "name: Robin Marsh\naddress.city: Bristol\n"
    assert json.loads(call("profile", "show", "--json").out) == {
        "name": "Robin Marsh",
        "address.city": "Bristol",
    }
    assert call("profile", "forget", "address").code == 0
    assert call("profile", "show").out == "name: Robin Marsh\n"
    assert (
        elsewhere.parent / "config" / "agent-e" / "profile.yaml"
    ).read_text() == "name: Robin Marsh\n"


def test_an_empty_profile_says_where_its_file_would_be(call: Call) -> None:
    ended = call("profile", "show")
    assert (ended.code, ended.out) == (0, "")
    assert "profile.yaml" in ended.err


def test_a_secret_is_warned_of(call: Call) -> None:
    ended = call("profile", "set", "card.number", "4111")
    assert ended.code == 0
    assert "card.number looks like a secret" in ended.err
    assert "agent-e secret" in ended.err


def test_mistakes_are_sentences(call: Call, elsewhere: Path) -> None:
    call("profile", "set", "name", "Robin")
    unknown = call("profile", "forget", "nickname")
    assert unknown.code == 2
    assert unknown.err == "Error: Your profile has no nickname. Its keys: name.\n"
    below = call("profile", "set", "name.first", "Robin")
    assert below.code == 2
    assert "Forget it first" in below.err
    (elsewhere.parent / "config" / "agent-e" / "profile.yaml").write_text("name: {")
    broken = call("profile", "show")
    assert broken.code == 2
    assert "cannot be read" in broken.err
