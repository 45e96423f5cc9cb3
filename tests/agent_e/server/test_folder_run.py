"""Runs of the folder that the server did not make: how they stand, and what can be done to them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from agent_e.server.folder_listing import FolderRuns
from agent_e.server.serving import Serving, serve_runs

from .elsewhere import Elsewhere
from .serving import Api, api_of, settings_of


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[tuple[Serving, Api]]:
    async with (
        serve_runs(settings_of(tmp_path, "http://127.0.0.1:9")) as server,
        api_of(server.url, server.token, "") as api,
    ):
        yield server, api


def rewritten(path: Path, **members: Any) -> None:
    info = json.loads((path / "run.json").read_text()) | members
    (path / "run.json").write_text(json.dumps(info))


STATES: dict[str, Any] = {
    "running": lambda run: None,
    "paused": lambda run: run.journal.write("control.state", state="paused"),
    "ended": lambda run: run.end(),
    "interrupted": lambda run: rewritten(run.path, pid=1 << 30),
    "unfinished": lambda run: rewritten(run.path, pid=None),
    "damaged": lambda run: (run.path / "run.json").write_text("{"),
}


@pytest.mark.parametrize("state", STATES)
async def test_how_a_run_of_another_process_stands(
    serving: tuple[Serving, Api], tmp_path: Path, state: str
) -> None:
    run = Elsewhere(tmp_path)
    STATES[state](run)
    api = serving[1]
    (listed,) = (await api.get("/runs"))["runs"]
    one = await api.get(f"/runs/{run.id}")
    assert listed["state"] == one["state"] == state
    assert (listed["served"], listed["outcome"]) == (False, "success" if state == "ended" else None)
    assert bool(listed["problem"]) == (state == "damaged")
    if state in ("running", "paused"):
        return
    refused = await api.post(f"/runs/{run.id}/pause", status=409)
    assert ("ended" if state == "ended" else "cut off") in refused["error"]


async def test_a_run_that_was_resumed_elsewhere_is_under_way_again(tmp_path: Path) -> None:
    run = Elsewhere(tmp_path)
    run.step()
    rewritten(run.path, pid=1 << 30)
    folder = FolderRuns(tmp_path)
    seen = folder.find(run.id)
    assert seen is not None and seen.state == "interrupted"
    rewritten(run.path, pid=os.getpid(), task={"text": "Find it"}, more="so that its size differs")
    run.journal.write("run.continued", task="Find it")
    run.step()
    again = folder.find(run.id)
    assert again is seen
    assert str(again.state) == "running"
    assert (seen.figures.steps, seen.figures.tokens) == (1, 12), "its limits begin anew"


async def test_calls_beside_the_work_are_no_steps(tmp_path: Path) -> None:
    run = Elsewhere(tmp_path)
    run.step()
    run.journal.write("model.called", role="verifier", model="m", aside=True)
    usage = {"input_tokens": 5, "output_tokens": 1}
    run.journal.write("model.failed", role="verifier", usage=usage, cost_usd=None)
    run.journal.write("limit.raised", limit="max_steps", scope="run", by=7)
    run.journal.write("plan.updated", version=2, steps=[], by="planner")
    seen = FolderRuns(tmp_path).find(run.id)
    assert seen is not None
    figures = seen.figures
    assert (figures.steps, figures.tokens, figures.cost_usd) == (1, 18, None)
    assert (figures.raised, figures.plan_version) == ({"max_steps": 7}, 2)


async def test_events_of_another_process_s_run_are_sent_briefly(
    serving: tuple[Serving, Api], tmp_path: Path
) -> None:
    run = Elsewhere(tmp_path)
    run.step()
    run.journal.write(
        "plan.updated", version=1, steps=[{"text": "look", "status": "done"}], by="planner"
    )
    run.end()
    api = serving[1]

    async def events(query: str) -> list[dict[str, Any]]:
        told = await api.client.get(f"/runs/{run.id}/events{query}")
        lines = told.text.splitlines()
        return [json.loads(line[6:]) for line in lines if line.startswith("data: ")]

    whole, brief = await events(""), await events("?brief=true")
    assert [each.get("kind") for each in whole][3:6] == [
        "action.started",
        "observed",
        "action.ended",
    ]
    assert [each.get("seq") for each in brief] == [1, 2, 3, 4, 6, 7, 8, None]
    assert "messages" in whole[1] and "messages" not in brief[1]
    assert whole[-1] == brief[-1] == (await api.get(f"/runs/{run.id}"))["result"]
    nothing = await api.client.get(f"/runs/{run.id}/events?after=8")
    assert nothing.status_code == 204
    plan = await api.get(f"/runs/{run.id}/plan")
    assert (plan["version"], plan["steps"], plan["done"]) == (1, ["look"], 1)
    assert (await api.get(f"/runs/{run.id}"))["plan_version"] == 1


async def test_folders_that_are_no_runs_are_left_out(tmp_path: Path) -> None:
    run = Elsewhere(tmp_path)
    (tmp_path / "empty").mkdir()
    suite = Elsewhere(tmp_path, "20261123-140000-abcd")
    (suite.path / "episodes").mkdir()
    hidden = Elsewhere(tmp_path, ".hidden")
    outside = Elsewhere(tmp_path / "empty", "outside")
    folder = FolderRuns(tmp_path)
    assert [each.id for each in folder.newest(9, ())] == [run.id]
    assert folder.newest(9, {run.id}) == []
    for id_ in ("", ".", "..", hidden.id, f"empty/{outside.id}", f"../{tmp_path.name}/{run.id}"):
        assert folder.find(id_) is None, id_
    assert folder.find("episode-1") is None
    late = Elsewhere(tmp_path, "20261124-140000-abcd")
    assert [each.id for each in folder.newest(9, ())] == [late.id, run.id]


@pytest.mark.slow
async def test_a_folder_of_two_thousand_runs_is_listed_at_once(
    serving: tuple[Serving, Api], tmp_path: Path
) -> None:
    for number in range(2000):
        run = Elsewhere(tmp_path, f"20261122-{number:06d}-abcd")
        run.step(words="a page " * 2000)
        run.end()
    api = serving[1]
    took = []
    for _ in range(3):
        begun = time.perf_counter()
        assert len((await api.get("/runs?limit=1000"))["runs"]) == 1000
        took.append(time.perf_counter() - begun)
    print("listing took", *(f"{each * 1000:.0f} ms" for each in took))
    assert max(took[1:]) < 0.5
