"""How a bench run goes, on stderr: a bar on a terminal, else a line for each episode."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from agent_e.text import format_cost, format_time

from .console import stderr_console
from .output import clean, print_note

if TYPE_CHECKING:
    from agent_e.benchmarks.episodes.record import EpisodeRecord
    from agent_e.benchmarks.runner.bench import Watcher
    from agent_e.benchmarks.runner.plan import Slot

_MARKS = {"success": "✓", "infra_error": "!", "unjudged": "?", "blocked": "!"}


class BenchProgress:
    """Counts episodes as they end; the rate covers those that say something about the agent."""

    def __init__(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self._console = stderr_console()
        self._live = self._console.is_terminal
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[words]}"),
            console=self._console,
            disable=not self._live,
            transient=True,
        )
        self._row = self._bar.add_task("episodes", total=None, words="")
        self._total = self._ended = self._counted = self._right = self._faults = 0
        self._left_at_start = 0
        self._cost: float | None = 0.0
        self._since = time.monotonic()

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._bar.stop()

    @property
    def watcher(self) -> Watcher:
        """The callbacks of the run."""
        from agent_e.benchmarks.runner.bench import Watcher

        return Watcher(begin=self._begin, start=self._start, end=self._end, tell=self._say)

    def _begin(self, total: int, done: int) -> None:
        self._total, self._left_at_start = total, total - done
        self._since = time.monotonic()
        self._bar.update(self._row, total=total, completed=done)
        if done:
            self._say(f"{done} of {total} episodes were done before.")

    def _start(self, slot: Slot) -> None:
        self._bar.update(self._row, words=self._words())

    def _end(self, record: EpisodeRecord) -> None:
        from agent_e.benchmarks.episodes.record import EpisodeOutcome

        outcome = record.outcome
        self._right += outcome is EpisodeOutcome.SUCCESS
        self._counted += outcome.counted
        if outcome is EpisodeOutcome.INFRA_ERROR:
            self._faults += 1
        else:
            self._ended += 1
        known = self._cost is not None and record.cost_usd is not None
        self._cost = (self._cost or 0.0) + (record.cost_usd or 0.0) if known else None
        self._bar.update(
            self._row,
            completed=self._total - self._left_at_start + self._ended,
            words=self._words(),
        )
        mark = _MARKS.get(outcome.value, "✗")
        why = f"  {record.message}" if outcome is EpisodeOutcome.INFRA_ERROR else ""
        again = f" ({record.epoch})" if record.epoch > 1 else ""
        self._say(
            f"{mark} {record.task_id}{again}  {outcome.value.replace('_', ' ')}  "
            f"{format_time(record.seconds)}{why}"
        )

    def _words(self) -> str:
        parts = []
        if self._counted:
            parts.append(f"{100 * self._right / self._counted:.0f} % right")
        if self._faults:
            parts.append(f"{self._faults} faults")
        parts.append(format_cost(self._cost))
        if self._ended:
            left = self._left_at_start - self._ended
            parts.append(
                f"{format_time((time.monotonic() - self._since) / self._ended * left)} left"
            )
        return ", ".join(parts)

    def _say(self, words: str) -> None:
        if self._live:
            self._bar.console.print(clean(words))
        else:
            print_note(clean(words))
