"""Single steps on what is stored: Mind2Web's recorded pages, and clicks on pictures of screens."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from agent_e.benchmarks.sites.stored.backend import read_tasks
from agent_e.benchmarks.suites.files import MIND2WEB_FOLDER, SHOWDOWN_TASKS
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions, read_text
from agent_e.benchmarks.tasks.fetch import data_folder
from agent_e.benchmarks.tasks.record import (
    BenchTask,
    EvaluatorSpec,
    Reference,
    SiteUse,
    TaskLimits,
    TraceStep,
)
from agent_e.errors import ConfigError

SITE = "stored"
STEPS_NAME = "mind2web"
CLICKS_NAME = "showdown-clicks"


def _read_steps(options: SuiteOptions) -> list[BenchTask]:
    folder = data_folder(options.data_dir) / MIND2WEB_FOLDER.path
    files = sorted(folder.glob("*.json"))
    if not files:
        raise ConfigError(
            f"The suite {STEPS_NAME} needs files such as train_0.json in {folder}. Get them from "
            f"{MIND2WEB_FOLDER.source}, or give the folder above it with --data."
        )
    return [task for file in files for task in make_steps(read_tasks(file), file)]


def make_steps(rows: Iterable[Mapping[str, Any]], file: Path) -> Iterator[BenchTask]:
    """Yield a task for each recorded action: its page, the goal, and what was done before."""
    for row in rows:
        for number in range(len(row["actions"])):
            yield _step(row, number, file)


def _step(row: Mapping[str, Any], number: int, file: Path) -> BenchTask:
    action, task = row["actions"][number], row["annotation_id"]
    operation = action["operation"]
    done = "\n".join(row["action_reprs"][:number]) or "nothing"
    elements = [str(each["backend_node_id"]) for each in action["pos_candidates"]]
    wanted = f"{operation['op']} {operation['value']}".strip()
    checks = ({"elements": elements}, {"operation": wanted})
    return BenchTask(
        id=f"{task}--{number}",
        suite=STEPS_NAME,
        intent=f"{row['confirmed_task']}\nDone so far:\n{done}\nDo only the next step, one act on "
        "the page as it is, which will not change. Then finish.",
        start_url=f"{{{SITE}}}/",
        sites=(SiteUse(name=SITE, options={"file": str(file), "task": task, "step": number}),),
        template_id=task,
        tags={"site": row["website"], "domain": row["domain"], "operation": operation["op"]},
        evaluators=tuple(_check(each) for each in checks),
        reference=Reference(answer=row["action_reprs"][number]),
        source="Mind2Web",
        licence="CC-BY-4.0",
    )


def _read_clicks(options: SuiteOptions) -> list[BenchTask]:
    rows = csv.DictReader(io.StringIO(read_text(SHOWDOWN_TASKS, options, CLICKS_NAME)))
    folder = (data_folder(options.data_dir) / SHOWDOWN_TASKS.path).parent
    return make_clicks(list(rows), folder)


def make_clicks(rows: Sequence[Mapping[str, str]], folder: Path) -> list[BenchTask]:
    """Convert rows of id, image, instruction, box and size.

    Raises:
        ConfigError: a picture is missing, or a row is something else.
    """
    try:
        tasks = [_click(row, folder) for row in rows]
    except (KeyError, ValueError) as error:
        raise ConfigError(
            f"{SHOWDOWN_TASKS.path} is not the table of showdown-clicks: {error!r}. Get it again."
        ) from error
    missing = [row["image"] for row in rows if not (folder / row["image"]).is_file()]
    if missing:
        raise ConfigError(
            f"{len(missing)} pictures of {SHOWDOWN_TASKS.path} are missing, such as {missing[0]}. "
            f"Put them into {folder}."
        )
    return tasks


def _click(row: Mapping[str, str], folder: Path) -> BenchTask:
    width, height = float(row["width"]), float(row["height"])
    sides = (("x1", width), ("y1", height), ("x2", width), ("y2", height))
    box = [float(row[side]) / size for side, size in sides]
    centre = f"{(box[0] + box[2]) / 2},{(box[1] + box[3]) / 2}"
    return BenchTask(
        id=row["id"],
        suite=CLICKS_NAME,
        intent=f"{row['instruction']}\nThe page is a picture of a screen, which will not change: "
        "click once where you would on that screen, then finish.",
        start_url=f"{{{SITE}}}/",
        sites=(SiteUse(name=SITE, options={"file": str(folder / row["image"])}),),
        params={"instruction": row["instruction"]},
        evaluators=(_check({"box": box}),),
        reference=Reference(trace=(TraceStep(verb="click", selector="img", value=centre),)),
        source="showdown-clicks",
        licence="MIT",
    )


def _check(keys: Mapping[str, Any]) -> EvaluatorSpec:
    return EvaluatorSpec.model_validate({"type": "first_act", "site": SITE, **keys})


MIND2WEB = Suite(
    name=STEPS_NAME,
    summary="Mind2Web's recorded steps, each on its stored page: the right element, the right act.",
    licence="CC-BY-4.0",
    read=_read_steps,
    limits=TaskLimits(steps=6),
    files=(MIND2WEB_FOLDER,),
)
SHOWDOWN_CLICKS = Suite(
    name=CLICKS_NAME,
    summary="Instructions and pictures of desktops: is the click within the box?",
    licence="MIT",
    read=_read_clicks,
    limits=TaskLimits(steps=4),
    files=(SHOWDOWN_TASKS,),
)
