"""The catalogue over HTTP, and random ones."""

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest
from bs4 import BeautifulSoup

from agent_e.benchmarks.sites import default_catalog, random_catalog, serve_site
from agent_e.benchmarks.sites.catalog.data import CatalogWords, CssNames
from agent_e.benchmarks.sites.pictures import load_shapes

MANY = range(300)


async def test_the_list_names_every_product_but_tells_neither_price_nor_rating():
    async with serve_site("catalog") as site, httpx.AsyncClient(base_url=site.url) as client:
        page = (await client.get("/")).text
        for product in site.state()["products"]:
            assert product["name"] in page
            assert product["price"] not in page
            assert product["rating"] not in page
            assert product["description"] not in page


async def test_the_address_of_an_open_product_shows_it_without_javascript():
    async with serve_site("catalog") as site, httpx.AsyncClient(base_url=site.url) as client:
        page = BeautifulSoup((await client.get("/?product=pebble-speaker")).text, "lxml")
        panel = page.select("aside")[0]
        assert not panel.has_attr("hidden")
        assert "$39.95" in panel.get_text()
        assert site.state()["opened"] == ["pebble-speaker"]
        site.reset()
        assert site.state()["opened"] == []


async def test_an_unknown_product_opens_nothing():
    async with serve_site("catalog") as site, httpx.AsyncClient(base_url=site.url) as client:
        assert (await client.get("/details/none")).status_code == 404
        page = BeautifulSoup((await client.get("/?product=none")).text, "lxml")
        assert page.select("aside[hidden]")
        assert site.state()["opened"] == []


async def test_everything_on_the_page_can_be_replaced():
    base = default_catalog()
    data = replace(
        base,
        products=base.products[::-1],
        words=CatalogWords(heading="Angebote", price="Preis"),
        css=CssNames(price="x9"),
        layout="table",
    )
    async with (
        serve_site("catalog", data=data) as site,
        httpx.AsyncClient(base_url=site.url) as client,
    ):
        page = BeautifulSoup((await client.get("/?product=nimbus-headphones")).text, "lxml")
        assert page.select("h1")[0].get_text() == "Angebote"
        assert [cell.get_text() for cell in page.select("tbody strong")] == [
            product.name for product in base.products[::-1]
        ]
        assert page.select("dd.x9")[0].get_text() == "$249.00"
        assert ".x9" not in (await client.get("/")).text


def test_class_names_and_slugs_are_checked():
    with pytest.raises(ValueError, match="not a class name"):
        CssNames(price="a b")
    data = default_catalog()
    with pytest.raises(ValueError, match="share a slug"):
        replace(data, products=data.products * 2)


@pytest.mark.parametrize("seed", range(12))
async def test_a_random_catalogue_is_served_whole(seed: int):
    async with (
        serve_site("catalog", seed=seed) as site,
        httpx.AsyncClient(base_url=site.url) as client,
    ):
        assert (await client.get("/catalog.css")).status_code == 200
        for product in site.state()["products"]:
            page = await client.get("/", params={"product": product["slug"]})
            text = BeautifulSoup(page.text, "lxml").get_text()
            assert product["price"] in text
            assert product["rating"] in text


def test_random_catalogues_vary_and_repeat_by_seed():
    catalogs = [random_catalog(seed) for seed in MANY]
    assert catalogs == [random_catalog(seed) for seed in MANY]
    assert {len(catalog.products) for catalog in catalogs} == set(range(3, 10))
    assert {(catalog.layout, catalog.panel) for catalog in catalogs} == {
        (layout, panel)
        for layout in ("cards", "table", "buttons")
        for panel in ("side", "dialog", "details")
    }
    currencies = {catalog.products[0].price.strip("0123456789.,") for catalog in catalogs}
    assert currencies == {"$", "€", "£", " USD"}
    assert len({catalog.css.price for catalog in catalogs}) > 50


def test_questions_about_a_random_catalogue_have_one_answer():
    for catalog in map(random_catalog, MANY):
        count = len(catalog.products)
        assert len({product.name for product in catalog.products}) == count
        assert len({product.amount for product in catalog.products}) == count
        assert len({product.score for product in catalog.products}) == count
        for product in catalog.products:
            shown = float(product.price.strip("$€£ USD").replace(",", ""))
            assert shown == product.amount
            assert str(product.score) in product.rating
            assert product.kind in load_shapes()
