"""Many runs at once, runs that are stopped at any moment, and requests nobody thought of."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
import requests

from agent_e.benchmarks.scripted import scripted_server
from agent_e.benchmarks.sites import serve_site
from agent_e.server.serving import Serving, serve_runs

from .serving import Api, api_of, curious, eventually, settings_of

if TYPE_CHECKING:
    import schemathesis

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

RUNS = 20
STOPS = 20
EXAMPLES = 25


@asynccontextmanager
async def served(folder: Path, **more: Any) -> AsyncIterator[tuple[Serving, Api]]:
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(scripted_server(curious))
        site = await stack.enter_async_context(serve_site("catalog"))
        settings = settings_of(folder, model.base_url)
        server = await stack.enter_async_context(serve_runs(settings, **more))
        yield server, await stack.enter_async_context(api_of(server.url, server.token, site.url))


async def whole_run(api: Api, number: int) -> tuple[str, str, Any]:
    """One run with a question and an answer of its own: what it asked, and what it told."""
    run = await api.make(f"Which number has guest {number}?")
    request = await api.asked(run)
    await asyncio.sleep(random.random() / 10)
    await api.answer(run, request["id"], f"room {number}")
    ended = await api.until(run, "ended")
    return request["run"], request["question"], ended["result"]


async def cross(api: Api, runs: int) -> None:
    told = await asyncio.gather(*(whole_run(api, number) for number in range(runs)))
    assert len({run for run, _, _ in told}) == runs
    for number, (_, question, result) in enumerate(told):
        assert question == f"Which number has guest {number}?"
        assert result["outcome"] == "success", result
        assert result["answer"] == f"Which number has guest {number}? room {number}"


async def test_runs_at_once_have_their_own_answers(server: Serving, api: Api) -> None:
    await cross(api, 2)
    await eventually(lambda: server.browsers.contexts == 0)


@pytest.mark.slow
async def test_a_few_requests_nobody_thought_of(server: Serving, api: Api) -> None:
    run = await api.make("Which one?")
    await api.asked(run)
    sent = await asyncio.to_thread(fuzzed, server, run, 1)
    assert sent[404] and not [status for status in sent if status >= 500]


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_twenty_runs_at_once_have_their_own_answers(tmp_path: Path) -> None:
    async with served(tmp_path, max_runs=RUNS) as (server, api):
        await cross(api, RUNS)
        await eventually(lambda: server.browsers.contexts == 0)


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_runs_beyond_the_most_wait_for_their_turn(tmp_path: Path) -> None:
    async with served(tmp_path, max_runs=2, workers=2) as (server, api):
        first = [await api.make("Which one?") for _ in range(2)]
        asked = [await api.asked(run) for run in first]
        third = await api.make("Which other?")
        assert (await api.get(f"/runs/{third}"))["state"] == "planning"
        assert server.browsers.contexts == 2
        await api.answer(first[0], asked[0]["id"], "this")
        await api.asked(third)
        for run in (first[1], third):
            await api.post(f"/runs/{run}/stop")
        await eventually(lambda: server.browsers.contexts == 0)


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_stopping_at_any_moment_leaves_no_context(tmp_path: Path) -> None:
    chance = random.Random(7)
    async with served(tmp_path) as (server, api):
        await (await api.client.get("/runs")).aread()
        for number in range(STOPS):
            run = await api.make("Look slow." if number % 2 else "Which one?")
            await asyncio.sleep(chance.random())
            await api.post(f"/runs/{run}/stop")
            ended = await api.until(run, "ended")
            assert ended["result"]["outcome"] == "stopped"
        await eventually(lambda: server.browsers.contexts == 0)


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_no_request_is_a_fault_of_the_server(tmp_path: Path) -> None:
    async with served(tmp_path, max_runs=2) as (server, api):
        run = await api.make("Which one?")
        await api.asked(run)
        sent = await asyncio.to_thread(fuzzed, server, run, EXAMPLES)
    assert sent[200] and sent[404] and sent[422]
    assert not [status for status in sent if status >= 500]


def endless(case: schemathesis.Case[Any]) -> bool:
    return case.path.endswith("/events")


def fuzzed(server: Serving, run: str, examples: int) -> dict[int, int]:
    """Send what the description allows and what it does not; returns how many had which status."""
    # Of the slow tests alone: importing it takes each worker a second.
    import schemathesis
    from schemathesis.checks import not_a_server_error

    headers = {"Authorization": f"Bearer {server.token}"}
    api = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    sent: dict[int, int] = {}

    def one(case: schemathesis.Case[Any]) -> None:
        # By chance no id is that of a run.
        if "id" in (case.path_parameters or {}) and sum(sent.values()) % 2:
            case.path_parameters["id"] = run
        try:
            response = case.call(headers=headers, timeout=0.5 if endless(case) else 60)
        except requests.exceptions.Timeout:
            # The events of a run that has not ended go on.
            assert endless(case)
            return
        sent[response.status_code] = sent.get(response.status_code, 0) + 1
        case.validate_response(response, checks=[not_a_server_error])

    few = hypothesis.settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    for result, mode in product(list(api.get_all_operations()), schemathesis.GenerationMode):
        strategy = result.ok().as_strategy(generation_mode=mode)
        few(hypothesis.given(case=strategy)(one))()
    return sent
