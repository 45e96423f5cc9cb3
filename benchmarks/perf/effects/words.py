"""Whether words are mentioned in a text, ignoring blanks, case and signs. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache

_MORE = re.compile(r"(?<!\+)\b(\d+) more\b")
_STRETCH = re.compile(r"'(\d{1,4})' to '(\d{1,4})'")
_NUMBER = re.compile(r"\[\d+\] (?=\w)")
_WORD = re.compile(r"[^\W_]+")
_WENT = ("Gone:", "New numbers:")
"""Beginnings of lines about what went away, or was only renamed."""
_CLOSED = re.compile(r"The .* closed\.")
_CUT = "…"
_LONG = 8
"""Letters and digits from which words are found anywhere, not only as whole words."""
_CLEAR = 16
"""Letters and digits before a cut that identify the text."""


@lru_cache(maxsize=50_000)
def bare(text: str) -> str:
    """Keep the letters and digits of a text, in lower case."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(each for each in plain if each.isalnum())


@lru_cache(maxsize=50_000)
def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, each bare."""
    return frozenset(map(bare, _WORD.findall(unicodedata.normalize("NFKC", text))))


class ReportText:
    """A text that reports what happened."""

    def __init__(self, text: str) -> None:
        """Parse it; element numbers are not words."""
        lines = _NUMBER.sub("", text.replace("\\n", " ")).splitlines()
        self._lines = [line for line in lines if not _tells_what_went(line)]
        self._bare = bare("\n".join(self._lines))
        self._words = words_of("\n".join(self._lines)) | _numbers(self._lines)
        self._cuts = [
            bare(line[: at.start()])[-_CLEAR:]
            for line in self._lines
            for at in re.finditer(_CUT, line)
        ]
        self.counted = sum(int(each) for line in self._lines for each in _MORE.findall(line))

    def has(self, words: str) -> bool:
        """Whether it mentions words as present now, or their beginning before a cut."""
        sought = bare(words)
        if len(sought) < _LONG:
            return words_of(words) <= self._words
        if sought in self._bare:
            return True
        return any(len(cut) == _CLEAR and cut in sought for cut in self._cuts)

    def has_all(self, words: str, besides: Collection[str] = ()) -> bool:
        """Whether all words but those ``besides`` occur in it, anywhere: it reports in pieces."""
        return self.has(words) or words_of(words) <= self._words.union(besides)

    def quotes(self, signs: str) -> bool:
        """Whether something without letters and digits occurs in it between quotation marks."""
        return any(f"'{signs}'" in line for line in self._lines)

    def has_state(self, names: Sequence[str], state_words: str) -> bool:
        """Whether one line has one of these names and this state; no name fits any line."""
        state = re.compile(rf"(?<!not )(?<!no longer )(?<!\w){re.escape(state_words)}(?!\w)")
        sought = [bare(name) for name in names if bare(name)]
        return any(
            state.search(line) and (not sought or any(name in bare(line) for name in sought))
            for line in self._lines
        )


def _tells_what_went(line: str) -> bool:
    return line.startswith(_WENT) or bool(_CLOSED.fullmatch(line))


def _numbers(lines: Sequence[str]) -> set[str]:
    """The numbers of ranges, such as the days of a month."""
    ends = [(int(start), int(end)) for line in lines for start, end in _STRETCH.findall(line)]
    return {str(number) for start, end in ends for number in range(start, end + 1)}
