"""The shop in a browser: what its scripts do, and one purchase from search to confirmation."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from agent_e.benchmarks.sites import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def test_tabs_follow_mouse_and_arrows(page: Page, shop: RunningSite):
    await page.goto(f"{shop.url}/product/waffle-bath-towel")
    await expect(page.get_by_role("tabpanel")).to_have_count(1)
    await page.get_by_role("tab", name="Specifications").click()
    await expect(page.get_by_role("tabpanel")).to_contain_text("140 x 70 cm")
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tab", name="Reviews (6)")).to_be_focused()
    await expect(page.get_by_role("tabpanel").get_by_role("article")).to_have_count(6)
    await page.keyboard.press("Home")
    await expect(page.get_by_role("tabpanel")).to_contain_text("dries quickly")


async def test_choosing_an_order_sorts_at_once_and_keeps_the_search(page: Page, shop: RunningSite):
    await page.goto(shop.url)
    await page.get_by_label("Search products").fill("steel")
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/search?q=steel")  # loaded, so that its script is there
    await page.get_by_label("Sort by").select_option("Price: high to low")
    await expect(page).to_have_url(f"{shop.url}/search?q=steel&sort=price-desc")
    await expect(page.get_by_role("listitem").first).to_contain_text("Arc Floor Lamp")


async def test_the_stepper_stays_within_the_stock(page: Page, shop: RunningSite):
    await page.goto(f"{shop.url}/product/arc-floor-lamp")
    quantity = page.get_by_label("Quantity", exact=True)
    for _ in range(7):
        await page.get_by_role("button", name="Increase quantity").click()
    await expect(quantity).to_have_value("5")
    for _ in range(7):
        await page.get_by_role("button", name="Decrease quantity").click()
    await expect(quantity).to_have_value("1")


async def test_enter_in_a_basket_quantity_updates_and_does_not_remove(page: Page, shop):
    await page.goto(f"{shop.url}/product/linen-apron")
    await page.get_by_role("button", name="Add to basket").click()
    await page.get_by_role("link", name="Basket").click()
    await page.get_by_label("Quantity of Linen Apron").fill("3")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("status")).to_have_text("Your basket was updated.")
    assert shop.state()["baskets"][0]["items"][0]["quantity"] == 3
    await page.get_by_role("button", name="Remove Linen Apron").click()
    await expect(page.get_by_text("Your basket is empty.")).to_be_visible()
    assert shop.state()["baskets"] == []


async def test_a_purchase_from_search_to_confirmation(page: Page, shop: RunningSite):
    await page.goto(shop.url)
    await page.get_by_label("Search products").fill("camp mug")
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("link", name="Enamel Camp Mug").click()
    await page.wait_for_url("**/product/enamel-camp-mug")
    await page.get_by_role("button", name="Increase quantity").click()
    await page.get_by_role("button", name="Add to basket").click()
    await page.get_by_role("link", name="Basket 2 items").click()
    await page.get_by_role("link", name="Go to checkout").click()
    await page.get_by_role("button", name="Place order").click()
    await expect(page.get_by_role("alert")).to_be_focused()
    await page.get_by_label("Full name").fill("Ada Lane")
    await page.get_by_label("Email").fill("ada@example.com")
    await page.get_by_label("Street and number").fill("Hafenstr. 3")
    await page.get_by_label("Postcode").fill("20457")
    await page.get_by_label("Town or city").fill("Hamburg")
    await page.get_by_label("Country").select_option("Germany")
    await page.get_by_label("Express").check()
    await expect(page.locator("output").last).to_have_text("$34.70")
    await page.get_by_label("I accept the terms").check()
    await page.get_by_role("button", name="Place order").click()
    await expect(page).to_have_url(re.compile("/checkout/complete/24819$"))
    await expect(page.get_by_role("heading", name="Thank you, Ada Lane")).to_be_visible()
    order = shop.state()["orders"][-1]
    assert (order["number"], order["total"]) == (24819, 34.7)


@pytest.mark.parametrize(
    "address", ["/", "/products", "/product/brass-wall-light", "/login", "/none"]
)
async def test_no_page_is_wider_than_a_phone(page: Page, shop: RunningSite, address):
    await page.set_viewport_size({"width": 390, "height": 800})
    answer = await page.goto(shop.url + address)
    assert answer is not None
    assert answer.status == (404 if address == "/none" else 200)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
