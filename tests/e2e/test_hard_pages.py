"""Whole runs on pages that work against whoever opens them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from agent_e import Outcome
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Scripted, by_role

from .conftest import Workbench, browse, clicking, finish, report

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
