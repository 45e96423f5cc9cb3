"""The club's doors, opened by a person who answers over HTTP or from another terminal."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend
from agent_e.benchmarks.sites.club.data import ClubData
from agent_e.cli.runs_control import sent
from agent_e.server.serving import serve_runs
from tests.e2e.conftest import browse, clicking, finish, offered, report, seen
from tests.e2e.leaking import leaks, members
from tests.e2e.test_asking import ask, filling
from tests.e2e.test_club_doors import opening, writing

from .serving import Api, api_of, settings_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="session"),
]

TICKET = "How much is a day ticket for guests?"
NUMBER = "What is my membership number?"


@pytest.fixture
async def club() -> AsyncIterator[RunningSite]:
    async with serve_site("club") as site:
        yield site


def data_of(club: RunningSite) -> ClubData:
    assert isinstance(club.backend, ClubBackend)
    return club.backend.data


Step = Scripted | Callable[[Mapping[str, Any]], Scripted]


def visiting(answer: str, *steps: Step) -> Callable[[Mapping[str, Any]], Scripted]:
    """A sub-task of these steps, by how many the conversation holds; then the answer."""

    def script(body: Mapping[str, Any]) -> Scripted:
        if "finish" in offered(body):
            return finish(answer, 1) if "Fact 1" in seen(body) else browse("Visit the club.")
        step = steps[sum(each["role"] == "assistant" for each in body["messages"])]
        return step if isinstance(step, Scripted) else step(body)

    return script


def reading(club: RunningSite) -> Callable[[Mapping[str, Any]], Scripted]:
    """Have the picture read at the guests' door, and tell what is behind it."""
    fee = f"€{data_of(club).guest_fee / 100:.2f}"
    return visiting(
        fee,
        opening(f"{club.url}/guests"),
        ask("Which characters do you see?", "captcha"),
        writing("textbox 'Characters in the picture'", data_of(club).letters(1)),
        clicking("button 'Continue'"),
        report("Read.", ("price", fee)),
    )


@asynccontextmanager
async def served(folder: Path, club: RunningSite, model: str) -> AsyncIterator[Api]:
    settings = settings_of(folder, model, safety={"trust": ["127.0.0.1"]})
    async with (
        serve_runs(settings) as server,
        api_of(server.url, server.token, club.url) as api,
    ):
        yield api


async def answered(api: Api, run: str, says: Callable[[Any], Any], *, questions: int) -> Any:
    """The run at its end, all it asks being answered over HTTP."""
    for _ in range(questions):
        request = await api.asked(run)
        await api.answer(run, request["id"], says(request))
    return await api.until(run, "ended")


async def test_a_picture_is_read_over_http(club: RunningSite, tmp_path: Path) -> None:
    async with (
        scripted_server(reading(club)) as model,
        served(tmp_path, club, model.base_url) as api,
    ):
        run = await api.make(TICKET)
        request = await api.asked(run)
        assert request["kind"] == "captcha"
        picture = request["evidence"]["picture"]
        shown = await api.client.get(f"/runs/{run}/artefacts/{picture}")
        assert shown.headers["content-type"].startswith("image/")
        await api.answer(run, request["id"], data_of(club).letters(1))
        ended = await api.until(run, "ended")
    assert ended["result"]["answer"] == f"€{data_of(club).guest_fee / 100:.2f}"


async def test_a_picture_is_read_from_another_terminal(club: RunningSite, tmp_path: Path) -> None:
    async with (
        scripted_server(reading(club)) as model,
        served(tmp_path, club, model.base_url) as api,
    ):
        run = await api.make(TICKET)
        await api.asked(run)
        (request,) = (await sent(tmp_path / run, {"do": "status"}))["requests"]
        said = {"do": "answer", "id": request["id"], "value": data_of(club).letters(1)}
        await sent(tmp_path / run, said)
        ended = await api.until(run, "ended")
    assert ended["result"]["outcome"] == "success"


async def test_a_login_over_http_leaves_no_secret_and_outlives_its_server(
    club: RunningSite, tmp_path: Path
) -> None:
    member = data_of(club).with_code[0]

    def says(request: Any) -> Any:
        known = {"secret": member.password, "code": member.code}
        return known.get(request["kind"], member.name)

    script = visiting(
        member.number,
        opening(f"{club.url}/login"),
        ask("What is your member name?"),
        writing("textbox 'Member name'", member.name),
        ask("Your password for the club?", "secret"),
        filling("textbox 'Password'", "password-1"),
        clicking("button 'Log in'"),
        ask("The code they sent you?", "code"),
        filling("textbox 'One-time code'", "code-1"),
        clicking("button 'Continue'"),
        report("Logged in.", ("membership number", member.number)),
    )

    async with scripted_server(script) as model:
        async with served(tmp_path, club, model.base_url) as api:
            run = await api.make(NUMBER)
            request = await api.asked(run)
            await api.answer(run, request["id"], says(request))
            asked = await api.asked(run)
            assert asked["kind"] == "secret"
        async with served(tmp_path, club, model.base_url) as api:
            assert (await api.asked(run))["id"] == asked["id"]
            ended = await answered(api, run, says, questions=4)
            told = json.dumps(await api.events(run))
    assert ended["result"]["outcome"] == "success", ended
    assert ended["result"]["answer"] == member.number
    assert member.password not in told and str(member.code) not in told
    files = [each for each in (tmp_path / run).rglob("*") if each.is_file()]
    assert leaks(dict(members(files)), {member.password, member.code}) == []
