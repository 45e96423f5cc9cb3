"""Puts elements into words: instructions that mean one element of a picture and no other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent_e.configs import load_config
from agent_e.text import fold_case
from agent_e.training.records import ClickRecord

from .screening import Element

Style = Literal["do", "find"]
"""What is done with the element: the actor is told to do, the grounder to find."""
SAYING = "saying"
_LABEL = "label"
_LABELS = ("name", "text", "role")
"""The families that name it as people would; the others describe it."""
_MAX_LABEL = 80
_MAX_WORDS = 240
_STOPS = ". "

Key = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """One instruction, and the family it is from."""

    family: str
    words: str


class Instructions:
    """The instructions for the elements of one data set."""

    def __init__(self, labels: Mapping[str, Sequence[ClickRecord]]) -> None:
        """``labels`` are the elements of each picture, by its id."""
        self._families: dict[str, dict[Style, list[str]]] = load_config("instructions")["families"]
        self._keys = {
            picture: Counter(key for record in records for key in set(_keys(record)))
            for picture, records in labels.items()
        }
        self._labels = {
            picture: {key[1] for key in keys if key[0] == _LABEL}
            for picture, keys in self._keys.items()
        }
        self._pictures = Counter(label for found in self._labels.values() for label in found)

    def families(self, element: Element) -> list[str]:
        """The families that can tell the element from all others of its picture."""
        keys, record = self._keys[element.picture], element.record
        usable = [SAYING] if any(keys[_saying(each)] == 1 for each in record.sayings) else []
        if record.kind == "ambiguous" and record.sayings:
            return usable
        own = {family: _key(record, family) for family in self._families}
        return usable + [family for family, key in own.items() if key and keys[key] == 1]

    def asks(self, element: Element, styles: Sequence[Style], chance: random.Random) -> list[Ask]:
        """Return one instruction for each style, of different families as far as there are some."""
        families = self.families(element)
        chance.shuffle(families)
        return [
            self._ask(element, families[number % len(families)], style, chance)
            for number, style in enumerate(styles)
            if families
        ]

    def elsewhere(
        self, element: Element, others: Sequence[Element], style: Style, chance: random.Random
    ) -> Ask | None:
        """Return an instruction for an element of another picture; ``None`` where none is found.

        Its label is on no other picture of the data, and neither part of a label on this one nor
        the other way round: most elements of a picture are not in the data.
        """
        here = self._labels[element.picture]
        for _ in range(20):
            other = chance.choice(others)
            families = [each for each in self.families(other) if each in _LABELS]
            if not families or other.picture == element.picture:
                continue
            family = chance.choice(families)
            key = _key(other.record, family)
            label = key[1] if key else ""
            if self._pictures[label] == 1 and not any(
                label in each or each in label for each in here
            ):
                return self._ask(other, family, style, chance)
        return None

    def _ask(self, element: Element, family: str, style: Style, chance: random.Random) -> Ask:
        record = element.record
        if family == SAYING:
            keys = self._keys[element.picture]
            said = [each for each in record.sayings if keys[_saying(each)] == 1]
            return Ask(family=family, words=chance.choice(said))
        template = chance.choice(self._families[family][style])
        return Ask(family=family, words=filled(template, record))


def filled(template: str, record: ClickRecord) -> str:
    """Fill a template of ``configs/instructions.yaml``; texts lose the full stop at their end."""
    fields = ("name", "role", "text", "purpose", "expectation", "description")
    return template.format(**{name: getattr(record, name).rstrip(_STOPS) for name in fields})


def _keys(record: ClickRecord) -> Iterable[Key]:
    """What the record is known by: what it says and its name count as the same."""
    for family in ("name", "text", "role", "purpose", "expectation", "description"):
        if key := _key(record, family):
            yield key
    if record.text and record.role:
        yield (_LABEL, fold_case(record.text), record.role)
    yield from map(_saying, record.sayings)


def _key(record: ClickRecord, family: str) -> Key | None:
    label = (record.name if family == "role" else getattr(record, family)).rstrip(_STOPS)
    if not label or len(label) > (_MAX_LABEL if family in _LABELS else _MAX_WORDS):
        return None
    if family == "role":
        # Many names end with what it is: "the button Sign in button".
        told = record.role and record.role not in fold_case(label)
        return (_LABEL, fold_case(label), record.role) if told else None
    return (_LABEL if family in _LABELS else family, fold_case(label))


def _saying(words: str) -> Key:
    return (SAYING, fold_case(words))
