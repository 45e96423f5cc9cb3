"""POST /act on the wire: answers, refusals, many at once, and who may ask."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import jsonschema
import pytest

from agent_e.architectures.reactive.act_client import HttpPolicy
from agent_e.benchmarks.green.stub import StubPolicy
from agent_e.benchmarks.scripted import Script, Scripted, scripted_server
from agent_e.config import ModelSettings, Settings
from agent_e.errors import AgentUnreachable, ConfigError
from agent_e.models.factory import make_model
from agent_e.server.act import model_policy, serve_act
from agent_e.types.act_protocol import Click, schemas
from tests.agent_e.agents.acting import request

ASK = request("Click Save", ("#save", "button", "submit", "Save"))
BODY = ASK.model_dump(mode="json")


def saving(body: Any) -> Scripted:
    return Scripted(text='{"action": {"type": "click", "selector": "#save"}}')


@asynccontextmanager
async def scripted(script: Script, **settings: Any) -> AsyncIterator[str]:
    async with scripted_server(script) as server:
        chosen = ModelSettings(base_url=server.base_url, first_retry_wait_s=0.01, **settings)
        model = make_model(
            "openai:scripted", "reactive", chosen, runs_dir=Settings().runs_dir, env={}
        )
        try:
            async with serve_act(model_policy(model, chosen), name=model.name) as url:
                yield url
        finally:
            await model.close()


async def post(url: str, **sent: Any) -> httpx.Response:
    async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
        return await client.post(url, **sent)


async def get(url: str, **sent: Any) -> httpx.Response:
    async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
        return await client.get(url, **sent)


async def test_a_request_is_answered_by_the_schema_and_by_our_own_client() -> None:
    async with scripted(saving) as url:
        answer = await post(url, json=BODY)
        policy = HttpPolicy(url)
        response = await policy.decide(ASK)
        await policy.close()
    assert answer.status_code == 200
    jsonschema.validate(answer.json(), schemas()["response"])
    assert answer.json()["action"] == {"type": "click", "selector": "#save"}
    assert answer.json()["info"]["model"] == "scripted"
    assert response.action == Click(type="click", selector="#save")


async def test_schemas_openapi_and_health_are_published() -> None:
    async with scripted(saving) as url:
        published = (await get(f"{url}/schema")).json()
        openapi = (await get(url.replace("/act", "/openapi.json"))).json()
        health = (await get(url.replace("/act", "/health"))).json()
        doors = [(await get(url.replace("/act", path))).json() for path in ("/", "/docs")]
        redoc = await get(url.replace("/act", "/redoc"))
    assert published == schemas()
    for schema in published.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    assert set(openapi["paths"]) == {"/act", "/act/schema", "/health"}
    assert {"ActRequest", "ActResponse"} <= set(openapi["components"]["schemas"])
    assert health == {"status": "ok", "agent": "openai:scripted"}
    assert [door["serves"] for door in doors] == ["a stateless agent: openai:scripted decides"] * 2
    assert redoc.status_code == 404


async def test_another_way_than_these_is_told_as_what_there_is() -> None:
    async with scripted(saving) as url:
        asked = await get(url)
        nowhere = await post(url.replace("/act", "/decide"), json=BODY)
    assert (asked.status_code, nowhere.status_code) == (405, 404)
    assert asked.json() == {
        "error": "There is no GET /act. POST /act decides, GET /act/schema says what it takes."
    }
    assert nowhere.json()["error"].startswith("There is no POST /decide. ")


JSON = {"content-type": "application/json"}
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no JSON": ({"content": b"{", "headers": JSON}, "JSON"),
    "nothing": ({"headers": JSON}, "the body"),
    "a list": ({"json": []}, "the body"),
    "no task": ({"json": {**BODY, "instruction": ""}}, "instruction"),
    "no page": ({"json": {**BODY, "observation": None}}, "observation"),
    "before the start": ({"json": {**BODY, "step_idx": -1}}, "step_idx"),
    "no selector": (
        {"json": {**BODY, "observation": {"url": "x", "dom_summary": [{"tag": "a"}]}}},
        "observation.dom_summary.0.selector",
    ),
}


@pytest.mark.parametrize("case", BAD)
async def test_a_request_that_is_none_is_refused_in_one_sentence(case: str) -> None:
    sent, told = BAD[case]
    async with scripted(saving) as url:
        answer = await post(url, **sent)
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}
    assert told in answer.json()["error"]
    assert answer.json()["error"].endswith("GET /act/schema says what it takes.")


async def test_what_a_model_says_amiss_is_a_stop_and_its_failure_an_error() -> None:
    async with scripted(lambda body: Scripted(text="I would rather not.")) as url:
        answer = await post(url, json=BODY)
    assert answer.json()["action"] == {"type": "stop", "reason": "parse_error"}
    async with scripted(lambda body: Scripted(status=503), attempts=2) as url:
        failed = await post(url, json=BODY)
    assert failed.status_code == 502
    assert "HTTP 503. Tried 2 times." in failed.json()["error"]
    async with scripted(lambda body: Scripted(status=503), attempts=1) as url:
        policy = HttpPolicy(url)
        with pytest.raises(AgentUnreachable, match="answered 502"):
            await policy.decide(ASK)
        await policy.close()


async def test_many_ask_at_once_and_nothing_of_one_reaches_another() -> None:
    both = asyncio.Barrier(8)
    asked: list[str] = []

    def script(body: Any) -> Scripted:
        (task,) = [m["content"] for m in body["messages"] if m["role"] == "user"]
        number = task.split("Press ")[1].split("\n")[0]
        asked.append(number)
        reply = f'{{"action": {{"type": "click", "selector": "#b{number}"}}}}'
        return Scripted(text=reply, delay_s=0.2)

    async def one(url: str, number: int) -> str:
        await both.wait()
        ask = request(f"Press {number}", (f"#b{number}", "button", "submit", str(number)))
        answer = await post(url, json=ask.model_dump(mode="json"))
        return str(answer.json()["action"]["selector"])

    async with scripted(script) as url:
        got = await asyncio.gather(*(one(url, number) for number in range(8)))
    assert got == [f"#b{number}" for number in range(8)]
    assert sorted(asked) == [str(number) for number in range(8)]


async def test_only_names_of_this_machine_are_served() -> None:
    async with scripted(saving) as url:
        refused = await post(url, json=BODY, headers={"host": "evil.example"})
        named = await post(url, json=BODY, headers={"host": "localhost:80"})
    assert (refused.status_code, named.status_code) == (400, 200)


async def test_a_port_that_is_taken_is_told() -> None:
    async with scripted(saving) as url:
        port = int(url.split(":")[2].removesuffix("/act"))
        with pytest.raises(ConfigError, match=f"Port {port} of 127.0.0.1 cannot be used"):
            async with serve_act(StubPolicy(), name="x", port=port):
                pass
