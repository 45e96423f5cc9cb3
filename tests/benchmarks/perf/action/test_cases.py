"""What a case waits for and counts as told is not on its page before the action."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from agent_e.benchmarks.perf.action.cases import CASES, Case
from agent_e.benchmarks.perf.action.site import serve_pages

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
async def test_its_page_shows_nothing_of_the_effect(case: Case, page: Page) -> None:
    async with serve_pages() as address:
        await page.goto(f"{address}/{case.page}.html")
        assert not await page.evaluate(case.happened)
        text = await page.locator("body").inner_text()
        assert not [words for words in case.effect_words if words in text]
        if case.target:
            assert (
                await page.get_by_role("button", name=case.target, exact=True)
                .or_(page.get_by_role("link", name=case.target, exact=True))
                .or_(page.get_by_label(case.target))
                .count()
                == 1
            )


async def test_the_large_page_has_as_many_elements_as_its_title_says(page: Page) -> None:
    async with serve_pages() as address:
        await page.goto(f"{address}/crowd.html")
        assert await page.title() == "Three thousand elements"
        assert await page.locator("*").count() == 3_000


def test_typing_types_as_much_as_its_name_says() -> None:
    lengths = [len(CASES[name].argument) for name in ("type_11", "type_63")]
    assert lengths == [11, 63]
