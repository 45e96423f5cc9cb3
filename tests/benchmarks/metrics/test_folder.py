"""Journals of foreign agents, folders that are not whole, real journals, and the table itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent_e.benchmarks.metrics import METRICS, episode_metrics
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.errors import ConfigError

from .conftest import Journal, Measure, Write, link, task_with

JOURNALS = Path(__file__).parent / "journals"


def test_a_foreign_agent_by_the_journal_of_the_side_that_acts_for_it(measure: Measure) -> None:
    ember = link("Ember") | {"selector": "#p3"}
    run = Journal("reactive")
    run.decide(["#p3", "#q"], type="click", selector="#p3")
    run.act("click", ember)
    run.decide(["#p3", "#q"], type="click", selector="#p3")
    run.act("click", ember, ghost=True, cause="Nothing listens to clicks there.")
    run.decide(["#p3", "#q"], type="click", selector="#no")
    run.refuse("click", "ElementGone", "No element fits #no.")
    run.decide(["#p3", "#q"], type="scroll", delta_y=-300)
    run.act("scroll", direction="up")
    run.decide(["#p3", "#q"], type="type", selector="#q", text="a")
    run.act("enter_text", link("Q"), text="a", status="refused", error="ActionTimeout: too long")
    run.add("act.asked", step=5, observation={"url": "u", "dom_summary": []})
    run.refuse("act", "ActionParseError", "The agent's answer is no JSON.")
    run.decide(["#p3", "#q"], type="wait")
    run.act("wait_for", ghost=True)
    run.decide(["#p3", "#q"], type="stop", reason="$5")
    reference = (
        TraceStep(verb="click", role="link", name="ember"),
        TraceStep(verb="scroll", value="up"),
    )
    found = measure(run, result={"seconds": 2.1, "outcome": "success"}, task=task_with(*reference))
    # The six of the white agent's seed; the first, success, is the record's outcome.
    assert found["steps_taken"] == 8
    assert found["invalid_actions"] == 2
    assert found["timeouts"] == 1
    assert found["wall_time_s"] == 2.1
    # Done, waits left out: click, click, scroll up; of the reference the first is at its place.
    assert found["trace_match_ratio"] == 0.5
    assert (found["trace_lcs_ratio"], found["trace_length_ratio"]) == (1.0, 1.5)
    # And what else can be told of it.
    assert (found["invalid_id"], found["invalid_parse"]) == (1, 1)
    assert found["actions"] == 7
    assert found["step_success"] == pytest.approx(3 / 7)
    assert (found["ghost_clicks"], found["clicks_inert"]) == (1, 1)
    assert found["hallucinated_ids"] == 1
    assert found["failed_actions"] == 3
    # Of its own models nothing is known here.
    assert not {"steps", "input_tokens", "retries", "calls_reactive"} & set(found)


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
