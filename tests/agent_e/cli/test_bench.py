from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from .conftest import Call


def test_an_unknown_measurement_names_the_others(call: Call) -> None:
    ended = call("bench", "perf", "speed")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        "Error: There is no measurement speed. There are: action, answers, console, effects, "
        "framework, gate, marks, network, observation, reach, runner, sight, soak, stopping, "
        "verify.\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="is for Linux alone")
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--faults", "moon"], "There is no fault moon. There are: refused, "),
        (["--out", "."], "There is something at . already. Give another --out."),
    ],
)
def test_chaos_refuses_what_it_cannot_do(options: list[str], complaint: str, call: Call) -> None:
    ended = call("bench", "chaos", *options)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Error: {complaint}")


def test_a_suite_must_be_named(call: Call) -> None:
    ended = call("bench", "run")
    assert (ended.code, ended.err) == (
        2,
        "Error: Missing argument 'SUITE'. See agent-e bench run --help.\n",
    )


@pytest.mark.parametrize("options", [["--ray"], ["--ray", "-j", "2"], ["--ray", "ray://h:10001"]])
def test_ray_may_stand_without_an_address(options: list[str], call: Call) -> None:
    for arguments in (["nosuch", *options], [*options, "nosuch"]):
        ended = call("bench", "run", *arguments)
        assert ended.err.startswith("Error: There is no suite nosuch."), arguments


@pytest.mark.parametrize("options", [[], ["--agent", "oracle"], ["--safety", "balanced"]])
def test_grants_are_left_out_for_the_oracle_behind_the_gate_alone(
    options: list[str], call: Call
) -> None:
    ended = call("bench", "run", "local", "--grants", "none", "--model", "offline", *options)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("Error: --grants none is for the oracle behind the gate")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["observation", "--pages", "moon"], "There is no page moon. There are: shop_500, "),
        (["observation", "--peers", "moon"], "There is no peer moon. There are: browser-use, "),
        (["action", "--pages", "moon"], "There is no page moon. There are: inert, text, "),
        (["framework", "--pages", "flight"], "The measurement framework has no --pages."),
        (["marks", "--pages", "moon"], "There are no screens of moon. There are: directus, "),
        (["marks", "--peers", "playwright"], "The measurement marks has no --peers"),
        (["verify", "--pages", "moon"], "There is no kind of case moon. There are: checkbox, "),
        (["verify", "--peers", "playwright"], "The measurement verify has no --peers"),
        (["answers", "--pages", "moon"], "There is no site moon. There are: catalog, flights, "),
        (["answers", "--peers", "playwright"], "The measurement answers has no --peers"),
        (["answers", "--model", "moon"], "There is no model moon."),
        (["answers", "--model", "replay:moon"], "moon holds no recorded verdicts ("),
        (["verify", "--out", "moon"], "--out is of the measurements answers, effects and gate."),
    ],
)
def test_unknown_pages_and_peers_are_one_sentence(
    options: list[str], complaint: str, call: Call
) -> None:
    ended = call("bench", "perf", *options)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Error: {complaint}")
    assert ended.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.browser
def test_observation_is_one_line_a_page_with_progress_beside_it(spawn: Call) -> None:
    options = ("--pages", "overlay,flight", "--repeats", "1", "--peers-dir", "cache")
    table = spawn("bench", "perf", "observation", *options)
    assert table.code == 0
    assert [line.split()[0] for line in table.out.splitlines()[-2:]] == ["overlay", "flight"]
    assert (
        "overlay (1 of 2): look 1 of 1: ours, bare walk, ours after a change, playwright\n"
        in table.err
    )
    assert "observation on system " in table.err


@pytest.mark.slow
@pytest.mark.browser
def test_action_is_one_line_a_case_with_its_figures_as_json(spawn: Call) -> None:
    options = ("--pages", "text,key", "--repeats", "1", "--peers", "")
    table = spawn("bench", "perf", "action", *options)
    assert table.code == 0
    # One line a case where the figures fit beside each other, else its figures below it.
    first = [line.split()[0] for line in table.out.splitlines()]
    assert [word for word in first if word in ("text", "key")] == ["text", "key"]
    assert "ms ours" in table.out
    assert "key (2 of 2): time 1 of 1: ours\n" in table.err
    value = json.loads(spawn("bench", "perf", "action", *options, "--json").out)
    assert (value["name"], value["run"]["peers"]) == ("action", {})
    told = [row["value"] for row in value["rows"] if row["figure"] == "told"]
    assert told == [100, 100]


@pytest.mark.slow
def test_the_framework_is_measured(spawn: Call) -> None:
    table = spawn("bench", "perf", "framework", timeout=110)
    assert table.code == 0
    assert table.err.startswith("framework on system ")
    assert table.out.splitlines()[0].split()[:3] == ["case", "figure", "value"]


@pytest.mark.slow
def test_the_measurement_as_json(spawn: Call) -> None:
    value = json.loads(spawn("bench", "perf", "framework", "--json", timeout=110).out)
    assert {"schema_version", "name", "machine", "run", "rows"} == set(value)
    assert {"commit", "changed", "date"} <= set(value["run"])
    row = {"case", "figure", "value", "unit", "peer_values", "ratio", "note"}
    assert row == set(value["rows"][0])


@pytest.mark.slow
@pytest.mark.browser
def test_marks_are_measured_and_the_page_sees_nothing_of_them(spawn: Call) -> None:
    value = json.loads(
        spawn(
            "bench", "perf", "marks", "--pages", "50,300", "--repeats", "2", "--json", timeout=110
        ).out
    )
    rows = {(row["case"], row["figure"]): row for row in value["rows"]}
    for case, marks in (
        ("50 elements", "50 marks, after a click"),
        ("300 elements", "300 marks, after a click"),
    ):
        assert rows[case, "marked picture"]["note"] == marks
        assert set(rows[case, "marked picture"]["peer_values"]) == {
            "bare shot",
            "playwright",
            "bar",
        }
        assert rows[case, "mutations seen"]["value"] == 0


@pytest.mark.slow
@pytest.mark.browser
def test_verifying_tells_effects_from_none_where_the_mean_does_not(spawn: Call) -> None:
    kinds = ("--pages", "radio,disabled button")
    value = json.loads(spawn("bench", "perf", "verify", *kinds, "--json", timeout=115).out)
    rows = {(row["case"], row["figure"]): row for row in value["rows"]}
    assert (value["run"]["effects"], value["run"]["no_effects"]) == (16, 16)
    assert rows["all", "detection"]["value"] == rows["radio", "detection"]["value"] == 100
    assert rows["all", "false_alarms"]["value"] == 0
    assert rows["static", "detection"]["peer_values"]["seed's rule"] == 0


@pytest.mark.slow
@pytest.mark.browser
def test_perf_network_tells_what_guarding_costs(spawn: Call) -> None:
    value = json.loads(
        spawn("bench", "perf", "network", "--repeats", "2", "--json", timeout=110).out
    )
    assert {row["case"] for row in value["rows"]} == {
        "1 document",
        "1 document, 60 cached files",
        "1 document, 12 frames",
        "1 document, 99 files",
        "1 document, a new connection",
    }
    peers = {"guarded, no proxy", "guarded, during an act", "bare", "context.route"}
    assert all(set(row["peer_values"]) == peers for row in value["rows"])
    assert all(row["ratio"] for row in value["rows"])


@pytest.mark.slow
@pytest.mark.browser
def test_answers_write_what_a_judge_is_to_be_asked(spawn: Call, tmp_path: Path) -> None:
    file = tmp_path / "requests.json"
    options = ("--pages", "saved,catalog", "--out", str(file))
    value = json.loads(spawn("bench", "perf", "answers", *options, "--json", timeout=115).out)
    rows = {(row["case"], row["figure"]): row["value"] for row in value["rows"]}
    assert rows["right answers", "refused by code"] == 0
    assert rows["right answers", "quotes located"] >= 97
    assert rows["false quotes", "located"] <= 2
    assert rows["judge", "largest request"] <= 6_000
    assert len(json.loads(file.read_text())) == rows["judge", "requests"] > 5
