"""A browser with pages of the size that is measured."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page

from tests.browsers import Chromium


@pytest.fixture
async def browser(chromium: Chromium) -> Browser:
    return await chromium.bare()


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    """An error in a script of the page fails the test."""
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    await context.close()
    assert not errors
