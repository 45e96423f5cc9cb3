"""Recorded steps and clicks on pictures become tasks that any agent can be given."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_e.benchmarks.suites import SUITES, SuiteOptions
from agent_e.benchmarks.suites.single_steps import make_clicks
from agent_e.benchmarks.tasks.lint import lint
from agent_e.benchmarks.tasks.record import BenchTask, Reference, TraceStep
from agent_e.errors import ConfigError
from tests.benchmarks.runner.benching import run

PAGE = """<html><body><label backend_node_id="8">City <input backend_node_id="9"></label>
<button backend_node_id="10">Find <i backend_node_id="11">it</i></button></body></html>"""
RECORDED: list[dict[str, Any]] = [
    {
        "annotation_id": "t",
        "website": "travel",
        "domain": "Travel",
        "confirmed_task": "Find hotels in Rome.",
        "action_reprs": ["[textbox]  City -> TYPE: Rome", "[button]  Find -> CLICK"],
        "actions": [
            {
                "raw_html": PAGE,
                "operation": {"op": "TYPE", "value": "Rome", "original_op": "TYPE"},
                "pos_candidates": [{"backend_node_id": "9"}],
            },
            {
                "raw_html": PAGE,
                "operation": {"op": "CLICK", "value": "", "original_op": "CLICK"},
                "pos_candidates": [{"backend_node_id": 10}],
            },
        ],
    }
]


@pytest.fixture
def steps(tmp_path: Path) -> list[BenchTask]:
    folder = tmp_path / "data" / "mind2web"
    folder.mkdir(parents=True)
    (folder / "train_0.json").write_text(json.dumps(RECORDED), encoding="utf-8")
    return SUITES["mind2web"].load(SuiteOptions(data_dir=tmp_path / "data"))


def test_a_step_is_its_page_and_what_was_done_before(steps: list[BenchTask]) -> None:
    assert lint(steps, known_sites={"stored"}) == []
    first, second = steps
    assert [(task.id, task.cluster) for task in steps] == [("t--0", "t"), ("t--1", "t")]
    assert "Done so far:\nnothing\n" in first.intent
    assert "Done so far:\n[textbox]  City -> TYPE: Rome\n" in second.intent
    assert [spec.own for spec in second.evaluators] == [
        {"site": "stored", "elements": ["10"]},
        {"site": "stored", "operation": "CLICK"},
    ]
    assert second.sites[0].options["step"] == 1


@pytest.mark.browser
@pytest.mark.timeout(120)
async def test_a_step_is_done_on_its_page(steps: list[BenchTask], tmp_path: Path) -> None:
    right = TraceStep(verb="type", role="textbox", name="City", value="Rome")
    wrong = TraceStep(verb="click", role="textbox", name="City")
    traces = zip(steps, (right, wrong), strict=True)
    given = [
        task.model_copy(update={"reference": Reference(trace=(step,))}) for task, step in traces
    ]
    records = await run(tmp_path / "run", given)
    assert [record.outcome.value for record in records] == ["success", "fail_oblivious"]
    assert records[1].score is not None
    # Another element, but the act is the recorded one.
    assert [verdict.passed for verdict in records[1].score.verdicts] == [False, True]


def test_boxes_become_parts_of_the_picture(tmp_path: Path) -> None:
    row = dict(id="7", image="frames/a.png", instruction="Open it", x1="100", y1="50", x2="200",
               y2="75", width="1000", height="500")  # fmt: skip
    with pytest.raises(ConfigError, match="1 pictures .* are missing, such as frames/a.png"):
        make_clicks([row], tmp_path)
    folder = tmp_path / "showdown-clicks"
    (folder / "frames").mkdir(parents=True)
    Image.new("RGB", (10, 5)).save(folder / "frames" / "a.png")
    with (folder / "data.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, row)
        table.writeheader()
        table.writerow(row)
    (task,) = SUITES["showdown-clicks"].load(SuiteOptions(data_dir=tmp_path))
    assert lint([task], known_sites={"stored"}) == []
    assert task.intent.startswith("Open it\n")
    assert task.evaluators[0].own["box"] == [0.1, 0.1, 0.2, 0.15]
    with pytest.raises(ConfigError, match="is not the table of showdown-clicks: KeyError"):
        make_clicks([{"id": "7"}], folder)
