"""What an answer claims: one claim a sentence, or a leaf of an answer that is JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent_e.configs import load_config

from .values import Value, values_in
from .wording import STOP_WORDS, plain

_SENTENCE = re.compile(
    r"(?<=\w\w\w[.!?])\s+|(?<=[\d)\]\"”%€][.!?])\s+(?=[^\W\d_])|(?<=\d[A-Z][.!?])\s+|\s*\n+\s*"
)
_CODE = re.compile(
    r"\+\d[\d ()/-]{6,}\d|\b0\d{1,4}[ /-]\d[\d -]{4,}\d|"
    r"\b(?!\d+(?:[.,]\d+)?[^\W\dA-Z]{1,3}\b)"
    r"(?:[A-Z]{2,3} \d{2,5}|(?=\w*\d)(?=\w*[^\W\d_])\w{3,}|\d{1,2}[A-K])\b"
)
_QUOTED = re.compile(r"[\"“„«]([^\"”“»]{2,80})[\"”“»]")
_NAME = re.compile(
    r"(?<![^\W\d_])[^\W\d_a-zà-þ][\w’'-]*"
    r"(?: (?:(?:of|the|de|la|von|and|&) )?(?=[^\W\d_a-zà-þ])(?:[\w’'-]{2,}|\w\.?(?!\w)))+"
)
_FENCE = re.compile(r"^```\w*\s*|\s*```$")
_LINK = re.compile(r"(?:\s*\((?:source|see|from)?:?\s*)?https?://[^\s)>\]]+\)?,?", re.I)
_RULE = re.compile(r"^[|\s:+-]*-{2,}[|\s:+-]*$")
_MARKED = re.compile(r"(?:(?<=\s)|^)(\d{1,2})[.)]\s+(?=[^\W\d])")
_BETWEEN_ITEMS = re.compile(r"\s*(?:[;\n]|,(?=\s)|\band\b|\bund\b|\bet\b|\by\b)\s*")
_INNER = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\"[^\"]*\"|“[^”]*”")
_UNITS = {
    "minutes": "minutes", "minute": "minutes", "hours": "hours",
    "eur": "EUR", "usd": "USD", "gbp": "GBP", "kg": "kg", "grams": "g", "percent": "%",
}  # fmt: skip
_ASKED_UNIT = re.compile(
    r"\b(?:how many|in) (minutes|hours|dollars|euros|pounds|kilograms|kg|grams|percent|litres"
    r"|km)\b",
    re.I,
)
_VERBS = frozenset(load_config("verifying")["verbs"].split())
_LEADING = re.compile(
    rf"^(?:(?:{'|'.join(_VERBS | STOP_WORDS)}|do|of|in|on|at|to|put|open|find)\s+)+", re.I
)
_SMALL = frozenset(load_config("verifying")["small"].split())
_POLAR = re.compile(
    r"(?:yes|no|none|nothing|there (?:is|are) (?:none|no|nothing)|ja|nein|kein\w*|oui|non|aucun\w*"
    r"|sí|si|ningun\w*)\b",
    re.I,
)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|nearly|almost|over|rounded|(?:more|less) than"
    r"|at least|at most|ca|circa|etwa|rund|ungefähr|gerundet|mehr als|mindestens|environ"
    r"|plus de|unos|casi)\b"
    r"|[~≈]",
    re.I,
)
_BETWEEN_NAMES = re.compile(r"\s*(?:[,;:/()–—|]|\b(?:and|on|at|by|for|und|am|um|et|le|y|el)\b)\s*")
_QUESTION = re.compile(
    r"(?:^|[,;.?]|\band)\s*(?:what|which|who|when|where|how (?:many|much|long|old|far))\b", re.I
)
_REFERS = re.compile(
    r"\b(?:it|its|they|them|their|that|this|these|those|one|ones|he|him|his|she|her)\b", re.I
)
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
            # A code may have what looks like a number; a number with a unit may look like a code.
            if value.kind != "number"
            or value.step
            or not any(start <= value.start < end for start, end in codes)
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
        found = (plain(name) for name in self._names() if _tells(name))
        return tuple(dict.fromkeys(name for name in found if len(name) > 1))

    @property
    def proper(self) -> Mapping[str, str]:
        """Of its names that are written as names are, the part that is; both plain."""
        cores = {plain(name): plain(_core(name)) for name in self._names()}
        return {name: core for name, core in cores.items() if core}

    def _names(self) -> list[str]:
        text = self.text
        values = self.values
        if self.bare:
            for value in reversed(values):
                text = text[: value.start] + ", " + text[value.end :]
            return [part for part in _BETWEEN_NAMES.split(text) if len(part.strip(" .,")) > 1]
        found = [match[1] for match in _QUOTED.finditer(text)]
        found += [
            match[0]
            for match in _CODE.finditer(text)
            if not any(value.start <= match.start() < value.end for value in values)
        ]
        # A sentence begins with a capital too: Which Audio product, Is the Red Mug.
        names = [_LEADING.sub("", match[0]) for match in _NAME.finditer(text)]
        return found + [name for name in names if " " in name]


def _tells(name: str) -> bool:
    """Whether some text names anything; words such as About, From and Roughly do not."""
    words = plain(_ABOUT.sub(" ", name)).split()
    return any(len(word) > 1 and word not in STOP_WORDS | _VERBS | _SMALL for word in words)


def _core(name: str) -> str:
    """From the first to the last word that begins with a capital or has a digit; ``""``: none."""
    words = name.strip(" .,").split()
    marked = [at for at, word in enumerate(words) if word[0].isupper() or re.search(r"\d", word)]
    lower = [at for at, word in enumerate(words) if at not in marked]
    if marked[:1] == [0] and 1 in lower and len(marked) > 1:
        # The first word of a sentence has a capital whatever it is.
        marked = marked[1:]
    return _LEADING.sub("", " ".join(words[marked[0] : marked[-1] + 1])) if marked else ""


def in_unit(claim: Claim, task: str) -> Claim:
    """A bare number in the unit that the task asks for: how many minutes, in euros."""
    asked = _ASKED_UNIT.search(task)
    values = claim.values
    if asked is None or len(values) != 1 or values[0].kind != "number":
        return claim
    return replace(claim, text=f"{values[0].text} {asked[1]}") if claim.bare else claim


def claims_of(answer: Any, task: str = "") -> tuple[Claim, ...]:
    """Take an answer apart.

    Args:
        answer: text or any JSON value.
        task: what it answers, for an answer to several questions.
    """
    if not isinstance(answer, str):
        return tuple(_leaves(answer, "", ""))
    structured = _structured(answer)
    if structured is not None:
        return tuple(_leaves(structured, "", ""))
    text = _unmarked(answer)
    whole = " ".join(text.split())
    each = [part.strip() for part in whole.split(";")]
    if len(each) == _questions(task) > 1 and all(map(_is_bare, each)):
        return tuple(Claim(text=part, bare=True) for part in each if part)
    items = _items(text)
    if items:
        return tuple(Claim(text=item, around=whole, bare=_is_bare(item)) for item in items)
    if _is_bare(whole):
        return (Claim(text=whole, bare=True),) if whole else ()
    parts = [part.strip(" -•") for part in _SENTENCE.split(text.strip())]
    return tuple(Claim(text=part, around=whole) for part in parts if part)


def _questions(task: str) -> int:
    """How many questions a task asks that have nothing to do with each other."""
    return 1 if _REFERS.search(task) else len(_QUESTION.findall(task))


def _structured(answer: str) -> Any:
    """What an answer says that is written in JSON; ``None`` for any other."""
    text = _FENCE.sub("", answer.strip())
    if text[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None


def _unmarked(answer: str) -> str:
    """An answer without the marks of Markdown, the numbers of its list and where it was found."""
    lines = [_LINK.sub("", line) for line in re.sub(r"\*\*|__|`", "", answer).split("\n")]
    rules = {at for at, line in enumerate(lines) if _RULE.match(line)}
    kept = [
        line.strip(" |•").replace(" | ", ", ")
        for at, line in enumerate(lines)
        # Above the rule of a table are the names of its columns.
        if at not in rules and not (at + 1 in rules and "|" in line)
    ]
    text = "\n".join(re.sub(r"^[-*•] ", "", line) for line in kept)
    numbers = [int(match[1]) for match in _MARKED.finditer(text)]
    in_order = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return _MARKED.sub("\n", text) if in_order else text


def _items(text: str) -> list[str]:
    """The items of a list that gives each a name and values; empty for what is no such list."""
    lines = [line.strip(" ,;") for line in re.split(r"\n|;", text) if line.strip(" ,;")]
    for parts in (lines, _split(" ".join(text.split()))):
        if len(parts) > 1 and all(map(_is_item, parts)):
            return parts
    return []


def _split(text: str) -> list[str]:
    """A text at the marks between items, those within brackets and quotes left alone."""
    inner = [match.span() for match in _INNER.finditer(text)]
    found, begin = [], 0
    for match in _BETWEEN_ITEMS.finditer(text):
        if not any(start < match.start() < end for start, end in inner):
            found.append(text[begin : match.start()])
            begin = match.end()
    return [part for part in (*found, text[begin:]) if part.strip(" ,.")]


def _is_item(part: str) -> bool:
    claim = Claim(text=part, bare=True)
    return bool(claim.values) and bool(claim.proper) and _is_bare(part)


def _is_bare(text: str) -> bool:
    words = re.findall(r"[^\W\d_]+", text)
    return len(words) <= _MOST_WORDS and not any(word.casefold() in _VERBS for word in words)


def _leaves(value: Any, key: str, around: str) -> Iterator[Claim]:
    if isinstance(value, Mapping):
        yield from _fields(value, key, around)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        here = [str(each) for each in value if isinstance(each, str | int | float)]
        for inner in value:
            yield from _leaves(inner, key, " ; ".join(filter(None, [around, *here])))
    elif isinstance(value, str) and value.strip():
        yield Claim(text=value, around=f"{key} {around}".strip(), bare=_is_bare(value))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        unit = next((_UNITS[word] for word in key.casefold().split()[::-1] if word in _UNITS), "")
        written = f"{json.dumps(value)} {unit}".strip()
        yield Claim(text=written, around=f"{key} {around}".strip(), bare=True)


def _fields(value: Mapping[Any, Any], key: str, around: str) -> Iterator[Claim]:
    here = [str(each) for each in value.values() if isinstance(each, str | int | float)]
    left = dict(value)
    if {"hours", "minutes"} <= left.keys():
        spent = f"{left.pop('hours')} hours {left.pop('minutes')} minutes"
        yield Claim(text=spent, around=f"{key} {around}".strip(), bare=True)
    for name, inner in left.items():
        words = re.sub(r"[_-]|(?<=[a-z])(?=[A-Z])", " ", str(name))
        yield from _leaves(inner, f"{key} {words}".strip(), " ; ".join([around, *here]))
