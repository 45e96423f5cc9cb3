"""An MCP client, the SDK's own, does tasks with our tools and has one done."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client, MCPError, StdioServerParameters

from agent_e.benchmarks.demo import TASKS
from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend
from agent_e.config import Settings
from agent_e.mcp.serving import serve_http
from tests.browsers import CDP_URL
from tests.e2e.conftest import clicking, report
from tests.e2e.test_effects import filling, turns
from tests.programs import start, start_at
from tests.terminals import Window

from .hosts import Person, http_host, result_of, words

pytestmark = pytest.mark.browser


@pytest.fixture
async def club() -> AsyncIterator[RunningSite]:
    async with serve_site("club") as site:
        yield site


@pytest.fixture
def settings(tmp_path: Path, attaching: Mapping[str, str]) -> Callable[..., Settings]:
    def settings_for(site: RunningSite, **more: Any) -> Settings:
        return Settings.model_validate(
            {
                "model": "offline",
                "verify": "never",
                "about_me": False,
                "runs_dir": tmp_path / "runs",
                "browser": {"cdp_url": attaching[CDP_URL]},
                "safety": {"allow_private": [place(site)]},
                **more,
            }
        )

    return settings_for


def place(site: RunningSite) -> str:
    return site.url.removeprefix("http://").rstrip("/")


def login_of(club: RunningSite) -> dict[str, str]:
    assert isinstance(club.backend, ClubBackend)
    member = club.backend.data.without_code[0]
    return {"textbox 'Member name'": member.name, "textbox 'Password'": member.password}


@pytest.mark.slow
async def test_the_first_demo_task_with_the_tools_alone_over_stdio(
    tmp_path: Path, attaching: Mapping[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    task = TASKS[0]
    async with serve_site("catalog") as site:
        command = ["-m", "agent_e", "mcp", "--model", "offline", "--out", str(tmp_path / "runs")]
        server = StdioServerParameters(
            command=sys.executable,
            args=[*command, "--allow-private", place(site)],
            env={**attaching},
            cwd=Path.cwd(),
        )
        with caplog.at_level(logging.ERROR, "mcp"):
            async with Client(server) as host:
                tools = {tool.name: tool for tool in (await host.list_tools()).tools}
                opened = await host.call_tool("open", {"url": site.url})
                third = [each["mmid"] for each in opened.structured_content["page"]["elements"]][2]
                assert f"[{third}] link" in words(opened)
                shown = await host.call_tool("click", {"mmid": str(third)})
                wrong = await host.call_tool("open", {"url": "http://127.0.0.1:9/"})
        price = re.findall(r"Price: (\S+)", words(shown))
        expected = task.expected(site.state())
        assert expected.holds(price[0], site.state()), words(shown)
        assert shown.structured_content["change"]["navigation"]["to"].startswith(site.url)
    assert wrong.is_error and "--allow-private" in words(wrong)
    # Something else on stdout would have been no message of the protocol.
    assert caplog.records == []
    annotations = {name: tool.annotations for name, tool in tools.items()}
    assert {name for name, each in annotations.items() if each and each.read_only_hint} == {
        "snapshot",
        "find",
        "screenshot",
    }
    assert {"click", "fill", "press", "run_task"} <= {
        name for name, each in annotations.items() if each and each.destructive_hint
    }
    assert result_of(tmp_path / "runs")["exit_code"] == 143


async def test_a_signal_ends_it_though_its_host_keeps_the_pipe_open(tmp_path: Path) -> None:
    process = await start("mcp", "--out", str(tmp_path / "runs"), piped=True)
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {}}
    assert process.stdin is not None
    os.write(process.stdin, json.dumps(ping).encode() + b"\n")
    await process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(20):
        while process.returncode is None:  # noqa: ASYNC110 - it has no event of its own
            await asyncio.sleep(0.02)
    os.close(process.stdin)
    assert process.returncode == 143


@pytest.mark.parametrize(("answer", "mode"), [("yes", "legacy"), ("no", "auto")])
async def test_the_person_at_the_host_is_asked_before_an_act(
    settings: Callable[..., Settings], club: RunningSite, answer: str, mode: str
) -> None:
    person = Person(answer=answer)
    async with http_host(settings(club), person=person, mode=mode) as host:
        await host.call_tool("open", {"url": f"{club.url}/login"})
        fields = [{"mmid": name, "value": value} for name, value in login_of(club).items()]
        result = await host.call_tool("fill", {"fields": fields, "submit": "button 'Log in'"})
    assert [shown.partition("\n")[0] for shown in person.shown] == [
        f"May I click button 'Log in', which sends its form on {place(club)}?"
    ]
    assert "Because: it signs in" in person.shown[0]
    assert login_of(club)["textbox 'Password'"] not in person.shown[0]
    assert (not result.is_error, len(club.state()["inside"])) == (answer == "yes", answer == "yes")


async def test_where_nobody_can_be_asked_the_gate_refuses(
    settings: Callable[..., Settings], club: RunningSite
) -> None:
    async with http_host(settings(club)) as host:
        await host.call_tool("open", {"url": f"{club.url}/login"})
        fields = [{"mmid": name, "value": value} for name, value in login_of(club).items()]
        result = await host.call_tool("fill", {"fields": fields, "submit": "button 'Log in'"})
        look = await host.call_tool("snapshot", {})
    assert result.is_error and "a person has to approve it and none can be asked" in words(result)
    assert "button 'Log in'" in words(look)
    assert club.state()["inside"] == []


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.slow)])
async def test_a_whole_task_asks_by_elicitation_and_its_run_can_be_read(
    settings: Callable[..., Settings], club: RunningSite, mode: str
) -> None:
    script = turns(
        clicking("link 'Members'"),
        filling(login_of(club), "Log in"),
        report("In.", ("they are in", "Log out")),
        answer="You are in.",
    )
    # The words of a task that a model wrote are no leave.
    leave = [{"kind": "sign_in", "times": 1, "max_amount": None, "currency": "", "to": ""}]
    grants = [{**each, "site": "", "quote": "Log in"} for each in leave]
    person, steps = Person(answer="yes"), list[str]()

    async def told(progress: float, total: float | None, message: str | None) -> None:
        steps.append(message or "")

    async with scripted_server(script, grants=grants) as model:
        models = {"base_url": model.base_url, "attempts": 1}
        chosen = settings(club, model="openai:scripted", models=models, planner="always")
        async with http_host(chosen, person=person, mode=mode) as host:
            task = {"task": "Log in as a member.", "start_url": club.url}
            result = await host.call_tool("run_task", task, progress_callback=told)
            listed = [each.uri for each in (await host.list_resources()).resources]
            files = [(await host.read_resource(uri)).contents[0] for uri in listed]
            with pytest.raises(MCPError, match="only runs that ended"):
                await host.read_resource("agent-e://runs/../result.json")
    assert words(result).startswith("You are in.\nOutcome: success.")
    assert result.structured_content["effects"][0]["grant"] == "approved"
    assert len(person.shown) == len(club.state()["inside"]) == 1
    assert "Do it" in steps and any("Members – Kestrel" in step for step in steps)
    assert [uri.rpartition("/")[2] for uri in listed] == ["result.json", "report.html"]
    assert [each.mime_type for each in files] == ["application/json", "text/html"]
    assert all("You are in." in getattr(each, "text", "") for each in files)


async def test_a_cancelled_call_stops_its_run(
    settings: Callable[..., Settings], club: RunningSite, tmp_path: Path
) -> None:
    async with scripted_server(lambda body: Scripted(delay_s=60)) as model:
        chosen = settings(club, model="openai:scripted", models={"base_url": model.base_url})
        async with http_host(chosen) as host:
            task = {"task": "Look.", "start_url": club.url}
            call = asyncio.create_task(host.call_tool("run_task", task))
            await model.asked.wait()
            call.cancel()
            async with asyncio.timeout(20):
                while not list((tmp_path / "runs").glob("*/result.json")):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
    assert result_of(tmp_path / "runs")["outcome"] == "stopped"


@pytest.mark.parametrize(
    ("headers", "status"),
    [({}, 401), ({"origin": "http://evil.example"}, 403), ({"host": "evil.example"}, 421)],
)
async def test_nobody_else_gets_in_over_http(
    settings: Callable[..., Settings], club: RunningSite, headers: dict[str, str], status: int
) -> None:
    async with serve_http(settings(club)) as url, httpx.AsyncClient(trust_env=False) as client:
        answer = await client.post(url, headers=headers, json={})
    assert answer.status_code == status


async def test_on_a_terminal_it_says_what_it_waits_for_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    with Window() as window:
        program = await start_at(window.inner, "mcp", folder=tmp_path)
        await window.shows("Ctrl-C ends it.")
        window.type("\x03")
        await asyncio.to_thread(program.process.join, 20)
        assert program.returncode == 130
