"""The white-agent seed's benchmark over random catalogues: one page, a panel for each product.

Prices and ratings are in the panels only, so answering a question about them means opening: success
needs the right panel opened *and* the right answer. A count needs nothing opened.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from agent_e.benchmarks.sites.catalog.data import CatalogData, CatalogProduct, default_catalog
from agent_e.benchmarks.sites.catalog.generate import random_catalog
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions
from agent_e.benchmarks.tasks.record import (
    BenchTask,
    EvaluatorSpec,
    Reference,
    SiteUse,
    TaskLimits,
    TraceStep,
)

NAME = "catalog"
SEEDS = tuple(range(10))
"""0 is the catalogue of five products in the seed's description; the others are random."""
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _Kind:
    """One kind of question.

    Attributes:
        name: by which results are grouped.
        seed_type: the seed's name for such tasks.
        intent: with ``{nth}`` for a position.
        choose: the product in question; ``None`` for all of them.
        answer: the right answer, and the keys of the check.
        alone: whether the list itself reveals the product, so that only one is opened.
    """

    name: str
    seed_type: str
    intent: str
    choose: Callable[[CatalogData, int], CatalogProduct] | None
    answer: Callable[[CatalogProduct], tuple[JsonValue, dict[str, Any]]]
    alone: bool = False


def _price(product: CatalogProduct) -> tuple[JsonValue, dict[str, Any]]:
    return product.price, {"kind": "money", "value": product.price}


def _rating(product: CatalogProduct) -> tuple[JsonValue, dict[str, Any]]:
    # "3.1/5" and "4.1 (32 reviews)", copied as shown, are right and are two numbers.
    if "/" in product.rating or "review" in product.rating:
        return product.rating, {"kind": "contains", "value": f"{product.score}"}
    return product.rating, {"kind": "number", "value": product.score}


def _name(product: CatalogProduct) -> tuple[JsonValue, dict[str, Any]]:
    return product.name, {"kind": "contains", "value": product.name}


def _nth(data: CatalogData, position: int) -> CatalogProduct:
    return data.products[position]


def _dearest(data: CatalogData, position: int) -> CatalogProduct:
    return max(data.products, key=lambda product: product.amount)


def _cheapest(data: CatalogData, position: int) -> CatalogProduct:
    return min(data.products, key=lambda product: product.amount)


def _best(data: CatalogData, position: int) -> CatalogProduct:
    return max(data.products, key=lambda product: product.score)


def _kind(
    name: str,
    seed_type: str,
    intent: str,
    choose: Callable[[CatalogData, int], CatalogProduct],
    answer: Callable[[CatalogProduct], tuple[JsonValue, dict[str, Any]]],
) -> _Kind:
    return _Kind(
        name=name,
        seed_type=seed_type,
        intent=intent,
        choose=choose,
        answer=answer,
        alone=choose is _nth,
    )


_COUNT = _Kind(
    name="count",
    seed_type="multi-step",
    intent="Count the total number of products.",
    choose=None,
    answer=_name,
)
KINDS: tuple[_Kind, ...] = (
    _kind("price-of-nth", "identification", "Find the price of the {nth} product.", _nth, _price),
    _kind("rating-of-nth", "identification", "What is the {nth} product rated?", _nth, _rating),
    _kind(
        "rating-of-dearest",
        "semantic",
        "Find the rating of the most expensive product.",
        _dearest,
        _rating,
    ),
    _kind(
        "price-of-cheapest", "semantic", "What does the cheapest product cost?", _cheapest, _price
    ),
    _kind(
        "name-of-best", "semantic", "Which product has the highest rating? Name it.", _best, _name
    ),
    _kind(
        "price-of-best", "semantic", "How much is the product with the best rating?", _best, _price
    ),
    _COUNT,
)


def _read(options: SuiteOptions) -> list[BenchTask]:
    return [task for seed in options.seeds or SEEDS for task in make_tasks(seed)]


def make_tasks(seed: int) -> list[BenchTask]:
    """Create a task of each kind over the catalogue of a seed."""
    data = random_catalog(seed) if seed else default_catalog()
    chance = random.Random(f"catalog task {seed}")
    return [_task(kind, seed, data, chance.randrange(len(data.products))) for kind in KINDS]


def _task(kind: _Kind, seed: int, data: CatalogData, position: int) -> BenchTask:
    product = kind.choose(data, position) if kind.choose else None
    if product is None:
        answer: JsonValue = len(data.products)
        checks: list[dict[str, Any]] = [
            {"type": "answer", "kind": "number", "value": len(data.products)}
        ]
        trace: tuple[TraceStep, ...] = ()
    else:
        answer, keys = kind.answer(product)
        checks = [
            {"type": "answer", **keys},
            {"type": "state", "site": NAME, "path": "opened", "contains": product.slug},
        ]
        trace = tuple(_trace(data, (product,) if kind.alone else data.products))
    return BenchTask(
        id=f"{kind.name}--{seed}",
        suite=NAME,
        intent=kind.intent.format(nth=_ORDINALS[position]),
        start_url=f"{{{NAME}}}/",
        sites=(SiteUse(name=NAME, options={"seed": seed} if seed else {}),),
        template_id=kind.name,
        params={"position": position + 1} if kind.alone else {},
        seed=seed,
        tags={"category": kind.seed_type, "layout": data.layout, "panel": data.panel},
        evaluators=tuple(EvaluatorSpec.model_validate(check) for check in checks),
        reference=Reference(answer=answer, trace=trace),
        source="agent-e",
        licence="MIT",
    )


def _trace(data: CatalogData, products: tuple[CatalogProduct, ...]) -> Iterator[TraceStep]:
    for number, product in enumerate(products):
        if number and data.panel == "dialog":  # it covers the list
            yield TraceStep(
                verb="click", role="button", name=data.words.close, selector="#details [data-close]"
            )
        yield _opener(data, product)
        yield TraceStep(verb="wait", name=product.description)


def _opener(data: CatalogData, product: CatalogProduct) -> TraceStep:
    chosen = f'[data-product="{product.slug}"]'
    if data.panel == "details":
        return TraceStep(verb="click", name=product.name, selector=f"details{chosen} > summary")
    role = "link" if data.layout == "cards" else "button"
    return TraceStep(verb="click", role=role, name=product.name, selector=chosen)


CATALOG = Suite(
    name=NAME,
    summary="The white-agent seed's questions over catalogues: what to open, and what it says.",
    licence="MIT",
    read=_read,
    limits=TaskLimits(steps=30),
)
