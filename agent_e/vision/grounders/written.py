"""A grounder that reads: words of elements, and those that are only drawn, by OCR."""

from __future__ import annotations

import asyncio
import io
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from PIL import Image

from agent_e.errors import ConfigError, ElementGone
from agent_e.types import Observation, Screenshot

from .matching import Box, Match, Thing, best_match, words_of
from .names import named_things

_PACKAGE = "rapidocr_onnxruntime"
READING_IS_MISSING = (
    "Reading pictures needs a package that is not installed: pip install 'agent-e[grounder]'."
)
_LEAST = 0.6
"""Confidence below which read words are not used."""
_SHORTEST = 3
"""Letters of a word that is looked for inside others."""
_LINES = 3.0
"""How far away other words are near, in heights of the words."""


def can_read() -> bool:
    """Whether the package that reads pictures is installed."""
    return find_spec(_PACKAGE) is not None


class WrittenGrounder:
    """Finds elements by their words, and what is only written on a picture or canvas."""

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        """Return the centre of what has most words of the description.

        Raises:
            ElementGone: nothing shares a word with it.
            ConfigError: the package that reads pictures is not installed.
        """
        match = await match_read(description, shot, page)
        if match is None:
            raise ElementGone(f"'{description[:80]}' shares no word with anything on the page.")
        return match.middle


async def match_read(description: str, shot: Screenshot, page: Observation) -> Match | None:
    """Return what has most words of the description, of elements and of what is only drawn.

    Words that the page itself has are not read again: its elements are what they belong to.
    """
    pieces = await asyncio.to_thread(_read, shot.data)
    across, down = shot.scale
    known = [_letters(node.name) for node in page.nodes]
    written = [
        (words, (left / across, top / down, right / across, bottom / down))
        for words, (left, top, right, bottom) in pieces
        if not any(_letters(words) in said for said in known)
    ]
    things = [*named_things(page, shot), *_things(written, words_of(description))]
    return best_match(description, things)


def _letters(text: str) -> str:
    """The words without blanks, which reading often loses."""
    return "".join(words_of(text))


def _things(written: list[tuple[str, Box]], wanted: list[str]) -> list[Thing]:
    return [
        Thing(
            own=_spaced(words, wanted),
            near=" ".join(other for other, place in written if place != box and _close(box, place)),
            box=box,
        )
        for words, box in written
    ]


def _spaced(words: str, wanted: list[str]) -> str:
    """Part the wanted words from what is written: reading often loses the blanks."""
    rest, found = _letters(words), []
    for word in sorted(wanted, key=len, reverse=True):
        if len(word) >= _SHORTEST and word in rest:
            found.append(word)
            rest = rest.replace(word, " ", 1)
    return f"{' '.join(found)} {rest}" if found else words


def _close(box: Box, other: Box) -> bool:
    """Whether words are nearer than a few lines."""
    far = _LINES * (box[3] - box[1])
    across = max(other[0] - box[2], box[0] - other[2], 0.0)
    down = max(other[1] - box[3], box[1] - other[3], 0.0)
    return across <= far and down <= far


# A description is often looked for again on the same picture.
@lru_cache(maxsize=4)
def _read(data: bytes) -> tuple[tuple[str, Box], ...]:
    with Image.open(io.BytesIO(data)) as image:
        pixels = np.asarray(image.convert("RGB"))[:, :, ::-1]
    found, _ = _reader()(np.ascontiguousarray(pixels), use_cls=False)
    return tuple(
        (words, (min(x), min(y), max(x), max(y)))
        for corners, words, confidence in found or ()
        if float(confidence) >= _LEAST
        for x, y in [tuple(zip(*corners, strict=True))]
    )


@cache
def _reader() -> Any:
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ImportError as error:
        raise ConfigError(READING_IS_MISSING) from error
    return RapidOCR()
