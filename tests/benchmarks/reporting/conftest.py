"""Pages of reports in a real browser that notes whatever they should not do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings
from agent_e.run import WebAgent
from tests.browsers import Chromium

Open = Callable[[Path], Awaitable[Page]]


@pytest.fixture
async def browser(chromium: Chromium) -> Browser:
    return await chromium.bare()


@pytest.fixture
async def opened(browser: Browser) -> AsyncIterator[Open]:
    """Opens files; a request, a message on the console, a dialog or an error fails the test."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(f"console: {said.text}"))
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))

    async def dismissed(dialog) -> None:
        wrong.append(f"dialog: {dialog.message}")
        await dialog.dismiss()

    page.on("dialog", dismissed)
    page.on(
        "request",
        lambda sent: (
            None
            if sent.url.startswith(("file:", "data:"))
            else wrong.append(f"request: {sent.url}")
        ),
    )
    context.on("page", lambda other: wrong.append("another page"))

    async def open_(path: Path) -> Page:
        await page.goto(path.resolve().as_uri())
        return page

    yield open_
    await context.close()
    assert not wrong


@pytest.fixture(scope="session")
async def catalog_run(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of the offline model on the catalogue, with pictures."""
    runs = tmp_path_factory.mktemp("runs")
    settings = Settings.model_validate({"model": "offline", "runs_dir": runs})
    async with (
        serve_site("catalog") as site,
        WebAgent(settings, opener=chromium.session) as agent,
    ):
        result = await agent.run(
            "Find the rating of the most expensive product.", start_url=site.url
        )
    assert result.outcome == "success"
    return Path(result.run_dir)
