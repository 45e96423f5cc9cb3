"""Serving: when a site accepts connections, what it shares, and how it ends."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from pathlib import Path
from statistics import median

import httpx
import pytest

from agent_e.benchmarks.sites import SITES, serve_site
from agent_e.benchmarks.sites.shop.backend import build_site
from agent_e.errors import ConfigError


@pytest.mark.parametrize("name", SITES)
async def test_a_site_answers_as_soon_as_it_is_served_and_no_longer_after(name):
    async with serve_site(name) as site, httpx.AsyncClient() as client:
        assert (site.name, site.url) == (name, f"http://127.0.0.1:{site.port}")
        assert (await client.get(site.url)).status_code == 200
    async with httpx.AsyncClient() as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(site.url)


async def test_an_idle_keep_alive_connection_does_not_hold_up_the_end():
    async with httpx.AsyncClient() as client, asyncio.timeout(4), serve_site("shop") as site:
        await client.get(site.url)


async def test_a_site_ends_when_its_block_raises():
    with pytest.raises(ZeroDivisionError):
        async with serve_site("catalog") as site:
            raise ZeroDivisionError
    with pytest.raises(OSError, match="Connect call failed"):
        await asyncio.open_connection("127.0.0.1", site.port)


async def test_two_shops_share_nothing():
    async with (
        serve_site("shop") as one,
        serve_site("shop") as other,
        httpx.AsyncClient() as client,
    ):
        await client.post(f"{one.url}/basket", data={"product": "linen-apron", "quantity": "1"})
        assert len(one.state()["baskets"]) == 1
        assert other.state()["baskets"] == []


async def test_serving_leaves_the_logging_of_the_process_alone(caplog):
    access = logging.getLogger("uvicorn.access")
    before = access.level, access.propagate, list(access.handlers)
    with caplog.at_level(logging.INFO):
        async with serve_site("catalog") as site, httpx.AsyncClient() as client:
            await client.get(site.url)
    assert (access.level, access.propagate, access.handlers) == before
    assert not [record for record in caplog.records if record.name == "uvicorn.access"]


async def test_an_unknown_site_and_a_taken_port_are_told_plainly():
    with pytest.raises(
        ConfigError,
        match="no site named 'bank'.*catalog, clicks, club, flights, hostile, miniwob, shop",
    ):
        async with serve_site("bank"):
            pass
    async with serve_site("catalog") as site:
        with pytest.raises(ConfigError, match=f"Port {site.port} .* cannot be used"):
            async with serve_site("catalog", port=site.port):
                pass


async def test_a_database_file_is_continued(tmp_path: Path):
    database = tmp_path / "shop.db"
    async with serve_site("shop", database=database) as site, httpx.AsyncClient() as client:
        await client.post(f"{site.url}/basket", data={"product": "linen-apron", "quantity": "2"})
    async with serve_site("shop", database=database) as site:
        assert site.state()["baskets"][0]["items"][0]["quantity"] == 2


async def test_a_database_of_something_else_is_not_touched(tmp_path: Path):
    database = tmp_path / "diary.db"
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE entry (text)")
    connection.close()
    before = database.read_bytes()
    with pytest.raises(ConfigError, match="database of something else"):
        async with serve_site("shop", database=database):
            pass
    assert database.read_bytes() == before


def test_a_reset_forgets_all_however_much_happened():
    shop = build_site()
    try:
        with shop.store.connect() as db:
            db.executemany(
                "INSERT INTO session (id) VALUES (?)", [(str(number),) for number in range(2000)]
            )
        shop.reset()
        assert shop.state()["baskets"] == []
    finally:
        shop.close()


async def test_an_answer_over_the_wire_costs_little_more_than_in_the_process():
    shop = build_site()
    async with (
        serve_site("shop") as site,
        httpx.AsyncClient(base_url=site.url) as served,
        httpx.AsyncClient(
            base_url="http://shop", transport=httpx.ASGITransport(app=shop.app)
        ) as direct,
    ):
        ratio = await _latency(served) / await _latency(direct)
    shop.close()
    assert ratio < 15  # about 2; without TCP_NODELAY about 60


async def _latency(client: httpx.AsyncClient) -> float:
    seconds = []
    for _ in range(15):
        start = time.perf_counter()
        await client.get("/products")
        seconds.append(time.perf_counter() - start)
    return median(seconds)
