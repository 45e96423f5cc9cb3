"""Runs in a tab that the person has open in a browser of theirs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, async_playwright

from agent_e import Outcome
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.errors import BrowserError
from agent_e.journal import read_run
from tests.browsers import listening

from .conftest import LOOKED, Workbench, browse, clicking, finish, seen

pytestmark = pytest.mark.browser


class Theirs:
    """The person's browser, with the shop and something private open in it."""

    def __init__(self, address: str, context: BrowserContext, shop: Page) -> None:
        self.address, self.context, self.shop = address, context, shop

    def lent(self, text: str) -> dict[str, Any]:
        return {"cdp_url": self.address, "cdp_tab": text}


@pytest.fixture
async def theirs(catalog: RunningSite, tmp_path: Path) -> AsyncIterator[Theirs]:
    async with AsyncExitStack() as stack:
        address = stack.enter_context(listening(tmp_path / "theirs"))
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.connect_over_cdp(address, no_defaults=True)
        context = browser.contexts[0]
        shop, private = [await context.new_page() for _ in range(2)]
        await shop.goto(f"{catalog.url}/?token=s3cr")
        await private.goto("data:text/html,<title>Private letter</title>")
        yield Theirs(address, context, shop)


async def test_a_run_begins_on_the_tab_as_it_is(
    workbench: Workbench, catalog: RunningSite, theirs: Theirs
) -> None:
    shown: list[str] = []

    def looked(body: Mapping[str, Any]) -> Scripted:
        shown.append(seen(body))
        return Scripted(calls=[("tabs", {})])

    await theirs.shop.evaluate("document.body.prepend('Typed by hand')")
    where = theirs.shop.url
    script = by_role(planner=[browse("look"), finish("a blanket", 1)], navigator=[looked, LOOKED])
    agent = await workbench.agent(script, browser=theirs.lent(catalog.url), verify="never")
    result = await agent.run("Look at the shop.")
    assert result.outcome is Outcome.SUCCESS
    assert "Typed by hand" in shown[0]
    everything = "".join(path.read_text() for path in Path(result.run_dir).glob("*.json*"))
    assert "Private letter" not in everything + str(workbench.requests)
    assert theirs.shop.url == where
    assert read_run(Path(result.run_dir)).info["task"]["start_url"] == where
    await agent.close()
    assert not any(page.is_closed() for page in theirs.context.pages)


async def test_without_such_a_tab_there_is_no_run(workbench: Workbench, theirs: Theirs) -> None:
    agent = await workbench.agent(by_role(), browser=theirs.lent("none such"))
    with pytest.raises(BrowserError, match="No open tab has 'none such' in its address or title"):
        await agent.run("Look at the shop.")
    assert not workbench.runs.exists()


async def test_a_tab_that_the_person_closes_ends_the_run(
    workbench: Workbench, catalog: RunningSite, theirs: Theirs
) -> None:
    agent = await workbench.agent(
        by_role(planner=[browse("look")], navigator=[clicking("link")]),
        browser=theirs.lent(catalog.url),
    )

    @agent.before_action
    async def closed(*_: Any) -> None:
        await theirs.shop.close()

    result = await agent.run("Look at the shop.")
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 7)
    assert result.message.startswith("The tab that the run was given was closed. Start the run")
    assert "Private letter" in [await page.title() for page in theirs.context.pages]
