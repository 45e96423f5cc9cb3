"""Where secrets are stored: the desktop keyring, and the environment where there is none.

The keyring has one entry for each secret and one for the list of their names; no file of ours ever
contains a value.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Protocol

from keyring.errors import KeyringError

from agent_e.config import SECRET_PREFIX
from agent_e.errors import ConfigError

from .codes import seed
from .names import MIN_LENGTH, Entry, Kind, bound_to, checked_kind, checked_name

SERVICE = "agent-e"
VARIABLE = SECRET_PREFIX
_LIST = "names of all secrets"
_EXAMPLE = f'{VARIABLE}SHOP=\'{{"site": "example.org", "kind": "password", "value": "…"}}\''


class Ring(Protocol):
    """The part of ``keyring`` used here."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return the stored password."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store a password."""

    def delete_password(self, service: str, username: str) -> None:
        """Delete a password."""


class Vault:
    """All secrets of the person.

    If both sources have a name, the environment wins.
    """

    def __init__(self, *, ring: Ring | None = None, env: Mapping[str, str] | None = None) -> None:
        self._ring = _keyring() if ring is None else ring
        self._env = os.environ if env is None else env

    def entries(self) -> list[Entry]:
        """Return every secret without its value, by name.

        Raises:
            ConfigError: a variable of the environment is malformed.
        """
        found = {name: self._read(name)[0] for name in self._names()}
        found |= {entry.name: entry for entry, _ in map(self._variable, self._variables())}
        return [found[name] for name in sorted(found)]

    def value(self, name: str) -> str:
        """Return the value.

        Raises:
            ConfigError: there is no such secret.
        """
        name = checked_name(name)
        for variable in self._variables():
            entry, value = self._variable(variable)
            if entry.name == name:
                return value
        return self._read(name)[1]

    def put(self, name: str, site: str, kind: str, value: str) -> Entry:
        """Store a secret in the keyring, replacing one of that name.

        Raises:
            ConfigError: an argument is invalid, or there is no keyring to store it in.
        """
        entry = _entry(name, site, kind, value, source="keyring")
        record = {"site": entry.site, "kind": entry.kind, "value": value}
        try:
            self._ring.set_password(SERVICE, entry.name, json.dumps(record))
            names = sorted({*self._names(), entry.name})
            self._ring.set_password(SERVICE, _LIST, json.dumps(names))
        except KeyringError as error:
            raise ConfigError(
                f"There is no keyring to keep secrets in ({type(error).__name__}). Give them by "
                f"the environment instead, such as {_EXAMPLE}."
            ) from None
        return entry

    def remove(self, name: str) -> None:
        """Delete a secret from the keyring.

        Raises:
            ConfigError: it has none of that name.
        """
        name = checked_name(name)
        self._read(name)
        try:
            self._ring.delete_password(SERVICE, name)
            names = [each for each in self._names() if each != name]
            self._ring.set_password(SERVICE, _LIST, json.dumps(names))
        except KeyringError as error:
            raise ConfigError(
                f"The keyring does not let {name} go ({type(error).__name__}). Unlock it first."
            ) from None

    def _names(self) -> list[str]:
        try:
            return list(json.loads(self._ring.get_password(SERVICE, _LIST) or "[]"))
        except (KeyringError, ValueError):
            # Headless machines have no keyring: their secrets come from the environment.
            return []

    def _read(self, name: str) -> tuple[Entry, str]:
        try:
            stored = self._ring.get_password(SERVICE, name)
        except KeyringError as error:
            raise ConfigError(
                f"The keyring cannot be read ({type(error).__name__}). Unlock it first."
            ) from None
        if stored is None or name not in self._names():
            raise ConfigError(f"There is no secret {name!r}. agent-e secret list says which are.")
        data = json.loads(stored)
        return Entry(name=name, site=data["site"], kind=checked_kind(data["kind"])), data["value"]

    def _variables(self) -> list[str]:
        return sorted(each for each in self._env if each.startswith(VARIABLE))

    def _variable(self, variable: str) -> tuple[Entry, str]:
        # No error repeats what the variable holds.
        try:
            data = json.loads(self._env[variable])
            site, value = str(data["site"]), str(data["value"])
            kind = str(data.get("kind", "password"))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ConfigError(
                f"{variable} does not hold a secret. Write it as {_EXAMPLE}."
            ) from None
        name = variable.removeprefix(VARIABLE)
        return _entry(name, site, kind, value, source="environment"), value


def _keyring() -> Ring:
    # Looking for the desktop's keyring takes a while, and importing agent_e must have no effects.
    import keyring

    return keyring.get_keyring()


def _entry(name: str, site: str, kind: str, value: str, *, source: str) -> Entry:
    known: Kind = checked_kind(kind)
    if known == "code":
        seed(value)
    elif len(value) < MIN_LENGTH:
        raise ConfigError(
            f"The secret {checked_name(name)} is too short: under {MIN_LENGTH} characters it "
            "could not be kept out of sight."
        )
    return Entry(name=checked_name(name), site=bound_to(site), kind=known, source=source)
