"""Who may ask the server, and how much."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from agent_e.config import Settings
from agent_e.parsing.depth import DEEPEST
from agent_e.server.app import build_app
from agent_e.server.browsers import Browsers
from agent_e.server.request_limits import MAX_BYTES
from agent_e.server.runs import Runs

TOKEN = "the-token"
RIGHT = {"authorization": f"Bearer {TOKEN}"}
HOST = "127.0.0.1:8000"


@pytest.fixture
def client(tmp_path: Any) -> httpx.AsyncClient:
    settings = Settings(runs_dir=tmp_path)
    browsers = Browsers(settings.browser, workers=1, limit=1)
    app = build_app(Runs(settings, browsers.open), token=TOKEN)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (RIGHT, 200),
        ({**RIGHT, "origin": f"http://{HOST}"}, 200),
        ({"authorization": f"bearer {TOKEN}"}, 200),
        ({}, 401),
        ({"authorization": "Bearer"}, 401),
        ({"authorization": "Bearer the-tokeN"}, 401),
        ({"authorization": f"Basic {TOKEN}"}, 401),
        ({"authorization": "Bearer ünïcode".encode()}, 401),
        ({**RIGHT, "origin": "https://evil.example"}, 403),
        ({**RIGHT, "origin": "http://127.0.0.1:9999"}, 403),
        ({**RIGHT, "origin": "null"}, 403),
        ({**RIGHT, "host": "evil.example"}, 421),
        ({**RIGHT, "host": "127.0.0.1.evil.example:8000"}, 421),
        ({**RIGHT, "host": "evil.example@127.0.0.1"}, 421),
        ({**RIGHT, "host": "[::1]:8000"}, 200),
        ({**RIGHT, "host": "localhost"}, 200),
        ({**RIGHT, "host": "[::1"}, 421),
        ({**RIGHT, "host": ""}, 421),
    ],
)
async def test_who_may_ask(client: httpx.AsyncClient, headers: Any, status: int) -> None:
    answer = await client.get("/runs", headers=headers)
    assert answer.status_code == status
    assert set(answer.json()) == ({"runs"} if status == 200 else {"error"})
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in answer.headers


async def test_no_page_is_let_in_before_its_request(client: httpx.AsyncClient) -> None:
    asked = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    answer = await client.options("/runs", headers=asked)
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


async def test_the_description_needs_no_token_and_loads_nothing(client: httpx.AsyncClient) -> None:
    page = await client.get("/docs")
    assert page.status_code == 200
    assert "script-src" not in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "<script" not in page.text and 'src="' not in page.text
    assert "POST /runs/{id}/answer" in page.text
    assert (await client.get("/docs", headers={"host": "evil.example"})).status_code == 421
    described = (await client.get("/openapi.json")).json()
    for path, verbs in described["paths"].items():
        for verb, route in verbs.items():
            assert route["description"] and route["summary"], (verb, path)
            assert {"401", "403", "413", "421", "422"} <= set(route["responses"]), (verb, path)
            assert ("404" in route["responses"]) == ("{" in path)


async def test_who_comes_without_a_token_is_told_where_it_is(
    client: httpx.AsyncClient, tmp_path: Any
) -> None:
    answer = await client.get("/")
    assert answer.status_code == 200
    assert str(tmp_path / "server.json") in answer.json()["token"]
    assert answer.json()["docs"] == f"http://{HOST}/docs"
    assert TOKEN not in answer.text
    assert (await client.get("/", headers={"host": "evil.example"})).status_code == 421


BODIES: dict[str, tuple[bytes, int, str]] = {
    "too long": (b'"' + b"x" * MAX_BYTES + b'"', 413, "longer than"),
    "too deep": (b"[" * 100_000, 422, f"deeper than {DEEPEST}"),
    "no JSON": (b"{", 422, "no JSON"),
    "no number": (b'{"task": NaN}', 422, "no JSON"),
    "too large a number": (b'{"limits": {"seconds": 1e999}}', 422, "too large"),
    "too many digits": (b'{"task": ' + b"9" * 5000 + b"}", 422, "no JSON"),
    "half a character": (b'{"task": "\\ud800"}', 422, "no JSON"),
    "not UTF-8": (b'{"task": "\xff"}', 422, "no JSON"),
}


@pytest.mark.parametrize("case", BODIES)
async def test_a_body_that_is_none_is_refused(client: httpx.AsyncClient, case: str) -> None:
    body, status, told = BODIES[case]
    headers = {**RIGHT, "content-type": "application/json"}
    answer = await client.post("/runs", content=body, headers=headers)
    assert answer.status_code == status
    assert told in answer.json()["error"]


async def test_a_body_without_a_length_is_cut_off_as_well(client: httpx.AsyncClient) -> None:
    async def parts() -> Any:
        for _ in range(3):
            yield b"x" * (MAX_BYTES // 2)

    answer = await client.post("/runs", content=parts(), headers=RIGHT)
    assert answer.status_code == 413


async def test_brackets_in_words_are_not_deep(client: httpx.AsyncClient) -> None:
    body = json.dumps({"task": '\\"' + "[" * 100, "headed": 1}).encode()
    headers = {**RIGHT, "content-type": "application/json"}
    answer = await client.post("/runs", content=body, headers=headers)
    assert "headed" in answer.json()["error"]
