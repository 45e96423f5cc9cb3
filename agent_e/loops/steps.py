"""One step of a trace, and the findings of the loop rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["act", "read", "wait"]
Rule = Literal[
    "repeated", "no_change", "unchanged", "no_new_state", "no_news", "same_way", "again",
    "same_sub_task", "no_progress", "looped_sub_task",
]  # fmt: skip

RULES: dict[str, str] = {
    "repeated": "the same action on the same page, again and again",
    "no_change": "the same action, which changes nothing",
    "unchanged": "actions that change nothing",
    "no_new_state": "going round between pages that were seen before",
    "no_news": "going on through pages that show nothing new",
    "same_way": "going the same way again and again",
    "again": "what was named a loop, once more",
    "same_sub_task": "the same sub-task again, though nothing has changed since",
    "no_progress": "sub-tasks that find nothing and change nothing",
    "looped_sub_task": "a sub-task that went round until it was ended",
}
"""What each rule stands for, as text for people and models."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One action and what it led to.

    Attributes:
        before: number of the state it was done in; ``after`` that it led to.
        action: its key; ``like`` is equal also for elements that differ only in figures.
        words: what was done.
        kind: ``read`` looks, ``wait`` gives the page time; neither is expected to change anything.
        led_to: the outcome, in short.
        new: whether the state it led to was not seen before.
        turned: whether the page's content changed, wherever it is scrolled to.
        effect: one that no page state shows: a download, a new tab, a sent form.
        news: number of texts not seen before; ``fresh`` whether one of these differs
                in more than figures; ``counted`` whether one says how far there is to go.
        items: entries of lists and tables that it brought.
        way: addresses before and after, where the action changed the address.
    """

    before: int
    action: str
    after: int
    words: str = ""
    like: str = ""
    kind: Kind = "act"
    led_to: str = ""
    new: bool = False
    turned: bool = False
    effect: bool = False
    news: int = 0
    fresh: bool = False
    counted: bool = False
    items: int = 0
    way: tuple[str, str] = ("", "")

    @property
    def pair(self) -> tuple[int, str]:
        """State and action."""
        return self.before, self.action

    @property
    def unchanged(self) -> bool:
        """Whether it had no effect at all."""
        return self.before == self.after and not self.effect


@dataclass(frozen=True, kw_only=True, slots=True)
class Tried:
    """A state-action pair that is part of a loop."""

    state: int
    action: str
    words: str
    led_to: str
    times: int
    unchanged: bool = False

    def to_json(self) -> dict[str, object]:
        """Return the journal's form."""
        return {"action": self.words, "led_to": self.led_to, "times": self.times}


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """A detected loop.

    Attributes:
        level: 1 for the first of its chain, 2 for the next, and so on; an escape resets it.
        step: number of the action that completed it.
    """

    rule: Rule
    level: int
    step: int
    pairs: tuple[Tried, ...] = ()
