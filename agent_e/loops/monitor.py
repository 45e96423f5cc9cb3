"""The loop monitor: detects loops in a trace of states and actions. Pure.

Source: WebSight, whose failures were nearly all endless loops, and the table of rules that its
anchor measured. Counting actions alone mistakes a pager for a loop; state-action pairs do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from .steps import Rule, Step, Tried, Verdict

WINDOW = 4
"""Steps in a row without an effect, a new state or new text."""
_LONG_WINDOW = 6
_FEW_STATES = 3
_REPEATS = 3
_MIN_ITEMS = 3
_MAX_NEWS = 1
_MIN_STALE = 2
_RECOVERED = 4
"""New states after a verdict that count as an escape."""
_MAX_STEPS = 60
_MAX_PAIRS = 6
_TOLERATED = 2
"""How often a named loop's steps may recur: the way out may lead over them."""

Same = Callable[[int], int]


class LoopMonitor:
    """Watches one trace."""

    def __init__(self, same: Same = lambda number: number) -> None:
        """Begin a trace; ``same`` maps a state's number to its current one."""
        self.level = 0
        self._same = same
        self._steps: list[Step] = []
        self._fresh = 0
        self._acted = 0
        self._new = 0
        self._tried: set[tuple[int, str]] = set()
        self._weight = 0

    def take(self, step: Step) -> Verdict | None:
        """Add a step; returns the loop it closes, if it does."""
        if step.kind == "wait":
            if step.new:
                # The page changed by itself: what had no effect before may have one now.
                self._fresh = 0
            return None
        self._steps = [*map(self._now, [*self._steps, step])][-_MAX_STEPS:]
        step = self._steps[-1]
        self._fresh = min(self._fresh + 1, _MAX_STEPS)
        if step.kind == "act":
            self._acted += 1
            self._new += step.new and step.turned and not _is_stale(step)
            if self.level and self._new >= _RECOVERED:
                self.level, self._tried = 0, set()
        # An agent that was told that nothing new comes may have reason to go on for a while.
        patience = 2 * WINDOW if self.level else WINDOW
        found = self._again(step) or _first_rule(self._steps, self._steps[-self._fresh :], patience)
        if found is None:
            return None
        rule, steps = found
        self.level += 1
        self._fresh = self._new = self._weight = 0
        self._tried |= {step.pair for step in steps}
        return Verdict(rule=rule, level=self.level, step=self._acted, pairs=_pairs(steps))

    def _now(self, step: Step) -> Step:
        before, after = self._same(step.before), self._same(step.after)
        if (before, after) == (step.before, step.after):
            return step
        # What was taken for a new state has turned out to be an old one.
        return replace(step, before=before, after=after, new=step.new and after == step.after)

    def _again(self, step: Step) -> tuple[Rule, Sequence[Step]] | None:
        tried = {(self._same(state), action) for state, action in self._tried}
        if not self.level or step.pair not in tried:
            return None
        self._weight += _TOLERATED if step.unchanged or step.kind == "read" else 1
        if self._weight < _TOLERATED:
            return None
        return "again", [each for each in self._steps if each.pair in tried]


Found = tuple[Rule, Sequence[Step]]


def _first_rule(steps: Sequence[Step], fresh: Sequence[Step], patience: int) -> Found | None:
    """Check every rule against the trace, the plainest first.

    Args:
        steps: the trace.
        fresh: its end since the last verdict: nothing is reported twice.
        patience: steps in a row that may bring nothing new.
    """
    if steps[-1].kind == "read":
        return _repeated(fresh)
    recent = [step for step in fresh if step.kind == "act"]
    return (
        _no_change(recent)
        or _repeated(fresh)
        or _unchanged(recent)
        or _same_way(recent)
        or _no_new_state([step for step in steps if step.kind == "act"], len(recent))
        or _no_news(recent, patience)
    )


def _no_change(acts: Sequence[Step]) -> Found | None:
    last = acts[-1]
    for step in reversed(acts[:-1]) if last.unchanged else ():
        if step.pair == last.pair and step.unchanged:
            return "no_change", [step, last]
        if step.new:
            break
    return None


def _repeated(steps: Sequence[Step]) -> Found | None:
    """The same pair three times, with nothing new since the first of them."""
    times = 1
    for number in range(len(steps) - 2, -1, -1):
        times += steps[number].pair == steps[-1].pair
        if times == _REPEATS:
            return "repeated", steps[number:]
        if steps[number].new:
            break
    return None


def _unchanged(acts: Sequence[Step]) -> Found | None:
    last = acts[-WINDOW:]
    if len(last) == WINDOW and all(step.unchanged for step in last):
        return "unchanged", last
    return None


def _no_new_state(acts: Sequence[Step], fresh: int) -> Found | None:
    """Only states that were seen before; going back the way one came is no loop."""
    last = acts[-WINDOW:]
    if fresh < WINDOW or any(step.new or step.effect for step in last):
        return None
    if _repeats(acts, last) >= WINDOW - 1:
        return "no_new_state", last
    long = acts[-_LONG_WINDOW:]
    if fresh < _LONG_WINDOW or any(step.new or step.effect for step in long):
        return None
    if len({step.after for step in long}) <= _FEW_STATES:
        return "no_new_state", long
    return None


def _repeats(acts: Sequence[Step], last: Sequence[Step]) -> int:
    """How many of the last steps had been done before in the same state."""
    seen = {step.pair for step in acts[: len(acts) - len(last)]}
    count = 0
    for step in last:
        count += step.pair in seen
        seen.add(step.pair)
    return count


def _no_news(acts: Sequence[Step], patience: int) -> Found | None:
    """A pager or a feed whose pages exist, but repeat what the ones before them showed.

    A page that counts how far there is to go comes to an end by itself.
    """
    last = acts[-patience:]
    if len(last) < patience or len({step.like for step in last}) > 1:
        return None
    # A feed does not grow at every scroll.
    stale = sum(map(_is_stale, last))
    if stale < _MIN_STALE or any(step.turned and not _is_stale(step) for step in last):
        return None
    return "no_news", last


def _is_stale(step: Step) -> bool:
    """Whether another page came that showed nothing new."""
    if not step.new or not step.turned or step.effect or step.counted or step.fresh:
        return False
    return step.news <= _MAX_NEWS and step.items >= _MIN_ITEMS


def _same_way(acts: Sequence[Step]) -> Found | None:
    """The same way from one address to another three times, whatever else the pages show."""
    last = acts[-1]
    if len(set(last.way)) < 2:
        return None
    way = last.action, last.way
    found = [number for number, step in enumerate(acts) if (step.action, step.way) == way]
    if len(found) < _REPEATS:
        return None
    between = acts[found[-_REPEATS] :]
    if any(step.effect or (step.turned and len(set(step.way)) < 2) for step in between):
        return None
    return "same_way", between


def _pairs(steps: Iterable[Step]) -> tuple[Tried, ...]:
    """The pairs that a loop consists of, each once, in order."""
    steps = list(steps)
    counts = Counter(step.pair for step in steps)
    found = [
        Tried(
            state=step.before,
            action=step.action,
            words=step.words,
            led_to=step.led_to,
            times=counts[pair],
            unchanged=step.unchanged,
        )
        for pair, step in {step.pair: step for step in steps}.items()
    ]
    return tuple(found[-_MAX_PAIRS:])
