"""What an answer claims: one claim a sentence, or a leaf of an answer that is JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_e.configs import load_config

from .scene import STOP_WORDS, plain
from .values import Value, values_in

_SENTENCE = re.compile(
    r"(?<=\w\w\w[.!?])\s+|(?<=[\d)\]\"”%€][.!?])\s+(?=[^\W\d_])|(?<=\d[A-Z][.!?])\s+|\s*\n+\s*"
)
_CODE = re.compile(
    r"\b(?!\d+(?:[.,]\d+)?[^\W\dA-Z]{1,3}\b)"
    r"(?:[A-Z]{2,3} \d{2,5}|(?=\w*\d)(?=\w*[^\W\d_])\w{3,}|\d{1,2}[A-K])\b"
)
_QUOTED = re.compile(r"[\"“„«]([^\"”“»]{2,80})[\"”“»]")
_NAME = re.compile(
    r"(?<![^\W\d_])[^\W\d_a-zà-þ][\w’'-]*"
    r"(?: (?:(?:of|the|de|la|von|and|&) )?(?=[^\W\d_a-zà-þ])(?:[\w’'-]{2,}|\w\.?(?!\w)))+"
)
_VERBS = frozenset(load_config("verifying")["verbs"].split())
_LEADING = re.compile(
    rf"^(?:(?:{'|'.join(_VERBS | STOP_WORDS)}|do|of|in|on|at|to|put|open|find)\s+)+", re.I
)
_POLAR = re.compile(
    r"(?:yes|no|none|nothing|there (?:is|are) (?:none|no|nothing)|ja|nein|kein\w*|oui|non|aucun\w*"
    r"|sí|si|ningun\w*)\b",
    re.I,
)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|nearly|almost|over|ca|circa|etwa|rund|ungefähr|environ"
    r"|unos|casi)\b|[~≈]",
    re.I,
)
_BETWEEN_NAMES = re.compile(r"\s*(?:[,;:/()–—|]|\b(?:and|on|at|by|for|und|am|um|et|le|y|el)\b)\s*")
_MOST_WORDS = 14


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """One thing an answer says.

    Attributes:
        text: in its words.
        around: what else of the answer says whose it is: the keys above a leaf and its neighbours.
        bare: whether it is nothing but the values and names that were asked for.
    """

    text: str
    around: str = ""
    bare: bool = False

    @property
    def values(self) -> tuple[Value, ...]:
        """The values it gives, its codes left out."""
        codes = [match.span() for match in _CODE.finditer(self.text)]
        return tuple(
            value
            for value in values_in(self.text)
            if not any(start <= value.start < end for start, end in codes)
        )

    @property
    def about(self) -> bool:
        """Whether its values are meant to be rounded."""
        return bool(_ABOUT.search(self.text))

    @property
    def polar(self) -> bool:
        """Whether it only says yes, no or none."""
        return bool(_POLAR.match(self.text.strip())) and not self.values

    @property
    def names(self) -> tuple[str, ...]:
        """What a page must show word for word: quotes, codes, names; of a bare claim all words."""
        text = self.text
        found = [match[1] for match in _QUOTED.finditer(text)]
        found += [match[0] for match in _CODE.finditer(text)]
        # A sentence begins with a capital too: Which Audio product, Is the Red Mug.
        proper = [_LEADING.sub("", match[0]) for match in _NAME.finditer(text)]
        found += [name for name in proper if " " in name]
        if self.bare:
            for value in reversed(self.values):
                text = text[: value.start] + ", " + text[value.end :]
            found = [part for part in _BETWEEN_NAMES.split(text) if len(part.strip(" .,")) > 1]
        return tuple(dict.fromkeys(name for name in map(plain, found) if len(name) > 1))


def claims_of(answer: Any) -> tuple[Claim, ...]:
    """Take an answer apart; ``answer`` is text or any JSON value."""
    if not isinstance(answer, str):
        return tuple(_leaves(answer, "", ""))
    whole = " ".join(answer.split())
    if _is_bare(whole):
        return (Claim(text=whole, bare=True),) if whole else ()
    parts = [part.strip(" -*•") for part in _SENTENCE.split(answer.strip())]
    return tuple(Claim(text=part, around=whole) for part in parts if part)


def _is_bare(text: str) -> bool:
    words = re.findall(r"[^\W\d_]+", text)
    return len(words) <= _MOST_WORDS and not any(word.casefold() in _VERBS for word in words)


def _leaves(value: Any, key: str, around: str) -> Iterator[Claim]:
    if isinstance(value, Mapping):
        here = [str(each) for each in value.values() if isinstance(each, str | int | float)]
        for name, inner in value.items():
            words = re.sub(r"[_-]|(?<=[a-z])(?=[A-Z])", " ", str(name))
            yield from _leaves(inner, f"{key} {words}".strip(), " ; ".join([around, *here]))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _leaves(inner, key, around)
    elif isinstance(value, str) and value.strip():
        yield Claim(text=value, around=f"{key} {around}".strip(), bare=_is_bare(value))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield Claim(text=json.dumps(value), around=f"{key} {around}".strip(), bare=True)
