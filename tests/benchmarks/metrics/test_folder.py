"""The green side's record, folders that are not whole, real journals, and the table itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.metrics import METRICS, episode_metrics
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.errors import ConfigError

from .conftest import Journal, Measure, Write, link, task_with

JOURNALS = Path(__file__).parent / "journals"
SEEN = {"url": "http://x/", "title": "", "elements": [{"selector": "#p3"}, {"selector": "#q"}]}


def test_the_green_sides_record(measure: Measure) -> None:
    click = {"type": "click", "selector": "#p3"}
    target = {"role": "link", "name": "Ember", "selector": "#p3"}
    lines: list[dict[str, Any]] = [
        {"action": click, "result": "ok", "ghost": False, "target": target},
        {"action": click, "result": "ok", "ghost": True, "target": target},
        {"action": {"type": "click", "selector": "#no"}, "result": "invalid", "target": None},
        {"action": {"type": "scroll", "delta_y": -300}, "result": "ok", "ghost": None},
        {"action": {"type": "type", "selector": "#q", "text": "a"}, "result": "timeout"},
        {"action": {"type": "wait"}, "result": "error"},
        {"action": {"type": "stop", "reason": "$5"}, "result": "ok"},
    ]
    green = [
        {"step": step, "observation": SEEN, "milliseconds": 100 * step, **line}
        for step, line in enumerate(lines)
    ]
    reference = (
        TraceStep(verb="click", role="link", name="ember"),
        TraceStep(verb="scroll", value="up"),
    )
    found = measure(green=green, task=task_with(*reference))
    assert found == {
        "steps_taken": 7,
        "wall_time_s": 2.1,
        "actions": 6,
        "step_success": pytest.approx(2 / 6),
        "failed_actions": 3,
        "invalid_actions": 1,
        "hallucinated_ids": 1,
        "ghost_clicks": 1,
        "clicks_covered": 0,
        "clicks_off_target": 0,
        "clicks_inert": 0,
        "timeouts": 1,
        "timeouts_action": 1,
        "timeouts_page": 0,
        "timeouts_wait": 0,
        "recoveries": 1,
        "repeated_action_share": pytest.approx(1 / 6),
        "scroll_wait_share": pytest.approx(2 / 6),
        # Done: click, click, scroll up; of the reference the first is at its place.
        "trace_match_ratio": 0.5,
        "trace_lcs_ratio": 1.0,
        "trace_length_ratio": 1.5,
    }


def test_what_the_green_side_does_not_say_is_not_guessed(measure: Measure) -> None:
    found = measure(green=[{"action": {"type": "click", "selector": "#a"}, "result": "ok"}])
    for name in ("ghost_clicks", "hallucinated_ids", "wall_time_s", "steps", "trace_match_ratio"):
        assert name not in found
    assert found["step_success"] == 1


def test_an_empty_folder_has_no_figures_and_no_zeros(tmp_path: Path) -> None:
    found = episode_metrics(task_with(), tmp_path)
    assert list(found) == list(METRICS)
    assert set(found.values()) == {None}


def test_a_torn_last_line_is_a_killed_run(write: Write) -> None:
    run = Journal("som")
    run.ask("som", ("get_dom", {}), shown="[1]")
    run.act("click", link("A"))
    folder = write(run)
    with next(folder.glob("run/*/events.jsonl")).open("a") as file:
        file.write('{"seq": 9, "kind": "model.ca')
    assert episode_metrics(task_with(), folder)["actions"] == 1


@pytest.mark.parametrize("name", ["evidence.json", "network.jsonl"])
def test_a_damaged_file_is_named(write: Write, name: str) -> None:
    folder = write(evidence={}, network=[])
    (folder / name).write_text('{"method": 1}\n')
    with pytest.raises(ConfigError, match=r"is damaged: .*Run it again"):
        episode_metrics(task_with(), folder)


def test_a_journal_that_is_none_is_named(write: Write) -> None:
    folder = write(Journal("som"))
    next(folder.glob("run/*/events.jsonl")).write_text("no\n{}\n")
    with pytest.raises(ConfigError, match="damaged at line 1"):
        episode_metrics(task_with(), folder)


# Counted by hand in journals of real runs with the offline model; texts and prompts were cut.
SHOP = {
    "steps": 10,
    "calls_planner": 4,
    "calls_navigator": 6,
    "calls_other": 0,
    "planner_rounds": 3,
    "input_tokens": 371 + 516 + 681 + 880 + 803 + 996 + 602 + 911 + 1275 + 743,
    "output_tokens": 42 + 23 + 20 + 16 + 11 + 71 + 3 + 3 + 67 + 117,
    "actions": 3,  # text with Enter, a product, its button; not the start page
    "step_success": 1,
    "failed_actions": 0,
    "ghost_clicks": 0,
    "repeated_action_share": 0,
    "scroll_wait_share": 0,
    "invalid_actions": 0,
    "hallucinations": 0,
    "retries": 0,
    "timeouts": 0,
    # Of type, press, click, click all but the press are the reference's.
    "trace_match_ratio": 1 / 3,
    "trace_lcs_ratio": 1,
    "trace_length_ratio": 4 / 3,
}
CATALOG = {
    "steps": 6,
    "calls_som": 6,
    "actions": 5,  # all five products opened, one after the other
    "step_success": 1,
    "ghost_clicks": 0,
    "failed_actions": 0,
    "hallucinations": 0,
    "invalid_actions": 0,
    "repeated_action_share": 0,
    "trace_match_ratio": 0,  # the fourth product is the dearest
    "trace_lcs_ratio": 1,
    "trace_length_ratio": 5,
}


@pytest.mark.parametrize(
    ("name", "trace", "counts"),
    [
        (
            "hierarchical_shop",
            (
                TraceStep(verb="type", role="searchbox", name="Search products", value="kettle"),
                TraceStep(verb="click", role="link", name="Copper Pour-Over Kettle"),
                TraceStep(verb="click", role="button", name="Add to basket"),
            ),
            SHOP,
        ),
        ("som_catalog", (TraceStep(verb="click", name="Nimbus Headphones"),), CATALOG),
    ],
)
def test_real_journals(name: str, trace: tuple[TraceStep, ...], counts: dict[str, float]) -> None:
    found = episode_metrics(task_with(*trace), JOURNALS / name)
    assert {each: found[each] for each in counts} == pytest.approx(counts)


def test_what_the_agent_counted_itself_is_what_its_journal_says() -> None:
    own = json.loads((JOURNALS / "som_catalog/run/1/result.json").read_text())["metrics"]
    found = episode_metrics(task_with(), JOURNALS / "som_catalog")
    same = ("actions", "step_success", "ghost_clicks", "hallucinations")
    assert {name: found[name] for name in same} == {name: own[name] for name in same}


def test_the_table_says_everything_of_each() -> None:
    for name, metric in METRICS.items():
        assert name == metric.name
        assert all((metric.unit, metric.per, metric.source)), name
        assert metric.words[0].isupper(), name
        assert metric.words.endswith("."), name
        assert (metric.weight in METRICS) == (metric.summary == "pooled"), name
