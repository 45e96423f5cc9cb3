"""Quotes that resemble the page and occur nowhere on it. Pure.

Whether one is false is decided from the words of the pages alone, in order and row by row, and
not by the code that finds quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from agent_e.types import Node

from .copying import items_of, json_of, rows_of
from .evidence import Quote, Shown

KINDS = ("number off by one", "negated", "value of another", "halves of two", "word replaced")
_DIGITS = re.compile(r"\d+")
_TOKEN = re.compile(r"\w+")
_LANGUAGE = re.compile(r"/([a-z]{2})(?:-[A-Z]{2}/|\.json)")
_NOT = {"de": "nicht", "fr": "pas", "es": "no", "ja": "ない", "ar": "لا", "ru": "не", "zh": "不"}
_JOINS = (" | ", ": ", ", ", " … ", " - ", " ", "; ", "\n", " = ")
_OTHER = ("blue", "never", "Hamburg", "sold", "seven", "refunded", "Dr. Quill", "тоже", "無料")
"""Replacement words; one that occurs there already changes nothing and is left out."""
_MIN_WORDS = 4


def misquotes_of(run_id: str, shown: Sequence[Shown], chance: Random) -> Iterator[Quote]:
    """Yield false quotes of every kind that a run allows, in random order."""
    pages = [each.page.nodes for each in shown if each.page is not None]
    shown_text = " ".join(_tokens(each.result.text) for each in shown)
    read = " ".join(_tokens(" ".join(node.name for node in nodes)) for nodes in pages)
    everywhere = f" {shown_text} {read} "
    found: list[Quote] = []
    for nodes in pages:
        groups = [rows_of(nodes), items_of(nodes)]
        for each in json_of(nodes):
            groups.append([[str(key), str(value)] for key, value in each.items()])
        for rows in groups:
            found += [*_numbers(rows, chance), *_mixed(rows, chance)]
        language = _LANGUAGE.search(run_id)
        negation = _NOT.get(language[1], "not") if language else "not"
        found += _worded(nodes, negation, chance)
    chance.shuffle(found)
    seen: set[str] = set()
    for quote in found:
        if f" {_tokens(quote.text)} " not in everywhere and quote.text not in seen:
            seen.add(quote.text)
            yield quote


def _tokens(text: str) -> str:
    """The words of a text in order, without what stands between them."""
    return " ".join(_TOKEN.findall(text.casefold()))


def _numbers(rows: Sequence[Sequence[str]], chance: Random) -> Iterator[Quote]:
    """A row, or a name and a number in it, with that number off by one."""
    for row in rows:
        cells = [cell for cell in row if cell]
        for at, cell in enumerate(cells):
            numbers = list(_DIGITS.finditer(cell))
            if not at or not numbers or len(cell) > 80:
                continue
            number = chance.choice(numbers)
            changed = str(int(number[0]) + chance.choice((-1, 1))).zfill(len(number[0]))
            other = cell[: number.start()] + changed + cell[number.end() :]
            if other in row or changed.startswith("-"):
                continue
            whole = [*cells[:at], other, *cells[at + 1 :]]
            if chance.random() < 0.5:
                yield Quote(text=" | ".join(whole), style=KINDS[0])
            else:
                yield Quote(text=chance.choice(_JOINS).join((cells[0], other)), style=KINDS[0])


def _mixed(rows: Sequence[Sequence[str]], chance: Random) -> Iterator[Quote]:
    """The name of one row with the value of another, and a row with another's ending."""
    for row in rows:
        other = chance.choice(rows)
        alike = row[0] == other[0] or len(row) != len(other) or not (row[0] and other[0])
        if alike or any(row[0] in cell for cell in other):
            continue
        values = [at for at in range(1, len(row)) if other[at] and len(other[at]) < 80]
        values = [at for at in values if not any(other[at] in cell for cell in row)]
        if values:
            value = other[chance.choice(values)]
            yield Quote(text=chance.choice(_JOINS).join((row[0], value)), style=KINDS[2])
        cut = len(row) // 2
        if len(row) > 2 and not all(cell in row for cell in other[cut:]):
            mixed = [*row[:cut], *other[cut:]]
            yield Quote(text=chance.choice(_JOINS[:6]).join(filter(None, mixed)), style=KINDS[3])


def _worded(nodes: Sequence[Node], negation: str, chance: Random) -> Iterator[Quote]:
    """Sentences with a word inserted, one replaced, or the end of another one."""
    texts = [node.name for node in nodes if node.role in ("text", "link", "heading")]
    texts = [text for text in texts if len(text.split()) >= _MIN_WORDS and len(text) < 400]
    for text in texts:
        words = text.split()
        at = chance.randrange(1, len(words))
        yield Quote(text=" ".join([*words[:at], negation, *words[at:]]), style=KINDS[1])
        other = chance.choice(_OTHER)
        yield Quote(text=" ".join([*words[:at], other, *words[at + 1 :]]), style=KINDS[4])
        rest = chance.choice(texts).split()
        if rest != words:
            cut = max(2, len(words) // 2)
            joint = chance.choice((" ", ", ", "; ", ": "))  # an ellipsis would mark a gap
            end = " ".join(rest[-max(2, len(rest) // 2) :])
            yield Quote(text=" ".join(words[:cut]) + joint + end, style=KINDS[3])
