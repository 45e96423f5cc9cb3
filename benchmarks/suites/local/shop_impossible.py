"""The shop: requests that cannot be fulfilled there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from agent_e.benchmarks.tasks.steps import click, enter

from .people import mixed
from .shop_checkout import CHECK_OUT, address_steps
from .shop_data import listing, put, reviews, search, shuffled, visit
from .template import Case, family

_UNKNOWN = (
    ("waffle iron", "waffle iron"),
    ("electric toothbrush", "toothbrush"),
    ("chess set", "chess"),
    ("garden hose", "hose"),
    ("yoga mat", "yoga"),
    ("bicycle helmet", "helmet"),
)
_ELSEWHERE = (
    ("Norway", "Oslo", "0150", "Karl Johans gate 22"),
    ("Japan", "Kyoto", "604-8005", "3 Teramachi"),
    ("Canada", "Halifax", "B3J 1S9", "1570 Argyle Street"),
)


def _unknown(chance: Random) -> Iterator[Case]:
    for thing, words in chance.sample(_UNKNOWN, len(_UNKNOWN)):
        if not listing(query=words):
            yield Case(
                intent=f"Put {'an' if thing[0] in 'aeiou' else 'a'} {thing} in my basket.",
                params={"thing": thing},
                trace=search(words),
            )


def _sold_out(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        if product.stock == 0:
            yield Case(
                intent=f"I need the {product.name}. Put one in my basket.",
                params={"product": product.slug},
                trace=visit(product),
            )


def _too_many(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance, in_stock=True):
        if 3 < product.stock < 10:
            pieces = product.stock + chance.randint(5, 20)
            yield Case(
                intent=f"Put exactly {pieces} pieces of the {product.name} in my basket; fewer are "
                "of no use to me.",
                params={"product": product.slug, "quantity": pieces},
                trace=(
                    *visit(product),
                    enter("Quantity", str(pieces), role="spinbutton"),
                    click("button", "Add to basket"),
                ),
            )


def _no_delivery(chance: Random) -> Iterator[Case]:
    products = shuffled(chance, in_stock=True)
    for country, city, postcode, address in chance.sample(_ELSEWHERE, len(_ELSEWHERE)):
        product, person = products.pop(), mixed(chance)[0]
        yield Case(
            intent=f"Order one {product.name} as a guest, delivered to {person.name}, {address}, "
            f"{postcode} {city}, {country} (e-mail {person.email}).",
            params={"product": product.slug, "country": country},
            trace=(*put(product), *CHECK_OUT, *address_steps(person)[:2]),
            quiet=("orders", "users"),
        )


def _other_reviewer(chance: Random) -> Iterator[Case]:
    everybody = sorted({review.author for one in listing() for review in reviews(one.id)})
    for product in shuffled(chance):
        written = reviews(product.id)
        others = [name for name in everybody if all(name != one.author for one in written)]
        author = chance.choice(others)
        yield Case(
            intent=f"What is the title of the review that {author} wrote about the {product.name}?",
            params={"product": product.slug, "author": author},
            trace=(*visit(product), click("tab", f"Reviews ({len(written)})")),
        )


TEMPLATES = (
    *family("shop", "infeasible", "easy", {"unknown": _unknown, "buy-sold-out": _sold_out}),
    *family(
        "shop", "infeasible", "medium", {"too-many": _too_many, "other-reviewer": _other_reviewer}
    ),
    *family("shop", "infeasible", "hard", {"no-delivery": _no_delivery}),
)
