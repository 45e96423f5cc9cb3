"""The catalogue: prices and ratings show only in a panel that must be opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from agent_e.benchmarks.sites.catalog.data import CatalogData, CatalogProduct
from agent_e.benchmarks.sites.catalog.generate import random_catalog
from agent_e.benchmarks.tasks.checks import answers, costs, names, state
from agent_e.benchmarks.tasks.record import EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, wait_for

from .template import Case, Cases, family

_SEEDS = range(100, 1000)
_ELSEWHERE = ("Snow Globe", "Bread Machine", "Garden Gnome", "Chess Clock", "Fish Tank", "Piñata")

Ask = Callable[[CatalogData, Random], "Case | None"]


def _cases(ask: Ask) -> Cases:
    """Ask the same question about random catalogues, where it has one answer."""

    def cases(chance: Random) -> Iterator[Case]:
        for seed in chance.sample(_SEEDS, len(_SEEDS)):
            case = ask(random_catalog(seed), chance)
            if case is not None:
                yield Case(
                    intent=case.intent,
                    params={"catalog": seed, **case.params},
                    trace=case.trace,
                    checks=case.checks,
                    answer=case.answer,
                    options={"seed": seed},
                )

    return cases


def _price(data: CatalogData, chance: Random) -> Case:
    product = chance.choice(data.products)
    return Case(
        intent=f"What does the {product.name} cost?",
        params={"product": product.slug},
        trace=_open(data, product),
        checks=(_costs(product.amount, data),),
        answer=product.price,
    )


def _rating(data: CatalogData, chance: Random) -> Case:
    product = chance.choice(data.products)
    return Case(
        intent=f"How many points out of 5 do customers give the {product.name}?",
        params={"product": product.slug},
        trace=_open(data, product),
        checks=(answers("number", product.score),),
        answer=str(product.score),
    )


def _cheapest(data: CatalogData, chance: Random) -> Case | None:
    first, second, *_ = sorted(data.products, key=lambda product: product.amount)
    if first.amount == second.amount:
        return None
    return Case(
        intent=f"Which product under “{data.words.heading}” at {data.words.title} is the cheapest, "
        "and what does it cost?",
        params={},
        trace=_open_all(data),
        checks=(names(first.name), _costs(first.amount, data)),
        answer=f"{first.name}, {first.price}",
    )


def _best(data: CatalogData, chance: Random) -> Case | None:
    first, second, *_ = sorted(data.products, key=lambda product: -product.score)
    if first.score == second.score:
        return None
    return Case(
        intent=f"Which product at {data.words.title} has the best rating, and what does it cost?",
        params={},
        trace=_open_all(data),
        checks=(names(first.name), _costs(first.amount, data)),
        answer=f"{first.name}, {first.price}",
    )


def _difference(data: CatalogData, chance: Random) -> Case | None:
    cheap, dear = sorted(chance.sample(data.products, 2), key=lambda product: product.amount)
    if cheap.amount == dear.amount:
        return None
    return Case(
        intent=f"How much more does the {dear.name} cost than the {cheap.name}?",
        params={"products": [dear.slug, cheap.slug]},
        trace=(*_open(data, dear), *_close(data), *_open(data, cheap)),
        checks=(_costs(round(dear.amount - cheap.amount, 2), data),),
        answer=f"{dear.amount - cheap.amount:.2f}",
    )


def _together(data: CatalogData, chance: Random) -> Case:
    total = round(sum(product.amount for product in data.products), 2)
    return Case(
        intent=f"I want one of each product at {data.words.title}. What do they cost together?",
        params={},
        trace=_open_all(data),
        checks=(_costs(total, data),),
        answer=f"{total:.2f}",
    )


def _well_rated(data: CatalogData, chance: Random) -> Case | None:
    count = sum(product.score >= 4 for product in data.products)
    if not 1 < count < len(data.products):
        return None
    return Case(
        intent=f"How many of the products at {data.words.title} are rated 4 out of 5 or better?",
        params={},
        trace=_open_all(data),
        checks=(answers("number", count),),
        answer=str(count),
    )


def _show(data: CatalogData, chance: Random) -> Case:
    # Not the last one: opening each in turn would be right as well.
    product = chance.choice(data.products[:-1])
    return Case(
        intent=f"Show me the details of the {product.name}.",
        params={"product": product.slug},
        trace=_open(data, product),
        checks=(state("catalog", "opened.-1", equals=product.slug),),
    )


def _missing(data: CatalogData, chance: Random) -> Case | None:
    thing = chance.choice(_ELSEWHERE)
    if any(thing.split()[-1] in product.name for product in data.products):
        return None
    return Case(
        intent=f"What does the {thing} at {data.words.title} cost?",
        params={"thing": thing},
        trace=_open_all(data),
    )


def _costs(amount: float, data: CatalogData) -> EvaluatorSpec:
    sign = next(sign for sign in ("USD", "$", "€", "£") if sign in data.products[0].price)
    return costs(amount, currency={"$": "USD", "€": "EUR", "£": "GBP"}.get(sign, sign))


def _open_all(data: CatalogData) -> tuple[TraceStep, ...]:
    first, *rest = data.products
    steps = [*_open(data, first)]
    for product in rest:
        steps += [*_close(data), *_open(data, product)]
    return tuple(steps)


def _open(data: CatalogData, product: CatalogProduct) -> tuple[TraceStep, ...]:
    """Open a product's panel by this layout's control for it, and check that it opened."""
    link = data.layout == "cards" and data.panel != "details"
    plain = data.layout == "buttons"
    name = product.name if link else f"{data.words.open}: {product.name}"
    opener = click(
        "link" if link else "button",
        f"{product.name} {product.teaser}" if plain else name,
        selector=f'[data-product="{product.slug}"]'
        + (" > summary" if data.panel == "details" else ""),
    )
    return opener, wait_for(product.description)


def _close(data: CatalogData) -> tuple[TraceStep, ...]:
    """Close the panel: a dialog covers the page until then."""
    return (click("button", data.words.close),) if data.panel == "dialog" else ()


def _asked(asks: dict[str, Ask]) -> dict[str, Cases]:
    return {name: _cases(ask) for name, ask in asks.items()}


TEMPLATES = (
    *family("catalog", "retrieval", "easy", _asked({"price": _price, "rating": _rating})),
    *family(
        "catalog",
        "retrieval",
        "medium",
        _asked({"cheapest": _cheapest, "best": _best, "difference": _difference}),
    ),
    *family(
        "catalog", "retrieval", "hard", _asked({"together": _together, "well-rated": _well_rated})
    ),
    *family("catalog", "navigation", "easy", _asked({"show": _show})),
    *family("catalog", "infeasible", "medium", _asked({"missing": _missing})),
)
