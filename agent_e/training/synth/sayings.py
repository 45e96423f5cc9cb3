"""Instructions that mean one element of a picture, from the page's own words and its structure."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources

from .capture import Element

MOST = 4
"""Instructions for one element."""
_ENGLISH = "en"
_OWN_LANGUAGE = 0.75
"""Share of instructions in the language of the page, where there are templates for it."""
_CLEAR = 12.0
"""Pixels by which an element is farther to one side than any other of its name."""


def sayings_of(elements: Sequence[Element], rng: random.Random) -> list[tuple[str, ...]]:
    """Return the instructions of each element: true of it, and of no other.

    Empty where nothing tells it apart.
    """
    named: Counter[str] = Counter()
    called: Counter[str] = Counter()
    for element in elements:
        called.update({_folded(phrase) for _, phrase in _phrases(element)})
        named.update({_folded(phrase) for how, phrase in _phrases(element) if how != "tag"})
    alike: dict[str, list[Element]] = {}
    for element in elements:
        for phrase in {_folded(element.name), *map(_folded, element.names)}:
            alike.setdefault(phrase, []).append(element)
    found = []
    for element in elements:
        mine = [
            (how, phrase, "")
            for how, phrase in _phrases(element)
            # A name means more than a tag of something else.
            if (called if how == "tag" else named)[_folded(phrase)] == 1
        ]
        others = [each for each in alike[_folded(element.name)] if each is not element]
        if others:
            mine += [(how, element.name, place) for how, place in _differences(element, others)]
        found.append(_worded(mine, element, rng))
    return found


def _phrases(element: Element) -> Iterator[tuple[str, str]]:
    """Yield what the element may be called, with the family of templates that fits."""
    how = {"field": "field", "picture": "picture", "canvas": "picture"}.get(element.kind, "name")
    drawn_alone = element.drawing and element.drawing == element.name
    if how == "name" and drawn_alone:
        how = "icon"
    yield how, element.name
    for name in element.names:
        if name != element.name:
            yield how, name
    if element.drawing and not drawn_alone:
        yield "tag", element.drawing
    for tag in element.tags:
        yield "tag", tag


def _differences(element: Element, others: Sequence[Element]) -> Iterator[tuple[str, str]]:
    """Yield relations that hold for this one of several of the same name, and for no other."""
    for relation, place in element.near.items():
        if all(_folded(other.near.get(relation, "")) != _folded(place) for other in others):
            yield relation, place
    sides = {"left": (0, 1), "top": (1, 1), "right": (2, -1), "bottom": (3, -1)}
    for side, (edge, sign) in sides.items():
        if all((other.box[edge] - element.box[edge]) * sign > _CLEAR for other in others):
            yield side, ""


def _worded(
    choices: Sequence[tuple[str, str, str]], element: Element, rng: random.Random
) -> tuple[str, ...]:
    said: dict[str, None] = {}
    for _ in range(rng.randint(1, MOST) if choices else 0):
        how, name, place = rng.choice(choices)
        said[_saying(how, name, place, element.language, rng)] = None
    return tuple(said)


def _saying(how: str, name: str, place: str, language: str, rng: random.Random) -> str:
    own = _templates().get(language, {})
    templates = _templates()[_ENGLISH]
    if how in own and rng.random() < _OWN_LANGUAGE:
        templates = own
    return rng.choice(templates[how]).format_map({"name": name, "place": place})


def _folded(phrase: str) -> str:
    return phrase.casefold().strip()


@cache
def _templates() -> Mapping[str, Mapping[str, list[str]]]:
    file = resources.files(__package__).joinpath("sayings.json")
    templates: Mapping[str, Mapping[str, list[str]]] = json.loads(file.read_text(encoding="utf-8"))
    return templates
