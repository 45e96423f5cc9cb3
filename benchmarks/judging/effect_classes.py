"""The classes that a model gave to effects, recorded by what it was told of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from agent_e.agents.effect_classifier import facts_of
from agent_e.errors import ConfigError
from agent_e.safety import EFFECT_CLASSES, EffectClass, UnclearEffect

RECORD = Path(__file__).with_name("effect_classes.jsonl")
_CHANGING = re.compile(r"(?<=127\.0\.0\.[12]):\d+|(?<=/e/)\d+(?=/)|(?<=WebKitFormBoundary)\w+")
"""Ports, numbers of episodes in addresses of the suite ``hostile``, ends of parts of a body."""


class RecordedClassifier:
    """Answers as in a record, once for each kind of effect; what it does not hold is unclear.

    Attributes:
        asked: the effects of this run that were asked about: what a model is told of each.
    """

    def __init__(self, known: Mapping[str, EffectClass]) -> None:
        self.asked: dict[tuple[str, ...], str] = {}
        self._known = known

    async def __call__(self, effect: UnclearEffect) -> EffectClass:
        """Return the recorded class."""
        key = self.asked.setdefault(effect.key, text_of(facts_of(effect)))
        return self._known.get(key, "unclear")

    @property
    def unknown(self) -> list[str]:
        """What was asked about and is not in the record."""
        return [key for key in self.asked.values() if key not in self._known]


def text_of(facts: Mapping[str, Any]) -> str:
    """Return facts as the record has them, without what changes from run to run."""
    return _CHANGING.sub("", json.dumps(facts, ensure_ascii=False, sort_keys=True))


def read_classes(file: Path = RECORD) -> dict[str, EffectClass]:
    """Return recorded classes by the facts that they rest on.

    Raises:
        ConfigError: the file holds something else.
    """
    try:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        found = {row["facts"]: row["class"] for row in rows}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"{file} holds no recorded classes ({type(error).__name__}: {error}). Write what has "
            "none with agent-e bench perf gate --out FILE, and give each line a class."
        ) from error
    if unknown := set(found.values()) - set(EFFECT_CLASSES):
        raise ConfigError(
            f"{file} has the class {sorted(unknown)[0]!r}. Write one of "
            f"{', '.join(EFFECT_CLASSES)}."
        )
    return found


def write_unknown(unknown: Iterable[str], file: Path) -> None:
    """Write what the record does not hold, one line each, to be given a class."""
    rows = [{"class": "", "facts": facts} for facts in dict.fromkeys(unknown)]
    lines = [f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows]
    file.write_text("".join(lines), encoding="utf-8")
