"""One click on a live page: the suite, its truth, and what tells good grounders from bad ones."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_e.benchmarks.reporting import write_bench_report
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.benchmarks.suites import SUITES, SuiteOptions
from agent_e.benchmarks.summary import click_figures, summarise
from agent_e.benchmarks.tasks.lint import lint
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.cli.bench_summary import summary_lines
from agent_e.config import Settings
from agent_e.config.sections import BrowserSettings, GrounderSettings
from tests.benchmarks.runner.benching import run
from tests.skills.test_visual_click import picture_of

KINDS = {"text", "icon", "field", "tiny", "ambiguous", "canvas", "picture", "map"}
MODEL = "ByteDance-Seed/UI-TARS-1.5-7B"
REL_1000 = "ByteDance-Seed/UI-TARS-7B-DPO"
WIDE, HIGH = 2200, 1300
"""A big screen that no model takes as it is: UI-TARS' sides are multiples of 28."""


def loaded() -> list[BenchTask]:
    return SUITES["local-clicks"].load(SuiteOptions())


def test_there_are_a_thousand_different_instructions() -> None:
    tasks = loaded()
    assert lint(tasks, known_sites={"clicks"}) == []
    assert len(tasks) >= 1000
    asked = Counter((task.template_id, task.params["instruction"]) for task in tasks)
    assert max(asked.values()) == 1
    kinds = Counter(str(task.tags["kind"]) for task in tasks)
    assert set(kinds) == KINDS
    assert min(kinds.values()) >= 100


@pytest.mark.browser
@pytest.mark.timeout(300)
async def test_the_oracle_is_right_and_names_know_what_is_written(tmp_path: Path) -> None:
    ids = ("links-0--0", "chart-0--0", "scene-0--1", "catalog-3--0", "flights--0")
    some = [task for task in loaded() if task.id in ids]
    assert len(some) == len(ids)
    records = await run(tmp_path / "oracle", some)
    assert {record.outcome.value for record in records} == {"success"}
    names = Settings(grounder=GrounderSettings(model="names"))
    records = await run(tmp_path / "names", some, agent="grounder", settings=names)
    right = {record.task_id for record in records if record.outcome.value == "success"}
    assert right == {"links-0--0", "catalog-3--0", "flights--0"}
    figures = click_figures(summarise(records))
    assert figures is not None
    assert figures.milliseconds is not None
    assert figures.milliseconds.n == len(ids)
    assert sum(figures.failures.values()) <= 2
    lines = "\n".join(summary_lines(summarise(records)))
    assert "    canvas     0.0 % (0 of 1;" in lines
    assert "grounder     p50 " in lines
    files = write_bench_report(tmp_path / "names", pages=False)
    page = files.index.read_text(encoding="utf-8")
    assert page.count('<figure><img src="data:image/webp;base64,') == 2
    missed = next(task for task in some if task.id == "chart-0--0")
    assert str(missed.params["instruction"]) in page
    assert "| canvas | 1 | 0.0 % |" in files.markdown.read_text(encoding="utf-8")


Answer = Callable[[BenchTask, Mapping[str, Any]], Scripted]
"""From a task and the request's body."""


def screens(folder: Path, boxes: list[tuple[int, int, int, int]]) -> list[BenchTask]:
    """Tasks of showdown-clicks over one big picture, each with a box in its pixels."""
    place = folder / "showdown-clicks"
    place.mkdir(parents=True)
    Image.new("RGB", (WIDE, HIGH), "white").save(place / "a.png")
    sides = ("x1", "y1", "x2", "y2")
    rows = [
        {"id": str(at), "image": "a.png", "instruction": f"Open number {at} now",
         "width": WIDE, "height": HIGH, **dict(zip(sides, box, strict=True))}
        for at, box in enumerate(boxes)
    ]  # fmt: skip
    with (place / "data.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    return SUITES["showdown-clicks"].load(SuiteOptions(data_dir=folder))


def middle(task: BenchTask) -> tuple[float, float]:
    left, top, right, bottom = task.evaluators[0].own["box"]
    return (left + right) / 2, (top + bottom) / 2


def said(x: float, y: float, start: str = "start_box") -> Scripted:
    return Scripted(text=f"Thought: There.\nAction: click({start}='({round(x)},{round(y)})')")


def resized(task: BenchTask, body: Mapping[str, Any]) -> Scripted:
    picture, (x, y) = picture_of(body), middle(task)
    return said(x * picture.width, y * picture.height)


def unresized(task: BenchTask, body: Mapping[str, Any]) -> Scripted:
    x, y = middle(task)
    return said(x * WIDE, y * HIGH)


def of_1000(task: BenchTask, body: Mapping[str, Any]) -> Scripted:
    x, y = middle(task)
    return said(x * 1000, y * 1000)


def of_999(task: BenchTask, body: Mapping[str, Any]) -> Scripted:
    x, y = middle(task)
    return said(x * 999, y * 999)


async def outcomes(
    folder: Path, tasks: list[BenchTask], answer: Answer, model: str
) -> list[tuple[str, Mapping[str, Any]]]:
    def reply(body: Mapping[str, Any]) -> Scripted:
        words = json.dumps(body["messages"])
        task = next(task for task in tasks if str(task.params["instruction"]) in words)
        return answer(task, body)

    async with scripted_server(reply) as server:
        settings = Settings(
            browser=BrowserSettings(viewport_width=WIDE, viewport_height=HIGH),
            grounder=GrounderSettings(model=model, base_url=server.base_url),
        )
        records = await run(folder, tasks, agent="grounder", settings=settings)
    return [(record.outcome.value, record.metrics) for record in records]


@pytest.mark.browser
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("answer", "model", "right"),
    [
        (resized, MODEL, True),
        pytest.param(unresized, MODEL, False, marks=pytest.mark.slow),
        pytest.param(of_1000, REL_1000, True, marks=pytest.mark.slow),
        (of_999, REL_1000, False),
    ],
)
async def test_wrong_units_are_told_apart_on_big_screens(
    tmp_path: Path, answer: Answer, model: str, right: bool
) -> None:
    # At the far corner a thousandth is 2 px, and the resize 8 px at the most.
    boxes = [(2126, 1222, 2130, 1226), (2170, 1248, 2174, 1252)]
    if answer in (of_1000, of_999):  # places that whole thousandths name exactly
        boxes = [(2144, 1234, 2148, 1236), (2188, 1247, 2190, 1249)]
    tasks = screens(tmp_path / "data", boxes)
    found = await outcomes(tmp_path / "run", tasks, answer, model)
    assert [outcome == "success" for outcome, _ in found] == [right] * 2, found


@pytest.mark.browser
@pytest.mark.timeout(300)
async def test_every_failure_of_a_grounder_counts_with_its_class(tmp_path: Path) -> None:
    answers = {
        "Open number 0 now": Scripted(text="Action: finished(content='none')"),
        "Open number 1 now": Scripted(text="I am not sure."),
        "Open number 2 now": Scripted(text="Action: wait()"),
        "Open number 3 now": Scripted(status=400),
    }

    def answer(task: BenchTask, body: Mapping[str, Any]) -> Scripted:
        return answers[str(task.params["instruction"])]

    tasks = screens(tmp_path / "data", [(1, 1, 5, 5)] * 4)
    found = await outcomes(tmp_path / "run", tasks, answer, MODEL)
    classes = [
        next(
            name for name, value in metrics.items() if name.startswith("grounding_") and value == 1
        )
        for _, metrics in found
    ]
    assert [name.removeprefix("grounding_") for name in classes] == [
        "refused", "parse", "no_point", "provider",
    ]  # fmt: skip
    assert [outcome for outcome, _ in found] == ["fail_self_aware", *["fail_invalid"] * 3]
    assert all(metrics["grounding_ms"] for _, metrics in found)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_blind_click_is_right_as_often_as_targets_are_large(tmp_path: Path) -> None:
    chance = random.Random(4)
    boxes = []
    for _ in range(40):
        width, height = WIDE * 0.6, HIGH * 0.6
        # Anywhere, also beyond an edge: then the middle is no better a place than others.
        left = chance.uniform(-WIDE / 2, WIDE - width + WIDE / 2)
        top = chance.uniform(-HIGH / 2, HIGH - height + HIGH / 2)
        boxes.append((round(left), round(top), round(left + width), round(top + height)))
    tasks = screens(tmp_path / "data", boxes)
    settings = Settings(browser=BrowserSettings(viewport_width=WIDE, viewport_height=HIGH))
    records = await run(tmp_path / "run", tasks, agent="point", settings=settings)
    rate = summarise(records).success
    assert rate.interval is not None
    # A box of 0.6 has its corner within 1.4: the middle is in it 0.6 / 1.4 of the time each way.
    assert rate.interval[0] <= (0.6 / 1.4) ** 2 <= rate.interval[1]


def test_a_run_by_a_grounder_is_called_after_it() -> None:
    settings = Settings(model="m", grounder=GrounderSettings(model="names"))
    plan = BenchPlan(suite="local-clicks", agent="grounder", settings=settings)
    assert (plan.model, plan.architecture) == ("names", "")
