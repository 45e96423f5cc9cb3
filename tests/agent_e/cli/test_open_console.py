"""agent-e console: the address it prints, the server it finds or is, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from agent_e.server.server_file import published, sole_server
from tests.programs import Program, start

from .conftest import Call


@asynccontextmanager
async def console(*flags: str) -> AsyncIterator[tuple[Program, str]]:
    """The program, and the address that it has printed."""
    program = await start("console", "--no-open", *flags)
    try:
        async with asyncio.timeout(60):
            yield program, (await program.stdout.readline()).decode().strip()
    finally:
        program.send_signal(signal.SIGINT)
        await program.communicate()


@asynccontextmanager
async def signed_in(address: str) -> AsyncIterator[httpx.AsyncClient]:
    url, _, key = address.partition("/#key=")
    headers = {"origin": url}
    async with httpx.AsyncClient(base_url=url, trust_env=False, headers=headers) as client:
        answer = await client.post("/console/session", json={"key": key})
        assert answer.status_code == 204, answer.text
        yield client


async def test_its_address_signs_in_and_the_session_outlives_it(elsewhere: Path) -> None:
    async with console() as (first, address), signed_in(address) as client:
        assert (await client.get("/runs")).json() == {"runs": []}
        cookies = dict(client.cookies)
        again = await start("console", "--no-open", "--port", "1")
        out, err = await again.communicate()
        assert again.returncode == 0
        other = out.decode().strip()
        assert other != address and other.partition("#")[0] == address.partition("#")[0]
        assert "has this server already" in err.decode()
        async with signed_in(other) as second:
            assert (await second.get("/runs")).status_code == 200
        first.send_signal(signal.SIGINT)
        out, err = await first.communicate()
    assert (first.returncode, out) == (130, b"")
    assert "Open this address in a browser" in err.decode()
    assert err.decode().splitlines()[-1].startswith("The console has ended.")
    assert address.rpartition("=")[2] not in err.decode()
    async with console() as (_, after):
        assert after.partition("#")[0] == address.partition("#")[0], "an open tab goes on"
        url = after.partition("/#")[0]
        headers = {"origin": url}
        async with httpx.AsyncClient(cookies=cookies, trust_env=False, headers=headers) as client:
            assert (await client.get(f"{url}/runs")).status_code == 200
    written = "".join(each.read_text() for each in (elsewhere / "runs").iterdir())
    assert not any(each.rpartition("=")[2] in written for each in (address, other, after))


async def test_another_port_where_that_of_last_time_is_taken(elsewhere: Path) -> None:
    folder = elsewhere / "runs"
    folder.mkdir()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (folder / ".console.json").write_text(json.dumps({"port": port, "sessions": {}}))
        async with console() as (_, address):
            assert address.startswith("http://127.0.0.1:") and f":{port}/" not in address


async def test_serve_says_how_its_page_is_opened(elsewhere: Path) -> None:
    served = await start("serve")
    try:
        url = (await served.stdout.readline()).decode().strip()
        assert "agent-e console opens its page" in (await served.stderr.readline()).decode()
        async with console() as (program, address):
            assert address.startswith(f"{url}/#key=")
            await program.communicate()
            assert program.returncode == 0
    finally:
        served.send_signal(signal.SIGTERM)
        await served.communicate()


def test_what_keeps_it_from_serving_is_told(call: Call, elsewhere: Path) -> None:
    (elsewhere / "file").write_text("")
    ended = call("console", "--no-open", "--out", "file")
    assert (ended.code, ended.out) == (2, "")
    assert "cannot be written to" in ended.err and "--out" in ended.err
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ended = call("console", "--no-open", "--port", port)
    assert (ended.code, ended.out) == (2, "")
    assert f"Port {port} of 127.0.0.1 cannot be used" in ended.err


@pytest.mark.parametrize(("answer", "told"), [(None, "does not answer"), (404, "has no console")])
async def test_a_server_without_a_page_is_told(
    elsewhere: Path, answer: int | None, told: str
) -> None:
    async def answering(_: Any, writer: asyncio.StreamWriter) -> None:
        writer.write(f"HTTP/1.1 {answer} x\r\ncontent-length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    folder = elsewhere / "runs"
    server = await asyncio.start_server(answering, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    if answer is None:
        server.close()
        await server.wait_closed()
    with sole_server(folder), published(folder, url=url, token="t"):
        program = await start("console", "--no-open")
        out, err = await program.communicate()
    server.close()
    assert (program.returncode, out) == (2, b"")
    words = " ".join(err.decode().split())
    assert told in words and url in words


async def test_what_a_killed_server_left_holds_nobody_up(elsewhere: Path) -> None:
    folder = elsewhere / "runs"
    folder.mkdir()
    (folder / "server.json").write_text('{"url": "http://127.0.0.1:1", "token": "t", "pid": 1}')
    async with console() as (_, address), signed_in(address) as client:
        assert (await client.get("/runs")).status_code == 200


async def test_the_person_s_browser_opens_it_where_there_is_a_display(elsewhere: Path) -> None:
    opener = elsewhere / "opener"
    opener.write_text(f'#!/bin/sh\necho "$1" > {elsewhere}/opened\n')
    opener.chmod(0o700)
    shown = {**os.environ, "BROWSER": f"{opener} %s", "DISPLAY": ":0"}
    for variables, opens in (
        (shown, True),
        ({**shown, "DISPLAY": "", "WAYLAND_DISPLAY": ""}, False),
    ):
        (elsewhere / "opened").write_text("")
        program = await start("console", variables=variables)
        address = (await program.stdout.readline()).decode()
        note = (await program.stderr.readline()).decode()
        program.send_signal(signal.SIGINT)
        await program.communicate()
        assert (elsewhere / "opened").read_text() == (address if opens else "")
        assert note.startswith("Your browser" if opens else "Open this address")
