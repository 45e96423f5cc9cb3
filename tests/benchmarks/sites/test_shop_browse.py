"""The shop: listings, search, sorting, product pages."""

from __future__ import annotations

import httpx
import pytest
from bs4 import BeautifulSoup

from agent_e.benchmarks.sites import RunningSite


async def read(client: httpx.AsyncClient, address: str) -> BeautifulSoup:
    answer = await client.get(address)
    assert answer.status_code == 200, address
    return BeautifulSoup(answer.text, "lxml")


def names(page: BeautifulSoup) -> list[str]:
    return [link.get_text(strip=True) for link in page.select("main li h3 a")]


async def test_all_products_are_reached_by_following_next(customer: httpx.AsyncClient, shop):
    found: list[str] = []
    address = "/products"
    for number in range(1, 6):
        page = await read(customer, address)
        current = page.select_one("nav [aria-current=page]")
        assert current is not None
        assert current.get_text() == str(number)
        assert len(names(page)) == 12
        found += names(page)
        following = page.select_one("a[rel=next]")
        address = f"/products{following['href']}" if following else ""
    assert not address
    assert found == [product["name"] for product in shop.state()["products"]]
    assert len(set(found)) == 60


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "٣", "9" * 30])
async def test_a_page_that_does_not_exist_is_the_nearest_one(customer, page):
    assert len(names(await read(customer, f"/products?page={page}"))) == 12


async def test_search_finds_every_word_and_nothing_else(customer):
    assert names(await read(customer, "/search?q=TITANIUM cook")) == ["Titanium Cook Set"]
    nothing = await read(customer, "/search?q=submarine")
    assert names(nothing) == []
    assert "Nothing matches" in nothing.get_text()


@pytest.mark.parametrize("query", ["100%", "_", "'; DROP TABLE product; --", "<script>alert(1)"])
async def test_search_takes_any_text_literally(customer, query):
    answer = await customer.get("/search", params={"q": query})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert names(BeautifulSoup(answer.text, "lxml")) == []


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        ("price-asc", lambda product: product["price"]),
        ("price-desc", lambda product: -product["price"]),
        ("name", lambda product: product["name"]),
        ("rating", lambda product: -(product["rating"] or 0)),
    ],
)
async def test_sorting_orders_a_category_across_its_pages(customer, shop, sort, key):
    shown = [
        name
        for page in (1, 2)
        for name in names(await read(customer, f"/category/kitchen?sort={sort}&page={page}"))
    ]
    kitchen = [one for one in shop.state()["products"] if one["category"] == "Kitchen"]
    by_name = {product["name"]: product for product in kitchen}
    assert len(shown) == len(kitchen) == 14
    assert [key(by_name[name]) for name in shown] == sorted(map(key, kitchen))


async def test_pages_keep_query_and_order(customer):
    page = await read(customer, "/search?q=e&sort=price-desc")
    following = page.select_one("a[rel=next]")
    assert following is not None
    assert following["href"] == "?q=e&sort=price-desc&page=2"


async def test_the_rating_of_a_product_is_the_mean_of_its_reviews(customer, shop):
    for product in shop.state()["products"]:
        page = await read(customer, f"/product/{product['slug']}")
        stars = [
            int(label.get_text().split()[0])
            for label in page.select("#reviews article .hidden")
            if "out of 5 stars" in label.get_text()
        ]
        assert len(stars) == product["review_count"]
        if stars:
            assert product["rating"] == pytest.approx(sum(stars) / len(stars), abs=0.051)


async def test_sale_and_stock_show_on_the_product_page(customer):
    sale = await read(customer, "/product/cotton-duvet-set")
    text = sale.get_text(" ", strip=True)
    assert "$96.50" in text
    assert "$121.00" in sale.select("s")[0].get_text()
    sold_out = await read(customer, "/product/enamel-stockpot-6-l")
    assert sold_out.select("button[disabled]")


@pytest.mark.parametrize("address", ["/product/none", "/category/none", "/none", "/state"])
async def test_an_unknown_address_is_a_page_that_says_so(customer, address):
    answer = await customer.get(address)
    assert answer.status_code == 404
    assert "Page not found" in answer.text


async def test_the_seed_data_is_varied_and_the_same_every_time(shop: RunningSite):
    products = shop.state()["products"]
    assert len({product["category"] for product in products}) == 6
    assert len({product["price"] for product in products}) == 60
    assert sum(product["stock"] == 0 for product in products) == 3
    assert all(product["was"] > product["price"] for product in products if product["was"])
    shop.reset()
    assert shop.state()["products"] == products
