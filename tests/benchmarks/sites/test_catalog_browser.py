"""The catalogue in a browser: the panel opens, changes and closes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from agent_e.benchmarks.sites import default_catalog, serve_site

pytestmark = pytest.mark.browser

# Each layout and each panel once beforehand; the other pairs are slow only in their number.
ALL_KINDS = [
    pytest.param(layout, panel, marks=[] if across == down else [pytest.mark.slow])
    for across, layout in enumerate(("cards", "table", "buttons"))
    for down, panel in enumerate(("side", "dialog", "details"))
]


async def test_a_click_opens_the_panel_and_another_click_replaces_its_contents(page: Page):
    async with serve_site("catalog") as site:
        await page.goto(site.url)
        await expect(page.get_by_text("$64.50")).to_be_hidden()
        await page.get_by_role("link", name="Ember Espresso Maker").click()
        await expect(page.get_by_text("$64.50")).to_be_visible()
        await expect(page).to_have_url(f"{site.url}/?product=ember-espresso-maker")
        await page.get_by_role("link", name="Nimbus Headphones").click()
        await expect(page.get_by_text("$249.00")).to_be_visible()
        await expect(page.get_by_text("$64.50")).to_have_count(0)
        assert site.state()["opened"] == ["ember-espresso-maker", "nimbus-headphones"]


async def test_the_keyboard_opens_and_closes(page: Page):
    async with serve_site("catalog") as site:
        await page.goto(site.url)
        await page.keyboard.press("Tab")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("$129.00")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_text("$129.00")).to_have_count(0)
        await expect(page).to_have_url(f"{site.url}/")
        await expect(page.get_by_role("link", name="Fjord")).to_be_focused()


async def test_back_and_reload_keep_panel_and_address_together(page: Page):
    async with serve_site("catalog") as site:
        await page.goto(site.url)
        await page.get_by_role("link", name="Aurora").click()
        await page.get_by_role("link", name="Pebble").click()
        await expect(page.get_by_text("$39.95")).to_be_visible()
        await page.go_back()
        await expect(page.get_by_text("$59.00")).to_be_visible()
        await page.reload()
        await expect(page.get_by_text("$59.00")).to_be_visible()
        await page.go_back()
        await expect(page.get_by_text("$59.00")).to_have_count(0)


@pytest.mark.parametrize(("layout", "panel"), ALL_KINDS)
async def test_every_layout_opens_and_closes_every_panel(page: Page, layout, panel):
    data = replace(default_catalog(), layout=layout, panel=panel)
    third = page.locator("[data-product=ember-espresso-maker]")
    async with serve_site("catalog", data=data) as site:
        await page.goto(site.url)
        for close in ("button", "Escape"):
            await (third.locator("summary") if panel == "details" else third).click()
            await expect(page.get_by_text("$64.50")).to_be_visible()
            await expect(page).to_have_url(re.compile(r"\?product=ember-espresso-maker$"))
            if close == "button":
                await page.get_by_role("button", name="Close").click()
            else:
                await page.keyboard.press("Escape")
            await expect(page.get_by_text("$64.50")).to_have_count(0)
            await expect(page).to_have_url(f"{site.url}/")
        assert site.state()["opened"] == ["ember-espresso-maker"] * 2


@pytest.mark.parametrize(
    "panel",
    ["dialog", *(pytest.param(name, marks=pytest.mark.slow) for name in ("side", "details"))],
)
async def test_a_panel_that_was_open_on_arrival_closes_too(page: Page, panel):
    data = replace(default_catalog(), panel=panel)
    async with serve_site("catalog", data=data) as site:
        await page.goto(f"{site.url}/?product=pebble-speaker")
        await expect(page.get_by_text("$39.95")).to_be_visible()
        await page.get_by_role("button", name="Close").click()
        await expect(page.get_by_text("$39.95")).to_have_count(0)
        await expect(page).to_have_url(f"{site.url}/")
