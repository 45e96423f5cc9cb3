"""MiniWoB++: the list of problems. Their pages are a site of ours and provide the goals."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.sites.miniwob.backend import WARM
from agent_e.benchmarks.suites.files import MINIWOB_TASKS
from agent_e.benchmarks.suites.suite import Suite, SuiteBroken, SuiteOptions, read_text
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, SiteUse

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

NAME = "miniwob"
SITE = "miniwob"
SEEDS = (1,)
_STARTED = "document.documentElement.dataset.ready"
_START_MS = 10_000
_CATEGORIES = {"hidden test": "hidden"}


def _read(options: SuiteOptions) -> list[BenchTask]:
    text = read_text(MINIWOB_TASKS, options, NAME)
    return make_tasks(text, options.seeds or SEEDS, options.split)


def make_tasks(text: str, seeds: tuple[int, ...], split: str | None) -> list[BenchTask]:
    """Create a task for each row of BrowserGym's table and each seed.

    The goal comes from the page: until it is opened the intent only says so.
    """
    rows = [
        row
        for row in csv.DictReader(io.StringIO(text))
        if split is None or row["browsergym_split"] == split
    ]
    return [_task(row, seed) for row in rows for seed in seeds]


def _task(row: dict[str, str], seed: int) -> BenchTask:
    name = row["task_name"].removeprefix("miniwob.")
    category = row["miniwob_category"]
    return BenchTask(
        id=f"{name}--{seed}",
        suite=NAME,
        intent="Do what the page asks for.",
        start_url=f"{{{SITE}}}/e/{name}/{seed}",
        sites=(SiteUse(name=SITE),),
        template_id=name,
        seed=seed,
        tags={
            "category": _CATEGORIES.get(category, category),
            "split": row["browsergym_split"],
            "similarity_group": row["similarity_group"],
            "comment": row["comment"],
        },
        evaluators=(
            EvaluatorSpec.model_validate({"type": "reward", "site": SITE, "path": "main"}),
        ),
        source="MiniWoB++",
        licence="MIT",
    )


async def _with_goal(task: BenchTask, context: BrowserContext) -> BenchTask:
    """Read the goal from the page, in a run that does not count.

    Raises:
        SuiteBroken: the page does not start.
    """
    page = await context.new_page()
    try:
        await page.goto(f"{task.start_url}?run={WARM}")
        await page.wait_for_function(_STARTED, timeout=_START_MS)
        utterance = await page.evaluate("core.getUtterance()")
    except PlaywrightError as error:
        raise SuiteBroken(f"The page of {task.id} does not start: {error.message}") from error
    goal = utterance if isinstance(utterance, str) else utterance["utterance"]
    return task.model_copy(update={"intent": " ".join(goal.split())})


MINIWOB = Suite(
    name=NAME,
    summary="125 small problems on one page each, made from seeds, that judge themselves.",
    licence="MIT (pages), Apache-2.0 (table)",
    read=_read,
    files=(MINIWOB_TASKS,),
    prepare=_with_goal,
    splits=(("train", 62), ("test", 63)),
)
