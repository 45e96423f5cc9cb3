"""Tasks on JupyterLab: finding in tables and notes, editing, running a notebook, moving files."""

from __future__ import annotations

from functools import partial

from pydantic import JsonValue

from agent_e.benchmarks.apps.jupyterlab import (
    JupyterLab,
    editor,
    file_row,
    menu,
    new_name,
    press,
    submenu,
)
from agent_e.benchmarks.apps.jupyterlab_seed import (
    CHECKLIST,
    LIMITS,
    MEETINGS,
    OF_ARCHIVE,
    PEOPLE,
    REPORT_BY_ANNA,
    STATIONS,
    files,
    over_limit,
    samples,
    settings_cell,
)
from agent_e.benchmarks.tasks.checks import answers, state, unchanged
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, wait_for

from .task import app_task

_APP = JupyterLab()
_NAME = _APP.name
_retrieve = partial(app_task, _APP, "retrieve", path="/lab")
_change = partial(app_task, _APP, "change", path="/lab")
_several = partial(app_task, _APP, "several", path="/lab")
_infeasible = partial(app_task, _APP, "infeasible", path="/lab")

_FOLDERS = ("archive", "config", "data", "notebooks", "notes", "reports")
_PARTS = (*(f"files.{each}" for each in (*_FOLDERS, "top")), "folders", "settings")
_SAVED = (press("Control+s"), wait_for("Saving completed"))


def _rest_unchanged(*changed: str) -> tuple[EvaluatorSpec, ...]:
    return tuple(unchanged(_NAME, each) for each in _PARTS if each not in changed)


def _holds(folder: str, count: int, **record: JsonValue) -> tuple[EvaluatorSpec, ...]:
    """One record of a folder is new or changed; the total is this count."""
    where = f"files.{folder}"
    return (
        state(_NAME, where, where=record, count=1),
        state(_NAME, where, new=True, count=1),
        state(_NAME, where, count=count),
    )


def _count(folder: str) -> int:
    return sum(path.startswith(f"{folder}/") for path in files())


def _opened(path: str) -> TraceStep:
    return TraceStep(verb="open", name=f"{{{_NAME}}}/lab/tree/{path}")


def _extension(station: str) -> str:
    keeper = next(each["keeper"] for each in STATIONS if each["name"] == station)
    return next(each["extension"] for each in PEOPLE if each["id"] == keeper)


def _missed(person: str, month: int) -> int:
    return sum(each.day.month == month and person in each.absent for each in MEETINGS)


def _minutes(month: int) -> list[TraceStep]:
    steps = []
    for each in MEETINGS:
        if each.day.month == month:
            steps += [_opened(each.path), wait_for(f"Meeting of {each.day:%d.%m.%Y}")]
    return steps


_STATION = "Lauter bei Eschenbach"
_TOO_BASIC = sum(float(each["ph"]) > LIMITS["ph_high"] for each in samples("2026-02"))
_TICKED = REPORT_BY_ANNA.replace("[ ] figures", "[x] figures")
_COPIED = "reports/handover/Checkliste Probenahme.md"
_DELETED = ".jp-DirListing-content:not(:has([title^='Name: untitled.txt']))"
_OVER = over_limit("2026-02", "turbidity_ntu", 3.5)

TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "extension",
        f"I need to ring the person who keeps the station {_STATION}. What is their extension? "
        "The lists of stations and people are in the folder data.",
        checks=[answers("number", int(_extension(_STATION)))],
        answer=_extension(_STATION),
    ),
    _retrieve(
        "meetings-missed",
        "How many of the team meetings in February 2026 did Jonas Weidener miss, going by the "
        "minutes in the notes?",
        checks=[answers("number", _missed("Jonas Weidener", 2))],
        answer=_missed("Jonas Weidener", 2),
        trace=_minutes(2),
    ),
    _retrieve(
        "too-basic",
        "In how many of the samples of February 2026 was the pH above the upper limit that we "
        "have laid down in config/limits.json? Leave all files as they are.",
        checks=[answers("number", _TOO_BASIC)],
        answer=_TOO_BASIC,
    ),
    _retrieve(
        "archive-readers",
        "We want to move the folder archive. Which of the notebooks in the folder notebooks read "
        "a file from it? Give me the names of their files.",
        checks=[answers("set", list(OF_ARCHIVE))],
        answer=list(OF_ARCHIVE),
    ),
    _change(
        "rename-draft",
        "Rename Anna's draft of the 2026 report in the folder reports to 2026-q1-old.md.",
        checks=[
            *_holds(
                "reports", _count("reports"), path="reports/2026-q1-old.md", text=REPORT_BY_ANNA
            ),
            state(
                _NAME, "files.reports", where={"path": "reports/2026-q1-draft-anna.md"}, absent=True
            ),
            *_rest_unchanged("files.reports"),
        ],
        trace=(
            _opened("reports?reset"),
            file_row("2026-q1-draft-anna.md"),
            press("F2"),
            new_name("2026-q1-old.md"),
            press("Enter"),
            wait_for("2026-q1-old.md"),
        ),
    ),
    _change(
        "raise-limit",
        "In config/limits.json, raise the limit of turbidity from 4.0 to 5.5 and save the file. "
        "All other limits stay.",
        checks=[
            *_holds(
                "config",
                _count("config"),
                path="config/limits.json",
                value={**LIMITS, "turbidity_ntu": 5.5},
            ),
            *_rest_unchanged("files.config"),
        ],
        trace=(
            _opened("config?reset"),
            file_row("limits.json"),
            press("Shift+F10"),
            submenu("Open With"),
            click("menuitem", "Editor"),
            wait_for('"turbidity_ntu"'),
            editor(files()["config/limits.json"].replace("4.0", "5.5")),
            *_SAVED,
        ),
    ),
    _change(
        "dark",
        "The screen is too bright for me. Switch this JupyterLab to its dark theme, the one "
        "without high contrast.",
        checks=[
            state(_NAME, "settings", equals={"themes": {"theme": "JupyterLab Dark"}}),
            *_rest_unchanged("settings"),
        ],
        trace=(
            *menu("Settings"),
            submenu("Theme"),
            click("menuitem", "JupyterLab Dark"),
            # The choice is stored before the page is redrawn.
            TraceStep(
                verb="click",
                name="top of the page",
                selector="body[data-jp-theme-name='JupyterLab Dark'] #jp-top-panel",
            ),
        ),
    ),
    _change(
        "tick-off",
        "Anna's draft of the report of the first quarter 2026 has a list of things to do at its "
        "end. Tick off the figures of March there and save it.",
        checks=[
            *_holds(
                "reports", _count("reports"), path="reports/2026-q1-draft-anna.md", text=_TICKED
            ),
            *_rest_unchanged("files.reports"),
        ],
        trace=(
            _opened("reports/2026-q1-draft-anna.md?reset"),
            wait_for("Draft of 24 March"),
            editor(_TICKED),
            *_SAVED,
        ),
    ),
    _several(
        "recount",
        "Let the notebook turbidity.ipynb look at February 2026 with a limit of 3.5, run all of "
        "it, and save it, so that the new count stands in it.",
        checks=[
            *_holds(
                "notebooks",
                _count("notebooks"),
                path="notebooks/turbidity.ipynb",
                **{"cells.3.output": f"{_OVER} of 60 samples over 3.5\n"},
            ),
            *_rest_unchanged("files.notebooks"),
        ],
        trace=(
            _opened("notebooks/turbidity.ipynb?reset"),
            wait_for("| Idle"),
            editor(settings_cell("2026-02", "turbidity_ntu", 3.5), 2),
            *menu("Run", "Run All Cells"),
            wait_for(f"{_OVER} of 60 samples over 3.5"),
            *_SAVED,
        ),
    ),
    _several(
        "hand-over",
        "Make a folder handover in the folder reports and put a copy of the Checkliste "
        "Probenahme from the notes into it, under the same name; the original stays where it is. "
        "Then delete the empty file untitled.txt in the notes.",
        checks=[
            *_holds("reports", _count("reports") + 1, path=_COPIED, text=CHECKLIST),
            state(_NAME, "files.notes", new=True, count=0),
            state(_NAME, "files.notes", count=_count("notes") - 1),
            state(_NAME, "files.notes", where={"path": "notes/untitled.txt"}, absent=True),
            state(
                _NAME, "folders", equals=[*sorted((*_FOLDERS, "archive/2025", "reports/handover"))]
            ),
            *_rest_unchanged("files.reports", "files.notes", "folders"),
        ],
        trace=(
            _opened("reports?reset"),
            wait_for("2025-q3.md"),
            click("button", "New Folder"),
            new_name("handover"),
            press("Enter"),
            file_row("handover"),
            _opened("notes/Checkliste%20Probenahme.md?reset"),
            wait_for("Flaschen"),
            *menu("File", "Save Markdown File As… Ctrl+Shift+S"),
            TraceStep(verb="type", name="path", value=_COPIED, selector=".jp-Dialog input"),
            click("button", "Save"),
            TraceStep(verb="click", name="tab", selector=f".lm-TabBar-tab[title*='{_COPIED}']"),
            _opened("notes?reset"),
            file_row("untitled.txt"),
            press("Delete"),
            click("button", "Delete"),
            TraceStep(verb="click", name="files without it", selector=_DELETED),
        ),
    ),
    _infeasible(
        "every-monday",
        "Set up a schedule so that the notebook nitrate.ipynb runs by itself each Monday at 7.",
        checks=[],
    ),
    _infeasible(
        "read-only-for-anne",
        "Give Anne Keller an account of her own here that may read the folder reports but not "
        "change anything in it.",
        checks=[],
    ),
)
