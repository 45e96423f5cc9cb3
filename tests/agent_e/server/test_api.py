"""Runs over HTTP: made, watched, answered, held, steered, stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent_e.server.serving import Serving

from .serving import Api, eventually

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_run_asks_is_answered_once_and_ends(api: Api, server: Serving) -> None:
    run = await api.make("Which size?")
    request = await api.asked(run)
    assert (request["kind"], request["question"], request["run"]) == ("text", "Which size?", run)
    assert "no such question" in (await api.answer(run, "1-0", "x", status=409))["error"]
    assert "not fit" in (await api.answer(run, request["id"], "", status=422))["error"]
    assert (await api.answer(run, request["id"], "forty-two"))["id"] == request["id"]
    again = await api.answer(run, request["id"], "forty-three", status=409)
    ended = await api.until(run, "ended")
    assert ended["result"]["outcome"] == "success"
    assert ended["result"]["answer"] == "Which size? forty-two"
    assert "takes no answer" in again["error"] or "has ended" in again["error"]
    assert "ended" in (await api.post(f"/runs/{run}/stop", status=409))["error"]
    assert run in [each["id"] for each in (await api.get("/runs"))["runs"]]
    assert (await api.get(f"/runs/{run}/requests"))["requests"] == []
    await eventually(lambda: server.browsers.contexts == 0)


async def test_a_run_is_held_steered_and_stopped(api: Api, server: Serving) -> None:
    run = await api.make("Which colour?")
    await api.asked(run)
    assert (await api.post(f"/runs/{run}/pause"))["state"] == "paused"
    assert (await api.post(f"/runs/{run}/resume"))["state"] == "awaiting_human"
    assert "not paused" in (await api.post(f"/runs/{run}/resume", status=409))["error"]
    assert (await api.post(f"/runs/{run}/steer", {"words": "Blue."}))["id"] == run
    assert (await api.post(f"/runs/{run}/stop"))["state"] in ("stopping", "ended")
    ended = await api.until(run, "ended")
    assert ended["result"]["outcome"] == "stopped"
    kinds = [each.get("kind") for each in await api.events(run)]
    wanted = ["control.paused", "control.resumed", "control.steered", "control.stopped"]
    assert [each for each in kinds if each in wanted] == wanted
    await eventually(lambda: server.browsers.contexts == 0)


async def test_no_secret_in_the_persons_words_comes_back(api: Api, server: Serving) -> None:
    run = await api.make("Which size? My PIN is 4711 and my password is tide-water.")
    request = await api.asked(run)
    await api.answer(run, request["id"], "Large, with the password harbour-light")
    ended = await api.until(run, "ended")
    assert ended["task"].startswith("Which size? My PIN is {secret:task_pin} and my password is")
    assert ended["result"]["answer"].endswith("with the password {secret:task_password_2}")
    told = str([ended, await api.events(run)])
    told += "".join(each.read_text() for each in (server.runs.root / run).glob("*.json*"))
    assert not any(value in told for value in ("4711", "tide-water", "harbour-light"))


async def test_what_a_task_allows_is_shown_with_its_plan_and_taken_away(
    api: Api, server: Serving
) -> None:
    task = "Look, order a kettle and send a message."
    run = await api.make(task, human={"plan_review": True})
    await api.until(run, "awaiting_plan")
    (request,) = (await api.get(f"/runs/{run}/requests"))["requests"]
    numbers = [(each["number"], each["text"][:5]) for each in request["evidence"]["grants"]]
    assert numbers == [(1, "order"), (2, "send ")]
    assert (
        "not fit" in (await api.answer(run, request["id"], {"withdraw": "1"}, status=422))["error"]
    )
    await api.answer(run, request["id"], {"withdraw": [1]})
    await api.until(run, "ended")
    answered = [each for each in await api.events(run) if each.get("kind") == "person.answered"]
    assert [each["value"] for each in answered] == [{"withdraw": [1]}]
    told = (server.runs.root / run / "events.jsonl").read_text()
    assert "The person has allowed: send at 127.0.0.1" in told


async def test_steps_of_a_plan_that_were_not_begun_are_edited(api: Api) -> None:
    run = await api.make("Which shop?")
    request = await api.asked(run)
    plan = await api.get(f"/runs/{run}/plan")
    assert (plan["version"], plan["steps"]) == (1, ["ask", "look", "tell"])
    steps = ["ask", "look twice", "tell"]
    changed = await api.client.put(f"/runs/{run}/plan", json={"steps": steps, "version": 1})
    assert changed.json()["steps"] == steps
    late = await api.client.put(f"/runs/{run}/plan", json={"steps": ["tell"], "version": 1})
    assert late.status_code == 409
    await api.answer(run, request["id"], "any")
    await api.until(run, "ended")
    plan = await api.get(f"/runs/{run}/plan")
    assert [each["by"] for each in plan["versions"][:2]] == ["planner", "person"]
    assert plan["versions"][1]["diff"] == ["  ask", "- look", "+ look twice", "  tell"]
    over = await api.client.put(f"/runs/{run}/plan", json={"steps": steps, "version": 2})
    assert over.status_code == 409


async def test_events_are_replayed_from_where_a_connection_broke(api: Api) -> None:
    run = await api.make("Which day?")
    request = await api.asked(run)
    async with api.client.stream("GET", f"/runs/{run}/events") as stream:
        ids = []
        async for line in stream.aiter_lines():
            if line.startswith("id: "):
                ids.append(int(line.removeprefix("id: ")))
            if "person.asked" in line:
                break
    assert ids == list(range(1, len(ids) + 1))
    await api.answer(run, request["id"], "Monday")
    rest = await api.events(run, after=ids[-1])
    *journal, result = rest
    assert [each["seq"] for each in journal] == list(range(ids[-1] + 1, journal[-1]["seq"] + 1))
    assert (journal[-1]["kind"], result["answer"]) == ("run.ended", "Which day? Monday")
    whole = await api.events(run)
    assert [each["seq"] for each in whole[:-1]] == list(range(1, journal[-1]["seq"] + 1))
    headers = {"Last-Event-ID": str(journal[-1]["seq"])}
    known = await api.client.get(f"/runs/{run}/events", headers=headers)
    assert known.status_code == 204


async def test_files_of_a_run_are_sent_and_no_others(api: Api, server: Serving) -> None:
    run = await api.make("Look at it.")
    await api.until(run, "ended")
    folder = server.runs.root / run
    (folder / "downloads").mkdir(exist_ok=True)
    (folder / "downloads" / "page.html").write_text("<script>alert(1)</script>")
    (folder / "link.json").symlink_to(server.runs.root / "server.json")
    listed = {each["path"]: each for each in (await api.get(f"/runs/{run}/artefacts"))["artefacts"]}
    assert {"run.json", "events.jsonl", "result.json", "downloads/page.html"} <= set(listed)
    assert "link.json" not in listed
    sent = await api.client.get(f"/runs/{run}/artefacts/downloads/page.html")
    assert sent.headers["content-type"] == "application/octet-stream"
    assert sent.headers["content-disposition"].startswith("attachment")
    assert sent.headers["x-content-type-options"] == "nosniff"
    result = await api.get(f"/runs/{run}/artefacts/result.json")
    assert result["outcome"] == "success"
    secret = server.token
    for path in ("../server.json", "..%2fserver.json", "%2e%2e/server.json", "link.json", "shots"):
        # As it is: a client would take the dots out.
        url = api.client.base_url.copy_with(
            raw_path=f"/runs/{run}/artefacts/{path}".encode(),
        )
        refused = await api.client.get(url)
        assert refused.status_code == 404
        assert secret not in refused.text


BAD: dict[str, tuple[Any, str]] = {
    "a key nobody knows": ({"task": "x", "headed": True}, "headed"),
    "no task": ({"task": ""}, "task"),
    "a blank task": ({"task": " "}, "The task is empty"),
    "no such run": ({"task": "x", "model": "replay:none"}, " run"),
    "no such architecture": ({"task": "x", "architecture": "none"}, "no architecture none"),
    "no such limit": ({"task": "x", "limits": {"max_wishes": 3}}, "limits.max_wishes"),
    "a price nobody knows": ({"task": "x", "limits": {"max_cost": 1}}, "is not known"),
    "no such page": ({"task": "x", "start_url": "ftp://x"}, "start page"),
    "no schema": ({"task": "x", "output_schema": {"type": 3}}, "not a JSON Schema"),
    "a file of this machine": ({"task": "x", "skills": ["/etc/passwd"]}, "skills"),
}


@pytest.mark.parametrize("case", BAD)
async def test_what_does_not_fit_is_told_in_a_sentence(
    case: str, api: Api, server: Serving
) -> None:
    body, told = BAD[case]
    before = set(server.runs.root.iterdir())
    refused = await api.post("/runs", body, status=422)
    assert set(refused) == {"error"}
    assert told in refused["error"]
    assert set(server.runs.root.iterdir()) == before


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/runs/20260101-000000-abcd", 404),
        ("POST", "/runs/..%2f/stop", 404),
        ("GET", "/nothing", 404),
        ("DELETE", "/runs", 405),
        ("GET", "/runs?limit=0", 422),
    ],
)
async def test_what_there_is_not_is_told(api: Api, method: str, path: str, status: int) -> None:
    answer = await api.client.request(method, path)
    assert answer.status_code == status
    assert set(answer.json()) == {"error"}


async def test_the_address_is_written_for_its_owner_alone(server: Serving) -> None:
    path: Path = server.runs.root / "server.json"
    assert path.stat().st_mode & 0o777 == 0o600
    assert server.token in path.read_text()
