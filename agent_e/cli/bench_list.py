"""``agent-e bench list``: the suites, and the tasks of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .bench_fetch import DataDir
from .completion import among, suite_names
from .options import Json, argument, flag, option
from .output import clean, print_json, print_note, print_out, shorten

if TYPE_CHECKING:
    from agent_e.benchmarks.suites import Suite, SuiteOptions
    from agent_e.benchmarks.tasks.dates import DateReport
    from agent_e.benchmarks.tasks.record import BenchTask

_MIN_INTENT_LENGTH = 30
_ABSENT = ("to fetch", "to get")


def list_suites(
    suite: Annotated[
        str | None,
        argument(
            "Suite or file of tasks.",
            "[SUITE]",
            show_default=False,
            autocompletion=among(suite_names),
        ),
    ] = None,
    data: DataDir = None,
    dates: Annotated[
        str, option("What is done with old dates: shift, shift:DAY, months:8 or keep.", "RULE")
    ] = "shift",
    split: Annotated[
        str | None, option("A part of the suite, such as train.", "NAME", show_default=False)
    ] = None,
    check: Annotated[bool, flag("--check", "Say what is wrong with its tasks.")] = False,
    as_json: Json = False,
) -> None:
    """List the suites, or the tasks of one; with --check exit code 1 where something is wrong."""
    from agent_e.benchmarks.suites import SUITES, SuiteOptions, find_suite

    options = SuiteOptions(data_dir=data, dates=dates, split=split)
    if suite is None:
        _suites(list(SUITES.values()), options, as_json=as_json, check=check)
        return
    chosen = find_suite(SUITES, suite)
    tasks, report = chosen.load_reported(options)
    problems = _problems(chosen, tasks) if check else []
    if as_json:
        print_json(_tasks_json(chosen, tasks, report, problems))
    else:
        _print_tasks(tasks)
        if report.notes:
            print_note(report.summary())
        if check:
            for line in unsaved_lines(report):
                print_note(line)
        _print_problems(chosen, len(tasks), problems, check=check)
    if problems:
        raise typer.Exit(1)


def _suites(suites: Sequence[Suite], options: SuiteOptions, *, as_json: bool, check: bool) -> None:
    rows = [_suite_row(suite, options) for suite in suites]
    if as_json:
        print_json({"schema_version": 1, "suites": rows})
    else:
        _print_suites(rows)
    if not check:
        return
    wrong = 0
    for suite, row in zip(suites, rows, strict=True):
        if row["tasks"] is None:
            continue
        tasks = suite.load(options)
        problems = _problems(suite, tasks)
        wrong += len(problems)
        _print_problems(suite, len(tasks), problems, check=True)
    if wrong:
        raise typer.Exit(1)


def _suite_row(suite: Suite, options: SuiteOptions) -> dict[str, Any]:
    from agent_e.benchmarks.tasks.fetch import data_folder, data_state

    state = data_state(suite.files, data_folder(options.data_dir))
    return {
        "name": suite.name,
        "tasks": None if state in _ABSENT else len(suite.load(options)),
        "splits": dict(suite.splits),
        "epochs": suite.epochs,
        "licence": suite.licence,
        "data": state,
        "sources": list(dict.fromkeys(file.source for file in suite.files)),
        "summary": suite.summary,
    }


def _problems(suite: Suite, tasks: Sequence[BenchTask]) -> list[dict[str, str]]:
    from agent_e.benchmarks.apps import APPS
    from agent_e.benchmarks.sites import SITES
    from agent_e.benchmarks.tasks.lint import lint

    sites = {*SITES, *APPS, *(use.name for task in tasks for use in task.sites if suite.files)}
    found = lint(tasks, known_sites=sites, hosts=suite.hosts)
    return [{"task": problem.task, "message": problem.message} for problem in found]


def _tasks_json(
    suite: Suite,
    tasks: Sequence[BenchTask],
    report: DateReport,
    problems: list[dict[str, str]],
) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "schema_version": 1,
        "suite": suite.name,
        "tasks": [task.model_dump(mode="json", exclude_defaults=True) for task in tasks],
        "dates": [asdict(note) for note in report.notes],
        "problems": problems,
    }


def _print_suites(rows: list[dict[str, Any]]) -> None:
    from .console import new_table, print_table

    headings = ("suite", "tasks", "data", "licence", "what it is")
    print_table(new_table(*headings, right=["tasks"], whole=["suite"]), map(_suite_cells, rows))
    if any(row["data"] == "to fetch" for row in rows):
        print_note(
            "Fetch data with `agent-e bench fetch SUITE`, or point --data at a folder of it."
        )
    if any(row["data"] == "to get" for row in rows):
        print_note("What is to get, its authors give to you alone: bench fetch says where it goes.")


def _suite_cells(row: dict[str, Any]) -> list[str]:
    parts = ", ".join(f"{name} {count}" for name, count in row["splits"].items())
    runs = f" ({row['epochs']} times each)" if row["epochs"] > 1 else ""
    count = "" if row["tasks"] is None else str(row["tasks"])
    source = f" From {', '.join(row['sources'])}." if row["sources"] else ""
    description = f"{row['summary']}{runs}{f' Parts: {parts}.' if parts else ''}{source}"
    return [row["name"], count, row["data"], row["licence"], description]


def _print_tasks(tasks: Sequence[BenchTask]) -> None:
    from .console import stdout_console

    width = stdout_console().width
    ids = max((len(task.id) for task in tasks), default=0)
    tags = {task.id: _format_tags(task) for task in tasks}
    wide = min(max((len(words) for words in tags.values()), default=0), 24)
    for task in tasks:
        start = f"{clean(task.id):<{ids}}  {shorten(tags[task.id], wide):<{wide}}  "
        room = max(width - len(start), _MIN_INTENT_LENGTH)
        print_out((start + shorten(task.intent, room)).rstrip())


def _format_tags(task: BenchTask) -> str:
    shown = ((key, value) for key, value in task.tags.items() if value)
    return " ".join(key if value is True else str(value) for key, value in shown)


def unsaved_lines(report: DateReport) -> Iterator[str]:
    """Say for each date that stays out of date, why."""
    for note in report.notes:
        if note.kind == "unsaved":
            now = f", now {note.became!r}," if note.became != note.text else ""
            why = f": {note.reason}" if note.reason else ""
            yield clean(f"{note.task}: {note.text!r}{now} is out of date{why}")


def _print_problems(
    suite: Suite, count: int, problems: list[dict[str, str]], *, check: bool
) -> None:
    if not check:
        return
    for problem in problems:
        print_note(clean(f"{suite.name} {problem['task']}: {problem['message']}"))
    print_note(f"{suite.name}: {count} tasks, {len(problems) or 'no'} problems")
