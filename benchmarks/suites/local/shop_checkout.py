"""The shop: ordering, with an address that the form validates."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pydantic import JsonValue

from agent_e.benchmarks.sites.shop.checkout import DELIVERIES, Delivery
from agent_e.benchmarks.sites.shop.products import Product
from agent_e.benchmarks.sites.shop.seed import DEMO_EMAIL, DEMO_NAME
from agent_e.benchmarks.tasks.checks import state, unchanged
from agent_e.benchmarks.tasks.record import EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import choose, click, enter

from .people import Person, mixed
from .shop_account import DEMO, log_in_steps
from .shop_data import categories, dollars, listing, put, shuffled, sort_by
from .template import Case, family

CHECK_OUT = (click("link", "Basket", selector=".basket-link"), click("link", "Go to checkout"))
_TERMS = click("checkbox", "I accept the terms and conditions")
_WAYS = {
    "standard": "standard delivery",
    "express": "express delivery",
    "pickup": "collecting in store",
}


def _order(chance: Random) -> Iterator[Case]:
    products = iter(shuffled(chance, in_stock=True))
    for person in mixed(chance):
        product, quantity = next(products), chance.randint(1, 3)
        delivery = chance.choice(DELIVERIES[:2])
        yield Case(
            intent=f"Order {quantity} × {product.name} with {_WAYS[delivery.key]}, without "
            f"creating an account. {_details(person)} Accept the terms.",
            params={"product": product.slug, "quantity": quantity, "person": person.name},
            trace=(*put(product, quantity), *CHECK_OUT, *address_steps(person), *_end(delivery)),
            checks=tuple(_ordered(product, quantity, person, delivery)),
        )


def _collect(chance: Random) -> Iterator[Case]:
    people = mixed(chance)
    pickup = next(one for one in DELIVERIES if not one.price)
    for product in shuffled(chance, in_stock=True):
        person = chance.choice(people)
        yield Case(
            intent=f"{DEMO} and order one {product.name} to be collected in store. The address "
            f"is {_postal(person)}; my name and e-mail stay as the account has them.",
            params={"product": product.slug, "person": person.name},
            trace=(
                *log_in_steps(),
                *put(product),
                *CHECK_OUT,
                *address_steps(person)[2:],
                *_end(pickup),
            ),
            checks=(
                *_placed(product, 1, pickup),
                _new_order(
                    name=DEMO_NAME,
                    email=DEMO_EMAIL,
                    user=DEMO_EMAIL,
                    address=person.address,
                    country=person.country,
                ),
            ),
        )


def _gift(chance: Random) -> Iterator[Case]:
    express = next(one for one in DELIVERIES if one.key == "express")
    people = mixed(chance)
    pairs = [(category, limit) for category in categories() for limit in (35, 45, 60, 90)]
    chance.shuffle(pairs)
    for category, limit in pairs:
        person = chance.choice(people)
        ranked = listing(category=category.slug, sort="price-desc")
        fitting = [one for one in ranked if one.price <= limit * 100 and one.stock > 0]
        # On the first page, so that the limit is the difficulty.
        if len(fitting) < 2 or fitting[0] not in ranked[:12] or fitting[0] == ranked[0]:
            continue
        first, second = fitting[:2]
        if first.price == second.price:
            continue
        yield Case(
            intent=f"I want to give somebody the most expensive {category.name} product that costs "
            f"at most ${limit} and is in stock. Order one with express delivery, as a guest. "
            f"{_details(person)} I accept the terms.",
            params={"category": category.slug, "limit": limit, "person": person.name},
            trace=(
                click("link", category.name),
                sort_by("price-desc"),
                click("link", first.name),
                click("button", "Add to basket"),
                *CHECK_OUT,
                *address_steps(person),
                *_end(express),
            ),
            checks=tuple(_ordered(first, 1, person, express)),
        )


def address_steps(person: Person) -> tuple[TraceStep, ...]:
    """Fill in the customer and the address: name and e-mail first."""
    return (
        enter("Full name", person.name),
        enter("Email", person.email),
        enter("Street and number", person.address),
        enter("Postcode", person.postcode),
        enter("Town or city", person.city),
        choose("Country", person.country),
    )


def _end(delivery: Delivery) -> tuple[TraceStep, ...]:
    way = click("radio", _radio_name(delivery), selector=f"#delivery-{delivery.key}")
    return way, _TERMS, click("button", "Place order")


def _radio_name(delivery: Delivery) -> str:
    price = f"${delivery.price / 100:.2f}" if delivery.price else "Free"
    return f"{delivery.label} {delivery.hint} {price}"


def _ordered(
    product: Product, quantity: int, person: Person, delivery: Delivery
) -> Iterator[EvaluatorSpec]:
    yield from _placed(product, quantity, delivery)
    yield _new_order(
        name=person.name,
        email=person.email,
        user=None,
        address=person.address,
        city=person.city,
        postcode=person.postcode,
        country=person.country,
    )


def _placed(product: Product, quantity: int, delivery: Delivery) -> Iterator[EvaluatorSpec]:
    """Yield the checks that there is exactly this new order, and nothing else happened."""
    item: dict[str, JsonValue] = {"slug": product.slug, "quantity": quantity}
    yield state("shop", "orders", new=True, count=1)
    yield state("shop", "orders.-1.items", equals=[item], ignore=["name", "price"])
    yield _new_order(
        delivery=delivery.key, total=dollars(product.price * quantity + delivery.price)
    )
    yield state("shop", "baskets", count=0)
    yield unchanged("shop", "users")


def _new_order(**fields: JsonValue) -> EvaluatorSpec:
    return state("shop", "orders", new=True, contains=fields)


def _details(person: Person) -> str:
    return f"It goes to {person.name}, {_postal(person)}; the e-mail address is {person.email}."


def _postal(person: Person) -> str:
    return f"{person.address}, {person.postcode} {person.city}, {person.country}"


TEMPLATES = (
    *family(
        "shop", "form", "hard", {"order": _order, "collect": _collect, "gift": _gift}, mutating=True
    ),
)
