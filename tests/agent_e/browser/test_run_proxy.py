"""The proxy of a session by itself: what it connects to, for whom, and what it does not answer."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent_e.browser import run_proxy
from agent_e.browser.fetch import client_for
from agent_e.browser.run_proxy import RunProxy
from agent_e.safety import UrlCheck, granted_place, name_lookup
from agent_e.safety.origins import read_pattern
from agent_e.safety.url_policy import UrlPolicy
from agent_e.types import Decision

from .conftest import Site

pytestmark = [pytest.mark.asyncio(loop_scope="session")]

GREETING = b"\x05\x01\x00"
DONE, FAILED, NOT_ALLOWED, UNREACHABLE = 0, 1, 2, 4


def port_of(site: Site) -> int:
    return int(site.base.rpartition(":")[2])


def within(site: Site, **more: Any) -> UrlCheck:
    place = granted_place(site.base)
    assert place is not None
    resolve = more.pop("resolve", lambda host: [])
    return UrlCheck(UrlPolicy(granted=frozenset({place}), **more), resolve=resolve)


def request(host: str, port: int) -> bytes:
    name = host.encode("latin-1")
    return b"\x05\x01\x00\x03" + bytes([len(name)]) + name + port.to_bytes(2)


class Client:
    """Somebody who speaks to the proxy byte by byte."""

    def __init__(self, proxy: RunProxy) -> None:
        self._port = proxy.port

    async def __aenter__(self) -> Client:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    async def says(self, data: bytes, length: int) -> bytes:
        """Send, and return what is answered: less than asked for once it is closed."""
        self.writer.write(data)
        try:
            async with asyncio.timeout(20):
                return await self.reader.readexactly(length)
        except asyncio.IncompleteReadError as error:
            return error.partial
        except ConnectionError:
            return b""

    async def connect(self, wanted: bytes) -> int | None:
        """The reply to a request; ``None`` if the connection was closed instead."""
        assert await self.says(GREETING, 2) == b"\x05\x00"
        answer = await self.says(wanted, 10)
        return answer[1] if answer else None


async def reply(proxy: RunProxy, host: str, port: int) -> int | None:
    async with Client(proxy) as client:
        return await client.connect(request(host, port))


@pytest_asyncio.fixture(loop_scope="session")
async def proxy(site: Site) -> AsyncIterator[RunProxy]:
    async with RunProxy.open() as proxy:
        await proxy.restrict(within(site))
        yield proxy


async def test_what_is_allowed_is_reached_whole_and_in_both_directions(
    proxy: RunProxy, site: Site
) -> None:
    large = "x" * 5_000_000
    url = site.page("/large", large)
    async with client_for("tester", proxy=proxy.url) as client:
        assert (await client.get(url)).text == large


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "LOCALHOST.", "127.0.0.2", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0",
        "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "fd00::1", "fe80::1",
        "10.0.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "metadata.internal",
        "a.localhost",
    ],
)  # fmt: skip
async def test_no_spelling_of_a_private_address_is_reached(proxy: RunProxy, host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.setblocking(False)
        assert await reply(proxy, host, other.getsockname()[1]) == NOT_ALLOWED
        with pytest.raises(BlockingIOError):
            other.accept()


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        (1, socket.inet_aton("127.0.0.2")),
        (4, socket.inet_pton(socket.AF_INET6, "::1")),
        (4, socket.inet_pton(socket.AF_INET6, "::ffff:127.0.0.1")),
    ],
)
async def test_numeric_addresses_are_checked_too(
    proxy: RunProxy, site: Site, kind: int, address: bytes
) -> None:
    wanted = b"\x05\x01\x00" + bytes([kind]) + address + port_of(site).to_bytes(2)
    async with Client(proxy) as client:
        assert await client.connect(wanted) == NOT_ALLOWED


@pytest.mark.parametrize(
    "host", ["127.0.0.1/", "evil@127.0.0.1", "127.0.0.1#", "127.0.0.1\0x", "127.0.0.1?", "a b", ""]
)
async def test_names_that_can_be_read_in_two_ways_are_not_answered(
    proxy: RunProxy, site: Site, host: str
) -> None:
    assert await reply(proxy, host, port_of(site)) is None


@pytest.mark.parametrize(
    "data",
    [
        b"GET http://BASE/ HTTP/1.1\r\nHost: other\r\n\r\n",
        b"CONNECT BASE HTTP/1.1\r\nHost: BASE\r\n\r\n",
        b"POST http://BASE/ HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0",
        b"GET / HTTP/1.1\r\nX: " + b"x" * 1_000_000,
        b"\x04\x01\x00\x50\x7f\x00\x00\x01\x00",
        b"\x05\x01\x02",
        b"\x05\x00",
    ],
)
async def test_nothing_but_socks_is_answered(proxy: RunProxy, site: Site, data: bytes) -> None:
    base = site.base.removeprefix("http://").encode()
    async with Client(proxy) as client:
        assert await client.says(data.replace(b"BASE", base), 1) == b""
    assert site.requests == []


@pytest.mark.parametrize("command", [2, 3])
async def test_it_neither_listens_for_anybody_nor_passes_datagrams(
    proxy: RunProxy, site: Site, command: int
) -> None:
    wanted = bytearray(request("127.0.0.1", port_of(site)))
    wanted[1] = command
    async with Client(proxy) as client:
        assert await client.connect(bytes(wanted)) is None


async def test_who_says_nothing_is_not_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_proxy, "_ASK_S", 0.3)
    async with RunProxy.open() as proxy, Client(proxy) as client:
        assert await client.says(GREETING[:1], 1) == b""


async def test_idle_connections_do_not_keep_others_out_for_long(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_proxy, "_MOST", 5)
    monkeypatch.setattr(run_proxy, "_ASK_S", 1.0)
    async with RunProxy.open() as proxy:
        idle = [await asyncio.open_connection("127.0.0.1", proxy.port) for _ in range(5)]
        async with Client(proxy) as client:
            assert await client.says(GREETING, 2) == b""
        async with asyncio.timeout(20):
            for reader, _ in idle:
                assert await reader.read() == b""
        assert await reply(proxy, "127.0.0.1", port_of(site)) == DONE
        for _, writer in idle:
            writer.close()


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells whose a connection is")
async def test_a_process_outside_of_the_run_is_not_served(
    proxy: RunProxy, site: Site, tmp_path: Path
) -> None:
    assert await reply(proxy, "127.0.0.1", port_of(site)) == DONE
    program = f"""
import os, socket, sys
connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
try:
    connection.sendall({GREETING!r})
    answer = connection.recv(2)
except ConnectionError:
    answer = b""
with open(sys.argv[2] + "~", "wb") as file:
    file.write(answer)
os.rename(sys.argv[2] + "~", sys.argv[2])
"""
    answer = tmp_path / "answer"
    # Its parent ends first, so that it is no child of this process.
    shell = '"$0" -c "$1" "$2" "$3" &'
    arguments = (sys.executable, program, str(proxy.port), str(answer))
    process = await asyncio.create_subprocess_exec("sh", "-c", shell, *arguments)
    await process.wait()
    async with asyncio.timeout(20):
        while not answer.exists():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert answer.read_bytes() == b""


async def test_it_connects_to_the_address_that_was_checked(site: Site) -> None:
    """As an attacker's name server has it: another answer each time."""
    answers = iter([["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1"]])
    policy = UrlPolicy(granted=frozenset({("rebound.example.org", port_of(site))}))
    url = site.page("/", "here").replace("127.0.0.1", "rebound.example.org")
    async with RunProxy.open() as proxy, client_for("tester", proxy=proxy.url) as client:
        await proxy.restrict(UrlCheck(policy, resolve=lambda host: next(answers)))
        assert (await client.get(url)).text == "here"


async def test_each_connection_is_checked_anew(
    proxy: RunProxy, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name_lookup, "_KEPT_S", 0)
    answers = iter([[], ["93.184.216.34", "127.0.0.1"], ["::ffff:10.0.0.1"]])
    await proxy.restrict(UrlCheck(UrlPolicy(), resolve=lambda host: next(answers)))
    replies = [await reply(proxy, "rebound.example.org", port_of(site)) for _ in range(3)]
    assert replies == [UNREACHABLE, NOT_ALLOWED, NOT_ALLOWED]
    assert site.requests == []


async def test_what_may_be_loaded_is_a_list_of_its_own(proxy: RunProxy, site: Site) -> None:
    own = {"load": (read_pattern("*.cdn.example"),), "allow": (read_pattern("shop.example"),)}
    deny = {"deny": (read_pattern("cdn.example:1"),)}
    await proxy.restrict(within(site, **own, **deny))
    found = {
        host: await reply(proxy, host, port)
        for host, port in {
            "a.cdn.example": 443, "shop.example": 443, "else.example": 443, "cdn.example": 1,
            "127.0.0.1": port_of(site),
        }.items()
    }  # fmt: skip
    # No address is known of the first two.
    assert list(found.values()) == [UNREACHABLE] * 2 + [NOT_ALLOWED] * 2 + [DONE]


async def test_refusals_are_told_once_and_then_counted(proxy: RunProxy, site: Site) -> None:
    told: list[tuple[str, int]] = []

    def tell(place: str, decision: Decision, count: int) -> None:
        assert decision.rule == "private"
        told.append((place, count))

    proxy.on_refused = tell
    for _ in range(25):
        await reply(proxy, "10.0.0.1", 80)
    for number in range(120):
        await reply(proxy, "10.0.0.2", 1000 + number)
    assert told[:2] == [("10.0.0.1:80", 1), ("10.0.0.1:80", 10)]
    assert len([place for place, _ in told if place]) == 101
    assert told[-2:] == [("", 1), ("", 10)]


async def test_connections_end_once_they_are_no_longer_allowed(proxy: RunProxy, site: Site) -> None:
    address = request("127.0.0.1", port_of(site))
    async with Client(proxy) as client:
        assert await client.connect(address) == DONE
        await proxy.restrict(within(site))
        url = site.page("/", "still there").removeprefix(site.base)
        assert b"200 OK" in await client.says(f"GET {url} HTTP/1.1\r\n\r\n".encode(), 20)
    async with Client(proxy) as client:
        assert await client.connect(address) == DONE
        await proxy.restrict(UrlCheck(UrlPolicy(), resolve=None))
        assert await client.says(b"", 1) == b""


async def test_a_proxy_of_the_persons_own_is_behind_it(
    proxy: RunProxy, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bytes] = []

    async def theirs(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        writer.write(await reader.readexactly(5))
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(theirs, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        monkeypatch.setenv("HTTPS_PROXY", f"http://ann:pass@127.0.0.1:{port}")
        monkeypatch.setenv("NO_PROXY", "direct.example")
        async with Client(proxy) as client:
            assert await client.connect(request("far.example", 443)) == DONE
            assert await client.says(b"hello", 5) == b"hello"
        assert await reply(proxy, "direct.example", 443) == UNREACHABLE
        assert await reply(proxy, "10.0.0.1", 443) == NOT_ALLOWED
        assert await reply(proxy, "127.0.0.1", port_of(site)) == DONE
    (head,) = asked
    assert head.startswith(b"CONNECT far.example:443 ")
    assert b"Basic YW5uOnBhc3M=" in head


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "ftp://127.0.0.1:1"])
async def test_without_that_proxy_nothing_is_reached_around_it(
    proxy: RunProxy, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", address)
    assert await reply(proxy, "far.example", 443) in (FAILED, UNREACHABLE)
