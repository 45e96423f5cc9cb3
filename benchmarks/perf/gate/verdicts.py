"""The classes that a model gave to effects, recorded by what it was told of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from agent_e.agents.effect_classifier import facts_of
from agent_e.errors import ConfigError
from agent_e.safety import EFFECT_CLASSES, EffectClass, UnclearEffect

VERDICTS = Path(__file__).with_name("verdicts.jsonl")
_PORT = re.compile(r"(?<=127\.0\.0\.1):\d+")


class RecordedClassifier:
    """Answers from a record; what it does not hold is unclear, and collected.

    Attributes:
        unknown: what the record does not hold: what a model would be told.
        asked: number of kinds of effects that were asked about.
    """

    def __init__(self, known: dict[str, EffectClass]) -> None:
        self.unknown: dict[str, dict[str, Any]] = {}
        self.asked = 0
        self._known = known
        self._of_run: set[tuple[str, ...]] = set()

    def begin(self) -> None:
        """Start another run: what was asked in one is not asked again in it."""
        self._of_run.clear()
        self.asked = 0

    async def __call__(self, effect: UnclearEffect) -> EffectClass:
        """Return the recorded class."""
        if effect.key not in self._of_run:
            self._of_run.add(effect.key)
            self.asked += 1
        facts = facts_of(effect)
        key = key_of(facts)
        if key not in self._known:
            self.unknown[key] = facts
        return self._known.get(key, "unclear")


def key_of(facts: dict[str, Any]) -> str:
    """Return the facts as text, without what changes from run to run."""
    return _PORT.sub("", json.dumps(facts, ensure_ascii=False, sort_keys=True))


def read_verdicts(file: Path) -> dict[str, EffectClass]:
    """Return recorded classes by the key of their facts.

    Raises:
        ConfigError: the file holds something else.
    """
    try:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        found = {row["key"]: row["class"] for row in rows}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"{file} holds no recorded classes ({type(error).__name__}: {error}). Write the open "
            "ones with agent-e bench perf gate --out FILE, and give each line a class."
        ) from error
    if unknown := set(found.values()) - set(EFFECT_CLASSES):
        raise ConfigError(
            f"{file} has the class {sorted(unknown)[0]!r}. Write one of "
            f"{', '.join(EFFECT_CLASSES)}."
        )
    return found


def write_unknown(classifier: RecordedClassifier, file: Path) -> None:
    """Write what the record does not hold, one line each, to be given a class."""
    lines = [
        json.dumps({"class": "", "key": key}, ensure_ascii=False) for key in classifier.unknown
    ]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
