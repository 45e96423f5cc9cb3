"""``agent-e secret``: values come in by a pipe alone and never come out."""

import io
import json

import pytest

from .conftest import Call

HELD = json.dumps({"site": "shop.example.org", "value": "hunter22"})


@pytest.fixture(autouse=True)
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENT_E_SECRET_SHOP", HELD)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")


def test_secrets_are_listed_without_their_values(call: Call) -> None:
    ended = call("secret", "list")
    assert (ended.code, ended.out) == (0, "shop  password  example.org  (environment)\n")
    (entry,) = json.loads(call("secret", "list", "--json").out)
    expected = {"name": "shop", "site": "example.org", "kind": "password"}
    assert entry == {**expected, "source": "environment"}


def test_a_secret_says_where_it_may_be_filled_in(call: Call) -> None:
    ended = call("secret", "test", "shop", "--url", "https://www.example.org/login")
    assert (ended.code, ended.out) == (
        0,
        "shop can be read and may be filled in at https://www.example.org/login.\n",
    )
    ended = call("secret", "test", "shop", "--url", "https://example.org.evil.test/")
    assert ended.code == 2
    assert "belongs to example.org" in ended.err
    assert "hunter22" not in ended.out + ended.err


def test_no_flag_takes_a_value(call: Call) -> None:
    ended = call("secret", "set", "a", "hunter22", "--site", "example.org")
    assert ended.code == 2
    ended = call("secret", "set", "a", "--site", "example.org", "--value", "hunter22")
    assert ended.code == 2


@pytest.mark.parametrize(
    ("value", "words"), [("", "too short"), ("abc\n", "too short"), ("x\x00", "too short")]
)
def test_what_cannot_be_kept_is_said(
    call: Call, monkeypatch: pytest.MonkeyPatch, value: str, words: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(value))
    ended = call("secret", "set", "a", "--site", "example.org")
    assert ended.code == 2
    assert words in ended.err


def test_a_variable_of_a_secret_is_no_setting(call: Call) -> None:
    ended = call("config", "show")
    assert ended.code == 0
    assert "hunter22" not in ended.out + ended.err
