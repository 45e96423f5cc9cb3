from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterator
from functools import cache

import pytest
import pytest_asyncio
from hypothesis import settings

from tests.browsers import CDP_URL, Chromium, listening

# The same few examples each time: what a new one finds is no fault of the change that is tested.
settings.register_profile("quick", max_examples=50, derandomize=True, deadline=None)
settings.register_profile("fuzz", max_examples=2_000, deadline=None)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Chromium]:
    """The browser of this process; it is not started before somebody opens a session in it."""
    chromium = Chromium()
    yield chromium
    await chromium.aclose()


@pytest.fixture(scope="session", autouse=True)
def certificates() -> Iterator[None]:
    """Read the certificates of this machine once: every client of HTTP would, for 40 ms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield


@pytest.fixture(scope="session")
def attaching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Variables by which programs share a browser: one of its own costs each two seconds."""
    with listening(tmp_path_factory.mktemp("chromium")) as url:
        yield {CDP_URL: url}
