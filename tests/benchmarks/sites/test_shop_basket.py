"""The shop: what the basket holds, as the state says it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from agent_e.benchmarks.sites import RunningSite


def items(shop: RunningSite) -> list[dict[str, Any]]:
    baskets = shop.state()["baskets"]
    assert len(baskets) <= 1
    return baskets[0]["items"] if baskets else []


async def add(client: httpx.AsyncClient, slug: str, quantity: object = 1) -> httpx.Response:
    return await client.post("/basket", data={"product": slug, "quantity": str(quantity)})


async def test_adding_shows_in_page_and_state(customer, shop):
    answer = await add(customer, "trail-backpack-28-l", 2)
    assert "Trail Backpack 28 L is in your basket." in answer.text
    assert items(shop) == [
        {
            "slug": "trail-backpack-28-l",
            "name": "Trail Backpack 28 L",
            "quantity": 2,
            "price": 94.0,
        }
    ]
    page = (await customer.get("/basket")).text
    assert "$188.00" in page
    assert "is in your basket" not in page  # a message shows once


async def test_adding_again_adds_up(customer, shop):
    await add(customer, "linen-apron", 2)
    await add(customer, "linen-apron", 3)
    assert [item["quantity"] for item in items(shop)] == [5]


@pytest.mark.parametrize("quantity", ["0", "-1", "", "many", "1.5", "1000", "9" * 40])
async def test_a_quantity_that_cannot_be_is_refused_and_explained(customer, shop, quantity):
    answer = await add(customer, "arc-floor-lamp", quantity)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert items(shop) == []


async def test_stock_limits_the_sum_too(customer, shop):
    await add(customer, "arc-floor-lamp", 5)
    answer = await add(customer, "arc-floor-lamp", 1)
    assert "Only 5 of Arc Floor Lamp in stock." in answer.text
    assert items(shop)[0]["quantity"] == 5


async def test_what_is_out_of_stock_cannot_be_added(customer, shop):
    answer = await add(customer, "thermal-flask-1-l")
    assert "Thermal Flask 1 L is out of stock." in answer.text
    assert items(shop) == []


async def test_quantities_change_and_lines_go(customer, shop):
    await add(customer, "linen-apron")
    await add(customer, "felt-desk-mat")
    await customer.post("/basket/linen-apron", data={"quantity": "4", "action": "update"})
    assert [(item["slug"], item["quantity"]) for item in items(shop)] == [
        ("linen-apron", 4),
        ("felt-desk-mat", 1),
    ]
    refused = await customer.post("/basket/linen-apron", data={"quantity": "0"})
    assert refused.status_code == 422
    await customer.post("/basket/linen-apron", data={"quantity": "4", "action": "remove"})
    assert [item["slug"] for item in items(shop)] == ["felt-desk-mat"]


async def test_visitors_have_baskets_of_their_own(customer, shop):
    await add(customer, "linen-apron")
    async with httpx.AsyncClient(base_url=shop.url, follow_redirects=True) as other:
        await add(other, "felt-desk-mat")
        assert "Linen Apron" not in (await other.get("/basket")).text
    assert len(shop.state()["baskets"]) == 2


async def test_looking_around_starts_no_session(customer, shop):
    for address in ("/", "/products", "/basket", "/login"):
        assert "set-cookie" not in (await customer.get(address)).headers


async def test_a_session_from_before_a_reset_starts_afresh(customer, shop):
    await add(customer, "linen-apron")
    before = shop.state()["baskets"][0]["session"]
    shop.reset()
    assert "Your basket is empty" in (await customer.get("/basket")).text
    await add(customer, "felt-desk-mat")
    assert [item["slug"] for item in items(shop)] == ["felt-desk-mat"]
    assert shop.state()["baskets"][0]["session"] != before
