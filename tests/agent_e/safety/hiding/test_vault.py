"""Keeping secrets: by name, bound to a site, with no word of their value."""

import json

import pytest
from keyring.errors import NoKeyringError

from agent_e.errors import ConfigError
from agent_e.safety.secrets import Vault

SEED = "JBSWY3DPEHPK3PXP"


class Ring(dict[tuple[str, str], str]):
    """A keyring in memory."""

    def get_password(self, service: str, username: str) -> str | None:
        return self.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self[service, username]


class NoRing:
    """What a machine without a desktop has."""

    def get_password(self, service: str, username: str) -> str | None:
        raise NoKeyringError

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NoKeyringError

    def delete_password(self, service: str, username: str) -> None:
        raise NoKeyringError


def test_what_is_kept_is_found_again_and_bound_to_its_site() -> None:
    vault = Vault(ring=Ring(), env={})
    vault.put("Shop", "login.shop.example.co.uk", "password", "hunter22")
    vault.put("code", "127.0.0.1:8000", "code", SEED)
    assert [(e.name, e.site, e.kind, e.source) for e in vault.entries()] == [
        ("code", "127.0.0.1:8000", "code", "keyring"),
        ("shop", "example.co.uk", "password", "keyring"),
    ]
    assert vault.value("shop") == "hunter22"
    vault.remove("shop")
    assert [e.name for e in vault.entries()] == ["code"]
    with pytest.raises(ConfigError, match="no secret 'shop'"):
        vault.value("shop")


def test_the_environment_stands_in_for_a_keyring() -> None:
    said = {"site": "example.org", "value": "hunter22"}
    vault = Vault(ring=NoRing(), env={"AGENT_E_SECRET_SHOP": json.dumps(said), "OTHER": "x"})
    (entry,) = vault.entries()
    assert (entry.name, entry.site, entry.kind, entry.source) == (
        "shop",
        "example.org",
        "password",
        "environment",
    )
    assert vault.value("SHOP") == "hunter22"
    with pytest.raises(ConfigError, match="no keyring to keep secrets in"):
        vault.put("a", "example.org", "password", "hunter22")


@pytest.mark.parametrize("held", ["hunter22", "{}", '["a"]', '{"site": "example.org"}'])
def test_a_variable_that_holds_no_secret_is_named_but_not_shown(held: str) -> None:
    with pytest.raises(ConfigError, match="AGENT_E_SECRET_SHOP does not hold") as raised:
        Vault(ring=NoRing(), env={"AGENT_E_SECRET_SHOP": held}).entries()
    assert "hunter22" not in str(raised.value)
    assert raised.value.__cause__ is None


@pytest.mark.parametrize(
    ("name", "site", "kind", "value", "words"),
    [
        ("a b", "example.org", "password", "hunter22", "cannot be the name"),
        ("a", "https://example.org", "password", "hunter22", "names no host"),
        ("a", "example.org", "pin", "hunter22", "no kind of secret"),
        ("a", "example.org", "password", "abc", "too short"),
        ("a", "example.org", "code", "not a seed!", "no seed of one-time codes"),
        ("a", "example.org", "code", "otpauth://hotp/x?secret=AAAA", "no seed of one-time codes"),
    ],
)
def test_what_does_not_fit_is_said_without_the_value(
    name: str, site: str, kind: str, value: str, words: str
) -> None:
    with pytest.raises(ConfigError, match=words) as raised:
        Vault(ring=Ring(), env={}).put(name, site, kind, value)
    assert value not in str(raised.value)
