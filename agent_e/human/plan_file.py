"""A plan that a person wrote to a file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml

from agent_e.errors import BadArgument, ConfigError

from .plan import plan_steps_of

_MARK = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]?\]\s+)?")
_MAX_BYTES = 100_000


def read_plan(path: Path) -> tuple[str, ...]:
    """Return the steps of a plan.

    A ``.json``, ``.yaml`` or ``.yml`` file holds a list of strings. Any other has one step per
    line; list markers and numbers are stripped, and lines beginning with ``#`` skipped.

    Raises:
        ConfigError: it cannot be read, or holds no plan.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise ConfigError(
                f"The plan {path} is larger than {_MAX_BYTES:,} bytes. Give a step a line."
            )
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"The plan {path} cannot be read: {reason}.") from error
    suffix = path.suffix.lower()
    steps = _listed(text, path) if suffix in (".json", ".yaml", ".yml") else _lines(text)
    try:
        return plan_steps_of(steps)
    except BadArgument as error:
        raise ConfigError(f"The plan {path} cannot be used. {error}") from error


def _lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines()]
    return [line[_end(line) :] for line in lines if not line.startswith("#")]


def _end(line: str) -> int:
    """Where the list marker at the start of a line ends."""
    mark = _MARK.match(line)
    return mark.end() if mark else 0


def _listed(text: str, path: Path) -> list[str]:
    try:
        value: Any = json.loads(text) if path.suffix.lower() == ".json" else yaml.safe_load(text)
    except (json.JSONDecodeError, yaml.YAMLError, RecursionError) as error:
        line = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ConfigError(f"The plan {path} cannot be read: {line}.") from error
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ConfigError(
            f"The plan {path} must be a list of steps in words, such as "
            '["search for a mug", "report its price"].'
        )
    return value
