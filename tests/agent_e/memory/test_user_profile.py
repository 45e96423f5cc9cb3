"""The profile: which lines fit what, and how its file is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e import ConfigError
from agent_e.memory.user_profile import (
    Profile,
    load_profile,
    looks_secret,
    save_profile,
    with_value,
)

ROBIN = Profile(
    {
        "name": "Robin Marsh",
        "email": "robin@example.com",
        "address": {"street": "3 Harbour Row", "city": "Bristol", "postcode": "BS1 4RW"},
        "likes": ["window seats", "tea"],
        "card_number": "4111 1111",
    }
)


@pytest.mark.parametrize(
    ("label", "keys"),
    [
        ("Full name", ["name"]),
        ("E-mail", ["email"]),
        ("ZIP code", ["address.postcode"]),
        ("Town", ["address.city"]),
        ("Delivery address", ["address.street", "address.city", "address.postcode"]),
        ("Quantity", []),
        ("Card number", []),
    ],
)
def test_a_label_gets_the_lines_that_fit_it(label: str, keys: list[str]) -> None:
    assert list(ROBIN.for_labels([label])) == keys


def test_a_task_gets_what_it_speaks_of_and_no_secret() -> None:
    assert ROBIN.fitting("Order tea to my address") == {
        "address.street": "3 Harbour Row",
        "address.city": "Bristol",
        "address.postcode": "BS1 4RW",
    }
    assert ROBIN.fitting("Pay with my card number") == {}
    assert ROBIN.fitting("What does the kettle cost?") == {}


@pytest.mark.parametrize("key", ["password", "card", "bank.pin", "api_key", "credit_card"])
def test_what_looks_like_a_secret(key: str) -> None:
    assert looks_secret(key)


@pytest.mark.parametrize("key", ["name", "pinboard", "address.city", "discard"])
def test_what_does_not(key: str) -> None:
    assert not looks_secret(key)


def test_a_file_that_cannot_be_read_is_said_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "profile.yaml"
    for text in ("name: [", "- a\n- b\n"):
        path.write_text(text)
        with pytest.raises(ConfigError, match="Mend it in an editor"):
            load_profile(path)
        assert path.read_text() == text


def test_writing_leaves_one_file_for_the_person_alone(tmp_path: Path) -> None:
    path = save_profile(with_value(Profile(), "address.city", "Málaga"), tmp_path / "a" / "p.yaml")
    assert load_profile(path).fields == {"address.city": "Málaga"}
    assert [each.name for each in path.parent.iterdir()] == ["p.yaml"]
    assert path.stat().st_mode & 0o077 == 0
