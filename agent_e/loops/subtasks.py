"""Loops of a planner: the same sub-task reworded, sub-tasks without result. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .actions import plain
from .steps import Rule, Tried, Verdict

_WORD = re.compile(r"[^\W_]+(?:[.,:/-][^\W_]+)*")
_SIMILAR = 0.6
"""Share of the shorter one's words that both have; ``_CLOSE``: of all their words."""
_CLOSE = 0.4
_MIN_LENGTH = 3
_IN_VAIN = 3
"""Sub-tasks in a row that find nothing and change nothing."""
_TRIED, _CHECKED = 2, 3
_COMMON = frozenset(
    _WORD.findall(
        "the a an and or of to in on at for from with by is are be it its this that then than as "
        "page site website please report find open go get look tell what which whether there "
        "again now try also using use"
    )
)
"""Words that sub-tasks share whatever their subject."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SubTask:
    """A sub-task that was carried out.

    Attributes:
        words: its text.
        outcome: status and summary of its report.
        done: whether it was done, according to the report.
        news: whether it found a fact or reached a page state that was not known before.
        looped: whether it was ended because of a loop.
    """

    words: str
    outcome: str
    news: bool
    done: bool = False
    looped: bool = False


class SubTaskMonitor:
    """Watches the sub-tasks of one run."""

    def __init__(self) -> None:
        self.level = 0
        self._done: list[SubTask] = []
        self._banned: list[SubTask] = []

    def take(self, ended: SubTask) -> Verdict | None:
        """Add a sub-task; returns the loop it closes, if it does.

        One that is repeated after something has changed is no loop.
        """
        self._done.append(ended)
        if ended.news and not ended.looped:
            self.level, self._banned = 0, []
            return None
        found = self._repeated(ended) or self._in_vain()
        if found is None and ended.looped:
            found = "looped_sub_task", [ended]
        if found is None:
            return None
        rule, ones = found
        self.level += 1
        if self.level > 1:
            self._banned += ones
        return self._verdict(rule, ones)

    def banned(self, words: str) -> SubTask | None:
        """Return the sub-task that this one repeats although it was said to lead nowhere."""
        return next((each for each in self._banned if alike(each.words, words)), None)

    def refused(self, words: str) -> Verdict:
        """Return the loop that a forbidden sub-task closes once more."""
        found = self.banned(words)
        self.level += 1
        return self._verdict("same_sub_task", [found] if found else [])

    def _verdict(self, rule: Rule, ones: Sequence[SubTask]) -> Verdict:
        pairs = [
            Tried(state=0, action=plain(each.words), words=each.words, led_to=each.outcome, times=1)
            for each in ones
        ]
        return Verdict(rule=rule, level=self.level, step=len(self._done), pairs=tuple(pairs))

    def _repeated(self, ended: SubTask) -> tuple[Rule, list[SubTask]] | None:
        """Whether a sub-task repeats: a done one may be checked once, a failed one must change."""
        same = [ended]
        for earlier in reversed(self._done[:-1]):
            if alike(earlier.words, ended.words):
                same.insert(0, earlier)
            if len(same) == (_CHECKED if ended.done else _TRIED):
                return "same_sub_task", same
            if earlier.news:
                return None
        return None

    def _in_vain(self) -> tuple[Rule, list[SubTask]] | None:
        last = self._done[-_IN_VAIN:]
        if len(last) == _IN_VAIN and not any(each.news for each in last):
            return "no_progress", last
        return None


def alike(one: str, other: str) -> bool:
    """Whether two sub-tasks ask for the same in other words: figures and addresses must agree."""
    first, second = content_words(one), content_words(other)
    if {token for token in first if _exact(token)} != {token for token in second if _exact(token)}:
        return False
    shorter = min(len(first), len(second))
    if shorter < _MIN_LENGTH:
        return first == second
    both = len(first & second)
    return both >= _SIMILAR * shorter and both >= _CLOSE * len(first | second)


def content_words(text: str) -> frozenset[str]:
    """The content words of a sub-task, in plain letters and stemmed."""
    found = {_stem(word) for word in _WORD.findall(plain(text)) if word not in _COMMON}
    return frozenset(found)


def _stem(word: str) -> str:
    return word[:-1] if len(word) > _MIN_LENGTH and word.endswith("s") else word


def _exact(token: str) -> bool:
    return any(character.isdigit() for character in token) or "." in token or "/" in token
