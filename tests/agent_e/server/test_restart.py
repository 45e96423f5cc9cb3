"""A server that dies, and the next one in its folder."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from agent_e.benchmarks.scripted import ScriptedServer, scripted_server
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings
from agent_e.journal import read_run
from agent_e.server.managed_run import ManagedRun
from agent_e.server.runs import Runs
from agent_e.types import Task
from tests.browsers import Chromium
from tests.programs import Program, start

from .serving import Api, api_of, curious, settings_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


class Place:
    """A folder of runs, and the servers that serve it one after another."""

    def __init__(self, folder: Path, model: ScriptedServer, site: str) -> None:
        self.runs = folder / "runs"
        self.site = site
        self.model = model
        settings = settings_of(self.runs, model.base_url)
        self.config = folder / "settings.yaml"
        # JSON is YAML.
        self.config.write_text(json.dumps(settings.model_dump(mode="json", exclude_unset=True)))
        self.server: Program

    @asynccontextmanager
    async def served(self) -> AsyncIterator[Api]:
        """Serve until the block ends; who ends the server is the block."""
        self.server = await start("serve", "--config", str(self.config))
        url = (await self.server.stdout.readline()).decode().strip()
        try:
            token = json.loads((self.runs / "server.json").read_text())["token"]
            async with api_of(url, token, self.site) as api:
                yield api
        finally:
            self.server.send_signal(signal.SIGKILL)
            await self.server.communicate()

    async def end(self, number: signal.Signals) -> int | None:
        self.server.send_signal(number)
        await self.server.communicate()
        return self.server.returncode

    def events(self, run: str, kind: str) -> list[dict[str, Any]]:
        return [each for each in read_run(self.runs / run).events if each["kind"] == kind]


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(scripted_server(curious))
        site = await stack.enter_async_context(serve_site("catalog"))
        yield Place(tmp_path, model, site.url)


async def test_a_question_outlives_the_server_that_ended(place: Place, chromium: Chromium) -> None:
    settings = Settings.model_validate(json.loads(place.config.read_text()))
    first = Runs(settings, chromium.session)
    task = Task(text="Which size? My password is tide-water.", start_url=place.site)
    run = await first.create(task, {})
    await until(run, lambda: bool(run.requests))
    (asked,) = run.requests
    await first.close()
    assert (run.state, run.result, run.requests) == ("interrupted", None, [])
    second = Runs(settings, chromium.session)
    await second.begin()
    try:
        (again,) = await second.newest(9)
        assert isinstance(again, ManagedRun)
        assert (again.state, again.requests) == ("awaiting_human", [asked])
        await again.order({"do": "answer", "id": asked["id"], "value": "forty-two"}, by="test")
        await until(again, lambda: again.state == "ended")
        assert again.result is not None
        named = "Which size? My password is {secret:task_password}."
        assert again.result["answer"] == f"{named} forty-two"
        (told,) = place.events(again.id, "run.continued")[0]["notes"]
        assert "set AGENT_E_SECRET_TASK_PASSWORD" in told
        assert [each.by for each in again.plan.versions] == ["planner"]
        shown = str(place.model.requests[-3]["messages"])
        assert "Begun before: this task was cut off" in shown
        assert f"To the question '{named}' the person answered: forty-two" in shown
    finally:
        await second.close()


async def until(run: ManagedRun, holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await run.news()


@pytest.mark.slow
async def test_a_question_outlives_the_server_that_was_killed(place: Place) -> None:
    async with place.served() as api:
        run = await api.make("Which size?")
        asked = await api.asked(run)
        await place.end(signal.SIGKILL)
    assert (place.runs / "server.json").exists()
    async with place.served() as api:
        again = await api.asked(run)
        assert again == asked
        seen = len(place.events(run, "person.asked"))
        await api.answer(run, asked["id"], "forty-two")
        assert place.events(run, "person.answered")[0]["value"] == "forty-two"
        ended = await api.until(run, "ended")
        numbers = [each["seq"] for each in await api.events(run) if "seq" in each]
        assert await place.end(signal.SIGTERM) == 143
    assert ended["result"]["outcome"] == "success"
    assert ended["result"]["answer"] == "Which size? forty-two"
    assert seen == len(place.events(run, "person.asked")) == 1
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(place.events(run, "run.continued")) == 1
    assert not (place.runs / "server.json").exists()


@pytest.mark.slow
async def test_a_signed_in_page_goes_on_where_a_question_waits(place: Place) -> None:
    """The page of before the restart answers, with the cookie and the address that it has."""
    flags = ("--config", str(place.config), "--no-open")
    async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
        place.server = await start("console", *flags)
        address = (await place.server.stdout.readline()).decode().strip()
        url, _, key = address.partition("/#key=")
        client.base_url, client.headers["origin"] = httpx.URL(url), url
        assert (await client.post("/console/session", json={"key": key})).status_code == 204
        api = Api(client, place.site)
        run = await api.make("Which size?")
        asked = await api.asked(run)
        await place.end(signal.SIGKILL)
        place.server = await start("console", *flags)
        await place.server.stdout.readline()
        assert await api.asked(run) == asked
        await api.answer(run, asked["id"], "forty-two")
        ended = await api.until(run, "ended")
        assert await place.end(signal.SIGINT) == 130
    assert ended["result"]["answer"] == "Which size? forty-two"
    assert (ended["outcome"], ended["served"]) == ("success", True)


@pytest.mark.slow
async def test_what_waits_is_left_and_what_works_is_stopped_when_the_server_ends(
    place: Place,
) -> None:
    async with place.served() as api:
        waits = await api.make("Which size?")
        works = await api.make("Look slow.")
        asked = await api.asked(waits)
        await api.until(works, "running")
        assert await place.end(signal.SIGINT) == 130
    async with place.served() as api:
        assert (await api.asked(waits))["id"] == asked["id"]
        ended = await api.get(f"/runs/{works}")
        assert (ended["state"], ended["result"]["outcome"]) == ("ended", "stopped")
        assert (await api.post(f"/runs/{waits}/stop"))["id"] == waits
        assert (await api.until(waits, "ended"))["result"]["outcome"] == "stopped"


@pytest.mark.slow
async def test_a_run_that_was_cut_off_goes_on_when_it_is_told_to(place: Place) -> None:
    async with place.served() as api:
        run = await api.make("Which size? slow")
        asked = await api.asked(run)
        await api.answer(run, asked["id"], "forty-two")
        await api.until(run, "running")
        await place.end(signal.SIGKILL)
    async with place.served() as api:
        assert (await api.get(f"/runs/{run}"))["state"] == "interrupted"
        refused = await api.post(f"/runs/{run}/stop", status=409)
        assert "cut off" in refused["error"]
        assert (await api.post(f"/runs/{run}/resume"))["state"] in ("planning", "running")
        await api.until(run, "running")
        assert len(place.events(run, "person.asked")) == 1, "it knows the answer"


@pytest.mark.slow
async def test_a_folder_has_one_server(place: Place) -> None:
    async with place.served():
        second = await start("serve", "--config", str(place.config))
        out, err = await second.communicate()
        assert (second.returncode, out) == (2, b"")
        assert "is served already, by http://127.0.0.1:" in " ".join(err.decode().split())
