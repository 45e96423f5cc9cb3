"""All that a run was shown, and where a quote stands in it: the one matcher of the project."""

from __future__ import annotations

import re
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache

from agent_e.dom.wording import SHORT_ROLES
from agent_e.types import (
    ChangeReport,
    Document,
    Evidence,
    Material,
    Node,
    Observation,
    PersonAnswer,
    Records,
    Reference,
    SkillResult,
    SubTaskReport,
)

from .folding import exact, find, fold
from .passages import Passage, as_read, as_shown

_NOT_SHOWN = (SubTaskReport, PersonAnswer)
_NUMBER = re.compile(r"\[\d+\]")
_PIECE = re.compile(r"\s*(?:\n|…|\.{3}|[|·•;]|: |, | [-–—] )\s*")
_NEAR = 400
"""Folded characters between the pieces of a quote, at most."""
_AROUND = 200
_WORD = re.compile(r"\w{3,}")
_MAX_PLACES = 50


class EvidenceLog:
    """What the agents of one run were shown, in order."""

    def __init__(self) -> None:
        self._exhibits: list[_Exhibit] = []

    @property
    def entries(self) -> list[Evidence]:
        """All of it, oldest first."""
        return [exhibit.evidence for exhibit in self._exhibits]

    def add(self, result: SkillResult, *, step: int, url: str) -> None:
        """Take what a result has shown.

        Args:
            result: of a skill. Of one without data, such as a person's own skill, its text counts.
            step: the model call it belongs to.
            url: the page that was open.
        """
        shown = [
            each for each in result.materials if not isinstance(each, SubTaskReport | PersonAnswer)
        ]
        if not result.materials and result.text:
            shown = [Document(url=url, text=result.text)]
        for material in shown:
            if any(each.evidence.material is material for each in self._exhibits):
                # A page that is told again as it was is one look at it.
                continue
            where = _url(material) or url
            evidence = Evidence(step=step, url=where, at=time.time(), material=material)
            self._exhibits.append(_Exhibit(evidence))

    def locate(self, quote: str, claim: str = "") -> Reference | None:
        """Return where a quote was shown last, ``None`` where it never was.

        Element numbers, roles, case, blanks, kinds of quotes and dashes do not count. A quote may
        span neighbouring nodes, cells or lines; one that is put together from pieces is found where
        these stand near each other. Of several places on a page, that one is meant whose
        surroundings share most words with the claim.
        """
        roles = frozenset().union(*(exhibit.roles for exhibit in self._exhibits))
        wanted = [*dict.fromkeys(_variants(quote, roles))]
        words = frozenset(_WORD.findall(fold(claim)))
        pieces = [fold(_bare(piece, roles)) for piece in _PIECE.split(quote)]
        pieces = [piece for piece in pieces if piece]
        newest = self._exhibits[::-1]
        ways: list[Callable[[_Text], _Span | None]] = [
            lambda text: text.best(wanted, words),
            lambda text: text.together(pieces) if len(pieces) > 1 else None,
        ]
        for way in ways:
            for exhibit in newest:
                if (span := way(exhibit.read)) is not None:
                    return exhibit.reference(exhibit.read, span)
            for exhibit in newest:
                if (span := way(exhibit.shown)) is not None:
                    return exhibit.reference(exhibit.shown, span)
        return None

    def has(self, text: str) -> bool:
        """Whether a text was shown word for word, as the pages read."""
        wanted = fold(text)
        return any(find(wanted, exhibit.read.folded) >= 0 for exhibit in self._exhibits)

    def newest(self) -> Reference | None:
        """Return what was shown last, as a reference to its beginning."""
        for exhibit in reversed(self._exhibits):
            if (text := exhibit.read).folded:
                return exhibit.reference(text, (0, min(len(text.folded), _AROUND)))
        return None

    def page_text(self, limit: int) -> tuple[str, str]:
        """Return address and text of the page that was shown last, cut to ``limit`` characters."""
        for exhibit in reversed(self._exhibits):
            page = exhibit.page
            if page is not None:
                said = "\n".join(filter(None, (each.text for each in as_read(page))))
                return page.url, said[:limit]
        return "", ""


_Span = tuple[int, int]
"""Begin and end in a folded text."""


class _Text:
    """Passages as one folded text."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self._starts: list[int] = []
        parts: list[str] = []
        size = 0
        for passage in passages:
            self._starts.append(size)
            part = fold(_NUMBER.sub(" ", passage.text))
            parts.append(part)
            # A passage that folds to nothing leaves no double blank behind.
            size += len(part) + 1 if part else 0
        self.folded = " ".join(filter(None, parts))

    def best(self, wanted: Sequence[str], words: frozenset[str]) -> _Span | None:
        """Return the place of the first of these that is there, the one that fits the words."""
        for quote in wanted:
            places = list(self._places(quote))
            if places:
                begin = max(places, key=lambda at: self._fit(at, at + len(quote), words))
                return begin, begin + len(quote)
        return None

    def together(self, pieces: Sequence[str]) -> _Span | None:
        """Return the shortest span that holds all of these, near each other."""
        spans = [span for at in self._places(pieces[0]) if (span := self._reach(at, pieces))]
        return min(spans, key=lambda span: span[1] - span[0], default=None)

    def _reach(self, at: int, pieces: Sequence[str]) -> _Span | None:
        """The span from the first piece, which begins here, to each one's nearest place."""
        begin, end = at, at + len(pieces[0])
        last = end
        for piece in pieces[1:]:
            place = find(piece, self.folded, last)
            if not 0 <= place <= last + _NEAR:
                # In another order than on the page.
                place = find(piece, self.folded, max(0, begin - _NEAR))
                if not 0 <= place <= end + _NEAR:
                    return None
            last = place + len(piece)
            begin, end = min(begin, place), max(end, last)
        return begin, end

    def spanned(self, span: _Span) -> range:
        """Return the indexes of the passages that a span touches."""
        first = max(0, bisect_right(self._starts, span[0]) - 1)
        last = max(first, bisect_right(self._starts, span[1] - 1) - 1)
        return range(first, last + 1)

    def _places(self, quote: str) -> Iterator[int]:
        at = find(quote, self.folded)
        for _ in range(_MAX_PLACES):
            if at < 0:
                return
            yield at
            at = find(quote, self.folded, at + 1)

    def _fit(self, begin: int, end: int, words: frozenset[str]) -> int:
        around = self.folded[max(0, begin - _AROUND) : end + _AROUND]
        return len(words.intersection(_WORD.findall(around)))


class _Exhibit:
    """One piece of evidence with its two readings, each made when it is first searched."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence

    @cached_property
    def read(self) -> _Text:
        return _Text(as_read(self.evidence.material))

    @cached_property
    def shown(self) -> _Text:
        return _Text(as_shown(self.evidence.material))

    @cached_property
    def roles(self) -> frozenset[str]:
        """The roles of all nodes."""
        nodes = (node for passage in self.read.passages for node in passage.nodes)
        return frozenset(node.role for node in nodes)

    @property
    def page(self) -> Observation | None:
        material = self.evidence.material
        if isinstance(material, ChangeReport):
            return material.page
        return material if isinstance(material, Observation) else None

    def reference(self, text: _Text, span: _Span) -> Reference:
        """Return the place of a span as a reference."""
        touched = text.spanned(span)
        held = [text.passages[at] for at in touched]
        nodes = [node for passage in held for node in passage.nodes]
        near = range(max(0, touched.start - 2), min(len(text.passages), touched.stop + 2))
        around = "\n".join(filter(None, (text.passages[at].text for at in near)))
        said = " ".join(filter(None, (passage.text for passage in held)))
        quote = text.folded[span[0] : span[1]]
        return Reference(
            evidence=self.evidence,
            text=" ".join((exact(quote, said) or said).split()),
            around=_clipped(around, exact(quote, around), 2 * _AROUND),
            nodes=tuple(node.mmid for node in nodes if node.mmid is not None),
            boxes=_boxes(nodes),
        )


def _variants(quote: str, roles: frozenset[str]) -> Iterator[str]:
    """The quote as it is, without element numbers, and without roles too."""
    yield fold(quote)
    yield fold(_NUMBER.sub(" ", quote))
    yield fold(_bare(quote, roles))


def _bare(quote: str, roles: frozenset[str]) -> str:
    return _role(roles).sub(" ", _NUMBER.sub(" ", quote))


@lru_cache(maxsize=8)
def _role(roles: frozenset[str]) -> re.Pattern[str]:
    """A role where an outline has one: before a name, a colon or states."""
    names = "|".join(map(re.escape, sorted(roles | set(SHORT_ROLES.values()))))
    return re.compile(rf"(?:^|(?<=[\s|;:]))(?:{names})(?: \d)?(?=\s*['\"‘“:(]|\s*$)")


def _boxes(nodes: Sequence[Node]) -> tuple[tuple[int, int, int, int], ...]:
    return tuple(dict.fromkeys(node.bbox for node in nodes if node.bbox and node.bbox[2]))


def _clipped(text: str, inside: str, limit: int) -> str:
    """The text around what stands inside it, at most ``limit`` characters more than that."""
    at = max(text.find(inside), 0) if inside else 0
    begin = max(0, at - limit // 2)
    end = at + len(inside) + limit // 2
    return ("…" if begin else "") + text[begin:end] + ("…" if end < len(text) else "")


def _url(material: Material) -> str:
    match material:
        case Observation() | Document() | Records():
            return material.url
        case ChangeReport(page=Observation() as page):
            return page.url
    return ""
