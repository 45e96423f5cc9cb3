"""Where the agents of one run have been, as shared state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .page_visits import States
from .steps import Tried

_HISTORY = ("history", "act action=back", "tabs")
"""Ways back: forbidding them would lock an agent in."""


@dataclass(slots=True)
class LoopState:
    """States of pages, and pairs of state and action that are forbidden.

    Attributes:
        states: seen in this run, by all its agents.
    """

    states: States = field(default_factory=States)
    _banned: list[tuple[Tried, int]] = field(default_factory=list)
    _sub_task: int = 0

    @property
    def bans(self) -> bool:
        """Whether anything is forbidden."""
        return bool(self._banned)

    def block(self, pairs: Iterable[Tried]) -> None:
        """Forbid pairs until the next sub-task is over: later they may have another purpose."""
        pairs = tuple(pairs)
        onward = [pair for pair in pairs if not pair.action.startswith(_HISTORY)]
        self._banned += [(pair, self._sub_task + 1) for pair in onward or pairs]

    def unblock_effective(self) -> None:
        """Allow again what had an effect: the agent has escaped."""
        self._banned = [each for each in self._banned if each[0].unchanged]

    def clear(self) -> None:
        """Allow everything again: somebody else has used the pages."""
        self._banned = []

    def begin_sub_task(self) -> None:
        """Begin another sub-task."""
        self._sub_task += 1
        self._banned = [each for each in self._banned if each[1] >= self._sub_task]

    def banned(self, state: int, action: str) -> Tried | None:
        """Return the pair if it is forbidden."""
        same = self.states.same
        pairs = (pair for pair, _ in self._banned if pair.action == action)
        return next((pair for pair in pairs if same(pair.state) == same(state)), None)
