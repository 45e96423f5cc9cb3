from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.record import EPISODE_FILE, EpisodeRecord
from tests.benchmarks.records import episode

from .conftest import Call


def write(folder: Path, records: Iterable[EpisodeRecord]) -> Path:
    for record in records:
        path = folder / "episodes" / record.task_id / str(record.epoch) / str(record.attempt)
        path.mkdir(parents=True)
        (path / EPISODE_FILE).write_text(record.model_dump_json())
    return folder


def run(folder: Path, outcomes: str) -> Path:
    named = {"+": "ok", "-": "aware", "x": "infra"}
    return write(folder, (episode(f"t{n}", named[each]) for n, each in enumerate(outcomes)))


def test_a_regression_fails(call: Call, tmp_path: Path) -> None:
    a, b = run(tmp_path / "a", "+++++++-x"), run(tmp_path / "b", "------+-+")
    ended = call("bench", "compare", str(a), str(b))
    assert ended.code == 1
    assert "s: 8 pairs in 8 clusters" in ended.out
    assert "A  87.5 % [52.9, 97.8], 7 of 8" in ended.out
    assert "B less A  -75.0 points [" in ended.out
    assert "p = 0.0156 (McNemar, mid-p; McNemar exact 0.0312): B is worse than A" in ended.out
    assert "lost (A succeeded, B did not): 6\n    t0, epoch 1\n" in ended.out
    assert "won (B succeeded, A did not): 0" in ended.out
    assert "Not compared: t8, epoch 1: infra_error in A" in ended.err
    assert call("bench", "compare", str(b), str(a)).code == 0


def test_a_bound_in_points_fails_what_no_test_shows(call: Call, tmp_path: Path) -> None:
    a, b = run(tmp_path / "a", "++++"), run(tmp_path / "b", "+++-")
    assert call("bench", "compare", str(a), str(b)).code == 0
    assert call("bench", "compare", str(a), str(b), "--fail-below", "25").code == 0
    ended = call("bench", "compare", str(a), str(b), "--fail-below", "20")
    assert ended.code == 1
    assert "B is lower by more than 20 points" in ended.out


def test_json(call: Call, tmp_path: Path) -> None:
    a, b = run(tmp_path / "a", "++"), run(tmp_path / "b", "+-")
    value = json.loads(call("bench", "compare", str(a), str(b), "--json").out)
    assert (value["schema_version"], value["pairs"], value["difference"]) == (1, 2, -0.5)
    assert value["lost"] == [["t1", 1]]
    assert value["regressed"] is False


def test_a_later_attempt_replaces_a_fault(call: Call, tmp_path: Path) -> None:
    a = write(tmp_path / "a", [episode("t", "infra"), episode("t", attempt=2)])
    value = json.loads(call("bench", "compare", str(a), str(a), "--json").out)
    assert (value["pairs"], value["a"]["count"]) == (1, 1)


@pytest.mark.parametrize("wrong", ["nothing", "damaged"])
def test_bad_input_is_one_sentence(call: Call, tmp_path: Path, wrong: str) -> None:
    good, bad = run(tmp_path / "good", "+"), tmp_path / "bad"
    if wrong == "damaged":
        run(bad, "+")
        next(bad.rglob(EPISODE_FILE)).write_text("{}")
    ended = call("bench", "compare", str(good), str(bad))
    assert ended.code == 2
    assert ("holds no bench run" if wrong == "nothing" else "is damaged") in ended.err
    assert "Traceback" not in ended.err


def test_a_leaderboard_is_written_and_read_beside_runs(call: Call, tmp_path: Path) -> None:
    a, b = run(tmp_path / "a", "++++++++"), run(tmp_path / "b", "-------+")
    for folder in (a, b):
        (folder / "run.json").write_text("{}")
    file = tmp_path / "board.jsonl"
    ended = call("bench", "report", str(b), "--leaderboard", str(file), "--name", "the other")
    assert (ended.code, ended.out) == (0, f"{file}\n")
    ended = call("bench", "compare", str(a), str(file))
    assert ended.code == 0
    assert [line.split()[0] for line in ended.out.splitlines()[4:]] == ["own", "the"]
    ended = call("bench", "compare", str(a), str(b), str(a), str(file))
    assert ended.code == 1
    assert re.search(r"-87\.5 \[-.*\], 0\.00781, worse$", ended.out, re.MULTILINE)
    found = json.loads(call("bench", "compare", str(file), "--json").out)
    assert found["measured"][0]["system"]["name"] == "the other"
    assert found["regressed"] is False
