"""The shop: questions answered by the pages of single products."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from agent_e.benchmarks.sites.shop.products import Review
from agent_e.benchmarks.tasks.checks import answers, costs, names
from agent_e.benchmarks.tasks.record import EvaluatorSpec
from agent_e.benchmarks.tasks.steps import click

from .shop_data import FEW, dollars, reviews, shuffled, visit
from .template import Case, family

_SPECIFICATIONS = click("tab", "Specifications")
_STARS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def _price(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        if product.was is None:
            yield Case(
                intent=f"How much does the {product.name} cost at this shop?",
                params={"product": product.slug},
                trace=visit(product),
                checks=(costs(dollars(product.price)),),
                answer=f"${product.price / 100:.2f}",
            )


def _reduction(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        if product.was is not None:
            saved = product.was - product.price
            yield Case(
                intent=f"The {product.name} is on sale. How many dollars do I save compared with "
                "its old price?",
                params={"product": product.slug},
                trace=visit(product),
                checks=(costs(dollars(saved)),),
                answer=f"${saved / 100:.2f}",
            )


def _material(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        material = dict(product.specs).get("Material", "")
        shown = f"{product.name} {product.description}".lower()
        # What name or description reveal would be right without reading the specifications.
        if material and not any(word in shown for word in material.lower().split()):
            yield Case(
                intent=f"What material is the {product.name} made of, according to its "
                "specifications?",
                params={"product": product.slug},
                trace=(*visit(product), _SPECIFICATIONS),
                checks=(names(material),),
                answer=material,
            )


def _weight_difference(chance: Random) -> Iterator[Case]:
    weighed = [(product, _grams(dict(product.specs).get("Weight"))) for product in shuffled(chance)]
    known = [(product, grams) for product, grams in weighed if grams is not None]
    for (one, first), (other, second) in zip(known[::2], known[1::2], strict=False):
        if first != second:
            yield Case(
                intent=f"How many grams heavier is the {(one if first > second else other).name} "
                f"than the {(other if first > second else one).name}?",
                params={"products": [one.slug, other.slug]},
                trace=(*visit(one), _SPECIFICATIONS, *visit(other), _SPECIFICATIONS),
                checks=(answers("number", abs(first - second)),),
                answer=f"{abs(first - second)} grams",
            )


def _stock(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        if 1 < product.stock < FEW:
            yield Case(
                intent=f"How many pieces of the {product.name} does the shop have left?",
                params={"product": product.slug},
                trace=visit(product),
                checks=(answers("number", product.stock),),
                answer=str(product.stock),
            )


def _price_difference(chance: Random) -> Iterator[Case]:
    products = shuffled(chance)
    for one, other in zip(products[::2], products[1::2], strict=False):
        dear, cheap = sorted((one, other), key=lambda product: -product.price)
        if dear.price > cheap.price and dear.category != cheap.category:
            yield Case(
                intent=f"How much more does the {dear.name} cost than the {cheap.name}?",
                params={"products": [dear.slug, cheap.slug]},
                trace=(*visit(dear), *visit(cheap)),
                checks=(costs(dollars(dear.price - cheap.price)),),
                answer=f"${(dear.price - cheap.price) / 100:.2f}",
            )


def _reviewer(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        written = reviews(product.id)
        once = [stars for stars, count in Counter(r.stars for r in written).items() if count == 1]
        if once and len(written) > 2:
            stars = min(once)
            review = next(review for review in written if review.stars == stars)
            yield Case(
                intent=f"Who wrote the only {_STARS[stars]}-star review of the {product.name}, and "
                "on what date?",
                params={"product": product.slug, "stars": stars},
                trace=(*visit(product), click("tab", f"Reviews ({len(written)})")),
                checks=_written_by(review),
                answer=_say_review(review),
            )


def _review_count(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        written = reviews(product.id)
        stars, count = max(Counter(r.stars for r in written).items(), default=(0, 0))
        if 1 < count < len(written):
            yield Case(
                intent=f"How many customers gave the {product.name} {_STARS[stars]} stars?",
                params={"product": product.slug, "stars": stars},
                trace=(*visit(product), click("tab", f"Reviews ({len(written)})")),
                checks=(answers("number", count),),
                answer=str(count),
            )


def _newest_review(chance: Random) -> Iterator[Case]:
    for product in shuffled(chance):
        written = reviews(product.id)
        if len(written) > 2 and written[0].written_on > written[1].written_on:
            yield Case(
                intent=f"Who wrote the most recent review of the {product.name}, and on what date?",
                params={"product": product.slug},
                trace=(*visit(product), click("tab", f"Reviews ({len(written)})")),
                checks=_written_by(written[0]),
                answer=_say_review(written[0]),
            )


def _written_by(review: Review) -> tuple[EvaluatorSpec, ...]:
    day = answers("date", review.written_on.isoformat())
    return names(review.author.rstrip(".")), day


def _say_review(review: Review) -> str:
    return f"{review.author} on {review.written_on.day} {review.written_on:%B %Y}"


def _grams(weight: str | None) -> int | None:
    if weight is None:
        return None
    amount, unit = weight.split()
    return round(float(amount) * (1000 if unit == "kg" else 1))


TEMPLATES = (
    *family(
        "shop", "retrieval", "easy", {"price": _price, "reduction": _reduction, "stock": _stock}
    ),
    *family(
        "shop",
        "retrieval",
        "medium",
        {
            "material": _material,
            "price-difference": _price_difference,
            "reviewer": _reviewer,
            "newest-review": _newest_review,
        },
    ),
    *family(
        "shop",
        "retrieval",
        "hard",
        {"weight-difference": _weight_difference, "review-count": _review_count},
    ),
)
