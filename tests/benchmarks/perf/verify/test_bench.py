from __future__ import annotations

from agent_e.benchmarks.perf.verify.bench import FUSED, SEED, rows_of
from agent_e.benchmarks.perf.verify.cases import CASES, Case
from agent_e.benchmarks.perf.verify.trying import Tried
from agent_e.types import PixelChange


def tried(case: Case, *, changed: bool, seed: bool = False, reported: bool = False) -> Tried:
    change = PixelChange(changed=changed, score=0.0)
    return Tried(case=case, change=change, reported=reported, seed=seed, milliseconds=1.0)


def test_there_are_enough_cases_of_each_kind_on_each_ground():
    assert sum(case.effect for case in CASES) >= 140
    assert sum(not case.effect for case in CASES) >= 45
    for kind in {case.kind for case in CASES}:
        grounds = [case.ground for case in CASES if case.kind == kind]
        assert sorted(set(grounds)) == ["ad", "caret", "static", "video"]
        assert len(grounds) == 16


def test_shares_are_of_effects_and_of_actions_without_one():
    [one, other, *_] = [c for c in CASES if c.kind == "radio" and c.ground == "static"]
    [idle, *_] = [c for c in CASES if c.kind == "idle button" and c.ground == "video"]
    rows = {
        (row.case, row.figure): row
        for row in rows_of(
            [
                tried(one, changed=True),
                tried(other, changed=False, reported=True),
                tried(idle, changed=False, seed=True),
            ]
        )
    }
    found = rows["all", "detection"]
    assert (found.value, found.peer_values) == (50.0, {SEED: 0.0, FUSED: 100.0})
    assert found.note == "wrong: radio 1 on static"
    alarms = rows["video", "false_alarms"]
    assert (alarms.value, alarms.peer_values) == (0.0, {SEED: 100.0, FUSED: 0.0})
    assert ("static", "false_alarms") not in rows
    assert rows["all", "tile comparison"].value == 1.0
