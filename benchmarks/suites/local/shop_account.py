"""The shop: logging in, registering, old orders."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from agent_e.benchmarks.sites.shop.orders import Order
from agent_e.benchmarks.sites.shop.seed import DEMO_EMAIL, DEMO_PASSWORD
from agent_e.benchmarks.tasks.checks import answers, at, costs, state, unchanged
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter

from .people import mixed
from .shop_data import dollars, orders
from .template import Case, family

DEMO = "Log in with the demo account that the log-in page names"
_PASSWORDS = ("harbour-light-42", "seven green kites", "Quay!Street!1908", "oat-milk-and-rain")


def log_in_steps() -> tuple[TraceStep, ...]:
    """Log in with the demo account; the shop shows its orders then."""
    return (
        click("link", "Log in"),
        enter("Email", DEMO_EMAIL),
        enter("Password", DEMO_PASSWORD),
        click("button", "Log in"),
    )


def _old_order(chance: Random) -> Iterator[Case]:
    for order in _mixed_orders(chance):
        day = f"{order.placed_on.day} {order.placed_on:%B %Y}"
        opened = (*log_in_steps(), click("link", str(order.number)))
        yield Case(
            intent=f"{DEMO} and tell me how much the delivery of my order of {day} cost.",
            params={"order": order.number, "asked": "delivery"},
            trace=opened,
            checks=(costs(dollars(order.delivery_price)),),
            answer=f"${order.delivery_price / 100:.2f}",
        )
        dearest = max(order.lines, key=lambda line: line.price)
        yield Case(
            intent=f"{DEMO}. What did one {dearest.name} cost when I ordered it on {day}?",
            params={"order": order.number, "asked": "price"},
            trace=opened,
            checks=(costs(dollars(dearest.price)),),
            answer=f"${dearest.price / 100:.2f}",
        )


def _spent(chance: Random) -> Iterator[Case]:
    past = orders()
    year = past[0].placed_on.year
    total = sum(order.total for order in past)
    yield Case(
        intent=f"{DEMO} and tell me how much I spent on all my orders of {year} together, "
        "delivery included.",
        params={"year": year},
        trace=log_in_steps(),
        checks=(costs(dollars(total)),),
        answer=f"${total / 100:.2f}",
    )
    for line in _mixed_orders(chance)[0].lines:
        pieces = sum(one.quantity for order in past for one in order.lines if one.slug == line.slug)
        if pieces > 1:
            yield Case(
                intent=f"{DEMO} and tell me how many pieces of the {line.name} I have "
                "ordered so far.",
                params={"product": line.slug},
                trace=log_in_steps(),
                checks=(answers("number", pieces),),
                answer=str(pieces),
            )


def _open_order(chance: Random) -> Iterator[Case]:
    for order in _mixed_orders(chance):
        yield Case(
            intent=f"{DEMO} and open the details of the order I placed in {order.placed_on:%B %Y}.",
            params={"order": order.number},
            trace=(*log_in_steps(), click("link", str(order.number))),
            checks=(at(f"/account/orders/{order.number}"),),
        )


def _register(chance: Random) -> Iterator[Case]:
    for person in mixed(chance):
        password = chance.choice(_PASSWORDS)
        yield Case(
            intent=f"Create an account for {person.name} with the e-mail address {person.email} "
            f"and the password “{password}”.",
            params={"name": person.name},
            trace=(
                click("link", "Log in"),
                click("link", "Create an account"),
                enter("Full name", person.name),
                enter("Email", person.email),
                enter("Password", password),
                click("button", "Create account"),
            ),
            checks=(
                state("shop", "users", new=True, count=1),
                state(
                    "shop", "users", new=True, contains={"name": person.name, "email": person.email}
                ),
                unchanged("shop", "orders"),
                unchanged("shop", "baskets"),
                at("/account/orders"),
            ),
        )


def _mixed_orders(chance: Random) -> list[Order]:
    return chance.sample(orders(), len(orders()))


TEMPLATES = (
    *family("shop", "retrieval", "medium", {"old-order": _old_order}),
    *family("shop", "retrieval", "hard", {"spent": _spent}),
    *family("shop", "navigation", "medium", {"open-order": _open_order}),
    *family("shop", "form", "medium", {"register": _register}, mutating=True),
)
