"""agent-e in AutoGen's teams, and AutoGen's clients in agent-e."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.messages import TextMessage, ToolCallExecutionEvent, ToolCallRequestEvent
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import CreateResult, ModelFamily, ModelInfo, RequestUsage
from autogen_ext.models.replay import ReplayChatCompletionClient
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from agent_e import Outcome, WebAgent
from agent_e.autogen import BrowserWorkbench, WebAgentChatAgent, browser_tools
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.demo import TASKS
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.config import SafetySettings, Settings
from agent_e.errors import ModelError
from agent_e.models.autogen_client import AutoGenModel
from agent_e.models.model import Message, TransientModelError
from tests.browsers import Chromium

pytestmark = pytest.mark.browser

INFO = ModelInfo(
    vision=True,
    function_calling=True,
    json_output=True,
    structured_output=True,
    family=ModelFamily.UNKNOWN,
)
TASK = "Find the price of the third product"


def calls(*functions: tuple[str, dict[str, Any]]) -> CreateResult:
    return CreateResult(
        finish_reason="function_calls",
        content=[
            FunctionCall(id=f"call_{number}", name=name, arguments=json.dumps(arguments))
            for number, (name, arguments) in enumerate(functions)
        ],
        usage=RequestUsage(prompt_tokens=100, completion_tokens=10),
        cached=False,
    )


@pytest.fixture
async def catalog() -> AsyncIterator[RunningSite]:
    async with serve_site("catalog") as site:
        yield site


async def test_a_team_does_a_task_on_the_shop_and_hands_over_facts(
    chromium: Chromium, tmp_path: Path
) -> None:
    task = next(each.text for each in TASKS if each.site == "shop")
    async with serve_site("shop") as shop:
        # The offline model cannot tell what a form does.
        settings = Settings(
            model="offline", runs_dir=tmp_path, safety=SafetySettings(trust=("127.0.0.1",))
        )
        agent = WebAgent(settings, opener=chromium.session)
        web = WebAgentChatAgent("web", agent, start_url=shop.url)
        client = ReplayChatCompletionClient(["Two lights are in the basket."], model_info=INFO)
        team = RoundRobinGroupChat(
            [web, AssistantAgent("writer", client)], termination_condition=MaxMessageTermination(3)
        )
        result = await team.run(task=task)
        lines = [line for each in shop.state()["baskets"] for line in each["items"]]
    assert [(each["name"], each["quantity"]) for each in lines] == [("Clip-On Reading Light", 2)]
    *_, found, last = [each for each in result.messages if isinstance(each, TextMessage)]
    assert (found.source, last.source) == ("web", "writer")
    answer, fact = found.content.splitlines()
    assert "Clip-On Reading Light" in answer
    assert '"Clip-On Reading Light" (http://127.0.0.1:' in fact
    assert "Clip-On Reading Light" in str(client.create_calls[0])

    state = await web.save_state()
    await web.load_state(json.loads(json.dumps(state)))
    assert await web.save_state() == state == {"done": [[task, answer]]}
    await web.close()


async def test_actions_are_inner_events_and_a_cancelled_token_stops_the_run(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    agent = WebAgent(Settings(model="offline", runs_dir=tmp_path), opener=chromium.session)
    web = WebAgentChatAgent("web", agent, start_url=catalog.url)
    token = CancellationToken()
    seen: list[Any] = []
    message = TextMessage(content=TASK, source="user")
    async for each in web.on_messages_stream([message], token):
        seen.append(each)
        if isinstance(each, ToolCallExecutionEvent):
            token.cancel()
    assert isinstance(seen[0], ToolCallRequestEvent)
    assert (seen[0].content[0].name, seen[0].content[0].id) == (
        "open_url",
        seen[1].content[0].call_id,
    )
    assert seen[-1].chat_message.metadata["outcome"] == "stopped"
    await web.close()


ORDER = "<h1>Checkout</h1><form method=post action=/order><button>Place order</button></form>"


@pytest.mark.parametrize("way", ["workbench", "tools"])
async def test_another_agents_model_orders_nothing_without_leave(way: str, tmp_path: Path) -> None:
    orders: list[str] = []

    async def answer(request: Request) -> Response:
        if request.method == "POST":
            orders.append(request.url.path)
        return HTMLResponse(ORDER)

    app = Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])
    async with serve_app(app) as port:
        settings = Settings.model_validate(
            {
                "model": "offline",
                "runs_dir": tmp_path,
                "safety": {"allow_private": [f"127.0.0.1:{port}"]},
            }
        )
        client = ReplayChatCompletionClient(
            [
                calls(("open_url", {"url": f"http://127.0.0.1:{port}/"})),
                calls(("click", {"mmid": "button 'Place order'"})),
                "I could not order it.",
            ],
            model_info=INFO,
        )
        async with BrowserWorkbench(settings) as workbench:
            given: dict[str, Any] = (
                {"workbench": workbench}
                if way == "workbench"
                else {"tools": browser_tools(workbench)}
            )
            buyer = AssistantAgent("buyer", client, max_tool_iterations=5, **given)
            result = await buyer.run(task="Order it.")
    opened, refused = [
        each.content[0] for each in result.messages if isinstance(each, ToolCallExecutionEvent)
    ]
    assert "button 'Place order'" in opened.content
    assert "Not done: to click button 'Place order'" in refused.content
    assert (opened.is_error, refused.is_error) == (False, True)
    assert orders == []


async def test_a_client_of_autogen_is_our_agents_model(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    report = {
        "status": "done",
        "summary": "It costs $64.50.",
        "facts": [{"claim": "the price", "quote": "$64.50"}],
        "answer": "$64.50",
        "acts": False,
    }
    client = ReplayChatCompletionClient(
        [calls(("click", {"mmid": "link 'Ember Espresso Maker'"})), calls(("report", report))],
        model_info=INFO,
    )
    settings = Settings.model_validate({"runs_dir": tmp_path, "safety": {"trust": ["127.0.0.1"]}})
    async with WebAgent(client, settings=settings, opener=chromium.session) as agent:
        result = await agent.run(TASK, start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "$64.50")
    assert result.usage["navigator"].input_tokens == 200
    first = client.create_calls[0]["messages"]
    assert TASK in str(first[-1].content)


async def test_a_client_that_fails_ends_the_run_with_its_words(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    client = ReplayChatCompletionClient([], model_info=INFO)
    settings = Settings(runs_dir=tmp_path)
    async with WebAgent(client, settings=settings, opener=chromium.session) as agent:
        result = await agent.run(TASK, start_url=catalog.url)
    assert result.exit_code == 6
    assert "The AutoGen client autogen:ReplayChatCompletionClient failed" in result.message


class Busy(Exception):
    """As SDKs have them."""

    status_code = 529


@pytest.mark.parametrize(
    ("error", "passing"),
    [(Busy(), True), (TimeoutError(), True), (ValueError(), False)],
    ids=["status", "timeout", "other"],
)
async def test_what_a_retry_may_mend_is_told_by_status_and_cause(
    error: Exception, passing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = ReplayChatCompletionClient(["x"], model_info=INFO)

    async def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(client, "create", fail)
    with pytest.raises(ModelError) as raised:
        await AutoGenModel(client).complete([Message(role="user", text="x")])
    assert isinstance(raised.value, TransientModelError) is passing
