"""Options by which commands of ``agent-e bench`` choose tasks and their judge."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from .completion import among, suite_names
from .options import AGENT, argument, option

TASKS, LIMITS = "Tasks", "Limits"

SuiteName = Annotated[
    str,
    argument(
        "Name of a suite (see agent-e bench list), or a file of tasks.",
        "SUITE",
        autocompletion=among(suite_names),
    ),
]
JudgeModel = Annotated[
    str,
    option(
        "Model that judges what rules cannot, or A,B,C for several; without one that stays "
        "unjudged.",
        "MODEL",
        panel=AGENT,
        show_default=False,
    ),
]
Globs = Annotated[
    list[str] | None,
    option(
        "Only tasks with such an id; may be given several times.", "GLOB", "--tasks", panel=TASKS
    ),
]
Limit = Annotated[int | None, option("Only the first N tasks.", "N", panel=TASKS, min=1)]
Epochs = Annotated[
    int | None,
    option("Repetitions of each task (default: the suite's, mostly 1).", "K", panel=TASKS, min=1),
]
Seeds = Annotated[
    int | None, option("Variants of each task, where a suite makes them.", "N", panel=TASKS, min=1)
]
Split = Annotated[str | None, option("Part of the suite.", "NAME", panel=TASKS)]
Dates = Annotated[
    str,
    option(
        "What becomes of stale dates: shift (or shift:DAY, as if that were today), months:N or "
        "keep.",
        "RULE",
        panel=TASKS,
    ),
]
Data = Annotated[Path | None, option("Where the suite's files are.", "DIR", panel=TASKS)]
Sites = Annotated[
    list[str] | None,
    option(
        "Address of a site of the suite that runs already, instead of a copy started for the "
        "run; may be given several times.",
        "NAME=URL",
        panel=TASKS,
    ),
]
