"""A second opinion on what is right, from the sites' state and not by the suite's own reasoning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from agent_e.benchmarks.sites.catalog.backend import build_site as build_catalog
from agent_e.benchmarks.sites.flights.backend import build_site as build_flights
from agent_e.benchmarks.sites.flights.schedule import Flight
from agent_e.benchmarks.sites.shop.backend import build_site as build_shop
from agent_e.benchmarks.tasks.record import BenchTask

from .tasks import tasks

TASKS = tasks(8)
Product = dict[str, Any]


def named(*templates: str) -> list[BenchTask]:
    return [task for task in TASKS if task.template_id in templates]


def by_id(task: BenchTask) -> str:
    return task.id


@pytest.fixture(scope="module")
def products() -> list[Product]:
    shop = build_shop()
    try:
        found: list[Product] = shop.state()["products"]
        return found
    finally:
        shop.close()


def only(ranked: list[Any], key: Callable[[Any], Any]) -> Any:
    """The first of a ranking, which has to be alone in its place."""
    assert len(ranked) > 1
    assert key(ranked[0]) != key(ranked[1])
    return ranked[0]


@pytest.mark.parametrize("task", named("shop-cheapest-in-stock", "shop-add-cheapest"), ids=by_id)
def test_the_cheapest_in_stock_is_one(task: BenchTask, products: list[Product]) -> None:
    own = [one for one in products if slug(one["category"]) == task.params["category"]]
    ranked = sorted((one for one in own if one["stock"]), key=price)
    first = only(ranked, price)
    if task.mutating:
        wanted = [spec.own["contains"] for spec in task.evaluators if "contains" in spec.own]
        assert wanted == [{"slug": first["slug"], "quantity": 1}]
    else:
        assert task.reference.answer == f"{first['name']}, ${first['price']:.2f}"


@pytest.mark.parametrize("task", named("shop-best-rated"), ids=by_id)
def test_the_best_rated_is_one(task: BenchTask, products: list[Product]) -> None:
    own = [one for one in products if slug(one["category"]) == task.params["category"]]
    ranked = sorted(own, key=lambda one: -(one["rating"] or 0))
    first = only(ranked, lambda one: one["rating"])
    assert task.reference.answer == f"{first['name']}, ${first['price']:.2f}"


@pytest.mark.parametrize("task", named("shop-nth-by-price"), ids=by_id)
def test_nobody_shares_a_place_in_the_ranking(task: BenchTask, products: list[Product]) -> None:
    place = task.params["place"]
    assert isinstance(place, int)
    found = sorted(products, key=price, reverse=True)[place - 1]
    assert [price(one) for one in products].count(price(found)) == 1
    assert task.reference.answer == f"{found['name']}, ${found['price']:.2f}"


@pytest.mark.parametrize("task", named("shop-count-under"), ids=by_id)
def test_nothing_costs_just_the_limit(task: BenchTask, products: list[Product]) -> None:
    own = [one for one in products if slug(one["category"]) == task.params["category"]]
    limit: Any = task.params["limit"]
    assert all(price(one) != limit for one in own)
    assert task.reference.answer == str(sum(price(one) < limit for one in own))


@pytest.mark.parametrize("task", named("shop-gift"), ids=by_id)
def test_the_gift_is_one(task: BenchTask, products: list[Product]) -> None:
    limit: Any = task.params["limit"]
    fitting = [
        one
        for one in products
        if slug(one["category"]) == task.params["category"] and one["stock"] and price(one) <= limit
    ]
    first = only(sorted(fitting, key=price, reverse=True), price)
    items = [spec.own["equals"] for spec in task.evaluators if spec.own.get("equals")]
    assert items == [[{"slug": first["slug"], "quantity": 1}]]


@pytest.mark.parametrize("task", named("catalog-cheapest", "catalog-best"), ids=by_id)
def test_the_catalogues_first_is_one(task: BenchTask) -> None:
    options: dict[str, Any] = dict(task.sites[0].options)
    found = build_catalog(**options).state()["products"]
    cheap = task.template_id == "catalog-cheapest"
    key = "amount" if cheap else "score"
    first = only(sorted(found, key=lambda one: one[key], reverse=not cheap), lambda one: one[key])
    assert task.reference.answer == f"{first['name']}, {first['price']}"


FLIGHTS: dict[str, Callable[[list[Flight]], str]] = {
    "flights-cheapest": lambda flights: euros(least(flights).price),
    "flights-cheapest-nonstop": lambda flights: (
        f"{least(nonstop(flights)).segments[0].number}, {euros(least(nonstop(flights)).price)}"
    ),
    "flights-last-nonstop": lambda flights: (
        only(sorted(nonstop(flights), key=leaves, reverse=True), leaves).departs.strftime("%H:%M")
        if len(nonstop(flights)) > 1
        else nonstop(flights)[0].departs.strftime("%H:%M")
    ),
    "flights-shortest": lambda flights: duration(
        only(sorted(flights, key=lambda one: one.minutes), lambda one: one.minutes).minutes
    ),
    "flights-business": lambda flights: euros(least(flights).price * 30 // 10),
    "flights-on-time": lambda flights: f"{least(flights).on_time} %",
}


@pytest.mark.parametrize("task", named(*FLIGHTS), ids=by_id)
def test_the_flight_that_is_asked_for_is_one(task: BenchTask) -> None:
    options: dict[str, Any] = dict(task.sites[0].options)
    site = build_flights(**options)
    origin, destination, day = (str(task.params[key]) for key in ("from", "to", "day"))
    flights = list(site.flights(origin, destination, day))
    assert task.reference.answer == FLIGHTS[task.template_id](flights)


@pytest.mark.parametrize("task", named("flights-no-route"), ids=by_id)
def test_nobody_flies_there(task: BenchTask) -> None:
    options: dict[str, Any] = dict(task.sites[0].options)
    origin, destination, day = (str(task.params[key]) for key in ("from", "to", "day"))
    assert build_flights(**options).flights(origin, destination, day) == ()


def slug(category: str) -> str:
    return category.lower().replace(" ", "-")


def price(product: Product) -> float:
    found: float = product["price"]
    return found


def least(flights: list[Flight]) -> Flight:
    found: Flight = only(sorted(flights, key=lambda one: one.price), lambda one: one.price)
    return found


def nonstop(flights: list[Flight]) -> list[Flight]:
    return [flight for flight in flights if len(flight.segments) == 1]


def leaves(flight: Flight) -> Any:
    return flight.departs


def euros(cents: int) -> str:
    return f"€{cents / 100:,.2f}"


def duration(minutes: int) -> str:
    return f"{minutes // 60} h {minutes % 60:02} min"
