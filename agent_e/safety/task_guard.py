"""The task guard: tasks that the person's organisation forbids, checked before a run.

The file is YAML:

    refuse:
      - rule: gambling             # named when it refuses
        words: [casino, place a bet]
        patterns: ['bet (on|at) ']
        reason: Betting is not for agents.
    domains:
      - '*.casino.example'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from agent_e.errors import ConfigError, RunDenied
from agent_e.text import UNSPACED, fold_case

from .origins import HostPattern, read_pattern, read_place

_HOST = re.compile(r"(?:[a-z][a-z0-9+.-]*:[/\\]+)?[^\s/\\?#<>\"'(),;]+\.[^\s<>\"'(),;]+", re.I)


class _Rule(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    rule: str = Field(min_length=1)
    words: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    reason: str = ""

    @field_validator("patterns")
    @classmethod
    def _compiled(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"{pattern!r} is no regular expression: {error}") from error
        return patterns

    def matches(self, text: str) -> bool:
        """Whether the rule refuses a text, in folded case."""
        if any(_stands_in(fold_case(word), text) for word in self.words):
            return True
        return any(re.search(pattern, text, re.IGNORECASE) for pattern in self.patterns)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    refuse: tuple[_Rule, ...] = ()
    domains: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskGuard:
    """Refused tasks and domains; without a file nothing is refused.

    Attributes:
        domains: hosts that no task may name and that are never opened.
    """

    name: str = ""
    rules: tuple[_Rule, ...] = ()
    domains: tuple[HostPattern, ...] = ()

    def blocks(self, url: str) -> bool:
        """Whether an address is on one of the domains."""
        return any(_matches(p, host) for host in _hosts(fold_case(url)) for p in self.domains)

    def check(self, task: str, start_url: str = "") -> None:
        """Return if the task is allowed.

        Raises:
            RunDenied: it is not; the message names the rule.
        """
        text = fold_case(task)
        for rule in self.rules:
            if rule.matches(text):
                reason = f" {rule.reason}" if rule.reason else ""
                raise RunDenied(
                    f"The task is refused by the rule '{rule.rule}' of {self.name}.{reason}"
                )
        for host in (*_hosts(text), *_hosts(fold_case(start_url))):
            if any(_matches(pattern, host) for pattern in self.domains):
                raise RunDenied(
                    f"The task is refused by the domains of {self.name}: it names {host}."
                )


def read_guard(path: Path | None) -> TaskGuard:
    """Read a file of refused tasks.

    Raises:
        ConfigError: it cannot be read, or an entry is invalid.
    """
    if path is None:
        return TaskGuard()
    try:
        values: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        file = _File.model_validate(values or {})
        domains = tuple(map(read_pattern, file.domains))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"The file of refused tasks {path} cannot be read: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise ConfigError(
            f"The file of refused tasks {path} does not fit at {where}: {first['msg']}."
        ) from error
    return TaskGuard(name=path.name, rules=file.refuse, domains=domains)


def _stands_in(word: str, text: str) -> bool:
    if not word:
        return False
    if UNSPACED.search(word):
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _hosts(text: str) -> Iterator[str]:
    for found in _HOST.findall(text):
        written = found.rstrip(".:!?]")
        place = read_place(written if "//" in written or ":\\" in written else f"http://{written}")
        if place is not None and place.host:
            yield place.host


def _matches(pattern: HostPattern, host: str) -> bool:
    return pattern.matches(host, pattern.port or 0)
