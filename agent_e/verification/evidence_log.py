"""Log of all that a run was shown, and the one matcher of quotes in the project."""

from __future__ import annotations

import pickle
import re
import time
import zlib
from collections import deque
from collections.abc import Sequence
from functools import cached_property, lru_cache

from agent_e.dom.render.alike import ITEMS, MEMBERS
from agent_e.dom.render.node_format import SHORT_ROLES
from agent_e.types import (
    ChangeReport,
    Document,
    Evidence,
    Material,
    Observation,
    PersonAnswer,
    Records,
    Reference,
    SkillResult,
    SubTaskReport,
)

from .folding import exact, fold
from .passages import as_read, as_shown
from .text import AROUND, NUMBER, WORD, Span, Text, pieces_of

_CITED = re.compile(r"^\s*>\s?", re.M)
_PAIRS = tuple(zip("([{«“‘\"'", ")]}»”’\"'", strict=True))
_BESIDE = 8
"""Number of passages before and after a quote that count as its surroundings."""
_OPEN = 4
"""The newest exhibits, which are not packed: a page shown again is compared with them."""


class EvidenceLog:
    """What the agents of one run were shown, in order; ``acts``: the last five, one line each."""

    def __init__(self) -> None:
        self._exhibits: list[_Exhibit] = []
        self.acts: deque[str] = deque(maxlen=5)

    @property
    def latest(self) -> Evidence | None:
        """What was shown last."""
        return self._exhibits[-1].evidence if self._exhibits else None

    def add(self, result: SkillResult, *, step: int, url: str) -> None:
        """Add what a result has shown.

        Args:
            result: of a skill. Of one without data, such as a person's own skill, its text counts.
            step: the model call it belongs to.
            url: the page that was open.
        """
        if result.report is not None and result.short:
            self.acts.append(result.short)
        shown = [
            each for each in result.materials if not isinstance(each, SubTaskReport | PersonAnswer)
        ]
        if not result.materials and result.text:
            shown = [Document(url=url, text=result.text)]
        for material in shown:
            if any(each.evidence.material is material for each in self._exhibits[-_OPEN:]):
                # A page shown again unchanged counts as one look.
                continue
            page = _page(material)
            where = (page.url if page is not None else "") or url
            evidence = Evidence(step=step, url=where, at=time.time(), material=material)
            self._exhibits.append(_Exhibit(evidence, result.action_text))
        for exhibit in self._exhibits[:-_OPEN]:
            exhibit.pack()

    def locate(self, quote: str, claim: str = "") -> Reference | None:
        """Return where a quote was shown last, ``None`` where it never was.

        Element numbers, roles, case, blanks, kinds of quotes and dashes are ignored. A quote may
        span neighbouring nodes, cells or lines; one that is assembled from pieces is found where
        these belong together. Among several places on a page, the one whose surroundings share
        most words with the claim wins.
        """
        quote = _CITED.sub("", quote)
        roles = frozenset().union(*(exhibit.roles for exhibit in self._exhibits))
        quotes = [fold(NUMBER.sub(" ", quote)), fold(_bare(quote, roles))]
        words = frozenset(WORD.findall(fold(claim)))
        newest = self._exhibits[::-1]
        for exhibit in newest:
            if spans := exhibit.read.best(quotes, words):
                return exhibit.reference(exhibit.read, spans)
        pieces = pieces_of(quote, lambda part: _bare(part, roles))
        bare = pieces_of(quote, lambda part: NUMBER.sub(" ", part))
        for exhibit in newest:
            if spans := exhibit.read.together(pieces):
                return exhibit.reference(exhibit.read, spans)
            if spans := exhibit.shown.best(quotes, words) or exhibit.shown.together(bare):
                return exhibit.reference(exhibit.shown, spans)
        return None

    def has(self, text: str) -> bool:
        """Whether a text was shown word for word, as the pages read."""
        folded = fold(text)
        return any(next(exhibit.read.find(folded), None) for exhibit in self._exhibits)

    def newly_says(self, quote: str) -> bool:
        """Whether the latest material has a quote elsewhere than in a field or as typed text."""
        place = self.locate(quote)
        return place is not None and place.evidence is self.latest and not place.typed

    def newest(self) -> Reference | None:
        """Return what was shown last, as a reference to its beginning."""
        for exhibit in reversed(self._exhibits):
            if text := "; ".join(each.text for each in exhibit.read.passages if each.text):
                return Reference(evidence=exhibit.evidence, text=text[:AROUND], around=text)
        return None

    def page_text(self, limit: int) -> tuple[str, str]:
        """Return address and text of the page that was shown last, cut to ``limit`` characters."""
        for each in reversed(self._exhibits):
            page = _page(each.evidence.material)
            if isinstance(page, Observation):
                text = "\n".join(filter(None, (each.text for each in as_read(page))))
                return page.url, text[:limit]
        return "", ""


class _Exhibit:
    """One piece of evidence with its two readings, each made when searched."""

    def __init__(self, evidence: Evidence, action_text: str) -> None:
        self._evidence: Evidence | None = evidence
        self._packed = b""
        self._action_text = action_text

    @property
    def evidence(self) -> Evidence:
        """The evidence; once packed, made anew."""
        if self._evidence is None:
            self._evidence = pickle.loads(zlib.decompress(self._packed))
        return self._evidence

    def pack(self) -> None:
        """Take a tenth of the room until it is searched: most pages of a long run never are."""
        if self._evidence is not None:
            self.roles  # noqa: B018, kept, as every search asks for it
            self._packed = self._packed or zlib.compress(pickle.dumps(self._evidence))
            self._evidence = None
            vars(self).pop("read", None)
            vars(self).pop("shown", None)

    @cached_property
    def read(self) -> Text:
        """The text as the page, file or answer reads."""
        return Text(as_read(self.evidence.material))

    @cached_property
    def shown(self) -> Text:
        """The text as worded for a model; an answer in JSON reads no other way."""
        groups = {each.group[0] for passage in self.read.passages for each in passage.place}
        return Text([] if MEMBERS & groups else as_shown(self.evidence.material, self._action_text))

    @cached_property
    def roles(self) -> frozenset[str]:
        # `read` would keep a second text of every page of a run, and most are never searched.
        passages = as_read(self.evidence.material)
        return _shared(frozenset(node.role for each in passages for node in each.nodes))

    def reference(self, text: Text, spans: Sequence[Span]) -> Reference:
        """Return the place of spans as a reference."""
        spans = sorted(spans)
        touched = [text.spanned(span) for span in spans]
        held = list(dict.fromkeys(at for each in touched for at in each))
        nodes = [node for at in held for node in text.passages[at].nodes]
        near = text.passages[max(0, touched[0].start - _BESIDE) : touched[-1].stop + _BESIDE]
        around = "\n".join(filter(None, (passage.text for passage in near)))
        return Reference(
            evidence=self.evidence,
            text=" … ".join(dict.fromkeys(_exact(text, span) for span in spans)),
            around=around,
            nodes=tuple(node.mmid for node in nodes if node.mmid is not None),
            boxes=tuple(dict.fromkeys(node.bbox for node in nodes if node.bbox and node.bbox[2])),
            typed=any(text.passages[at].typed for at in held),
        )


def _exact(text: Text, span: Span) -> str:
    """The original text of a folded span."""
    original = " ".join(text.passages[at].text for at in text.spanned(span))
    # A sign that ends the word, and one of a pair alone, may belong to what is beside the quote.
    words = " ".join(exact(text.folded[span[0] : span[1]], original).split()).rstrip(":;,")
    for left, right in _PAIRS:
        words = words[:-1] if words.endswith(right) and left not in words[:-1] else words
        words = words[1:] if words.startswith(left) and right not in words[1:] else words
    return words


def _bare(quote: str, roles: frozenset[str]) -> str:
    return _role(roles).sub(" ", NUMBER.sub(" ", quote))


@lru_cache(maxsize=256)
def _shared(roles: frozenset[str]) -> frozenset[str]:
    """The same object for the same roles: most pages of a site have no others."""
    return roles


@lru_cache(maxsize=8)
def _role(roles: frozenset[str]) -> re.Pattern[str]:
    """A role where an outline has one: before a name, a colon or states."""
    names = "|".join(map(re.escape, sorted(roles | ITEMS | set(SHORT_ROLES.values()))))
    return re.compile(rf"(?:^|(?<=[\s|;:]))(?:{names})(?: \d)?(?=\s*['\"‘“:(]|\s*$)")


def _page(material: Material) -> Observation | Records | Document | None:
    """The material, if it has an address of its own."""
    return material.page if isinstance(material, ChangeReport) else material
