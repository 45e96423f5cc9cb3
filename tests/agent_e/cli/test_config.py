from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent_e.cli.config import mask
from agent_e.config import setting_keys

from .conftest import Call


def test_shows_every_key_with_its_origin(
    call: Call, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (elsewhere / "agent-e.yaml").write_text("model: offline\nbrowser: {headed: true}\n")
    monkeypatch.setenv("AGENT_E_LIMITS__MAX_STEPS", "7")
    lines = [line.split() for line in call("config", "show", "--origin").out.splitlines()]
    assert [line[0] for line in lines] == setting_keys()
    shown = {line[0]: line[1:] for line in lines}
    assert shown["model"] == ["offline", "agent-e.yaml"]
    assert shown["browser.headed"] == ["yes", "agent-e.yaml"]
    assert shown["limits.max_steps"] == ["7", "environment"]
    assert shown["limits.seconds"] == ["1800", "default"]
    assert shown["browser.locale"] == ["-", "default"]


def test_without_origin_only_values(call: Call) -> None:
    plain, told = call("config", "show").out, call("config", "show", "--origin").out
    # One value is called that: the preset of the architecture.
    assert plain.count("default") == 1 < told.count("default")


def test_as_json(call: Call, elsewhere: Path) -> None:
    (elsewhere / "own.yaml").write_text("skills: [mine.py]\n")
    value = json.loads(call("config", "show", "--origin", "--json", "--config", "own.yaml").out)
    assert value["skills"] == {"value": ["mine.py"], "origin": "own.yaml"}
    assert list(value) == setting_keys()


def test_a_wrong_key_is_a_sentence(call: Call, elsewhere: Path) -> None:
    (elsewhere / "agent-e.yaml").write_text("modell: offline\n")
    ended = call("config", "show")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "Error: There is no setting modell (agent-e.yaml). Did you mean model?\n"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("wss://me:pw@host/x?token=1#a", "wss://…@host/x?…#a"),
        ("http://127.0.0.1:9222", "http://127.0.0.1:9222"),
        ("a?b@c", "a?b@c"),
        (7, 7),
    ],
)
def test_what_may_be_secret_in_an_address_is_hidden(value: object, shown: object) -> None:
    assert mask(value) == shown
