"""The type of suites, and the options for loading their tasks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from agent_e.benchmarks.tasks.dates import DateReport, apply_dates, parse_date_rule
from agent_e.benchmarks.tasks.fetch import DataFile, data_folder, read_data
from agent_e.benchmarks.tasks.record import BenchTask, TaskLimits
from agent_e.errors import BrowserError, ConfigError

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

Prepare = Callable[[BenchTask, "BrowserContext"], Awaitable[BenchTask]]
"""Completes a task whose text only its page knows; the context is discarded afterwards."""


class SuiteBroken(BrowserError):
    """A task's page cannot be prepared; never the agent's fault."""


@dataclass(frozen=True, kw_only=True)
class SuiteOptions:
    """Which tasks of a suite to load, and with which dates.

    Attributes:
        data_dir: where public data is; ``data_folder()`` if ``None``.
        dates: ``shift``, ``shift:2026-12-01``, ``months:8`` or ``keep``, for suites of live sites.
        today: the day that dates are moved relative to.
        seeds: for suites whose tasks are made from seeds; the suite's own if ``None``.
        split: a part of the suite by name; the suite's own choice if ``None``.
    """

    data_dir: Path | None = None
    dates: str = "shift"
    today: date = field(default_factory=date.today)
    seeds: tuple[int, ...] | None = None
    split: str | None = None


@dataclass(frozen=True, kw_only=True)
class Suite:
    """A set of tasks.

    Attributes:
        name: identifier.
        summary: one sentence.
        licence: of the tasks.
        read: creates or reads the tasks, with their original dates.
        limits: for tasks without their own.
        files: public data it is read from.
        prepare: completes a task just before it runs, if needed.
        dated: whether its texts contain dates that expire.
        dates: its rule for these, where nobody names another than ``shift``.
        epochs: default number of repetitions of each task.
        splits: parts selectable by name, and how many tasks each has (per seed).
        hosts: where its tasks start; ``None`` where they start on our own sites.
        agent: default where neither an agent nor a model is named.
    """

    name: str
    summary: str
    licence: str
    read: Callable[[SuiteOptions], list[BenchTask]]
    limits: TaskLimits = TaskLimits()
    files: tuple[DataFile, ...] = ()
    prepare: Prepare | None = None
    dated: bool = False
    dates: str = "shift"
    epochs: int = 1
    splits: tuple[tuple[str, int], ...] = ()
    hosts: tuple[str, ...] | None = None
    agent: str = "own"

    def load(self, options: SuiteOptions) -> list[BenchTask]:
        """Return the tasks, dates resolved; see ``load_reported``."""
        return self.load_reported(options)[0]

    def load_reported(self, options: SuiteOptions) -> tuple[list[BenchTask], DateReport]:
        """Return the tasks, and the result for their dates.

        Raises:
            ConfigError: the data is missing, or there is no such split or rule for dates.
        """
        names = [name for name, _ in self.splits]
        if options.split is not None and options.split not in names:
            some = f"It has: {', '.join(names)}" if names else "It has no parts"
            raise ConfigError(f"The suite {self.name} has no part {options.split}. {some}.")
        rule = parse_date_rule(self.date_rule(options.dates))
        tasks = [self._limited(task) for task in self.read(options)]
        return apply_dates(tasks, rule, options.today) if self.dated else (tasks, DateReport())

    def date_rule(self, given: str) -> str:
        """Return the rule for its dates, where this one was given or is the default."""
        return self.dates if given == SuiteOptions.dates else given

    def _limited(self, task: BenchTask) -> BenchTask:
        own = task.limits.model_dump(exclude_none=True)
        limits = self.limits.model_copy(update=own)
        return task.model_copy(update={"suite": self.name, "limits": limits})


def read_text(file: DataFile, options: SuiteOptions, suite: str) -> str:
    """Return the text of a suite's file.

    Raises:
        ConfigError: it is missing, or is another version.
    """
    return read_data(file, data_folder(options.data_dir), suite).decode("utf-8")
