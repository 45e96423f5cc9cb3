from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.browsers import Chromium
from tests.skills.widgets.driving import Model, driving


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def model(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Model]:
    """One session for all widgets; each test opens its page anew."""
    async with driving(chromium, tmp_path_factory.mktemp("widgets")) as opened:
        yield opened
