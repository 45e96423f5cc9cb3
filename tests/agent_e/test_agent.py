from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, field_validator
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from typing_extensions import TypedDict

from agent_e import ConfigError, TaskFailed, TaskResult, Veto, WebAgent
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.config import Settings
from agent_e.journal import Event
from agent_e.journal.events import ActionStarted, RunEnded
from agent_e.output_type import OutputType
from agent_e.skills import ActionCall, ActionOutcome
from agent_e.types import Outcome, PersonRequest
from tests.browsers import Chromium

TASK = "Find the price of the third product"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"model": 5}, "the name of a model, a Model or Settings, not 5"),
        ({"model": "offline", "settings": {}}, "settings takes Settings"),
        ({"model": Settings(), "settings": Settings()}, "settings twice"),
        ({"allow": "shop.example"}, "allow takes a list of hosts"),
        ({"skills": Path("mine.py")}, "skills takes a list"),
    ],
)
def test_a_wrong_type_is_refused_where_it_is_given(options: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        WebAgent(**options)


def test_what_cannot_be_a_skill_is_refused_where_it_is_given() -> None:
    with pytest.raises(ConfigError, match="is no skill"):
        WebAgent("offline", skills=[lambda city: city])
    with pytest.raises(ConfigError, match="city of the skill weather needs a type"):

        @WebAgent("offline").skill
        def weather(city) -> str:
            """Say the weather."""
            return "It rains."


def test_a_model_and_hosts_are_put_into_the_settings() -> None:
    given = Settings.model_validate({"mode": "human", "safety": {"allow": ["a.example"]}})
    settings = WebAgent("offline", settings=given, allow=["b.example"]).settings
    assert (settings.model, settings.mode) == ("offline", "human")
    assert settings.safety.allow == ("a.example", "b.example")


async def test_a_second_run_at_once_is_refused(tmp_path, monkeypatch) -> None:
    agent = WebAgent(Settings(model="offline", runs_dir=tmp_path))
    workspace = agent._workspace = agent._new_workspace()
    go = asyncio.Event()

    async def waiting(*_: object) -> TaskResult:
        await go.wait()
        return TaskResult(outcome=Outcome.SUCCESS)

    monkeypatch.setattr(workspace, "_run", waiting)
    first = asyncio.create_task(agent.run("Look"))
    await asyncio.sleep(0)
    with pytest.raises(ConfigError, match="carrying out another task"):
        await agent.run("Look again")
    with pytest.raises(ConfigError, match="carrying out another task"):
        async for _ in agent.stream("Look again"):
            raise AssertionError("nothing happens")
    go.set()
    assert (await first).outcome is Outcome.SUCCESS
    assert (await agent.run("And again")).outcome is Outcome.SUCCESS


class Product(BaseModel):
    name: str
    price: float

    @field_validator("price")
    @classmethod
    def _positive(cls, value: float) -> float:
        if value <= 0:
            raise ValueError("it costs something")
        return value


class Row(TypedDict):
    name: str


@pytest.mark.parametrize(
    ("kind", "answer", "value"),
    [
        (Product, {"name": "Mug", "price": 3}, Product(name="Mug", price=3)),
        (list[Product], [{"name": "Mug", "price": 3}], [Product(name="Mug", price=3)]),
        (Row, {"name": "Mug"}, {"name": "Mug"}),
        (list[int], ["3", 4], [3, 4]),
        ({"type": "object"}, {"name": "Mug"}, {"name": "Mug"}),
        (None, "A mug.", "A mug."),
    ],
)
def test_an_answer_becomes_an_instance_of_the_type(kind: Any, answer: Any, value: Any) -> None:
    result = TaskResult(outcome=Outcome.SUCCESS, answer=answer)
    assert OutputType(kind).read(result).value == value
    assert "value" not in result.to_json()


def test_an_answer_that_the_class_refuses_is_bad_output() -> None:
    result = TaskResult(outcome=Outcome.SUCCESS, answer={"name": "Mug", "price": 0})
    refused = OutputType(Product).read(result)
    assert (refused.outcome, refused.exit_code, refused.value) == (Outcome.BAD_OUTPUT, 8, None)
    assert "The answer is no Product: price:" in refused.message
    gave_up = TaskResult(outcome=Outcome.GAVE_UP, answer="None.")
    assert OutputType(Product).read(gave_up).value == "None."


def test_what_is_no_type_is_refused() -> None:
    with pytest.raises(TypeError, match="output takes a Pydantic class"):
        OutputType("Product")


@pytest.fixture
def agent(tmp_path: Path, chromium: Chromium) -> WebAgent:
    return WebAgent(Settings(model="offline", runs_dir=tmp_path), opener=chromium.session)


@pytest.fixture
async def catalog():
    async with serve_site("catalog") as site:
        yield site


@pytest.mark.browser
async def test_a_stream_yields_typed_events_and_ends_with_the_run(
    agent: WebAgent, catalog: RunningSite
) -> None:
    events: list[Event] = []
    async with agent:
        async for event in agent.stream(TASK, start_url=catalog.url):
            events.append(event)
    assert [each.seq for each in events] == list(range(1, len(events) + 1))
    assert [each.action for each in events if isinstance(each, ActionStarted)][0] == "open_url"
    (end,) = [each for each in events if isinstance(each, RunEnded)]
    assert end is events[-1]
    assert (end.outcome, "$64.50" in str(end.answer)) == ("success", True)


@pytest.mark.browser
async def test_leaving_a_stream_stops_its_run(agent: WebAgent, catalog: RunningSite) -> None:
    async with agent:
        async for event in agent.stream(TASK, start_url=catalog.url):
            if isinstance(event, ActionStarted):
                break
        # The run stops beside what follows.
        while agent.control is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        (run,) = agent.settings.runs_dir.iterdir()
        assert '"outcome": "stopped"' in (run / "result.json").read_text()
        assert (await agent.run(TASK, start_url=catalog.url)).outcome is Outcome.SUCCESS


@pytest.mark.browser
async def test_a_stream_cancelled_before_its_run_began_ends_at_once(
    agent: WebAgent, catalog: RunningSite
) -> None:
    async def follow() -> None:
        async for _ in agent.stream(TASK, start_url=catalog.url):
            raise AssertionError("there is no event yet")

    async with agent:
        following = asyncio.create_task(follow())
        await asyncio.sleep(0)
        assert agent.control is None
        following.cancel()
        async with asyncio.timeout(2):
            with pytest.raises(asyncio.CancelledError):
                await following
        assert (await agent.run(TASK, start_url=catalog.url)).outcome is Outcome.SUCCESS


@pytest.mark.browser
async def test_a_session_is_refused_during_a_run_which_goes_on(
    agent: WebAgent, catalog: RunningSite
) -> None:
    async with agent:
        run = asyncio.create_task(agent.run(TASK, start_url=catalog.url))
        while agent.control is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        with pytest.raises(ConfigError, match="carrying out another task"):
            async with agent.session():
                raise AssertionError("the browser is busy")
        assert (await run).outcome is Outcome.SUCCESS


@pytest.mark.browser
async def test_hooks_see_every_action_and_may_refuse_it(
    agent: WebAgent, catalog: RunningSite
) -> None:
    begun: list[ActionCall] = []
    ended: list[ActionOutcome] = []

    @agent.before_action
    async def check(call: ActionCall) -> None:
        begun.append(call)
        if call.name == "click":
            raise Veto("clicks are not for today.")

    @agent.after_action
    def note(outcome: ActionOutcome) -> None:
        ended.append(outcome)
        raise ValueError("A hook of somebody else's.")

    async with agent:
        result = await agent.run(TASK, start_url=catalog.url)
    assert result.outcome is not Outcome.SUCCESS
    assert [begun[0].name, begun[0].arguments] == ["open_url", {"url": catalog.url}]
    assert "click" in [each.name for each in begun]
    assert "click" not in [each.call.name for each in ended]
    assert (ended[0].error, ended[0].url) == ("", catalog.url + "/")
    journal = (Path(result.run_dir) / "events.jsonl").read_text()
    assert "The program that runs you does not allow click: clicks are not for today." in journal
    assert '"hook": "after_action", "type": "ValueError"' in journal


@pytest.mark.browser
async def test_a_check_that_fails_lets_nothing_pass(agent: WebAgent, catalog: RunningSite) -> None:
    @agent.before_action
    def check(call: ActionCall) -> None:
        if call.name == "click":
            raise KeyError("no such rule")

    async with agent:
        result = await agent.run(TASK, start_url=catalog.url)
    assert result.outcome is not Outcome.SUCCESS
    journal = (Path(result.run_dir) / "events.jsonl").read_text()
    assert "click was not done, as a check of the program that runs you failed" in journal
    assert '"hook": "before_action", "type": "KeyError"' in journal


@pytest.mark.slow
@pytest.mark.browser
async def test_questions_are_answered_by_a_function(tmp_path: Path, chromium: Chromium) -> None:
    settings = Settings.model_validate({"runs_dir": tmp_path, "safety": {"profile": "strict"}})
    agent = WebAgent("offline", settings=settings, opener=chromium.session)
    asked: list[PersonRequest] = []

    @agent.on_question
    def answer(request: PersonRequest) -> str:
        asked.append(request)
        return "yes"

    task = (
        "Go to the Lighting category, open the cheapest product, set the quantity to 2 and add "
        "it to the basket."
    )
    async with serve_site("shop") as shop, agent:
        result = await agent.run(task, start_url=shop.url)
        baskets = [line for each in shop.state()["baskets"] for line in each["items"]]
    assert result.outcome is Outcome.SUCCESS
    assert [each.kind for each in asked] == ["approval"]
    assert [line["quantity"] for line in baskets] == [2]


@pytest.mark.browser
async def test_a_session_mixes_steps_in_words_and_of_the_programs_own(
    agent: WebAgent, catalog: RunningSite
) -> None:
    async with agent.session(catalog.url) as session:
        assert "heading" in (await session.observe()).text
        await session.page.get_by_role("link").nth(2).click()
        before = session.page.url
        await session.goto(catalog.url)
        assert session.page.url != before
        result = await session.act(TASK)
        assert (result.outcome, result.value) == (Outcome.SUCCESS, result.answer)
        assert "$64.50" in str(result.answer)
        assert (await session.observe(find="Espresso")).text.count("Espresso") > 0
        with pytest.raises(ConfigError, match="Make another WebAgent for the profile work"):
            async with agent.session(profile="work"):
                raise AssertionError("it has no other logins")
        with pytest.raises(TaskFailed) as failed:
            await session.extract(list[Product], "the weather on Mars")
        assert failed.value.result.outcome is not Outcome.SUCCESS
    with pytest.raises(ConfigError, match="The browser is closed"):
        _ = session.page


@pytest.mark.browser
@pytest.mark.parametrize("status", [204, 500])
async def test_an_address_is_told_of_questions_and_of_the_end(
    status: int, tmp_path: Path, chromium: Chromium, catalog: RunningSite
) -> None:
    posted: list[dict[str, Any]] = []

    async def take(request: Request) -> Response:
        posted.append(await request.json())
        return Response(status_code=status)

    async with serve_app(Starlette(routes=[Route("/hook", take, methods=["POST"])])) as port:
        settings = Settings.model_validate(
            {
                "model": "offline",
                "runs_dir": tmp_path,
                "mode": "human",
                "human": {"review": True, "on_ask": "default"},
                "notify": f"http://127.0.0.1:{port}/hook?token=of-the-hook",
            }
        )
        async with WebAgent(settings, opener=chromium.session, channels=[]) as agent:
            result = await agent.run(TASK, start_url=catalog.url)
    folder = Path(result.run_dir)
    assert [each["event"] for each in posted] == ["person.asked", "run.ended"]
    assert posted[0]["kind"] == "review"
    assert posted[1] == {
        "event": "run.ended",
        "run": folder.name,
        "task": TASK,
        "outcome": str(result.outcome),
        "answer": result.answer,
        "message": result.message,
    }
    written = "".join(each.read_text() for each in folder.glob("*.json*"))
    assert "of-the-hook" not in written
    assert ("--notify was answered with 500" in written) == (status == 500)


def test_a_script_needs_no_event_loop(tmp_path: Path) -> None:
    agent = WebAgent(Settings(model="offline", runs_dir=tmp_path))
    with pytest.raises(ConfigError, match="The task is empty"):
        agent.run_sync(" ")

    async def in_a_notebook() -> None:
        agent.run_sync(" ")

    with pytest.raises(ConfigError, match="The task is empty"):
        asyncio.run(in_a_notebook())


@pytest.mark.browser
async def test_headers_go_to_the_start_page_and_to_no_other_site(
    tmp_path: Path, chromium: Chromium, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, list[str | None]] = {}

    def keep(request: Request) -> None:
        where = f"{request.url.hostname} {request.url.path}"
        seen.setdefault(where, []).append(request.headers.get("x-key"))

    async def start(request: Request) -> Response:
        keep(request)
        html = (
            "<h1>of-the-header of-the-secret staging</h1><img src=/own.png>"
            f"<img src=http://127.0.0.1:{elsewhere}/pic.png>"
            "<img src=/away>"
        )
        return Response(html, media_type="text/html")

    async def away(request: Request) -> Response:
        keep(request)
        return Response(
            status_code=302, headers={"location": f"http://127.0.0.1:{elsewhere}/redirected"}
        )

    async def rest(request: Request) -> Response:
        keep(request)
        return Response(status_code=204)

    own = Starlette(routes=[Route("/", start), Route("/away", away), Route("/{path:path}", rest)])
    foreign = Starlette(routes=[Route("/{path:path}", rest)])
    async with serve_app(foreign) as elsewhere, serve_app(own) as port:
        settings = Settings.model_validate(
            {
                "model": "offline",
                "runs_dir": tmp_path,
                "safety": {"allow_private": [f"127.0.0.1:{elsewhere}"]},
                "browser": {
                    "headers": [
                        "X-Key: {secret:key}",
                        "Authorization: Bearer of-the-header",
                        "X-Env: staging",
                    ]
                },
            }
        )
        key = {"site": f"127.0.0.1:{port}", "value": "of-the-secret"}
        monkeypatch.setenv("AGENT_E_SECRET_KEY", json.dumps(key))
        async with WebAgent(settings, opener=chromium.session) as agent:
            result = await agent.run("What is the heading?", start_url=f"http://127.0.0.1:{port}/")
    assert seen["127.0.0.1 /"] == seen["127.0.0.1 /own.png"] == ["of-the-secret"]
    assert seen["127.0.0.1 /away"] == ["of-the-secret"]
    assert seen["127.0.0.1 /pic.png"] == seen["127.0.0.1 /redirected"] == [None]
    written = "".join(each.read_text() for each in Path(result.run_dir).glob("*.json*"))
    assert "of-the-header" not in written and "of-the-secret" not in written
    # Not every value is secret: a page may say such a word.
    assert "staging" in written
    kept = json.loads(Path(result.run_dir, "run.json").read_text())["settings"]["browser"]
    assert kept["headers"] == ["X-Key: {secret:key}"]
