"""What a run says it took is what the server says it gave, whoever asked and however often."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from agent_e import Outcome, TaskResult
from agent_e.benchmarks.scripted import Answer, Script, Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.models.model_table import Prices, rows
from agent_e.types import Usage

from .conftest import LOOKED, Workbench, browse, finish, offered, report

pytestmark = pytest.mark.browser

OPENAI, ANTHROPIC = "openai:gpt-4.1-mini", "anthropic:claude-haiku-4-5"
FAILS: tuple[Scripted, ...] = (Scripted(status=500), Scripted(status=429), Scripted(body=b"no"))


def retried(answers: Sequence[Answer]) -> Script:
    """Answer in turn; before each answer the server fails in another way."""
    queue: list[Answer] = []
    for number, answer in enumerate(answers):
        queue += [FAILS[number % len(FAILS)], answer]

    def script(body: Mapping[str, Any]) -> Scripted:
        answer = queue.pop(0)
        return answer(body) if callable(answer) else answer

    return script


def som(action: str, text: str | None = None) -> Scripted:
    said = {"thought": "so", "action": action, "element_id": None, "text": text}
    return Scripted(text=json.dumps(said), cached_tokens=7)


def act(**action: Any) -> Scripted:
    return Scripted(text=json.dumps({"action": action, "thoughts": "so"}), cached_tokens=7)


SCRIPTS: dict[str, list[Answer]] = {
    "hierarchical": [
        browse("Look."),
        Scripted(text="I look.", calls=[("get_dom", {})], cached_tokens=100),
        Scripted(text="I would rather talk."),
        LOOKED,
        finish("Fjord Wool Blanket", 1),
    ],
    "som": [som("scroll_down"), Scripted(text="no action"), som("done", "Fjord Wool Blanket")],
    "reactive": [
        act(type="scroll", delta_y=100),
        act(type="wait"),
        act(type="stop", reason="Fjord Wool Blanket"),
    ],
}


def counted(given: Sequence[Mapping[str, Any]]) -> Usage:
    """Add up usage as either protocol tells it."""
    total = Usage()
    for usage in given:
        if "prompt_tokens" in usage:
            total += Usage(
                calls=1,
                input_tokens=usage["prompt_tokens"],
                cached_tokens=usage["prompt_tokens_details"]["cached_tokens"],
                output_tokens=usage["completion_tokens"],
            )
            continue
        read, written = usage["cache_read_input_tokens"], usage["cache_creation_input_tokens"]
        total += Usage(
            calls=1,
            input_tokens=usage["input_tokens"] + read + written,
            cached_tokens=read,
            output_tokens=usage["output_tokens"],
            cache_write_tokens=written,
        )
    return total


def in_dollars(usage: Usage, prices: Prices) -> float:
    fresh = usage.input_tokens - usage.cached_tokens - usage.cache_write_tokens
    written = prices.cache_write if prices.cache_write is not None else prices.input
    return (
        fresh * prices.input
        + usage.cached_tokens * prices.cached
        + usage.cache_write_tokens * written
        + usage.output_tokens * prices.output
    ) / 1_000_000


def told(result: TaskResult) -> Usage:
    """The sum of what ``run --json`` says of all roles."""
    roles = result.to_json()["usage"].values()
    return sum((Usage(**values) for values in roles), Usage())


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("som", "reactive")]


@pytest.mark.parametrize("model", [OPENAI, pytest.param(ANTHROPIC, marks=pytest.mark.slow)])
@pytest.mark.parametrize("architecture", ["hierarchical", *SLOW])
async def test_usage_and_cost_are_the_sum_of_what_the_server_sent(
    workbench: Workbench, catalog: RunningSite, architecture: str, model: str
) -> None:
    answers = SCRIPTS[architecture]
    agent = await workbench.agent(retried(answers), model=model, architecture=architecture)
    result = await agent.run("Name a product.", start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "Fjord Wool Blanket"), result
    server = workbench.server
    assert len(server.requests) == 2 * len(answers)
    assert len(server.usage) == len(answers)
    assert told(result) == counted(server.usage)
    prices = rows()[model.partition(":")[2]].prices
    assert prices is not None
    assert result.cost_usd == pytest.approx(in_dollars(counted(server.usage), prices), rel=1e-9)
    assert result.steps == len(answers)


@pytest.mark.slow
@pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])
async def test_a_run_that_fails_tells_what_it_took_as_well(
    workbench: Workbench, catalog: RunningSite, model: str
) -> None:
    script = by_role(
        planner=[browse("Look."), Scripted(text="words"), Scripted(text="words")],
        navigator=[Scripted(calls=[("get_dom", {})]), LOOKED],
    )
    agent = await workbench.agent(script, model=model)
    result = await agent.run("Name a product.", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 6)
    assert told(result) == counted(workbench.server.usage)
    assert [fact.quote for fact in result.evidence] == ["Fjord Wool Blanket"]


LOOK = Scripted(calls=[("get_dom", {})])


@pytest.mark.parametrize(
    ("limits", "flag"),
    [
        ({"max_tokens": 30_000}, "30,000 tokens. Raise --max-tokens for more."),
        pytest.param({"max_calls": 8}, "Raise --max-calls for more.", marks=pytest.mark.slow),
        pytest.param({"max_cost": 0.01}, "Raise --max-cost for more.", marks=pytest.mark.slow),
    ],
)
async def test_every_limit_ends_a_run_with_what_was_found(
    workbench: Workbench, catalog: RunningSite, limits: dict[str, Any], flag: str
) -> None:
    def script(body: Mapping[str, Any]) -> Scripted:
        names = offered(body)
        if names == ["report"]:
            return report("Not all.", ("a product", "Fjord Wool Blanket"), status="failed")
        if names == ["finish"]:
            return finish("So far: Fjord Wool Blanket.", 1, status="cannot")
        return browse("Look at everything.") if "browse" in names else LOOK

    settings = {"navigator_steps": 500, "planner_steps": 500, "max_steps": 500}
    agent = await workbench.agent(
        script, model=OPENAI, limits={**settings, **limits}, loops={"enabled": False}
    )
    result = await agent.run("Name all products.", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.LIMIT, 5), result
    assert result.message.endswith(flag)
    assert result.answer == "So far: Fjord Wool Blanket."
    assert [fact.quote for fact in result.evidence] == ["Fjord Wool Blanket"]
    assert told(result).tokens <= limits.get("max_tokens", 10**9)
    assert (result.cost_usd or 0) <= limits.get("max_cost", 10**9)
    assert len(workbench.server.requests) <= limits.get("max_calls", 10**9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limits", "flag"),
    [
        ({"max_tokens": 9_000}, "--max-tokens"),
        ({"max_calls": 4}, "--max-calls"),
        ({"max_cost": 0.004}, "--max-cost"),
    ],
)
async def test_a_stateless_policy_keeps_every_limit_as_well(
    workbench: Workbench, catalog: RunningSite, limits: dict[str, Any], flag: str
) -> None:
    def script(body: Mapping[str, Any]) -> Scripted:
        last = "This is your last step." in json.dumps(body["messages"])
        return act(type="stop", reason="cannot: not all.") if last else act(type="wait")

    settings = {"max_steps": 500, **limits}
    agent = await workbench.agent(
        script, model=OPENAI, architecture="reactive", limits=settings, loops={"enabled": False}
    )
    result = await agent.run("Name all products.", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.LIMIT, 5), result
    assert flag in result.message
    assert result.answer == "not all."
    assert told(result).tokens <= limits.get("max_tokens", 10**9)
    assert (result.cost_usd or 0) <= limits.get("max_cost", 10**9)
    assert len(workbench.server.requests) <= limits.get("max_calls", 10**9)
    assert result.metrics["steps_taken"] == len(workbench.server.requests)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ({"navigator_calls": 3}, "The sub-task used its 3 model calls."),
        ({"navigator_seconds": 1.0}, "The sub-task took longer than its 1 s."),
    ],
)
async def test_a_limit_of_a_sub_task_ends_that_and_not_the_run(
    workbench: Workbench, catalog: RunningSite, limit: dict[str, Any], said: str
) -> None:
    def script(body: Mapping[str, Any]) -> Scripted:
        names = offered(body)
        if "finish" in names:
            asked = sum(message["role"] == "tool" for message in body["messages"])
            return finish("stuck", status="cannot") if asked else browse("Look.", plan=False)
        slow = "navigator_seconds" in limit
        return Scripted(calls=LOOK.calls, delay_s=20 if slow else 0)

    agent = await workbench.agent(script, model=OPENAI, limits=limit, models={"timeout_s": 60})
    result = await agent.run("Name all products.", start_url=catalog.url)
    assert result.outcome is Outcome.GAVE_UP
    told_planner = str(workbench.asked("planner")[1]["messages"][-1]["content"])
    assert f"failed: Not finished: {said}" in told_planner
