"""The shop: filling a basket, and changing its contents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from pydantic import JsonValue

from agent_e.benchmarks.sites.shop.products import Product
from agent_e.benchmarks.tasks.checks import at, posted, state, unchanged
from agent_e.benchmarks.tasks.record import EvaluatorSpec
from agent_e.benchmarks.tasks.steps import click, enter

from .shop_account import DEMO, log_in_steps
from .shop_data import categories, listing, orders, put, shuffled, sort_by
from .template import Case, family

_BASKET = click("link", "Basket", selector=".basket-link")


def _add(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance, in_stock=True):
        quantity = min(chance.randint(2, 4), product.stock)
        yield Case(
            intent=f"Put {quantity} pieces of the {product.name} in my basket.",
            params={"product": product.slug, "quantity": quantity},
            trace=put(product, quantity),
            checks=tuple(holds({product: quantity})),
        )


def _add_two(chance: Random) -> Iterator[Case]:
    for one, other in _pairs(chance):
        yield Case(
            intent=f"Put one {one.name} and two of the {other.name} in my basket, and open the "
            "basket so that I can check it.",
            params={"products": [one.slug, other.slug]},
            trace=(*put(one), *put(other, 2), _BASKET),
            checks=(*holds({one: 1, other: 2}), at("/basket")),
        )


def _add_cheapest(chance: Random) -> Iterator[Case]:
    found = list(categories())
    chance.shuffle(found)
    for category in found:
        ranked = [
            product
            for product in listing(category=category.slug, sort="price-asc")
            if product.stock > 0
        ]
        first, second, *_ = ranked
        if first.price < second.price:
            yield Case(
                intent=f"Put the cheapest {category.name} product that is in stock in my basket.",
                params={"category": category.slug},
                trace=(
                    click("link", category.name),
                    sort_by("price-asc"),
                    click("link", first.name),
                    click("button", "Add to basket"),
                ),
                checks=tuple(holds({first: 1})),
            )


def _change_quantity(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance, in_stock=True):
        quantity = chance.randint(3, 5)
        if product.stock >= quantity:
            yield Case(
                intent=f"Put one {product.name} in the basket, then open the basket and change the "
                f"quantity to {quantity}.",
                params={"product": product.slug, "quantity": quantity},
                trace=(
                    *put(product),
                    _BASKET,
                    enter(f"Quantity of {product.name}", str(quantity), role="spinbutton"),
                    click("button", f"Update {product.name}"),
                ),
                checks=(
                    *holds({product: quantity}),
                    posted(f"/basket/{product.slug}", {"quantity": str(quantity)}),
                ),
            )


def _remove(chance: Random) -> Iterator[Case]:
    for one, other in _pairs(chance):
        yield Case(
            intent=f"Add the {one.name} and the {other.name} to my basket. Then I change my mind: "
            f"remove the {one.name} again and keep the rest.",
            params={"products": [one.slug, other.slug]},
            trace=(*put(one), *put(other), _BASKET, click("button", f"Remove {one.name}")),
            checks=(*holds({other: 1}), posted(f"/basket/{one.slug}", {"action": "remove"})),
        )


def _order_again(chance: Random) -> Iterator[Case]:
    past = list(orders())
    chance.shuffle(past)
    by_slug = {product.slug: product for product in listing()}
    for order in past:
        items = {by_slug[line.slug]: line.quantity for line in order.lines}
        yield Case(
            intent=f"{DEMO}, look up what I "
            f"ordered in {order.placed_on:%B %Y}, and put the same things in the same quantities "
            "in my basket. Do not order yet.",
            params={"order": order.number},
            trace=(
                *log_in_steps(),
                click("link", str(order.number)),
                *(step for product, quantity in items.items() for step in put(product, quantity)),
            ),
            checks=(*holds(items), state("shop", "baskets.0.user", equals=order.email)),
        )


def holds(items: Mapping[Product, int]) -> Iterator[EvaluatorSpec]:
    """Yield the checks that one basket contains exactly these, and nothing else happened."""
    yield state("shop", "baskets", count=1)
    yield state("shop", "baskets.0.items", count=len(items))
    for product, quantity in items.items():
        expected: dict[str, JsonValue] = {"slug": product.slug, "quantity": quantity}
        yield state("shop", "baskets.0.items", contains=expected)
    yield unchanged("shop", "orders")
    yield unchanged("shop", "users")


def _pairs(chance: Random) -> Iterator[tuple[Product, Product]]:
    products = shuffled(chance, in_stock=True)
    yield from zip(products[::2], products[1::2], strict=False)


TEMPLATES = (
    *family("shop", "multi_step", "easy", {"add": _add}, mutating=True),
    *family(
        "shop",
        "multi_step",
        "medium",
        {"add-two": _add_two, "add-cheapest": _add_cheapest, "change-quantity": _change_quantity},
        mutating=True,
    ),
    *family(
        "shop",
        "multi_step",
        "hard",
        {"remove": _remove, "order-again": _order_again},
        mutating=True,
    ),
)
