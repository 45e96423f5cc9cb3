"""Whole runs on pages that work against whoever opens them."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from agent_e import Outcome
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.perf.stopping.moments import endless
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.browser import BrowserSession
from agent_e.journal import read_run

from .bombs import serve_bombs
from .conftest import Workbench, browse, clicking, finish, report
from .test_websight import Cast, acting

pytestmark = pytest.mark.browser

LONG = """<title>Long</title><button onclick="go()">Go</button><form action=/long method=get>
<input type=hidden name=q><button>Send</button></form><script>
const much = "x".repeat(300_000);
document.querySelector("input").value = much;
let turn = 0;
function go() {
  history.pushState(0, "", `?${turn++}${much}`);
  document.title = much;
  document.body.append("Done ", turn);
  console.error(much);
  setTimeout(() => { throw Error(much); });
  fetch("/long?" + much, { method: "POST", body: much });
  window.open("/long?" + much, "", "noopener");
}</script>"""


async def _long(_: Request) -> HTMLResponse:
    return HTMLResponse(LONG)


@pytest.fixture
async def long_address() -> AsyncIterator[str]:
    app = Starlette(routes=[Route("/long", _long, methods=["GET", "POST"])])
    async with serve_app(app) as port:
        yield f"http://127.0.0.1:{port}/long"


@pytest.mark.slow
async def test_long_addresses_and_titles_fill_neither_journal_nor_prompts(
    workbench: Workbench, long_address: str
) -> None:
    script = by_role(
        planner=[browse("Press Go"), finish("done")],
        navigator=[
            clicking("button 'Go'"),
            Scripted(calls=[("tabs", {"do": "list"})]),
            Scripted(calls=[("get_dom", {"view": "all_fields"})]),
            clicking("button 'Go'"),
            report("Pressed."),
        ],
    )
    agent = await workbench.agent(script, verify="never")
    result = await agent.run("Press Go.", start_url=long_address)
    assert result.outcome is Outcome.SUCCESS, result.message
    assert (Path(result.run_dir) / "events.jsonl").stat().st_size < 150_000
    longest = max(
        len(str(message["content"]))
        for body in workbench.server.requests
        for message in body["messages"]
    )
    assert longest < 60_000
    assert len(str(result.to_json())) < 50_000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no full device")
async def test_a_run_whose_disk_is_full_asks_no_model_any_more(
    workbench: Workbench, catalog: RunningSite
) -> None:
    def fill(event: Mapping[str, Any]) -> None:
        if event["kind"] == "model.replied":
            journal = agent._workspace and agent._workspace._journal
            assert journal
            full = os.open("/dev/full", os.O_WRONLY)
            os.dup2(full, journal._file)
            os.close(full)

    agent = await workbench.agent(endless(0), listener=fill)
    result = await agent.run("Go on for ever.", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 7)
    assert result.message.startswith("The run folder ")
    assert "No space left on device" in result.message
    assert len(workbench.server.requests) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="has no small disks for anybody")
@pytest.mark.parametrize("size", ["4k", pytest.param("28k", marks=pytest.mark.slow)])
async def test_the_command_prints_a_result_that_cannot_be_written(
    catalog: RunningSite, tmp_path: Path, size: str
) -> None:
    mount = f"mount -t tmpfs -o size={size} none {shlex.quote(str(tmp_path))} && exec"
    run = [sys.executable, "-m", "agent_e", "run", "What is the price of the Fjord Wool Blanket?"]
    run += ["--start-url", catalog.url, "--model", "offline", "--json", "--out", str(tmp_path)]
    process = await asyncio.create_subprocess_exec(
        *("unshare", "-Urm", "sh", "-c", f"{mount} {shlex.join(run)}"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, said = await process.communicate()
    if b"unshare" in said or b"mount" in said:
        pytest.skip(said.decode())
    assert process.returncode == 7
    result = json.loads(out)
    assert (result["outcome"], result["exit_code"]) == ("error", 7)
    assert "No space left on device" in result["message"]
    assert "Traceback" not in said.decode()
    assert "traceback" not in said.decode()


@pytest.mark.parametrize("kind", ["action.started", "model.replied"])
@pytest.mark.slow
async def test_a_lost_driver_ends_the_run_and_the_next_gets_a_new_browser(
    workbench: Workbench, catalog: RunningSite, kind: str
) -> None:
    before = set(psutil.Process().children())

    def kill(event: Mapping[str, Any]) -> None:
        if event["kind"] == kind:
            for each in set(psutil.Process().children()) - before:
                each.kill()

    # A driver of its own.
    workbench.opener = BrowserSession.open
    agent = await workbench.agent(
        endless(0), listener=kill, loops={"enabled": False}, limits={"max_steps": 6}
    )
    result = await agent.run("Go on for ever.", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 7)
    assert result.message == ("The browser is gone: it was closed or crashed. Start the run again.")
    kind = "nothing"
    again = await agent.run("Go on for ever.", start_url=catalog.url)
    assert again.outcome is Outcome.LIMIT
    events = read_run(Path(again.run_dir)).events
    assert [each["what"] for each in events if each["kind"] == "browser.event"][0] == (
        "browser_reopened"
    )


@pytest.mark.slow
async def test_a_page_that_never_stays_can_be_left(workbench: Workbench) -> None:
    async with serve_bombs() as site:
        leave = Scripted(calls=[("open_url", {"url": f"{site}/next"})])
        script = by_role(
            planner=[browse("Leave it"), finish("done")], navigator=[leave, report("Left.")]
        )
        browser = {"action_timeout_s": 2, "navigation_timeout_s": 3}
        agent = await workbench.agent(script, verify="never", browser=browser)
        result = await agent.run("Leave it.", start_url=f"{site}/location")
    assert result.outcome is Outcome.SUCCESS, result.message
    ended = [e for e in read_run(Path(result.run_dir)).events if e["kind"] == "action.ended"]
    assert ended[-1]["url"] == f"{site}/next"


LEAVING = {
    "som": lambda site: [
        som("navigate", f"{site}/next"),
        som("done", "Left."),
    ],
    "websight": lambda site: [
        acting(f"Navigate to {site}/next."),
        acting("FINISHED Left."),
    ],
    "link": lambda site: [json.dumps({"url": f"{site}/next"}), "Left."],
}


def som(action: str, text: str) -> str:
    given = {"thought": "so", "action": action, "element_id": None, "text": text}
    return json.dumps({**given, "answer": text} if action == "done" else given)


@pytest.mark.slow
@pytest.mark.parametrize("architecture", LEAVING)
async def test_a_page_that_is_stuck_is_left_in_every_architecture(
    workbench: Workbench, architecture: str
) -> None:
    async with serve_bombs() as site:
        replies = LEAVING[architecture](site)
        cast = Cast(reasoner=replies, som=replies, link=replies)
        script = cast if architecture == "websight" else lambda body: Scripted(text=replies.pop(0))
        browser = {"action_timeout_s": 2, "navigation_timeout_s": 3}
        agent = await workbench.agent(
            script, architecture=architecture, verify="never", browser=browser
        )
        result = await agent.run("Leave it.", start_url=f"{site}/busy")
    assert result.outcome is Outcome.SUCCESS, result.message
    ended = [e for e in read_run(Path(result.run_dir)).events if e["kind"] == "action.ended"]
    assert f"{site}/next" in [each.get("url") for each in ended]
