"""The sites, really served; and a browser for what only a browser can show."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from playwright.async_api import Browser, Page

from agent_e.benchmarks.sites import RunningSite, serve_site
from tests.browsers import Chromium


@pytest.fixture(scope="session")
async def served_shop() -> AsyncIterator[RunningSite]:
    async with serve_site("shop") as site:
        yield site


@pytest.fixture
def shop(served_shop: RunningSite) -> RunningSite:
    """The shop with nothing but its seed data."""
    served_shop.reset()
    return served_shop


@pytest.fixture
async def customer(shop: RunningSite) -> AsyncIterator[httpx.AsyncClient]:
    """A client with cookies of its own, which follows redirects like a browser."""
    async with httpx.AsyncClient(base_url=shop.url, follow_redirects=True) as client:
        yield client


@pytest.fixture
async def browser(chromium: Chromium) -> Browser:
    return await chromium.bare()


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page in a context of its own; an error in a script of the site fails the test."""
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    page = await context.new_page()
    page.set_default_timeout(10_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    await context.close()
    assert not errors
