"""How an embedded server ends: nothing is cut off, and nothing stays open."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app

LONG = "x" * 3_000_000


async def test_an_answer_under_way_is_given_to_its_end() -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def answer(request: Request) -> PlainTextResponse:
        asked.set()
        await go_on.wait()
        return PlainTextResponse(LONG)

    async with httpx.AsyncClient(trust_env=False) as client:
        async with serve_app(Starlette(routes=[Route("/", answer)])) as port:
            asking = asyncio.create_task(client.get(f"http://127.0.0.1:{port}/"))
            await asked.wait()
            asyncio.get_running_loop().call_soon(go_on.set)
        assert (await asking).text == LONG
        with pytest.raises(httpx.ConnectError):
            await client.get(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"])
async def test_a_connection_that_is_kept_open_is_closed(sent: bytes) -> None:
    async def answer(request: Request) -> PlainTextResponse:
        return PlainTextResponse("here")

    async with serve_app(Starlette(routes=[Route("/", answer)])) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        if sent:
            await reader.readuntil(b"here")
    async with asyncio.timeout(60):
        assert await reader.read() == b""
    writer.close()
    await writer.wait_closed()
