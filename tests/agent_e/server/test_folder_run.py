"""Runs of the folder that the server did not make: how they stand, and what can be done to them."""

from __future__ import annotations

import gc
import json
import os
import shutil
import weakref
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from agent_e.journal import is_alive
from agent_e.server.folder_listing import FolderRuns
from agent_e.server.managed_run import ManagedRun
from agent_e.server.serving import Serving, serve_runs
from agent_e.types import Task

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


async def test_unchanged_runs_are_listed_without_opening_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        run = Elsewhere(tmp_path, f"20261122-{number:06d}-abcd")
        run.step()
        if number:
            run.end()
    opened: list[Path] = []
    really = Path.open

    def opening(path: Path, *more: Any, **named: Any) -> Any:
        opened.append(path)
        return really(path, *more, **named)

    monkeypatch.setattr(Path, "open", opening)
    folder = FolderRuns(tmp_path)
    first = folder.newest(15, ())
    assert len({path.parent for path in opened}) == len(first) == 15, "and no others"
    opened.clear()
    assert folder.newest(15, ()) == first
    assert opened == []


HOSTILE: dict[str, tuple[str, Any]] = {
    "a process below all": ("interrupted", lambda path: rewritten(path, pid=-1)),
    "a process beyond all": ("interrupted", lambda path: rewritten(path, pid=10**400)),
    "a limit beyond all": (
        "running",
        lambda path: rewritten(path, settings={"limits": {"max_steps": 10**400}}),
    ),
    "another encoding": ("damaged", lambda path: (path / "run.json").write_bytes(b'{"a": "\xff"}')),
    "deep": ("damaged", lambda path: (path / "run.json").write_text("[" * 99_999)),
    "a deep result": ("ended", lambda path: (path / "result.json").write_text(nested(400))),
    "a deeper result": ("damaged", lambda path: (path / "result.json").write_text(nested(99_999))),
    "a deep event": ("running", lambda path: added(path, nested(99_999))),
    "a deep question": (
        "running",
        lambda path: added(path, f'{{"seq": 2, "kind": "person.asked", "request": {nested(400)}}}'),
    ),
    "no numbers": (
        "running",
        lambda path: added(
            path, '{"seq": 2, "time": 1, "kind": "model.replied", "usage": {"input_tokens": "x"}}'
        ),
    ),
}


def nested(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


def added(path: Path, line: str) -> None:
    with (path / "events.jsonl").open("a") as journal:
        journal.write(f"{line}\n")


@pytest.mark.parametrize("case", HOSTILE)
async def test_a_run_that_holds_anything_hides_no_other(
    serving: tuple[Serving, Api], tmp_path: Path, case: str
) -> None:
    state, spoil = HOSTILE[case]
    run, other = Elsewhere(tmp_path), Elsewhere(tmp_path, "20261123-140000-abcd")
    spoil(run.path)
    api = serving[1]
    listed = (await api.get("/runs"))["runs"]
    assert [(each["id"], each["state"]) for each in listed] == [
        *((other.id, "running"), (run.id, state))
    ]
    assert (await api.get(f"/runs/{run.id}"))["state"] == state
    assert (await api.get(f"/runs/{run.id}/journal"))["events"]


async def test_a_run_that_is_removed_while_it_is_read_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Elsewhere(tmp_path)

    def removed(pid: int, path: Path) -> bool:
        (path / "run.json").unlink()
        return is_alive(pid, path)

    monkeypatch.setattr("agent_e.server.folder_run.is_alive", removed)
    folder = FolderRuns(tmp_path)
    seen = folder.find(run.id)
    assert seen is not None and (seen.state, "run.json" in seen.problem) == ("damaged", True)
    assert folder.find(run.id) is None


@pytest.mark.parametrize("damaged", ["run.json", "events.jsonl"])
async def test_a_damaged_run_keeps_no_server_from_beginning(tmp_path: Path, damaged: str) -> None:
    run = Elsewhere(tmp_path)
    rewritten(run.path, served=True)
    (run.path / damaged).write_bytes(b"\xff\n\xff\n")
    async with serve_runs(settings_of(tmp_path, "http://127.0.0.1:9")) as server:
        assert [each.id for each in await server.runs.newest(9)] == [run.id]


async def test_damage_lasts_until_it_is_mended(tmp_path: Path) -> None:
    run = Elsewhere(tmp_path)
    whole = (run.path / "run.json").read_text()
    (run.path / "run.json").write_text("{")
    folder = FolderRuns(tmp_path)
    seen = folder.find(run.id)
    assert seen is not None and seen.state == "damaged"
    run.step()
    seen.refresh()
    assert (seen.state, "run.json is damaged" in seen.problem) == ("damaged", True)
    (run.path / "run.json").write_text(whole)
    seen.refresh()
    assert (str(seen.state), seen.problem, seen.figures.steps) == ("running", "", 1)


@pytest.mark.parametrize(("mode", "asked"), [("human", 1), ("autonomous", 0)])
async def test_a_question_is_open_after_a_resume_where_it_is_asked_again(
    tmp_path: Path, mode: str, asked: int
) -> None:
    run = Elsewhere(tmp_path)
    run.journal.write("person.asked", request={"id": "1-a", "question": "Which?"})
    run.journal.write("run.continued", task="Find it", mode=mode)
    seen = FolderRuns(tmp_path).find(run.id)
    assert seen is not None and len(seen.requests) == asked


async def test_runs_that_are_gone_are_not_kept(tmp_path: Path) -> None:
    under_way, over = Elsewhere(tmp_path), Elsewhere(tmp_path, "20261123-140000-abcd")
    over.end()
    folder = FolderRuns(tmp_path)
    kept = [weakref.ref(each) for each in folder.newest(9, ())]
    for run in (under_way, over):
        shutil.rmtree(run.path)
    for _ in range(10):
        folder.poll(())
    gc.collect()
    assert [each() for each in kept] == [None, None]


async def test_what_json_has_no_word_for_is_told_as_null(
    serving: tuple[Serving, Api], tmp_path: Path
) -> None:
    run = Elsewhere(tmp_path)
    run.journal.write("verified", verdict="unsure", score=float("nan"))
    answer = await serving[1].client.get(f"/runs/{run.id}/journal")
    assert answer.headers["content-type"] == "application/json"
    assert "NaN" not in answer.text and answer.json()["events"][1]["score"] is None


async def test_a_run_that_could_not_begin_is_not_kept(
    serving: tuple[Serving, Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(run: ManagedRun) -> None:
        raise OSError("no process can be started")

    monkeypatch.setattr(ManagedRun, "start", start)
    runs = serving[0].runs
    with pytest.raises(OSError, match="no process"):
        await runs.create(Task(text="Look"), {})
    assert await runs.newest(9) == []
