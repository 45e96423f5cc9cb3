from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.agent_e.dom.seeing import Lookout, lookout
from tests.agent_e.dom.stage import Stage, stage
from tests.browsers import Chromium


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def on(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """A session to act in; each test opens its page anew."""
    async with stage(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def out(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Lookout]:
    """A session to look at pages; each test opens its page anew."""
    async with lookout(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        yield opened
