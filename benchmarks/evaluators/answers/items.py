"""Answers that name texts: one, several, a set of them, a list in order."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .candidates import is_denied
from .normal import bare, plain, tidy, without_markup

_BULLET = re.compile(r"^\s*(?:[-*•·+]|\(?\d+[.)])\s+", re.MULTILINE)
_SEPARATOR = re.compile(
    r"[,;/|&]|\band\b|\bor\b|\bund\b|\boder\b|\bet\b|\by\b|\bplus\b", re.IGNORECASE
)
_END = re.compile(r"[.!?](?=\s|$)|\n")
_DENIED_SEGMENT = re.compile(
    r"^\W*(?:(?:but|and)\s+)?(?:not|no|never|except|excluding|without)\b", re.IGNORECASE
)
_ASIDE = re.compile(
    r"^\W*(?:as|which|according|all of|each|where|respectively|shown|listed|sorted)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")
_LEAD_IN = re.compile(
    r"^\W*(?:\b(?:answer|result|final|the|are|is|is|these|this|here|following|as|follows|in|order|"
    r"both|namely|i|e|total|of|them|all|they|list|items?|found|respectively|too|also|only|"
    r"finally|lastly|then|first|second|third|that|it|s)\b\W*)*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    item: int


def items_of(answer: object) -> list[str] | None:
    """Return the items of an answer that is a list, as JSON or as its text; ``None`` for prose."""
    if isinstance(answer, str) and answer.strip()[:1] == "[":
        try:
            answer = json.loads(answer)
        except ValueError:
            return None
    if not isinstance(answer, list):
        return None
    return [
        each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in answer
    ]


def says(text: str, phrase: str, *, ignore_case: bool = True) -> bool:
    """Whether a text names a phrase as whole words, and not only to deny it."""
    text, phrase = plain(text, ignore_case=ignore_case), bare(phrase, ignore_case=ignore_case)
    return any(
        not is_denied(text, match.start(), match.end()) for match in _whole(phrase).finditer(text)
    )


def missing(text: str, phrases: Sequence[str], *, ignore_case: bool = True) -> str:
    """Return the first phrase that a text does not name; ``""`` when it names all."""
    return next((each for each in phrases if not says(text, each, ignore_case=ignore_case)), "")


def wrong_items(
    answer: object, wanted: Sequence[str], *, ordered: bool, ignore_case: bool = True
) -> str:
    """Return how an answer differs from the wanted set or list; ``""`` when it does not."""
    given = items_of(answer)
    if given is not None:
        return _wrong_list(given, wanted, ordered=ordered, ignore_case=ignore_case)
    text = without_markup(_BULLET.sub("\n• ", tidy(str(answer))))
    if ignore_case:
        text = text.casefold()
    names = [bare(each, ignore_case=ignore_case) for each in wanted]
    hits = _hits(text, names)
    found = {names[hit.item] for hit in hits}
    for name in names:
        if name not in found:
            return f"the answer does not name {name!r}"
    extra = _extra(text, hits)
    if extra:
        return f"the answer also names {extra!r}"
    sequence = [names[hit.item] for hit in hits]
    if ordered and not _repeats(sequence, names):
        return "the answer names them in another order"
    return ""


def _wrong_list(
    given: Sequence[str], wanted: Sequence[str], *, ordered: bool, ignore_case: bool
) -> str:
    have = [bare(each, ignore_case=ignore_case) for each in given]
    want = [bare(each, ignore_case=ignore_case) for each in wanted]
    for each in want:
        if each not in have:
            return f"the answer does not name {each!r}"
    for each in have:
        if each not in want:
            return f"the answer also names {each!r}"
    return "the answer names them in another order" if ordered and have != want else ""


def _whole(phrase: str) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, phrase.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)(?!\.\d)")


def _hits(text: str, names: Sequence[str]) -> list[_Hit]:
    """Find the names, longer ones first, so that "red wine" is not "red"."""
    hits: list[_Hit] = []
    for item in sorted(range(len(names)), key=lambda each: -len(names[each])):
        for match in _whole(names[item]).finditer(text):
            if any(hit.start < match.end() and match.start() < hit.end for hit in hits):
                continue
            if not is_denied(text, match.start(), match.end()):
                hits.append(_Hit(match.start(), match.end(), item))
    return sorted(hits, key=lambda hit: hit.start)


def _extra(text: str, hits: Sequence[_Hit]) -> str:
    """Return what else is listed, except descriptions of a hit and text around the list."""
    marked = list(text)
    for hit in hits:
        marked[hit.start : hit.end] = "\0" * (hit.end - hit.start)
    shown = "".join(marked)
    if shown.count("•") > 1:
        return _extra_line(text, shown)
    start, end = hits[0].start, hits[-1].end
    sentence = max((match.end() for match in _END.finditer(shown, 0, start)), default=0)
    colon = shown.rfind(":", sentence, start)
    first = colon + 1 if colon >= 0 else sentence
    after = _END.search(shown, end)
    last = after.start() if after else len(shown)
    return _extra_part(text, shown, first, last)


def _extra_line(text: str, shown: str) -> str:
    position = shown.find("•")
    while position >= 0:
        following = shown.find("•", position + 1)
        line_end = shown.find("\n", position)
        stop = min([each for each in (following, line_end, len(shown)) if each >= 0])
        line = shown[position + 1 : stop]
        if "\0" not in line and not _DENIED_SEGMENT.match(line):
            return " ".join(text[position + 1 : stop].split())
        position = following
    return ""


def _extra_part(text: str, shown: str, first: int, last: int) -> str:
    cuts = [match.span() for match in _SEPARATOR.finditer(shown, first, last)]
    starts, ends = [first, *(end for _, end in cuts)], [*(start for start, _ in cuts), last]
    parts = list(zip(starts, ends, strict=True))
    for index, (start, end) in enumerate(parts):
        part = shown[start:end]
        if "\0" in part or not _WORD.search(part) or _DENIED_SEGMENT.match(part):
            continue
        if _ASIDE.match(part) and "\0" not in shown[end:last]:
            continue
        before_list = "\0" not in shown[first:end]
        follower = shown[parts[index + 1][0] : parts[index + 1][1]] if before_list else ""
        # "In the shop, the colours are red": a clause before the list, not a first item of it.
        if before_list and not re.match(r"[\s\"'(]*\0", follower):
            continue
        if not _LEAD_IN.match(part):
            return " ".join(text[start:end].split())
    return ""


def _repeats(sequence: Sequence[str], names: Sequence[str]) -> bool:
    times, rest = divmod(len(sequence), len(names))
    return not rest and list(sequence) == list(names) * times
