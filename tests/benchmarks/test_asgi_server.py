"""How an embedded server ends: nothing is cut off, and nothing stays open."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress

import httpx
import psutil
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect

from agent_e.benchmarks import asgi_server
from agent_e.benchmarks.asgi_server import MAX_IDLE, serve_app

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


async def _counting(socket: WebSocket) -> None:
    await socket.accept()
    with suppress(WebSocketDisconnect):
        async for words in socket.iter_text():
            for _ in range(int(words)):
                await socket.send_text(LONG)


async def test_a_socket_whose_client_reads_nothing_holds_no_end_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = Starlette(routes=[WebSocketRoute("/", _counting)])
    async with serve_app(app, sockets=True) as port:
        socket = await connect(f"ws://127.0.0.1:{port}/", proxy=None, max_size=None)
        socket.transport.pause_reading()
        await socket.send("9")
        await asyncio.sleep(0.2)
        begun = asyncio.get_running_loop().time()
    assert asyncio.get_running_loop().time() - begun < 3
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    socket.transport.abort()


async def _here(request: Request) -> PlainTextResponse:
    return PlainTextResponse("here")


PARTS = [
    b"",
    b"GET / HTTP/1.1\r\nhost: x\r\n",
    b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n",
]


@pytest.mark.parametrize("sent", PARTS)
async def test_many_connections_that_ask_nothing_leave_room_for_one_that_does(
    sent: bytes,
) -> None:
    before = psutil.Process().num_fds()
    async with (
        serve_app(Starlette(routes=[Route("/", _here, methods=["GET", "POST"])])) as port,
        AsyncExitStack() as idle,
    ):
        for _ in range(400):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            idle.callback(writer.close)
            writer.write(sent)
        async with httpx.AsyncClient(trust_env=False) as client:
            assert (await client.get(f"http://127.0.0.1:{port}/")).text == "here"
        assert psutil.Process().num_fds() < before + 400 + MAX_IDLE + 60


@pytest.mark.parametrize("sent", PARTS)
async def test_a_connection_without_a_whole_request_is_closed(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi_server, "REQUEST_S", 0.3)
    async with serve_app(Starlette(routes=[Route("/", _here, methods=["GET", "POST"])])) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        async with asyncio.timeout(5):
            with suppress(ConnectionResetError):
                await reader.read()
        writer.close()


async def test_a_websocket_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi_server, "REQUEST_S", 0.1)

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(await socket.receive_text())

    app = Starlette(routes=[WebSocketRoute("/", echo)])
    async with (
        serve_app(app, sockets=True) as port,
        connect(f"ws://127.0.0.1:{port}/", proxy=None) as client,
    ):
        await asyncio.sleep(0.3)
        await client.send("still here")
        assert await client.recv() == "still here"
