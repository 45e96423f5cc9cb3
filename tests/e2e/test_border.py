"""Runs that are led elsewhere: what is refused, how it is told, and how they end."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.errors import ConfigError
from agent_e.types import Outcome

from .conftest import Workbench, browse, clicking, finish, report, seen

pytestmark = [pytest.mark.browser]

ASKED: list[str] = []


@pytest.fixture
async def lure() -> AsyncIterator[str]:
    """A site whose link and whose door both lead to this machine under another name."""
    ASKED.clear()

    async def start(request: Request) -> Response:
        away = f"http://localhost:{request.url.port}/prize?d=data"
        return HTMLResponse(f"<title>Start</title><a href='{away}'>Claim the prize</a>")

    async def door(request: Request) -> Response:
        return RedirectResponse(f"http://localhost:{request.url.port}/prize")

    async def prize(request: Request) -> Response:
        ASKED.append(str(request.url))
        return HTMLResponse("<title>Prize</title>")

    routes = [Route("/", start), Route("/door", door), Route("/prize", prize)]
    async with serve_app(Starlette(routes=routes)) as port:
        yield f"http://127.0.0.1:{port}"


def events(run_dir: str) -> list[dict[str, Any]]:
    lines = Path(run_dir, "events.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


async def test_a_click_that_leads_elsewhere_is_refused_and_told(
    workbench: Workbench, lure: str
) -> None:
    script = by_role(
        planner=[browse("Claim it."), finish("It cannot be claimed.", status="cannot")],
        navigator=[
            clicking("link 'Claim the prize'"),
            Scripted(calls=[("open_url", {"url": lure.replace("127.0.0.1", "localhost")})]),
            report("It is refused.", status="blocked"),
        ],
    )
    agent = await workbench.agent(script)
    result = await agent.run("Claim the prize.", start_url=lure)
    assert result.outcome is Outcome.GAVE_UP
    assert ASKED == []
    told = seen(workbench.asked("navigator")[-1])
    assert told.count("may not be opened: its address is of this machine") >= 2
    assert "The page tried to open another address" in told
    blocked = [each for each in events(result.run_dir) if each["kind"] == "security.blocked"]
    # The browser may have connected ahead.
    wheres = [each["where"] for each in blocked if each["where"] != "connection"]
    assert wheres == ["page", "call"]
    assert all(each["rule"] == "private" for each in blocked)


@pytest.mark.slow
async def test_a_start_page_that_leads_elsewhere_ends_the_run_as_denied(
    workbench: Workbench, lure: str
) -> None:
    agent = await workbench.agent(by_role())
    result = await agent.run("Look.", start_url=f"{lure}/door")
    assert (result.outcome, result.exit_code) == (Outcome.DENIED, 4)
    assert "leads on to another one" in result.message
    assert ASKED == []


@pytest.mark.parametrize(
    ("safety", "words"),
    [
        ({"deny": ["127.0.0.1"]}, "among the denied hosts"),
        ({"allow_private": ["localhost"]}, "names single places"),
        ({"allow": ["https://example.org"]}, "safety.allow cannot be used"),
    ],
)
async def test_what_cannot_begin_is_said_before_the_run(
    workbench: Workbench, lure: str, safety: dict[str, Any], words: str
) -> None:
    agent = await workbench.agent(by_role(), safety=safety)
    with pytest.raises(ConfigError, match=words):
        await agent.run("Look.", start_url=lure)
    assert not workbench.runs.exists()


@pytest.mark.slow
async def test_what_the_person_grants_is_opened(workbench: Workbench, lure: str) -> None:
    port = lure.rpartition(":")[2]
    script = by_role(
        planner=[browse("Claim it."), finish("Claimed.", status="done")],
        navigator=[clicking("link 'Claim the prize'"), report("Claimed.", ("got it", "Prize"))],
    )
    agent = await workbench.agent(script, safety={"allow_private": [f"localhost:{port}"]})
    await agent.run("Claim the prize.", start_url=lure)
    assert len(ASKED) == 1


async def test_a_refused_task_ends_before_the_browser_starts(
    workbench: Workbench, lure: str, tmp_path: Path
) -> None:
    path = tmp_path / "refused.yaml"
    path.write_text("refuse: [{rule: prizes, words: [prize]}]")
    agent = await workbench.agent(by_role(), safety={"refused_tasks": str(path)})
    result = await agent.run("Claim the Prize.", start_url=lure)
    assert (result.outcome, result.exit_code) == (Outcome.DENIED, 4)
    assert "refused by the rule 'prizes' of refused.yaml" in result.message
    assert [each["kind"] for each in events(result.run_dir)] == ["run.started", "run.ended"]


@pytest.mark.slow
async def test_what_a_page_sends_by_its_scripts_alone_waits_for_a_person(
    workbench: Workbench,
) -> None:
    posted: list[str] = []

    async def page(request: Request) -> Response:
        if request.method == "POST":
            posted.append(request.url.path)
        return HTMLResponse(
            "<title>Start</title><button onclick=\"const f = document.createElement('form');"
            "f.method = 'post'; f.action = '/do'; document.body.append(f); f.submit()\">"
            "Go on</button>"
        )

    script = by_role(
        planner=[browse("Go on."), finish("It cannot be done.", status="cannot")],
        navigator=[clicking("button 'Go on'"), report("It is refused.", status="blocked")],
    )
    routes = [Route("/{path:path}", page, methods=["GET", "POST"])]
    async with serve_app(Starlette(routes=routes)) as port:
        agent = await workbench.agent(script, effect="unclear", safety={"trust": []})
        result = await agent.run("Go on.", start_url=f"http://127.0.0.1:{port}/")
    assert (posted, result.outcome) == ([], Outcome.NEEDS_PERSON)
    assert "nothing on the page told that it would be sent" in seen(
        workbench.asked("navigator")[-1]
    )
    kinds = [each["kind"] for each in events(result.run_dir)]
    assert "request.judged" in kinds
    assert kinds.index("request.judged") < kinds.index("security.blocked")


async def test_what_a_page_loads_is_kept_from_this_machine_and_from_the_model(
    workbench: Workbench,
) -> None:
    inside_asked: list[str] = []

    async def inside(request: Request) -> Response:
        inside_asked.append(request.url.path)
        return Response("swordfish", headers={"access-control-allow-origin": "*"})

    async def start(request: Request) -> Response:
        return HTMLResponse(
            "<title>Start</title><p>Waiting<script>"
            f"fetch('http://127.0.0.1:{port}/keys').then(r => r.text())"
            ".then(text => { document.body.append(text); document.title = text; })"
            ".catch(error => document.body.append('kept away'))</script>"
        )

    script = by_role(
        planner=[browse("Read it."), finish("It waits.", status="cannot")],
        navigator=[
            Scripted(calls=[("wait_for", {"text": "kept away"})]),
            report("It waits.", status="blocked"),
        ],
    )
    async with (
        serve_app(Starlette(routes=[Route("/{path:path}", inside)])) as port,
        serve_app(Starlette(routes=[Route("/", start)])) as own,
    ):
        agent = await workbench.agent(script)
        result = await agent.run("Read it.", start_url=f"http://127.0.0.1:{own}/")
    told = seen(workbench.asked("navigator")[-1])
    assert "kept away" in told
    assert (inside_asked, "swordfish" in told) == ([], False)
    blocked = [each for each in events(result.run_dir) if each["kind"] == "security.blocked"]
    assert [(each["url"], each["where"], each["count"]) for each in blocked] == [
        (f"//127.0.0.1:{port}", "connection", 1)
    ]


async def test_a_run_without_the_proxy_says_what_it_lacks(workbench: Workbench, lure: str) -> None:
    script = by_role(planner=[finish("Nothing.", status="cannot")])
    for settings, lacks in (({"proxy": False}, True), ({}, False)):
        agent = await workbench.agent(script, browser=settings)
        result = await agent.run("Look.", start_url=lure)
        (started,) = [e for e in events(result.run_dir) if e["kind"] == "run.started"]
        told = " ".join(started["notes"])
        assert ("connects without agent-e's proxy" in told) is lacks
