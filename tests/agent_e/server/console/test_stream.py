"""The console's stream: all runs as they change, the events of one, and who may open it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from agent_e.human import HttpChannel, QuestionBroker, RunControl
from agent_e.human.socket import control_socket
from agent_e.parsing.depth import DEEPEST
from agent_e.server.serving import Serving, serve_runs

from ..elsewhere import Elsewhere
from ..serving import Api, settings_of


class Page:
    """A page of the console: its stream, and the newest of what it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.runs: dict[str, dict[str, Any]] = {}
        self.events: dict[str, list[dict[str, Any]]] = {}
        self.kinds: list[str] = []

    async def follow(self, run: str, after: int = 0) -> None:
        await self.socket.send(json.dumps({"follow": run, "after": after}))

    async def next(self) -> Mapping[str, Any]:
        message = json.loads(await self.socket.recv())
        self.kinds.append(message["kind"])
        match message:
            case {"kind": "runs", "runs": runs}:
                self.runs = {run["id"]: run for run in runs}
            case {"kind": "run", "run": run}:
                self.runs[run["id"]] = run
            case {"kind": "events", "run": run, "events": events}:
                self.events.setdefault(run, []).extend(events)
        return dict(message)

    async def until(self, holds: Any) -> None:
        async with asyncio.timeout(60):
            while not holds(self):
                await self.next()


@asynccontextmanager
async def page_of(server: Serving) -> AsyncIterator[Page]:
    """Sign in as the page does, and open its stream with nothing but the cookie."""
    key = server.sessions.new_key()
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        await client.post("/console/session", json={"key": key}, headers={"origin": server.url})
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    async with opened(server, origin=server.url, cookie=cookie) as page:
        yield page


@asynccontextmanager
async def opened(
    server: Serving, path: str = "/console/stream", origin: Any = None, **headers: str
) -> AsyncIterator[Page]:
    url = server.url.replace("http", "ws", 1) + path
    given = {name: value for name, value in headers.items() if value}
    async with connect(
        url, origin=origin, additional_headers=given, proxy=None, max_size=None
    ) as socket:
        yield Page(socket)


@pytest.fixture
async def idle(tmp_path: Path) -> AsyncIterator[Serving]:
    """A server that has made no run."""
    async with serve_runs(settings_of(tmp_path, "http://127.0.0.1:9")) as server:
        yield server


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path)


@pytest.mark.parametrize(
    ("origin", "cookie", "bearer", "status"),
    [
        (True, True, False, 0),
        (False, False, True, 0),
        (True, False, False, 401),
        (False, True, False, 403),
        ("http://evil.example", True, False, 403),
        ("http://evil.example", False, True, 403),
        ("http://127.0.0.1:1", True, False, 403),
    ],
)
async def test_who_may_open_the_stream(
    idle: Serving, origin: Any, cookie: bool, bearer: bool, status: int
) -> None:
    async with page_of(idle) as page:
        assert page.socket.request is not None
        signed_in = page.socket.request.headers["cookie"]
    headers = {
        "cookie": signed_in if cookie else "",
        "authorization": f"Bearer {idle.token}" if bearer else "",
    }
    asked = idle.url if origin is True else origin or None
    if not status:
        async with opened(idle, origin=asked, **headers) as page:
            assert (await page.next())["kind"] == "runs"
        return
    with pytest.raises(InvalidStatus) as refused:
        async with opened(idle, origin=asked, **headers):
            pass
    assert refused.value.response.status_code == status
    assert b'"error"' in (refused.value.response.body or b"")


async def test_another_name_of_the_server_opens_no_stream(idle: Serving) -> None:
    port = idle.url.rpartition(":")[2]
    url, host = f"ws://evil.example:{port}/console/stream", "127.0.0.1"
    headers = {"authorization": f"Bearer {idle.token}"}
    with pytest.raises(InvalidStatus) as refused:
        async with connect(url, host=host, port=int(port), additional_headers=headers, proxy=None):
            pass
    assert refused.value.response.status_code == 421


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("no JSON", 1007),
        ("[" * (DEEPEST + 1), 1007),
        ('{"follow": 3}', 1007),
        ('{"follow": "x", "after": "1"}', 1007),
        ("[]", 1007),
        (b"\x00", 1007),
        (f'"{"x" * (1 << 20)}"', 1009),
    ],
)
async def test_a_message_that_is_none_ends_the_stream(idle: Serving, sent: Any, code: int) -> None:
    async with page_of(idle) as page:
        await page.socket.send(sent)
        with pytest.raises(ConnectionClosed):
            await page.until(lambda _: False)
        assert page.socket.close_code == code


async def test_the_stream_ends_with_the_session(idle: Serving, elsewhere: Elsewhere) -> None:
    async with page_of(idle) as page:
        await page.next()
        assert page.socket.request is not None
        cookie = page.socket.request.headers["cookie"]
        idle.sessions.sign_out(cookie.partition("=")[2])
        elsewhere.step()
        with pytest.raises(ConnectionClosed):
            await page.until(lambda _: False)
        assert (page.socket.close_code, "run" in page.kinds) == (1008, False)


async def test_a_stream_of_events_ends_with_the_session(
    idle: Serving, elsewhere: Elsewhere
) -> None:
    key = idle.sessions.new_key()
    own = {"origin": idle.url, "sec-fetch-site": "same-origin"}
    client = httpx.AsyncClient(base_url=idle.url, headers=own, trust_env=False)
    async with client, asyncio.timeout(10):
        await client.post("/console/session", json={"key": key})
        async with client.stream("GET", f"/runs/{elsewhere.id}/events") as stream:
            lines = stream.aiter_lines()
            while "run.started" not in await anext(lines):
                pass
            await client.delete("/console/session")
            elsewhere.step()
            assert [line async for line in lines if line.startswith("data")] == []


async def test_a_run_of_another_process_is_listed_and_followed(
    idle: Serving, elsewhere: Elsewhere
) -> None:
    elsewhere.step(1)
    async with page_of(idle) as page:
        await page.next()
        run = page.runs[elsewhere.id]
        assert (run["state"], run["served"], run["task"]) == ("running", False, "Find it")
        assert (run["steps"], run["tokens"], run["cost_usd"]) == (1, 12, 0.5)
        assert (run["url"], run["models"]) == ("http://127.0.0.1:1/1", {"planner": "openai:m"})
        assert run["limits"] == {
            "steps": 7,
            "llm_calls": None,
            "tokens": None,
            "usd": None,
            "seconds": 60,
        }
        assert run["ended"] is run["outcome"] is None
        await page.follow(elsewhere.id)
        await page.until(lambda page: page.events)
        first = page.events[elsewhere.id]
        assert [each["seq"] for each in first] == [1, 2, 3, 4, 6]
        assert [each["kind"] for each in first][1:3] == ["model.called", "model.replied"]
        assert not {"messages", "tools", "spare"} & first[1].keys()
        elsewhere.step(2)
        elsewhere.end()
        await page.until(lambda page: page.runs[elsewhere.id]["state"] == "ended")
        await page.until(lambda page: page.events[elsewhere.id][-1]["kind"] == "run.ended")
        run = page.runs[elsewhere.id]
        assert (run["outcome"], run["steps"], run["seconds"]) == ("success", 9, 3.5)
        assert run["result"]["answer"] == "42" and run["ended"] >= run["started"]
        numbers = [each["seq"] for each in page.events[elsewhere.id]]
        assert numbers == sorted(set(numbers))


async def test_a_new_run_is_told_of_and_one_that_is_gone(idle: Serving, tmp_path: Path) -> None:
    async with page_of(idle) as page:
        assert (await page.next()) == {"kind": "runs", "runs": []}
        made = Elsewhere(tmp_path, "20261123-140000-abcd")
        await page.until(lambda page: page.runs)
        assert list(page.runs) == [made.id]
        for file in made.path.iterdir():
            file.unlink()
        made.path.rmdir()
        await page.until(lambda page: not page.runs)


async def test_following_goes_on_from_a_number_and_to_another_run(
    idle: Serving, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    other = Elsewhere(tmp_path, "20261123-140000-abcd")
    elsewhere.step()
    async with page_of(idle) as page:
        await page.follow(elsewhere.id, 4)
        await page.until(lambda page: page.events)
        assert [each["seq"] for each in page.events[elsewhere.id]] == [6]
        await page.follow(other.id)
        await page.until(lambda page: other.id in page.events)
        elsewhere.step()
        other.step()
        await page.until(lambda page: page.events[other.id][-1]["seq"] == 6)
        assert len(page.events[elsewhere.id]) == 1
        await page.follow("")
        other.step()
        await page.until(lambda page: page.runs[other.id]["steps"] == 2)
        assert page.events[other.id][-1]["seq"] == 6
        await page.follow("../secrets")
        await page.until(lambda page: "unknown" in page.kinds)


async def test_a_torn_line_is_told_when_it_is_whole(idle: Serving, elsewhere: Elsewhere) -> None:
    path = elsewhere.path / "events.jsonl"
    line = '{"seq": 2, "time": 1.0, "kind": "control.state", "state": "paused"}\n'
    with path.open("a") as file:
        file.write(line[:20])
    async with page_of(idle) as page:
        await page.follow(elsewhere.id)
        await page.until(lambda page: page.events)
        with path.open("a") as file:
            file.write(line[20:])
        await page.until(lambda page: len(page.events[elsewhere.id]) == 2)
        await page.until(lambda page: page.runs[elsewhere.id]["state"] == "paused")
    with path.open("a") as file:
        file.write("no event\n" + line.replace("2", "3", 1) + '{"seq": 4')
    async with page_of(idle) as page:
        await page.follow(elsewhere.id, 2)
        await page.until(lambda page: page.events)
        assert [each["seq"] for each in page.events[elsewhere.id]] == [3]


async def test_half_a_character_ends_no_stream(idle: Serving, elsewhere: Elsewhere) -> None:
    event = {"seq": 2, "time": 1.0, "kind": "action.started", "action": "half \ud800"}
    with (elsewhere.path / "events.jsonl").open("a") as file:
        file.write(json.dumps(event) + "\n")
    result = {"outcome": "success", "answer": "half \ud800"}
    (elsewhere.path / "result.json").write_text(json.dumps(result))
    async with page_of(idle) as page:
        await page.follow(elsewhere.id)
        await page.until(lambda page: page.events)
        assert page.events[elsewhere.id][1]["action"] == "half \ud800"
    bearer = {"authorization": f"Bearer {idle.token}"}
    async with httpx.AsyncClient(base_url=idle.url, headers=bearer, trust_env=False) as client:
        for brief in ("true", "false"):
            told = await client.get(f"/runs/{elsewhere.id}/events?brief={brief}")
            assert r'"action": "half \ud800"' in told.text and "event: result" in told.text


async def test_long_texts_are_cut(idle: Serving, elsewhere: Elsewhere) -> None:
    elsewhere.journal.write("model.replied", text="x" * 5000, calls=[{"name": "a"}] * 300)
    elsewhere.journal.write("effect.classified", effect="buy", facts=["y"] * 10, error="")
    async with page_of(idle) as page:
        await page.follow(elsewhere.id, 1)
        await page.until(lambda page: page.events)
        replied, classified = page.events[elsewhere.id]
    assert len(replied["text"]) == 4000 and replied["text"].endswith("x…")
    assert len(replied["calls"]) == 200
    assert "facts" not in classified and classified["effect"] == "buy"


async def test_a_question_of_another_process_is_answered(
    idle: Serving, elsewhere: Elsewhere
) -> None:
    control = RunControl(elsewhere.journal.write)
    desk = QuestionBroker(
        elsewhere.id, elsewhere.journal.write, channels=[HttpChannel()], changed=control.changed
    )
    control.use_broker(desk)
    headers = {"authorization": f"Bearer {idle.token}"}
    async with (
        control_socket(elsewhere.path, control),
        httpx.AsyncClient(base_url=idle.url, headers=headers, trust_env=False) as client,
        page_of(idle) as page,
    ):
        api = Api(client, "")
        await page.next()
        asking = asyncio.create_task(desk.ask("text", "Which size?"))
        await page.until(lambda page: page.runs[elsewhere.id]["requests"])
        run = page.runs[elsewhere.id]
        (asked,) = run["asked"]
        assert (run["state"], asked["question"]) == ("awaiting_human", "Which size?")
        (listed,) = (await api.get("/runs"))["runs"]
        assert listed["requests"] == 1 and "asked" not in listed
        assert (await api.get(f"/runs/{elsewhere.id}/requests"))["requests"] == [asked]
        misfit = await api.answer(elsewhere.id, asked["id"], "", status=422)
        assert "not fit" in misfit["error"]
        await api.answer(elsewhere.id, asked["id"], "large")
        assert (await asking).value == "large"
        await page.until(lambda page: not page.runs[elsewhere.id]["requests"])
        assert (await api.post(f"/runs/{elsewhere.id}/pause"))["state"] == "paused"
        assert (await api.post(f"/runs/{elsewhere.id}/steer", {"words": "Blue"}))["id"]
        assert "Blue" in control.messages
        await api.post(f"/runs/{elsewhere.id}/resume")
        changed = await client.put(
            f"/runs/{elsewhere.id}/plan", json={"steps": ["a"], "version": 0}
        )
        assert (changed.status_code, "where it was started" in changed.text) == (409, True)
        elsewhere.end()
        late = await api.post(f"/runs/{elsewhere.id}/stop", status=409)
        assert late["error"] == "The run has ended."


async def test_a_client_that_reads_nothing_holds_up_nobody(
    idle: Serving, elsewhere: Elsewhere
) -> None:
    """Its socket is full; others go on, and nothing is kept for it but ids."""
    async with page_of(idle) as deaf, page_of(idle) as page:
        await page.next()
        deaf.socket.transport.pause_reading()
        await deaf.follow(elsewhere.id)
        await page.follow(elsewhere.id)
        for number in range(60):
            elsewhere.journal.write("model.replied", text="x" * 3900, call=number)
            elsewhere.journal.write("model.replied", text="x" * 3900, repairs=["y" * 3900] * 50)
        elsewhere.end()
        await page.until(lambda page: page.runs[elsewhere.id]["state"] == "ended")
        await page.until(lambda page: page.events[elsewhere.id][-1]["kind"] == "run.ended")
        # What it has missed is read from the file when it reads again.
        deaf.socket.transport.resume_reading()
        await deaf.until(lambda deaf: deaf.events == page.events)
        assert deaf.events == page.events


async def test_the_stream_says_that_the_server_ends(tmp_path: Path) -> None:
    async with serve_runs(settings_of(tmp_path, "http://127.0.0.1:9")) as server:
        opening = page_of(server)
        page = await opening.__aenter__()
        await page.next()
    with pytest.raises(ConnectionClosed):
        await page.until(lambda _: False)
    assert (page.kinds[-1], page.socket.close_code) == ("gone", 1001)
