from __future__ import annotations

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def search(session, *parts: str) -> set[str]:
    return set(await session.received(frozenset(parts)))


async def test_addresses_and_texts_that_a_page_received_are_found(session, site):
    site.page("/data", '{"code": "first-code"}', content_type="application/json")
    await session.goto(site.page("/page-one", "<title>One</title>first-page"))
    await session.active.page.evaluate("fetch('/data').then(each => each.text())")
    found = await search(session, "page-one", "first-page", "first-code", "never")
    assert found == {"page-one", "first-page", "first-code"}


async def test_what_was_found_once_stays_when_its_document_is_gone(session, site):
    await session.goto(site.page("/page-one", "first-page"))
    assert await search(session, "first-page") == {"first-page"}
    await session.goto(site.page("/page-two", "second-page"))
    await session.active.page.wait_for_load_state("networkidle")
    found = await search(session, "first-page", "second-page")
    assert found == {"first-page", "second-page"}


async def test_of_an_unread_document_that_is_gone_the_address_stays(session, site):
    await session.goto(site.page("/page-three", "third-page"))
    await session.goto(site.page("/page-four", "fourth-page"))
    await session.active.page.wait_for_load_state("networkidle")
    assert await search(session, "page-three", "third-page") == {"page-three"}
