"""The user profile: a YAML file of preferences that the person reads and edits.

Only the lines whose keys fit the task or a field of the page reach a model, one by one; the file
as a whole is never put into a conversation. It is no place for secrets.
"""

from __future__ import annotations

import os
import re
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from agent_e.config import user_config_dir
from agent_e.configs.secret_names import secret_names
from agent_e.errors import ConfigError

FILE = "profile.yaml"
_KEY = re.compile(r"[^\W\d_][\w-]*(?:\.[\w-]+)*")
_WORD = re.compile(r"[^\W_]+")
_COMMON = frozenset({"the", "and", "for", "your", "you", "with", "enter", "please", "optional"})
_ALIKE: tuple[frozenset[str], ...] = (
    frozenset({"mail", "email", "e-mail"}),
    frozenset({"phone", "telephone", "mobile", "tel"}),
    frozenset({"zip", "postcode", "postal", "plz"}),
    frozenset({"surname", "lastname", "family"}),
    frozenset({"town", "city"}),
    frozenset({"birthday", "birthdate", "born", "birth"}),
)
_MAX_LINES = 12
_MAX_LENGTH = 200


class Profile:
    """A person's notes about themselves, by dotted key such as ``address.city``."""

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self.values = dict(values or {})

    @property
    def fields(self) -> dict[str, str]:
        """Every value by its dotted key; of a list its items, one after another."""
        return dict(_flat(self.values))

    def fitting(self, text: str) -> dict[str, str]:
        """Return the fields whose key has a word of a text; never one that looks like a secret."""
        words = _words(text)
        fits = {key for key in self.fields if not looks_secret(key) and _fits(key, words)}
        return _few({key: value for key, value in self.fields.items() if key in fits})

    def for_labels(self, labels: Iterable[str]) -> dict[str, str]:
        """Return the fields that fit the label of a field of a page, label by label."""
        found: dict[str, str] = {}
        for label in labels:
            found |= self.fitting(label)
        return _few(found)


def profile_path() -> Path:
    """Path of the file, which need not exist."""
    return user_config_dir() / FILE


def load_profile(path: Path | None = None) -> Profile:
    """Read the profile; a missing file gives an empty one.

    Raises:
        ConfigError: the file cannot be read, or is not a mapping of keys to values.
    """
    path = path or profile_path()
    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Profile()
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split())
        raise ConfigError(
            f"Your profile {path} cannot be read: {reason}. Mend it in an editor, or run with "
            "--no-about-me."
        ) from error
    if values is not None and not isinstance(values, dict):
        raise ConfigError(
            f"Your profile {path} must hold keys and values, such as `name: Robin Marsh`. "
            "Mend it in an editor, or run with --no-about-me."
        )
    return Profile(values)


def save_profile(profile: Profile, path: Path | None = None) -> Path:
    """Write the profile atomically; only the person may read it.

    Raises:
        ConfigError: the file cannot be written.
    """
    path = path or profile_path()
    values = profile.values
    text = yaml.safe_dump(values, allow_unicode=True, sort_keys=False) if values else ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".profile-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(path)
    except OSError as error:
        raise ConfigError(
            f"Your profile {path} cannot be written: {error.strerror}. Check the folder."
        ) from error
    return path


def with_value(profile: Profile, key: str, value: str) -> Profile:
    """Return the profile with a value set.

    Raises:
        ConfigError: the key is invalid, or holds a value where it needs to hold others.
    """
    if not _KEY.fullmatch(key):
        raise ConfigError(
            f"{key!r} is no key. Use letters, digits and _, with dots between levels: address.city."
        )
    *above, last = key.split(".")
    values = inner = _copied(profile.values)
    for part in above:
        inner = inner.setdefault(part, {})
        if not isinstance(inner, dict):
            raise ConfigError(f"{part} holds a value of its own. Forget it first, then set {key}.")
    if isinstance(inner.get(last), dict):
        raise ConfigError(f"{key} holds other keys. Forget it first, or set one of them.")
    inner[last] = value
    return Profile(values)


def without(profile: Profile, key: str) -> Profile:
    """Return the profile without a key and everything below it.

    Raises:
        ConfigError: it has no such key; the message names those it has.
    """
    *above, last = key.split(".")
    values = inner = _copied(profile.values)
    for part in above:
        inner = inner.get(part, {}) if isinstance(inner, dict) else {}
    if not isinstance(inner, dict) or last not in inner:
        known = ", ".join(profile.fields) or "none yet"
        raise ConfigError(f"Your profile has no {key}. Its keys: {known}.")
    del inner[last]
    return Profile(_pruned(values))


def looks_secret(key: str) -> bool:
    """Whether a key is one under which people keep secrets."""
    words = key.replace("_", " ").replace(".", " ")
    return re.search(rf"{secret_names()}|\bcard\b|\biban\b", words, re.I) is not None


def _flat(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name}.")
        elif isinstance(value, list | tuple):
            yield name, ", ".join(" ".join(str(each).split()) for each in value)
        elif value is not None:
            yield name, " ".join(str(value).split())


def _words(text: str) -> frozenset[str]:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("e-mail", "email")
    words = {word for word in _WORD.findall(plain) if len(word) > 2 and word not in _COMMON}
    words |= {word.removesuffix("s") for word in words if len(word) > 4}
    for alike in _ALIKE:
        if words & alike:
            words |= alike
    return frozenset(words)


def _fits(key: str, words: frozenset[str]) -> bool:
    """Whether a text has a word of any level of the key."""
    parts = [_words(part.replace("_", " ")) for part in key.split(".")]
    return any(part & words for part in parts)


def _few(found: Mapping[str, str]) -> dict[str, str]:
    return {key: value[:_MAX_LENGTH] for key, value in list(found.items())[:_MAX_LINES]}


def _copied(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _copied(each) if isinstance(each, dict) else each for key, each in values.items()}


def _pruned(values: Mapping[str, Any]) -> dict[str, Any]:
    left = {key: _pruned(each) if isinstance(each, dict) else each for key, each in values.items()}
    return {key: each for key, each in left.items() if each != {}}
