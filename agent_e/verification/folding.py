"""Folds texts for comparison: differences that a person would ignore vanish. Pure."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

from agent_e.safety import normalize

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([nrtbf])|([\"'/\\]))")
"""JSON escapes, as they appear in a page that shows an API response."""
_MINUS = re.compile(r"(?<!\w)[-\u2010-\u2015](?=\d)")
_POINT = re.compile(r"[.,:;](?!\d)|(?<!\d)[.,:;]")
_WORDS = re.compile(r"\S+")
_MARKUP = re.compile(r"(?<!\S)[/>#]+(?!\S)|(?<![^\W_])[*_]+|[*_]+(?![^\W_])")
"""Markdown around words, and between parts."""
_SIGNIFICANT = frozenset("%&#@/*\\_.,:;\u2212")
_BLANK = frozenset("|=`")


class _Signs(dict[int, str]):
    """By code point: brackets, quotes, dashes and blanks as a space, format characters as nothing.

    Filled in as characters come up.
    """

    def __missing__(self, code: int) -> str:
        char = chr(code)
        category = unicodedata.category(char)
        folded = char
        if category in ("Cf", "Mn") and not unicodedata.combining(char):
            folded = ""
        elif char not in _SIGNIFICANT and (category[0] in "PZC" or char in _BLANK):
            folded = " "
        self[code] = folded
        return folded


_SIGNS = _Signs()


def fold(text: str) -> str:
    """Return the text in its form for comparison.

    Unicode NFKC without case; blanks are one space; quotes, brackets, dashes and marks between
    words are none; points and commas stay within numbers, as does a minus before one; escapes of
    JSON are what they stand for.
    """
    text = _ESCAPE.sub(_unescaped, normalize(text))
    text = unicodedata.normalize("NFKC", text).casefold()
    text = _MARKUP.sub(" ", _POINT.sub(" ", _MINUS.sub("\u2212", text))).translate(_SIGNS)
    return " ".join(text.split())


def find(quote: str, text: str, start: int = 0) -> int:
    """Return where a folded quote stands in a folded text as whole words, -1 where it does not.

    Scripts without blanks between words have no such boundaries.
    """
    at = text.find(quote, start) if quote else -1
    while at >= 0:
        end = at + len(quote)
        if not (_joined(text[at - 1 : at + 1]) or _joined(text[end - 1 : end + 1])):
            return at
        at = text.find(quote, at + 1)
    return -1


def exact(quote: str, text: str) -> str:
    """Return the words of a text that fold to this, or the folded ones where that is unclear."""
    words = list(_WORDS.finditer(text))
    starts: list[int] = []
    parts: list[str] = []
    size = 0
    for word in words:
        part = fold(word[0])
        starts.append(size)
        parts.append(part)
        size += len(part) + 1 if part else 0
    at = find(quote, " ".join(filter(None, parts)))
    if at < 0:
        return quote
    first = bisect_right(starts, at) - 1
    last = bisect_right(starts, at + len(quote) - 1) - 1
    return text[words[first].start() : words[last].end()]


def _joined(pair: str) -> bool:
    """Whether two characters belong to one word or number."""
    if len(pair) < 2 or not (pair[0].isalnum() and pair[1].isalnum()):
        return False
    return not any(unicodedata.category(char) == "Lo" for char in pair)


def _unescaped(escape: re.Match[str]) -> str:
    code, blank, sign = escape.groups()
    if code:
        return chr(int(code, 16))
    return " " if blank else str(sign)
