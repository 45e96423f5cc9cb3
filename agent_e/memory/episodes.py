"""Episodic memory: recent actions and their outcomes, as much as matters now. Pure.

Source: WebSight, section 4.4 and Algorithm 1, line 7: tuples of action, visual change, state before
and state after in a buffer of limited size, pruned by relevance.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import shorten

SIZE = 20
_IN_FULL = 4
"""The newest ones, which are shown in full and never pruned."""
_MAX_LINE_LENGTH = 100
_MAX_LENGTH = 300
_MAX_FACTS = 40
_MAX_DONE = 10
_WORD = re.compile(r"\w{3,}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Episode:
    """One step.

    Attributes:
        action: what was to be done, as text.
        change: the outcome.
        before: progress of the task; ``after`` likewise.
        advanced: whether it brought the task forward.
        facts: found parts of the answer.
    """

    action: str
    change: str
    before: str
    after: str
    advanced: bool
    facts: tuple[str, ...] = ()


class EpisodicMemory:
    """A ring of episodes, and the facts of those that were dropped."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = max(size, _IN_FULL)
        self._episodes: list[tuple[int, Episode]] = []
        self._count = 0
        self._left: dict[str, None] = {}
        self._done: deque[str] = deque(maxlen=_MAX_DONE)

    @property
    def episodes(self) -> list[Episode]:
        """What is remembered, oldest first."""
        return [episode for _, episode in self._episodes]

    @property
    def facts(self) -> list[str]:
        """All facts found so far, also of dropped episodes; then the last actions."""
        found = dict(self._left)
        found |= dict.fromkeys(fact for each in self.episodes for fact in each.facts)
        return [*self._done, *list(found)[-_MAX_FACTS:]]

    def add(self, episode: Episode, step: str) -> None:
        """Remember an episode; beyond the limit, the one least relevant to ``step`` is dropped."""
        self._count += 1
        self._episodes.append((self._count, episode))
        if len(self._episodes) <= self._size:
            return
        old = self._episodes[: len(self._episodes) - _IN_FULL]
        least = min(old, key=lambda each: (relevance(each[1], step), each[0]))
        self._episodes.remove(least)
        self._keep(least[1])

    def prompt_text(self) -> str:
        """Return it as lines: older steps short, the newest in full, each with its outcome."""
        lines = []
        newest = len(self._episodes) - _IN_FULL
        for place, (number, each) in enumerate(self._episodes):
            mark = "" if each.advanced else " (no progress)"
            line = f"{number}. {each.action} -> {each.change}{mark}"
            lines.append(shorten(line, _MAX_LINE_LENGTH if place < newest else _MAX_LENGTH))
        if found := self.facts:
            lines += ["Found so far:", *(f"- {fact}" for fact in found)]
        return "\n".join(lines)

    def _keep(self, episode: Episode) -> None:
        """Keep the facts of a dropped episode, and where it led if it was a step forward."""
        self._left.update(dict.fromkeys(episode.facts))
        if not episode.facts and episode.advanced and episode.after != episode.before:
            words = f"Done: {episode.action}: {episode.after}"
            self._done.append(shorten(words, _MAX_LINE_LENGTH))


def relevance(episode: Episode, step: str) -> float:
    """How relevant an episode is to a step: the words they share; dead ends count more."""
    step_words = _words([step])
    episode_words = _words([episode.action, episode.change, episode.after])
    shared = len(step_words & episode_words) / len(step_words) if step_words else 0.0
    return shared + 0.25 * (not episode.advanced)


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _WORD.findall(text.casefold())}
