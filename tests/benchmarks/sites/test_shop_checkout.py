"""The shop: checkout, its validation, and the order that comes of it."""

from __future__ import annotations

from datetime import date

import httpx
import pytest
from bs4 import BeautifulSoup

from agent_e.benchmarks.sites import serve_site

GOOD = {
    "name": "Ada Lane",
    "email": "ada@example.com",
    "address": "Hafenstr. 3",
    "city": "Hamburg",
    "postcode": "20457",
    "country": "Germany",
    "delivery": "express",
    "terms": "yes",
}


@pytest.fixture
async def buyer(customer: httpx.AsyncClient) -> httpx.AsyncClient:
    """A customer with two mugs in the basket."""
    await customer.post("/basket", data={"product": "enamel-camp-mug", "quantity": "2"})
    return customer


async def test_an_order_is_placed_and_confirmed(buyer, shop):
    before = {one["slug"]: one["stock"] for one in shop.state()["products"]}
    answer = await buyer.post("/checkout", data=GOOD)
    state = shop.state()
    order = state["orders"][-1]
    assert answer.url.path == f"/checkout/complete/{order['number']}"
    assert str(order["number"]) in answer.text
    assert "$34.70" in answer.text
    assert {key: order[key] for key in GOOD if key != "terms"} | {"terms": "yes"} == GOOD
    assert order["items"] == [
        {"slug": "enamel-camp-mug", "name": "Enamel Camp Mug", "quantity": 2, "price": 12.4}
    ]
    assert (order["subtotal"], order["delivery_price"], order["total"]) == (24.8, 9.9, 34.7)
    assert order["user"] is None
    assert state["baskets"] == []
    stock = {one["slug"]: one["stock"] for one in state["products"]}
    assert stock["enamel-camp-mug"] == before["enamel-camp-mug"] - 2


async def test_order_numbers_go_on_from_the_seed(buyer, shop):
    await buyer.post("/checkout", data=GOOD)
    assert [order["number"] for order in shop.state()["orders"]] == [24817, 24818, 24819]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("email", "ada"),
        ("email", "ada@example"),
        ("address", "Hafenstr."),
        ("city", "  "),
        ("postcode", "2045"),
        ("postcode", "2O457"),
        ("country", "Atlantis"),
        ("delivery", ""),
        ("delivery", "drone"),
        ("terms", ""),
    ],
)
async def test_one_wrong_field_is_marked_and_explained_and_the_rest_is_kept(
    buyer, shop, field, value
):
    answer = await buyer.post("/checkout", data=GOOD | {field: value})
    page = BeautifulSoup(answer.text, "lxml")
    assert answer.status_code == 422
    assert len(shop.state()["orders"]) == 2
    wrong = page.select("[aria-invalid=true]")
    assert len(wrong) == 1
    message = page.find(id=wrong[0]["aria-describedby"])
    assert message is not None
    assert message.get_text() in page.select("[role=alert]")[0].get_text()
    for name in {"name", "email", "address", "city", "postcode"} - {field}:
        assert page.select(f"input[name={name}]")[0]["value"] == GOOD[name]


async def test_an_empty_form_names_every_field(buyer):
    page = BeautifulSoup((await buyer.post("/checkout", data={})).text, "lxml")
    assert len(page.select("[aria-invalid=true]")) == 8
    for link in page.select("[role=alert] a"):
        assert page.find(id=str(link["href"])[1:]) is not None


@pytest.mark.parametrize(
    ("country", "postcode"),
    [("Netherlands", "1012ab"), ("United Kingdom", "bs1 4qa"), ("Ireland", "D02 AF30")],
)
async def test_postcodes_are_those_of_the_country(buyer, shop, country, postcode):
    await buyer.post("/checkout", data=GOOD | {"country": country, "postcode": postcode})
    assert shop.state()["orders"][-1]["country"] == country


async def test_an_empty_basket_cannot_be_checked_out(customer, shop):
    for answer in (await customer.get("/checkout"), await customer.post("/checkout", data=GOOD)):
        assert answer.url.path == "/basket"
    assert len(shop.state()["orders"]) == 2


async def test_the_last_piece_is_sold_once(buyer, shop):
    async with httpx.AsyncClient(base_url=shop.url, follow_redirects=True) as rival:
        for client in (buyer, rival):
            await client.post("/basket", data={"product": "arc-floor-lamp", "quantity": "5"})
        await rival.post("/checkout", data=GOOD)
    answer = await buyer.post("/checkout", data=GOOD)
    assert answer.url.path == "/basket"
    assert "Only 0 of Arc Floor Lamp in stock." in answer.text
    assert len(shop.state()["orders"]) == 3


async def test_a_confirmation_is_for_who_ordered(buyer, shop):
    answer = await buyer.post("/checkout", data=GOOD)
    async with httpx.AsyncClient() as stranger:
        assert (await stranger.get(answer.url)).status_code == 404


async def test_what_was_entered_is_shown_as_text(buyer, shop):
    answer = await buyer.post("/checkout", data=GOOD | {"name": "<img src=x onerror=alert(1)>"})
    assert "<img" not in answer.text
    assert "&lt;img" in answer.text


async def test_orders_are_dated_by_the_given_clock():
    async with (
        serve_site("shop", today=lambda: date(2025, 10, 1)) as site,
        httpx.AsyncClient(base_url=site.url) as client,
    ):
        await client.post("/basket", data={"product": "linen-apron", "quantity": "1"})
        await client.post("/checkout", data=GOOD)
        assert site.state()["orders"][-1]["placed_on"] == "2025-10-01"
