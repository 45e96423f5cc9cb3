"""Facts of the shop in its initial state, read by the shop's own code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import cache
from random import Random

from agent_e.benchmarks.sites.shop.money import to_dollars
from agent_e.benchmarks.sites.shop.orders import Order, list_orders
from agent_e.benchmarks.sites.shop.products import (
    PAGE_SIZE,
    SORT_ORDERS,
    Category,
    Product,
    Review,
    list_categories,
    list_products,
    list_reviews,
)
from agent_e.benchmarks.sites.shop.seed import build_seed
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import choose, click, enter

FEW = 10
"""Below this number the shop shows how many pieces are left."""


@cache
def categories() -> tuple[Category, ...]:
    """Return the shop's categories."""
    with closing(build_seed()) as db:
        return list_categories(db)


@cache
def listing(*, query: str = "", category: str = "", sort: str = "featured") -> tuple[Product, ...]:
    """Return all products of a listing, over all its pages."""
    with closing(build_seed()) as db:
        first = list_products(db, query=query, category=category, sort=sort)
        rest = (
            list_products(db, query=query, category=category, sort=sort, page=page)
            for page in range(2, first.pages + 1)
        )
        return first.products + tuple(product for page in rest for product in page.products)


@cache
def reviews(product_id: int) -> tuple[Review, ...]:
    """Return a product's reviews, newest first."""
    with closing(build_seed()) as db:
        return list_reviews(db, product_id)


@cache
def orders() -> tuple[Order, ...]:
    """Return all past orders, which are the demo account's."""
    with closing(build_seed()) as db:
        return list_orders(db)


def shuffled(chance: Random, *, in_stock: bool = False) -> list[Product]:
    """Return all products, or those that can be bought, in a random order."""
    found = [product for product in listing() if product.stock > 0 or not in_stock]
    chance.shuffle(found)
    return found


def number_of_pages(products: tuple[Product, ...]) -> int:
    """Return the number of pages of a listing of these."""
    return -(-len(products) // PAGE_SIZE)


def short_names(product: Product) -> tuple[str, ...]:
    """Return the names that people use for a product."""
    plain = product.name.split(",")[0]
    return (product.name,) if plain == product.name else (product.name, plain)


def dollars(cents: int) -> float:
    """Convert cents to dollars, as in the shop's state."""
    return to_dollars(cents)


def search(words: str) -> tuple[TraceStep, ...]:
    """Search for words."""
    return enter("Search products", words, role="searchbox"), click("button", "Search")


def visit(product: Product) -> tuple[TraceStep, ...]:
    """Find a product's page by its name."""
    return *search(product.name), click("link", product.name)


def put(product: Product, quantity: int = 1) -> tuple[TraceStep, ...]:
    """Find a product and put it in the basket."""
    amount = (enter("Quantity", str(quantity), role="spinbutton"),) if quantity > 1 else ()
    return *visit(product), *amount, click("button", "Add to basket")


def sort_by(sort: str) -> TraceStep:
    """Choose the order of a listing."""
    return choose("Sort by", SORT_ORDERS[sort][0])


def turn_to(page: int) -> tuple[TraceStep, ...]:
    """Go from the first page of a listing to another one."""
    return () if page == 1 else (click("link", f"Page {page}"),)


def through(pages: int) -> Iterator[TraceStep]:
    """Read a listing from its first page to its last."""
    for page in range(2, pages + 1):
        yield from turn_to(page)
