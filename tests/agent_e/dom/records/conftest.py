from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest_asyncio

from agent_e.types import Observation
from tests.agent_e.dom.seeing import Lookout

BASE = "https://shop.example/"

Seen = Callable[[str], Awaitable[Observation]]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def seen(out: Lookout) -> Seen:
    """Shows HTML as the page of the shop and looks at it."""
    page = out.session.active.page
    await page.route(BASE, lambda route: route.fulfill(content_type="text/html", body=""))
    await out.session.goto(BASE)

    async def look(html: str) -> Observation:
        await page.set_content(html)
        return await out.observer.observe()

    return look
