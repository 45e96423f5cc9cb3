"""``agent-e console`` as a user types it, and an open tab when it dies and comes again."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.scripted import scripted_server
from agent_e.benchmarks.sites import RunningSite
from tests.agent_e.server.serving import curious, settings_of
from tests.browsers import Chromium
from tests.programs import Program, start

from .conftest import Console

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DIED = "The server does not answer. This page goes on as soon as it does."
EXPECTED = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "WebSocket")
"""What browsers write of a server that is not there."""


@asynccontextmanager
async def serving(config: Path) -> AsyncIterator[tuple[Program, str]]:
    """The program, and the address that it has printed; killed at the end of the block."""
    program = await start("console", "--no-open", "--config", str(config))
    try:
        async with asyncio.timeout(60):
            yield program, (await program.stdout.readline()).decode().strip()
    finally:
        await end(program, signal.SIGKILL)


async def end(program: Program, number: signal.Signals) -> None:
    program.send_signal(number)
    await program.communicate()


@pytest.fixture
async def config(tmp_path: Path) -> AsyncIterator[Path]:
    """Settings of a server whose model asks the person its task."""
    async with scripted_server(curious) as model:
        settings = settings_of(tmp_path / "runs", model.base_url)
        file = tmp_path / "settings.yaml"
        # JSON is YAML.
        file.write_text(json.dumps(settings.model_dump(mode="json", exclude_unset=True)))
        yield file


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
async def test_an_open_tab_goes_on_when_the_server_is_there_again(
    config: Path, catalog: RunningSite, chromium: Chromium, number: signal.Signals
) -> None:
    context = await (await chromium.bare()).new_context()
    try:
        async with serving(config) as (program, address):
            url = address.partition("/#key=")[0]
            console = Console(await context.new_page(), url)
            page = console.page
            await page.goto(address)
            await page.get_by_label("Task").fill("Which size?")
            assert page.url == f"{url}/"
            await page.get_by_label("Begin at").fill(catalog.url)
            await console.button("Start").click()
            card = console.card("Which size?")
            await card.get_by_role("textbox").fill("forty")
            assert console.problems == []
            await end(program, number)
            banner = page.locator(".offline")
            await expect(banner).to_have_text(DIED)
            await expect(card).to_be_visible()
            await console.button("Answer").click()
            await expect(card.get_by_role("alert")).to_contain_text("The server does not answer.")
        async with serving(config) as (_, again):
            assert again.partition("#")[0] == address.partition("#")[0]
            await expect(banner).to_have_count(0)
            await expect(page.locator("canvas[data-frames]")).to_be_visible()
            await expect(card.get_by_role("textbox")).to_have_value("forty")
            await card.get_by_role("textbox").fill("forty-two")
            await console.button("Answer").click()
            await expect(page.locator(".title .badge")).to_have_text("success")
            await expect(page.locator(".answer")).to_have_text("Which size? forty-two")
            others = [each for each in console.problems if not any(map(each.count, EXPECTED))]
            assert others == []
    finally:
        await context.close()
