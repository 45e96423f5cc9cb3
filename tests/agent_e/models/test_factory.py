"""Which model a specification means, and how each provider is reached."""

import json
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.config import ModelSettings
from agent_e.errors import ConfigError
from agent_e.models.factory import (
    DEFAULT_ANTHROPIC_MODEL,
    DEFAULT_OPENAI_MODEL,
    default_spec,
    make_model,
)
from agent_e.models.model import Message
from agent_e.models.model_table import rows, sees_pictures, total_cost
from agent_e.types import Usage

HERE = Path()


def make(spec: str, env: dict[str, str] | None = None, **settings: str):
    return make_model(spec, "planner", ModelSettings(**settings), runs_dir=HERE, env=env or {})


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("offline", "offline"),
        ("openai:gpt-4.1-mini", "openai:gpt-4.1-mini"),
        ("gpt-4.1-mini", "openai:gpt-4.1-mini"),
        ("openai:not-in-the-table", "openai:not-in-the-table"),
        ("anthropic:claude-sonnet-5-5", "anthropic:claude-sonnet-5-5"),
        ("claude-3-5-sonnet-20241022", "anthropic:claude-3-5-sonnet-20241022"),
        ("anthropic:not-in-the-table", "anthropic:not-in-the-table"),
    ],
)
async def test_a_specification_names_a_model(spec: str, name: str) -> None:
    model = make(spec, {"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"})
    assert model.name == name
    await model.close()


async def test_a_server_of_ones_own_needs_neither_key_nor_provider() -> None:
    model = make("qwen3", base_url="http://127.0.0.1:1/v1")
    assert model.name == "openai:qwen3"
    await model.close()


@pytest.mark.parametrize(
    ("spec", "env", "said"),
    [
        ("openai:gpt-4.1", {}, "set OPENAI_API_KEY"),
        ("azure:mine", {}, "set AZURE_OPENAI_API_KEY"),
        ("azure:mine", {"AZURE_OPENAI_API_KEY": "k"}, "AZURE_OPENAI_ENDPOINT"),
        ("gemini:gemini-2.5-pro", {"OPENAI_API_KEY": "k"}, "set GEMINI_API_KEY"),
        ("bedrock:openai.gpt-oss", {"AWS_BEARER_TOKEN_BEDROCK": "k"}, "AWS_REGION to be set"),
        ("gpt-4.1-mimi", {}, "Did you mean gpt-4.1-mini?"),
        ("openai:", {}, "There is no model openai:"),
        ("anthropic:claude", {"OPENAI_API_KEY": "k"}, "set ANTHROPIC_API_KEY"),
        ("claude-3-5-haiku", {}, "Did you mean claude-3-5-haiku-20241022?"),
        ("anthropic:", {}, "There is no model anthropic:"),
    ],
)
def test_what_cannot_be_reached_is_told(spec: str, env: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=said.replace("?", r"\?")):
        make(spec, env)


async def test_ollama_needs_no_key() -> None:
    model = make("ollama:qwen3", {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"})
    assert str(model._sdk.base_url) == "http://127.0.0.1:11434/v1/"
    await model.close()


async def test_a_provider_is_asked_at_its_own_address_with_its_own_key() -> None:
    env = {
        "OPENAI_BASE_URL": "http://127.0.0.1:1/v1",
        "OPENAI_API_KEY": "of another",
        "AWS_BEARER_TOKEN_BEDROCK": "k",
        "AWS_REGION": "eu-central-1",
    }
    model = make("bedrock:openai.gpt-oss-120b", env)
    address = "https://bedrock-runtime.eu-central-1.amazonaws.com/openai/v1/"
    assert (str(model._sdk.base_url), model._sdk.api_key) == (address, "k")
    assert model.name == "bedrock:openai.gpt-oss-120b"
    await model.close()


def test_a_key_decides_the_default() -> None:
    assert default_spec({"OPENAI_API_KEY": "k"}) == (DEFAULT_OPENAI_MODEL, "")
    assert default_spec({"ANTHROPIC_API_KEY": "k"}) == (DEFAULT_ANTHROPIC_MODEL, "")
    both = {"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"}
    assert default_spec(both) == (DEFAULT_OPENAI_MODEL, "")
    spec, note = default_spec({})
    assert spec == "offline"
    assert "No model key is set" in note


async def test_azure_is_asked_at_its_deployment_with_its_key() -> None:
    asked: list[tuple[str, str, str]] = []

    async def complete(request: Request) -> JSONResponse:
        asked.append(
            (
                request.url.path,
                request.query_params["api-version"],
                request.headers["api-key"],
            )
        )
        message = {"role": "assistant", "content": "hi"}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        usage = {"prompt_tokens": 3, "completion_tokens": 1, "total_tokens": 4}
        body = await request.json()
        assert json.dumps(body["messages"])
        return JSONResponse(
            {
                "id": "a",
                "object": "chat.completion",
                "created": 0,
                "model": "m",
                "choices": [choice],
                "usage": usage,
            }
        )

    path = "/openai/deployments/mine/chat/completions"
    async with serve_app(Starlette(routes=[Route(path, complete, methods=["POST"])])) as port:
        env = {
            "AZURE_OPENAI_API_KEY": "secret",
            "AZURE_OPENAI_ENDPOINT": f"http://127.0.0.1:{port}",
            "OPENAI_API_VERSION": "2025-01-01",
        }
        model = make("azure:mine", env)
        reply = await model.complete([Message(role="user", text="hello")])
        await model.close()
    assert (reply.text, reply.usage.input_tokens) == ("hi", 3)
    assert asked == [(path, "2025-01-01", "secret")]


def test_costs_add_up_over_roles_and_are_unknown_as_soon_as_one_is() -> None:
    usage = {
        "planner": Usage(calls=1, input_tokens=1_000_000, cached_tokens=500_000),
        "navigator": Usage(calls=1, output_tokens=1_000_000),
    }
    prices = rows()["gpt-4.1-mini"].prices
    assert prices is not None
    both = {"planner": "openai:gpt-4.1-mini", "navigator": "openai:gpt-4.1-mini"}
    expected = 0.5 * prices.input + 0.5 * prices.cached + prices.output
    assert total_cost(usage, both) == pytest.approx(expected)
    assert total_cost(usage, {**both, "navigator": "openai:unknown"}) is None
    assert total_cost(usage, {"planner": "offline", "navigator": "replay:x"}) == 0


def test_what_is_written_to_a_cache_has_its_own_price() -> None:
    prices = rows()["claude-3-5-sonnet-20241022"].prices
    assert prices is not None
    usage = Usage(
        input_tokens=1_000_000,
        cached_tokens=500_000,
        cache_write_tokens=400_000,
        output_tokens=200_000,
    )
    spent = total_cost({"navigator": usage}, {"navigator": "anthropic:claude-3-5-sonnet-20241022"})
    assert spent == pytest.approx(0.1 * 3.00 + 0.5 * 0.30 + 0.4 * 3.75 + 0.2 * 15.00)
    plain = rows()["gpt-4o"].prices
    assert plain is not None
    written = Usage(input_tokens=1_000_000, cache_write_tokens=1_000_000)
    assert plain.cost(written) == pytest.approx(plain.input)


def test_the_models_of_the_seeds_can_be_named() -> None:
    seeds = {
        "claude-3-5-sonnet-20241022",
        "claude-3-5-haiku-20241022",
        "gpt-4o-mini",
        "gpt-4.1-mini",
        "gpt-4-turbo",
    }
    assert {name for name in seeds if rows()[name].vision and rows()[name].prices} == seeds
    assert rows()[DEFAULT_ANTHROPIC_MODEL.removeprefix("anthropic:")].prices


def test_every_price_has_a_date() -> None:
    assert all(row.prices.date for row in rows().values() if row.prices)


@pytest.mark.parametrize(
    ("name", "sees"),
    [
        ("offline", False),
        ("openai:gpt-4.1-mini", True),
        ("openai:something-of-ones-own", True),
        ("replay:20260101-120000", True),
    ],
)
def test_who_is_shown_pictures(name: str, sees: bool) -> None:
    assert sees_pictures(name) is sees
