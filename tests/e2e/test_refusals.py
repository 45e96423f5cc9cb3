"""Without a person at hand, a result names the flag that allows what was refused."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from agent_e import Outcome
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Script, Scripted

from .conftest import Workbench, clicking, report, seen
from .test_effects import turns
from .test_websight import Cast, acting, at

pytestmark = pytest.mark.browser

PAGE = """<title>Basket</title><button id=b style="position: fixed; inset: 0"
  onclick="fetch('/order', {method: 'POST'})">Place order</button>"""
REFUSED = "I was not allowed to."


@pytest.fixture
async def basket() -> AsyncIterator[str]:
    async def page(request: Request) -> HTMLResponse:
        return HTMLResponse(PAGE)

    async with serve_app(Starlette(routes=[Route("/", page)])) as port:
        yield f"http://127.0.0.1:{port}/"


def one_after_the_other(*replies: str | Callable[[Mapping[str, Any]], str]) -> Script:
    left = list(replies)

    def script(body: Mapping[str, Any]) -> Scripted:
        said = left.pop(0)
        return Scripted(text=said if isinstance(said, str) else said(body))

    return script


def som(body: Mapping[str, Any]) -> str:
    number = int(re.findall(r"\[(\d+)\] button 'Place order'", seen(body))[-1])
    return json.dumps({"thought": "so", "action": "click", "element_id": number, "text": None})


def done(**said: Any) -> str:
    return json.dumps({"thought": "so", "action": "done", "element_id": None, **said})


def act(**action: Any) -> str:
    return json.dumps({"action": action, "thoughts": "so"})


def script_of(architecture: str) -> Script:
    match architecture:
        case "hierarchical":
            failed = report(REFUSED, status="failed")
            return turns(clicking("button 'Place order'"), failed)
        case "som":
            return one_after_the_other(som, done(text=REFUSED))
        case "link":
            return one_after_the_other('{"click": "Place order"}')
        case "websight":
            steps = [acting("Click Place order"), acting(f"FINISHED {REFUSED}")]
            return Cast(reasoner=steps, actor=[at(640, 360)])
        case _:
            click = act(type="click", selector="#b")
            return one_after_the_other(click, act(type="stop", reason=REFUSED))


@pytest.mark.parametrize(
    ("architecture", "outcome"),
    [
        ("hierarchical", Outcome.NEEDS_PERSON),
        ("som", Outcome.SUCCESS),
        ("link", Outcome.NEEDS_PERSON),
        ("websight", Outcome.SUCCESS),
        ("reactive", Outcome.SUCCESS),
    ],
)
async def test_a_result_names_the_flag(
    workbench: Workbench, basket: str, architecture: str, outcome: Outcome
) -> None:
    agent = await workbench.agent(
        script_of(architecture), architecture=architecture, verify="never", safety={}
    )
    result = await agent.run("Do it.", start_url=basket)
    host = basket.removeprefix("http://").rstrip("/")
    assert (result.outcome, result.effects) == (outcome, ())
    assert f"--may order --on {host} allows it" in result.message, result
