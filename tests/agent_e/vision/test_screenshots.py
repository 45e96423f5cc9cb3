"""Pictures that are taken while one document takes another's place."""

from __future__ import annotations

import asyncio

import pytest
import pytest_asyncio

from .looking import Looking, looking

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def on(chromium, tmp_path_factory):
    async with looking(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


async def hop(on: Looking, times: int) -> None:
    """Replace the page again and again while pictures are taken, one at least of each."""
    pictures: asyncio.Queue[tuple[int, int]] = asyncio.Queue()

    async def shoot() -> None:
        while True:
            pictures.put_nowait((await on.camera.shoot(exact=True)).size)

    async def one() -> None:
        while not pictures.empty():
            pictures.get_nowait()
        getting = asyncio.ensure_future(pictures.get())
        await asyncio.wait({getting, shooting}, return_when=asyncio.FIRST_COMPLETED)
        if shooting.done():
            shooting.result()
        assert await getting == (1280, 720)

    shooting = asyncio.ensure_future(shoot())
    try:
        for number in range(times):
            await on.session.goto(f"{on.address}/{('canvas', 'form')[number % 2]}.html?{number}")
            await one()
    finally:
        shooting.cancel()
        await asyncio.gather(shooting, return_exceptions=True)


async def test_what_is_replaced_meanwhile_is_taken_anew(on: Looking) -> None:
    await hop(on, 6)


@pytest.mark.slow
async def test_so_it_is_however_often(on: Looking) -> None:
    await hop(on, 60)
