"""Metadata of a secret: everything but its value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from agent_e.errors import ConfigError
from agent_e.safety.ip_ranges import is_address
from agent_e.safety.origins import read_pattern, site_of

Kind = Literal["password", "code", "text"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MIN_LENGTH = 4
"""Shortest value in characters: shorter ones occur in too many texts to be redacted."""
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_HANDLE = re.compile(r"\{secret:\s*([^{}\s]{1,64})\s*\}", re.I)
TASK = "task"
"""Source of secrets that stood in the person's words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One secret without its value.

    Attributes:
        name: identifier; all that the model learns of it.
        site: registrable domain it is bound to; for this machine and numeric hosts ``host:port``;
            ``""`` for one of the task that was not filled in yet.
        kind: ``password``, ``code`` (a seed of one-time codes, or one code from the person) or
            ``text``, such as a user name.
        source: ``keyring``, ``environment``, ``person`` or ``task``.
    """

    name: str
    site: str
    kind: Kind
    source: str = "keyring"


def handle_in(text: str) -> str:
    """Return the name, in lower case, if a text is exactly ``{secret:NAME}``, else ``""``.

    Agents whose actions include no function for secrets type that instead of a value.
    """
    found = _HANDLE.fullmatch(text.strip())
    return found[1].lower() if found else ""


def handles_in(text: str) -> tuple[str, ...]:
    """Return the names of all secrets that a text names as ``{secret:NAME}``, each once."""
    return tuple(dict.fromkeys(name.lower() for name in _HANDLE.findall(text)))


def replace_handles(text: str, value_of: Callable[[str], str]) -> str:
    """Put the values of secrets, by their names in lower case, in place of ``{secret:NAME}``."""
    return _HANDLE.sub(lambda found: value_of(found[1].lower()), text)


def checked_name(name: str) -> str:
    """Return the name in lower case.

    Raises:
        ConfigError: it is not a valid name.
    """
    if not _NAME.fullmatch(name.lower()):
        raise ConfigError(
            f"{name!r} cannot be the name of a secret. Use letters, digits, dashes and "
            "underscores, 64 at most."
        )
    return name.lower()


def checked_kind(kind: str) -> Kind:
    """Return the kind.

    Raises:
        ConfigError: there is no such kind.
    """
    for known in KINDS:
        if kind == known:
            return known
    raise ConfigError(f"{kind!r} is no kind of secret. There are: {', '.join(KINDS)}.")


def bound_to(written: str) -> str:
    """Return what a secret is bound to: a registrable domain, or host and port of this machine.

    Raises:
        ConfigError: it is not a host.
    """
    pattern = read_pattern(written)
    local = is_address(pattern.host) or site_of(pattern.host) == pattern.host
    if not local:
        return site_of(pattern.host)
    if "." in pattern.host and not is_address(pattern.host):
        # A registrable domain itself, or a suffix under which anybody can register.
        return pattern.host
    return f"{pattern.host}:{pattern.port}" if pattern.port else pattern.host
