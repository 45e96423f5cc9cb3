"""Clicks on live pages are noted with their place, and nothing comes of them."""

from __future__ import annotations

import asyncio
import random
import time

import pytest
from playwright.async_api import Page

from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.clicks.backend import FAMILIES, page_of
from agent_e.benchmarks.sites.clicks.page import icons, saying

pytestmark = pytest.mark.browser


async def acts_of(site: RunningSite, count: int) -> list[dict[str, float]]:
    """The acts, once there are so many: they are told as the page goes on."""
    end = time.monotonic() + 5
    while len(site.state()["acts"]) < count and time.monotonic() < end:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    return list(site.state()["acts"])


async def test_another_site_is_as_it_is_but_for_what_a_click_does(page: Page) -> None:
    async with serve_site("clicks", of="shop") as site:
        await page.goto(f"{site.url}/product/copper-pour-over-kettle")
        button = await page.locator("form.buy .button").bounding_box()
        assert button is not None
        await page.mouse.click(button["x"] + 5, button["y"] + 6)
        await page.locator("#search").click()
        await page.keyboard.type("mug")
        await page.keyboard.press("Enter")
        acts = await acts_of(site, 2)
        assert (acts[0]["x"], acts[0]["y"]) == (button["x"] + 5, button["y"] + 6)
        assert len(acts) == 2
        assert page.url.endswith("/product/copper-pour-over-kettle")
        assert await page.locator("#search").input_value() == ""
        assert (await page.locator(".count").inner_text()).split() == ["0", "items"]
        site.reset()
        assert site.state() == {"acts": []}


async def test_a_page_scrolled_tells_places_of_the_page(page: Page) -> None:
    await page.set_viewport_size({"width": 500, "height": 200})
    async with serve_site("clicks") as site:
        await page.goto(f"{site.url}/map/0")
        await page.evaluate("scrollTo(30, 120)")
        await page.mouse.click(10, 20)
        (act,) = await acts_of(site, 1)
        assert (act["x"], act["y"]) == (40, 140)


@pytest.mark.parametrize("family", FAMILIES)
async def test_every_target_is_one_element_in_the_window(page: Page, family: str) -> None:
    await page.set_viewport_size({"width": 1280, "height": 720})
    async with serve_site("clicks") as site:
        await page.goto(f"{site.url}/{family}/1")
        for item in page_of(family, 1).items:
            assert await page.locator(item.selector).count() == 1
            box = await page.locator(item.selector).bounding_box()
            assert box is not None
            left, top, right, bottom = item.part or (0, 0, 1, 1)
            assert 0 <= left < right <= 1
            assert 0 <= top < bottom <= 1
            assert box["x"] + right * box["width"] <= 1280
            assert box["y"] + bottom * box["height"] <= 720


async def test_a_drawing_is_drawn_where_its_parts_are_said_to_be(page: Page) -> None:
    async with serve_site("clicks") as site:
        await page.goto(f"{site.url}/map/2")
        asked = next(item for item in page_of("map", 2).items if "Zoom in" in item.instruction)
        assert asked.part is not None
        left, top, _, _ = asked.part
        colour = await page.evaluate(
            "([x, y]) => { const c = document.querySelector('canvas');"
            " return [...c.getContext('2d')"
            ".getImageData(x * c.width + 3, y * c.height + 3, 1, 1).data] }",
            [left, top],
        )
        assert colour == [255, 255, 255, 255]


def test_a_saying_is_true_of_one_icon_of_the_page() -> None:
    page = page_of("toolbar", 3)
    assert page == page_of.__wrapped__("toolbar", 3)
    for name in ("trash", "mail", "clock"):
        others = ["trash", "mail", "clock", "bell", "hourglass"]
        said = saying(name, others, random.Random(1))
        assert said is not None
        rest = [icons()[other]["tags"] for other in others if other != name]
        assert all(said not in tags for tags in rest)
