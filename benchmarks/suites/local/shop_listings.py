"""The shop: questions and destinations that need listings, search and sorting."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from agent_e.benchmarks.sites.shop.products import PAGE_SIZE, SORT_ORDERS, Category, Product
from agent_e.benchmarks.tasks.checks import answers, at, costs, names, shows
from agent_e.benchmarks.tasks.steps import click

from .shop_data import (
    categories,
    dollars,
    listing,
    number_of_pages,
    search,
    short_names,
    shuffled,
    sort_by,
    through,
    turn_to,
    visit,
)
from .template import Case, family

_SEARCHES = ("linen", "steel", "wool", "brass", "cotton", "aluminium", "usb-c", "cork")


def _cheapest_in_stock(chance: Random) -> Iterator[Case]:
    for category in _mixed_categories(chance):
        ranked = listing(category=category.slug, sort="price-asc")
        in_stock = [product for product in ranked if product.stock > 0]
        first = in_stock[0]
        if first.price < in_stock[1].price:
            yield Case(
                intent=f"What is the cheapest product in the {category.name} category that is in "
                "stock, and what does it cost?",
                params={"category": category.slug},
                trace=(click("link", category.name), sort_by("price-asc")),
                checks=(names(*short_names(first)), costs(dollars(first.price))),
                answer=f"{first.name}, ${first.price / 100:.2f}",
            )


def _best_rated(chance: Random) -> Iterator[Case]:
    for category in _mixed_categories(chance):
        first, second, *_ = listing(category=category.slug, sort="rating")
        if first.rating is not None and second.rating is not None and first.rating > second.rating:
            yield Case(
                intent=f"Which {category.name} product do customers rate highest, and what does it "
                "cost?",
                params={"category": category.slug},
                trace=(click("link", category.name), sort_by("rating")),
                checks=(names(*short_names(first)), costs(dollars(first.price))),
                answer=f"{first.name}, ${first.price / 100:.2f}",
            )


def _nth_by_price(chance: Random) -> Iterator[Case]:
    ranked = listing(sort="price-desc")
    places = list(range(PAGE_SIZE + 2, 3 * PAGE_SIZE))
    chance.shuffle(places)
    for place in places:
        product = ranked[place - 1]
        if ranked[place - 2].price > product.price > ranked[place].price:
            page = 1 + (place - 1) // PAGE_SIZE
            yield Case(
                intent="If I sort all products of the shop from the most to the least expensive, "
                f"which one is number {place}, and what does it cost?",
                params={"place": place},
                trace=(click("link", "All products"), sort_by("price-desc"), *turn_to(page)),
                checks=(names(*short_names(product)), costs(dollars(product.price))),
                answer=f"{product.name}, ${product.price / 100:.2f}",
            )


def _count_under(chance: Random) -> Iterator[Case]:
    pairs = [(category, limit) for category in categories() for limit in (30, 40, 50, 80, 100)]
    chance.shuffle(pairs)
    for category, limit in pairs:
        products = listing(category=category.slug)
        count = sum(product.price < limit * 100 for product in products)
        border = any(product.price == limit * 100 for product in products)
        if 3 < count < len(products) and not border:
            pages = through(number_of_pages(products))
            yield Case(
                intent=f"How many {category.name} products cost less than ${limit}?",
                params={"category": category.slug, "limit": limit},
                trace=(click("link", category.name), sort_by("price-asc"), *pages),
                checks=(answers("number", count),),
                answer=str(count),
            )


def _count_found(chance: Random) -> Iterator[Case]:
    words = list(_SEARCHES)
    chance.shuffle(words)
    for word in words:
        count = len(listing(query=word))
        yield Case(
            intent=f"How many products does the shop's search find for “{word}”?",
            params={"word": word},
            trace=search(word),
            checks=(answers("number", count),),
            answer=str(count),
        )


def _sold_out(chance: Random) -> Iterator[Case]:
    for category in _mixed_categories(chance):
        products = listing(category=category.slug)
        gone = [product for product in products if product.stock == 0]
        if len(gone) == 1:
            yield Case(
                intent=f"One of the {category.name} products is sold out. Which one, and what "
                "would it cost?",
                params={"category": category.slug},
                trace=(click("link", category.name), *through(number_of_pages(products))),
                checks=(names(*short_names(gone[0])), costs(dollars(gone[0].price))),
                answer=f"{gone[0].name}, ${gone[0].price / 100:.2f}",
            )


def _open_product(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        yield Case(
            intent=f"Open the page of the {product.name}.",
            params={"product": product.slug},
            trace=visit(product),
            checks=(at(f"/product/{product.slug}"),),
        )


def _open_reviews(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        if product.review_count:
            yield Case(
                intent=f"Show me what customers wrote about the {product.name}.",
                params={"product": product.slug},
                trace=(*visit(product), click("tab", f"Reviews ({product.review_count})")),
                checks=(at(f"/product/{product.slug}"), shows("#reviews:not([hidden])")),
            )


def _open_sorted_page(chance: Random) -> Iterator[Case]:
    choices = [
        (category, sort, page)
        for category in categories()
        for sort in ("price-asc", "price-desc", "rating", "name")
        for page in range(2, 1 + number_of_pages(listing(category=category.slug)))
    ]
    chance.shuffle(choices)
    for category, sort, page in choices:
        label = SORT_ORDERS[sort][0]
        yield Case(
            intent=f"Show the {category.name} category sorted by “{label}” and turn to page "
            f"{page}.",
            params={"category": category.slug, "sort": sort, "page": page},
            trace=(click("link", category.name), sort_by(sort), *turn_to(page)),
            checks=(at(f"/category/{category.slug}", {"sort": sort, "page": page}),),
        )


def _open_sorted_search(chance: Random) -> Iterator[Case]:
    words = [word for word in _SEARCHES if _tells_apart(listing(query=word))]
    chance.shuffle(words)
    for word in words:
        first = listing(query=word, sort="price-asc")[0]
        yield Case(
            intent=f"Search for “{word}” and open the cheapest product that the search finds.",
            params={"word": word},
            trace=(*search(word), sort_by("price-asc"), click("link", first.name)),
            checks=(at(f"/product/{first.slug}"),),
        )


def _tells_apart(found: tuple[Product, ...]) -> bool:
    prices = sorted(product.price for product in found)
    return len(prices) > 2 and prices[0] < prices[1]


def _mixed_categories(chance: Random) -> list[Category]:
    found = list(categories())
    chance.shuffle(found)
    return found


TEMPLATES = (
    *family(
        "shop",
        "retrieval",
        "medium",
        {"cheapest-in-stock": _cheapest_in_stock, "best-rated": _best_rated},
    ),
    *family(
        "shop",
        "retrieval",
        "hard",
        {"nth-by-price": _nth_by_price, "count-under": _count_under, "sold-out": _sold_out},
    ),
    *family("shop", "retrieval", "easy", {"count-found": _count_found}),
    *family("shop", "navigation", "easy", {"open-product": _open_product}),
    *family(
        "shop",
        "navigation",
        "medium",
        {
            "open-reviews": _open_reviews,
            "open-sorted-page": _open_sorted_page,
            "open-cheapest-found": _open_sorted_search,
        },
    ),
)
