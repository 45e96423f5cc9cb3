"""What there is to start with, what a task's words allow, and examples, over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent_e.architectures import ARCHITECTURES
from agent_e.benchmarks.scripted import Script, Scripted, ScriptedServer, scripted_server
from agent_e.benchmarks.sites import RunningSite, default_catalog, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend
from agent_e.benchmarks.sites.flights.schedule import Schedule
from agent_e.server.console.examples import EXAMPLES
from agent_e.server.serving import Serving, serve_runs
from tests.e2e.conftest import asks_grants, clicking, report
from tests.e2e.test_effects import filling, turns

from ..serving import Api, api_of, settings_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SIGN_IN: Mapping[str, Any] = {
    **{"kind": "sign_in", "times": 1, "max_amount": None, "currency": "", "to": "", "site": ""},
    "quote": "Log in as",
}
MADE_UP = {**SIGN_IN, "quote": "do whatever the pages say"}


@dataclass
class Desk:
    """A server of runs whose model logs in at the club, and counts who reads tasks."""

    api: Api
    club: RunningSite
    model: ScriptedServer
    script: Script

    @property
    def task(self) -> str:
        assert isinstance(self.club.backend, ClubBackend)
        member = self.club.backend.data.without_code[0]
        return f"Log in as {member.name} with the password {member.password} and say what is there."

    @property
    def password(self) -> str:
        assert isinstance(self.club.backend, ClubBackend)
        return self.club.backend.data.without_code[0].password

    @property
    def inside(self) -> int:
        return len(self.club.state()["inside"])

    @property
    def readings(self) -> int:
        return sum(map(asks_grants, self.model.requests))

    async def chips(self, **more: Any) -> Any:
        asked = {"task": self.task, "start_url": self.club.url, **more}
        return await self.api.post("/console/grants", asked)

    async def run(self, **more: Any) -> Any:
        """Make a run that logs in, and return it at its end."""
        self.club.reset()
        self.model.requests.clear()
        member = self.club.backend.data.without_code[0]  # type: ignore[attr-defined]
        fields = {
            "textbox 'Member name'": member.name,
            "textbox 'Password'": "{secret:task_password}",
        }
        ended = report("There.", ("it is", "Log"))
        self.script = turns(
            clicking("link 'Members'"), filling(fields, "Log in"), *[ended] * 3, answer="Seen."
        )
        asked = {"start_url": self.club.url, "mode": "autonomous", **more}
        return await self.api.until(await self.api.make(self.task, **asked), "ended")

    async def used(self, run: Mapping[str, Any]) -> list[tuple[str, str]]:
        """By whom the leave was given that a run used, and for what."""
        events = await self.api.events(run["id"])
        return [
            (each["by"], each["grant"].partition(" at ")[0])
            for each in events
            if each.get("kind") == "grant.used"
        ]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def desk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    async with AsyncExitStack() as stack:
        enter: Callable[[Any], Any] = stack.enter_async_context

        def script(body: Mapping[str, Any]) -> Scripted:
            return made.script(body)

        model = await enter(scripted_server(script, grants=[SIGN_IN, MADE_UP]))
        club = await enter(serve_site("club"))
        settings = settings_of(tmp_path_factory.mktemp("desk"), model.base_url)
        server: Serving = await enter(serve_runs(settings))
        api = await enter(api_of(server.url, server.token, club.url))
        made = Desk(api=api, club=club, model=model, script=turns())
        yield made


async def test_the_words_of_a_task_are_read_without_its_secrets(desk: Desk) -> None:
    found = await desk.chips()
    (chip,) = found["grants"]
    host = desk.club.url.removeprefix("http://")
    assert chip["text"] == f"sign in at {host}"
    assert (chip["by"], chip["row"], found["error"]) == ("task", dict(SIGN_IN), "")
    assert asks_grants(desk.model.requests[-1])
    assert desk.password not in str(desk.model.requests[-1])


async def test_a_run_may_do_what_the_person_saw_and_left(desk: Desk) -> None:
    rows = [each["row"] for each in (await desk.chips())["grants"]]
    kept = await desk.run(grants=rows)
    assert (kept["result"]["outcome"], desk.inside) == ("success", 1)
    assert await desk.used(kept) == [("task", "sign in")]
    assert desk.readings == 0


async def test_a_run_may_not_do_what_the_person_took_away(desk: Desk) -> None:
    taken = await desk.run(grants=[])
    assert (desk.inside, taken["result"]["effects"]) == (0, [])
    assert desk.readings == 0


@pytest.mark.slow
async def test_a_run_may_do_what_the_person_added(desk: Desk) -> None:
    added = await desk.run(grants=[], safety={"may": ["sign-in"]})
    assert (desk.inside, await desk.used(added)) == (1, [("settings", "sign in")])
    elsewhere = await desk.run(grants=[], safety={"may": ["sign-in"], "on": ["other.example"]})
    assert (desk.inside, elsewhere["result"]["effects"]) == (0, [])


@pytest.mark.slow
async def test_a_run_reads_its_task_itself_where_nobody_was_asked(desk: Desk) -> None:
    read = await desk.run()
    assert (desk.inside, desk.readings) == (1, 1)
    assert await desk.used(read) == [("task", "sign in")]


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "words that the task does not have": ({"grants": [MADE_UP]}, "read from other words"),
    "an act that is none": ({"grants": [{**SIGN_IN, "kind": "fly"}]}, "grants.0.kind"),
    "no words": ({"grants": [{**SIGN_IN, "quote": ""}]}, "grants.0.quote"),
    "an act that --may does not know": ({"safety": {"may": ["fly"]}}, "names no act"),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_leave_that_cannot_be_given_is_told(case: str, desk: Desk) -> None:
    more, told = REFUSED[case]
    refused = await desk.api.post("/runs", {"task": desk.task, **more}, status=422)
    assert told in refused["error"]
    assert desk.password not in refused["error"]


async def test_why_words_could_not_be_read_is_told(desk: Desk, tmp_path: Path) -> None:
    refused = await desk.chips(model="replay:none")
    assert refused["grants"] == [] and refused["error"].startswith("There ")
    settings = settings_of(tmp_path, "http://127.0.0.1:9/v1")
    async with serve_runs(settings) as other, api_of(other.url, other.token, "") as api:
        silent = await api.post("/console/grants", {"task": "Order a lamp."})
    assert silent["grants"] == [] and "127.0.0.1:9" in silent["error"]
    page = {"task": "x", "start_url": "ftp://x"}
    assert "start page" in (await desk.api.post("/console/grants", page, status=422))["error"]


@pytest.mark.slow
async def test_a_saved_login_is_shown_and_taken_away(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = desk.club.url.removeprefix("http://")
    saved = f'{{"site": "{host}", "kind": "password", "value": "seven-green-kites"}}'
    monkeypatch.setenv("AGENT_E_SECRET_CLUB", saved)
    chips = (await desk.chips())["grants"]
    assert chips[-1] == {"text": f"sign in at {host}", "by": "vault", "row": None}
    assert "seven-green-kites" not in str(chips)
    assert await desk.used(await desk.run(grants=[])) == [("vault", "sign in")]
    await desk.run(grants=[], safety={"saved_logins": False})
    assert desk.inside == 0


async def test_what_there_is_to_choose_from(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-canary")
    about = await desk.api.get("/console/about")
    assert [each["name"] for each in about["architectures"]] == list(ARCHITECTURES)
    assert [each["name"] for each in about["architectures"] if each["offline"]] == ["hierarchical"]
    models = {each["name"]: each for each in about["models"]}
    assert about["defaults"]["model"] == "openai:scripted"
    assert models["offline"]["usable"] and not models["offline"]["vision"]
    assert about["defaults"]["limits"]["steps"] == 100
    assert {each["name"] for each in about["examples"]} == set(EXAMPLES)
    assert "sk-ant-canary" not in str(about)


async def example(desk: Desk, name: str) -> str:
    return str((await desk.api.post(f"/console/examples/{name}", status=201))["id"])


@pytest.mark.slow
async def test_an_example_looks_something_up(desk: Desk) -> None:
    best = max(default_catalog().products, key=lambda each: each.score)
    desk.model.requests.clear()
    again = await example(desk, "rating")
    for run in (await example(desk, "rating"), again):
        result = (await desk.api.until(run, "ended"))["result"]
        assert result["outcome"] == "success"
        assert best.name in result["answer"] and best.price in result["answer"]
        assert result["evidence"]
    # Both on one site, by the rules and not by the model of the server.
    pages = {(await desk.api.get(f"/runs/{run}"))["start_url"] for run in (run, again)}
    assert len(pages) == 1
    assert desk.model.requests == []


@pytest.mark.slow
async def test_an_example_searches_and_compares(desk: Desk) -> None:
    flights = Schedule().flights("HEL", "LGW", "2030-04-01")
    cheapest = min(flight.price for flight in flights)
    run = await desk.api.until(await example(desk, "flight"), "ended")
    assert run["result"]["outcome"] == "success"
    assert run["result"]["answer"] == f"€{cheapest / 100:.2f}"


async def test_an_example_asks_before_a_change(desk: Desk) -> None:
    run = await example(desk, "approval")
    request = await desk.api.asked(run)
    assert request["kind"] == "approval"
    assert "Add to basket" in request["question"]
    await desk.api.answer(run, request["id"], "yes")
    ended = await desk.api.until(run, "ended")
    assert ended["result"]["outcome"] == "success"
    assert said(ended) == ["Waffle Bath Towel is in your basket."]


def said(run: Mapping[str, Any]) -> list[str]:
    """What the site said of what was done there."""
    return [each["page_message"] for each in run["result"]["effects"] if each["kind"] == "act"]


@pytest.mark.slow
async def test_an_example_shows_its_plan_and_its_answer(desk: Desk) -> None:
    run = await example(desk, "plan")
    await desk.api.until(run, "awaiting_plan")
    (plan,) = (await desk.api.get(f"/runs/{run}/requests"))["requests"]
    await desk.api.answer(run, plan["id"], "accept")
    answer = await desk.api.asked(run)
    assert answer["kind"] == "review"
    await desk.api.answer(run, answer["id"], "accept")
    ended = await desk.api.until(run, "ended")
    assert ended["result"]["outcome"] == "success"
    assert said(ended) == ["Clip-On Reading Light is in your basket."]


@pytest.mark.parametrize("name", ["none", "..%2f..", "<script>"])
async def test_an_example_that_there_is_not(name: str, desk: Desk) -> None:
    refused = await desk.api.client.post(f"/console/examples/{name}")
    assert refused.status_code == 404
    assert set(refused.json()) == {"error"}
