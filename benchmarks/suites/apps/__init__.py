"""The suite `apps`: tasks on real applications, judged by the applications' own state."""

from __future__ import annotations

from collections import Counter

from agent_e.benchmarks.suites.suite import Suite, SuiteOptions
from agent_e.benchmarks.tasks.record import BenchTask, TaskLimits

from . import (
    directus,
    dokuwiki,
    etherpad,
    ghost,
    homeassistant,
    jupyterlab,
    nodered,
    phpmyadmin,
    pretix,
    requesttracker,
    trac,
    wagtail,
)
from .task import SUITE

TASKS: tuple[BenchTask, ...] = (
    *directus.TASKS,
    *dokuwiki.TASKS,
    *etherpad.TASKS,
    *ghost.TASKS,
    *homeassistant.TASKS,
    *jupyterlab.TASKS,
    *nodered.TASKS,
    *phpmyadmin.TASKS,
    *pretix.TASKS,
    *requesttracker.TASKS,
    *trac.TASKS,
    *wagtail.TASKS,
)
ORACLE = "oracle"
"""The split whose tasks have a reference trace."""


def load_apps(options: SuiteOptions) -> list[BenchTask]:
    """Return the tasks, those of one application, or those that the oracle can do."""
    if options.split == ORACLE:
        return [task for task in TASKS if task.reference.trace]
    return [task for task in TASKS if options.split in (None, task.tags["site"])]


APPLICATIONS = Suite(
    name=SUITE,
    summary="Questions and changes on applications that nobody here wrote, run on this machine.",
    licence="MIT",
    read=load_apps,
    limits=TaskLimits(steps=40, seconds=900),
    splits=(
        *Counter(str(task.tags["site"]) for task in TASKS).items(),
        (ORACLE, sum(bool(task.reference.trace) for task in TASKS)),
    ),
)

__all__ = ["APPLICATIONS", "ORACLE", "SUITE", "TASKS"]
