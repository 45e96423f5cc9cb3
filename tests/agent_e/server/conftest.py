from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from agent_e.benchmarks.scripted import scripted_server
from agent_e.benchmarks.sites import serve_site
from agent_e.server.serving import Serving, serve_runs

from .serving import GRANTS, Api, api_of, curious, settings_of


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def serving(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Serving, Api]]:
    """A server for the tests of one module, and its client."""
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(scripted_server(curious, grants=GRANTS))
        site = await stack.enter_async_context(serve_site("catalog"))
        settings = settings_of(tmp_path_factory.mktemp("served"), model.base_url)
        server = await stack.enter_async_context(serve_runs(settings))
        api = await stack.enter_async_context(api_of(server.url, server.token, site.url))
        yield server, api


@pytest.fixture
def server(serving: tuple[Serving, Api]) -> Serving:
    return serving[0]


@pytest.fixture
def api(serving: tuple[Serving, Api]) -> Api:
    return serving[1]
