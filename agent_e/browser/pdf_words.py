"""PDF text as the model gets it: page ranges, search results, a budget. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent_e.errors import BadArgument

AROUND = 2
"""Lines shown before and after a match."""
_RANGE = re.compile(r"(\d+)(?::(\d+))?\s*(?:([-–])\s*(\d+)?)?")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_TAIL = 200
_MAX_NUMBERS = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class PdfPage:
    """One page as read; ``problem`` says why it could not be."""

    number: int
    text: str = ""
    pictures: int = 0
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """Pages ``first`` to ``last`` (``None``: the end), from the ``part`` of the first one on."""

    first: int
    last: int | None
    part: int = 1


def spans(pages: str) -> list[Span]:
    """Read ``1-3``, ``7``, ``5-``, ``2:3-`` (from part 3 of page 2) or several with commas.

    Raises:
        BadArgument: it is none of these.
    """
    found: list[Span] = []
    for words in pages.replace(";", ",").split(","):
        match = _RANGE.fullmatch(words.strip())
        first = int(match[1]) if match else 0
        last = first if match and not match[3] else int(match[4]) if match and match[4] else None
        if match is None or first < 1 or (last is not None and last < first):
            raise BadArgument(f"pages='{pages}' is no range of pages. Write 3, 1-4 or 5-.")
        found.append(Span(first=first, last=last, part=int(match[2] or 1)))
    return found


def numbers(wanted: Sequence[Span], count: int) -> list[int]:
    """The pages of some spans in a file of ``count`` pages, in the order asked for."""
    found: dict[int, None] = {}
    for span in wanted:
        last = count if span.last is None else min(span.last, count)
        found.update(dict.fromkeys(range(span.first, last + 1)))
    return list(found)


class Reading:
    """Pages shown one after the other while there is room."""

    def __init__(self, budget: int, *, part: int = 1) -> None:
        self._left = budget
        self._piece = max(budget - _TAIL, 200)
        self._part = part
        self._shown: list[str] = []
        self.rest = ""
        """Page, and part if not the first, that there was no room for."""

    @property
    def text(self) -> str:
        """The text so far."""
        return "\n".join(self._shown)

    def take(self, page: PdfPage) -> bool:
        """Add a page; return whether all of it fitted. If not, ``rest`` is where to go on."""
        pieces = _pieces(clean(page.text), self._piece)
        part, self._part = self._part, 1
        for number, words in enumerate(pieces[part - 1 :], start=part):
            several = f", part {number} of {len(pieces)}" if len(pieces) > 1 else ""
            section = f"--- page {page.number}{several} ---\n{words or _without(page)}"
            if self._shown and len(section) > self._left:
                self.rest = f"{page.number}:{number}" if number > 1 else f"{page.number}"
                return False
            self._shown.append(section)
            self._left -= len(section) + 1
        if part > len(pieces):
            self._shown.append(f"Page {page.number} has no part {part}, only {len(pieces)}.")
        return True


class Search:
    """Matches of some words, page by page, each with the lines around it."""

    def __init__(self, words: str, budget: int) -> None:
        self._words = " ".join(words.casefold().split())
        self._left = budget
        self._shown: list[str] = []
        self._more: dict[int, int] = {}

    @property
    def text(self) -> str:
        """The matches, and the pages of those that do not fit."""
        sections = list(self._shown)
        if self._more:
            places = sum(self._more.values())
            pages = ", ".join(map(str, list(self._more)[:_MAX_NUMBERS]))
            dots = ", …" if len(self._more) > _MAX_NUMBERS else ""
            sections.append(f"… {places} more on page {pages}{dots}: give pages to see them")
        return "\n".join(sections)

    def take(self, page: PdfPage) -> None:
        """Look through one page."""
        lines = [line.strip() for line in clean(page.text).split("\n")]
        lines = [line for line in lines if line]
        for first, last in _joined(list(_hits(lines, self._words))):
            begin, end = max(0, first - AROUND), min(len(lines), last + AROUND + 1)
            section = f"--- page {page.number} ---\n" + "\n".join(lines[begin:end])
            if self._shown and (self._more or len(section) > self._left):
                self._more[page.number] = self._more.get(page.number, 0) + 1
                continue
            self._shown.append(section[: max(self._left, _TAIL)])
            self._left -= len(section) + 1


def clean(text: str) -> str:
    """Remove control characters and those that change the writing direction."""
    text = _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _SURROGATES.sub("\ufffd", text)
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


def _hits(lines: Sequence[str], words: str) -> Iterator[tuple[int, int]]:
    """First and last line of each match; the words may run on to the next line."""
    folded = [" ".join(line.casefold().split()) for line in lines]
    for index, line in enumerate(folded):
        after = folded[index + 1] if index + 1 < len(folded) else ""
        if words in line:
            yield index, index
        elif after and words not in after:
            hyphened = line.removesuffix("-") + after if line.endswith("-") else ""
            if words in f"{line} {after}" or words in hyphened:
                yield index, index + 1


def _joined(hits: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Matches whose surroundings touch, merged."""
    found: list[tuple[int, int]] = []
    for first, last in hits:
        if found and first - found[-1][1] <= 2 * AROUND:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def _pieces(text: str, size: int) -> list[str]:
    """The text in pieces of at most ``size``, broken at line ends if any are near."""
    pieces: list[str] = []
    while len(text) > size:
        cut = text.rfind("\n", size // 2, size) + 1 or text.rfind(" ", size // 2, size) + 1 or size
        pieces.append(text[:cut].rstrip())
        text = text[cut:]
    return [*pieces, text]


def _without(page: PdfPage) -> str:
    if page.problem:
        return f"(This page could not be read: {page.problem.rstrip('.')}.)"
    return "(No text on this page: it is a picture.)" if page.pictures else "(An empty page.)"
