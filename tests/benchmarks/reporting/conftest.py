"""Pages of reports in a real browser that notes whatever they should not do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from agent_e.agent import WebAgent
from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings
from tests.browsers import Chromium

from .bench_folder import episode, place

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


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Six episodes that can be counted by hand: 2 of 4 counted succeed."""
    folder = tmp_path / "run"
    folder.mkdir()
    place(folder, episode("shop--1"))
    place(folder, episode("shop--2", EpisodeOutcome.FAIL_OBLIVIOUS, seconds=99, cost_usd=0.5))
    place(folder, episode("shop--10", EpisodeOutcome.SUCCESS, seconds=1, cost_usd=None))
    place(
        folder,
        episode("maps--1", EpisodeOutcome.FAIL_SELF_AWARE, message="There is no such place."),
    )
    place(
        folder, episode("maps--2", EpisodeOutcome.INFRA_ERROR, message="The site did not answer.")
    )
    place(folder, episode("maps--3", EpisodeOutcome.UNJUDGED, score=None))
    return folder
