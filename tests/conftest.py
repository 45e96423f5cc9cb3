from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.browsers import Chromium


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Chromium]:
    """The browser of this process; it is not started before somebody opens a session in it."""
    chromium = Chromium()
    yield chromium
    await chromium.close()
