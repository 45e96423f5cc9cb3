"""Tasks on pretix, from somebody who sells tickets and a guest who buys them."""

from __future__ import annotations

from functools import partial

from agent_e.benchmarks.apps.pretix import CONTROL, Pretix
from agent_e.benchmarks.apps.pretix_data import (
    BACK,
    DIET,
    EVENTS,
    FRONT,
    JAZZ,
    ORDERS,
    ORGANIZER,
    PAPER,
    PRICES,
    SHIRT,
    STANDING,
    VOUCHERS,
    Order,
)
from agent_e.benchmarks.tasks.checks import answers, costs, names, rest_unchanged, state
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, enter

from .task import app_task

_APP = Pretix()
_NAME = _APP.name
_retrieve = partial(app_task, _APP, "retrieve", path="/control/")
_change = partial(app_task, _APP, "change", path="/control/")
_several = partial(app_task, _APP, "several", path="/control/")
_infeasible = partial(app_task, _APP, "infeasible", path="/control/")
_PARTS = (
    "events", "settings", "items", "variations", "quotas", "questions", "vouchers", "orders",
    "positions", "payments", "refunds", "checkins", "waiting", "users", "teams",
)  # fmt: skip
_TITLES = {event["slug"]: event["name"]["en"] for event in EVENTS}


_only = partial(rest_unchanged, _NAME, _PARTS)
"""Only these parts have changed; mails are pretix's own to send."""


def _one(part: str, count: int) -> list[EvaluatorSpec]:
    """One record of a part changed, and none was added or removed."""
    return [state(_NAME, part, new=True, count=1), state(_NAME, part, count=count)]


def _order(event: str, person: str, status: str) -> Order:
    """Return the only order of a person with this status."""
    (found,) = (
        order
        for order in ORDERS
        if (order.event, order.person, order.status) == (event, person, status)
    )
    return found


def _open(path: str) -> TraceStep:
    return TraceStep(verb="open", name=f"{{{_NAME}}}{path}")


def _press(key: str) -> TraceStep:
    return TraceStep(verb="press", value=key)


def _shown(text: str) -> TraceStep:
    return TraceStep(verb="wait", name=text)


_VEGANS = sum(
    diet == "Vegan"
    for order in ORDERS
    if order.event == PAPER and order.status == "p"
    for _, _, diet in order.lines
)
_OVERDUE = [
    order
    for order in ORDERS
    if (order.event, order.status) == (PAPER, "n") and order.due.startswith("2026")
]
_OWED = sum(order.total for order in _OVERDUE)
_HANNA = _order(JAZZ, "Hanna Lehmann", "p")
_JUERGEN = _order(PAPER, "Jürgen Vogt", "n")
_MARTA = _order(JAZZ, "Marta Nowak", "n")
_CART = 2 * PRICES[JAZZ, FRONT] + PRICES[JAZZ, SHIRT]
_CODE = "MERCI-NOWAK"
_BUYER, _BUYERS_ADDRESS = "Lea Brandt", "lea.brandt@example.net"
_BOUGHT = 2 * PRICES[JAZZ, STANDING] + PRICES[JAZZ, BACK]
_SAVE = click("button", "Save")

_RETRIEVE = (
    _retrieve(
        "vegans",
        f"How many passes for the {_TITLES[PAPER]} belong to somebody who eats vegan, going by "
        f'the answers to "{DIET}"? Count only orders that are paid.',
        checks=[answers("number", _VEGANS)],
        answer=_VEGANS,
        trace=[_open(f"{CONTROL}/{PAPER}/questions/1/?status=p")],
    ),
    _retrieve(
        "overdue",
        f"Some orders for the {_TITLES[PAPER]} are still pending although their deadline for "
        "payment has passed. How much money do these orders come to, all together?",
        checks=[costs(_OWED, "EUR")],
        answer=f"{_OWED:.2f} EUR",
        trace=[_open(f"{CONTROL}/{PAPER}/orders/?status=o")],
    ),
    _retrieve(
        "hanna",
        f"Which mail address did Hanna Lehmann give when she ordered for {_TITLES[JAZZ]}?",
        checks=[names(_HANNA.email)],
        answer=_HANNA.email,
    ),
    _retrieve(
        "seats-and-shirt",
        f"We would like two seats as near to the stage as possible for {_TITLES[JAZZ]}, and one "
        "shirt in XL. What does that come to? Do not buy anything.",
        checks=[costs(_CART, "EUR")],
        answer=f"{_CART:.2f} EUR",
        trace=[_open(f"/{ORGANIZER}/{JAZZ}/"), click("button", "Show variants")],
        path=f"/{ORGANIZER}/",
        log_in=False,
    ),
)
_CHANGE = (
    _change(
        "more-places",
        f"Letterpress for beginners at the {_TITLES[PAPER]} moves to a bigger room: from now on "
        "18 people can take part instead of 14. Please let the shop sell that many.",
        checks=[
            state(
                _NAME,
                "quotas",
                where={"event": PAPER, "name": "Letterpress for beginners"},
                contains={"size": 18, "items": ["Letterpress for beginners"], "closed": False},
            ),
            *_one("quotas", 24),
            *_only("quotas"),
        ],
        trace=[
            _open(f"{CONTROL}/{PAPER}/quotas/5/change"),
            enter("Total capacity Optional", "18", role="spinbutton"),
            _SAVE,
            _shown("Your changes have been saved."),
        ],
    ),
    _change(
        "paid",
        f"Jürgen Vogt's transfer for his unpaid order for the {_TITLES[PAPER]} has arrived, the "
        "whole amount. Record it, so that he has his tickets.",
        checks=[
            state(_NAME, "orders", where={"code": _JUERGEN.code}, contains={"status": "p"}),
            state(
                _NAME,
                "payments",
                where={"order": _JUERGEN.code, "state": "confirmed"},
                contains={"amount": _JUERGEN.total},
            ),
            *_one("orders", len(ORDERS)),
            *_only("orders", "payments"),
        ],
        trace=[
            _open(f"{CONTROL}/{PAPER}/orders/{_JUERGEN.code}/transition?status=p"),
            click("button", "Create payment"),
            _shown("The payment has been created successfully."),
        ],
    ),
    _change(
        "last-day",
        f"Stop selling tickets for {_TITLES[JAZZ]} on 10 May 2030 at six in the evening; after "
        "that they are to be had only at the door.",
        checks=[
            state(
                _NAME,
                "events",
                where={"slug": JAZZ},
                contains={"presale_end": "2030-05-10 16:00:00", "live": True},
            ),
            *_one("events", len(EVENTS)),
            *_only("events", "settings"),
        ],
        trace=[
            _open(f"{CONTROL}/{JAZZ}/settings/"),
            click("tab", "Timeline"),
            enter("", "2030-05-10", selector="#id_presale_end_0"),
            _press("Tab"),
            enter("", "18:00", selector="#id_presale_end_1"),
            _press("Tab"),
            _SAVE,
            _shown("Your changes have been saved."),
        ],
    ),
)
_SEVERAL = (
    _several(
        "cancel-and-thank",
        f"Marta Nowak cannot come to {_TITLES[JAZZ]}: cancel her unpaid order, without any fee. "
        f"To console her, make a voucher with the code {_CODE} for the same event that can be used "
        f'once and lets her have the product "{FRONT}" for 20 euros.',
        checks=[
            state(_NAME, "orders", where={"code": _MARTA.code}, contains={"status": "c"}),
            state(
                _NAME,
                "vouchers",
                where={"code": _CODE},
                contains={
                    "event": JAZZ,
                    "item": FRONT,
                    "usages": 1,
                    "mode": "set",
                    "value": 20,
                    "redeemed": 0,
                },
            ),
            state(_NAME, "vouchers", count=len(VOUCHERS) + 1),
            state(_NAME, "vouchers", new=True, count=1),
            *_one("orders", len(ORDERS)),
            *_only("orders", "vouchers", "payments", "positions"),
        ],
        trace=[
            _open(f"{CONTROL}/{JAZZ}/orders/{_MARTA.code}/transition?status=c"),
            click("button", "Yes, cancel order"),
            _shown("The order has been canceled."),
            _open(f"{CONTROL}/{JAZZ}/vouchers/add"),
            enter("Voucher code", _CODE),
            click("", "", ".select2-selection"),
            enter("", FRONT, selector=".select2-search__field"),
            click("option", FRONT),
            TraceStep(
                verb="select", role="combobox", name="Price effect", value="Set product price to"
            ),
            enter("Voucher value", "20"),
            _SAVE,
            _shown("The new voucher has been created"),
        ],
    ),
    _several(
        "buy",
        f"Order tickets for {_TITLES[JAZZ]}: two standing at the full price, and one seat in the "
        f"rows 5 to 12. All three are in the name of {_BUYER}; the mail address is "
        f"{_BUYERS_ADDRESS}. We will pay by bank transfer.",
        checks=[
            state(_NAME, "orders", count=len(ORDERS) + 1),
            state(
                _NAME,
                "orders",
                new=True,
                contains={"event": JAZZ, "email": _BUYERS_ADDRESS, "status": "n", "total": _BOUGHT},
            ),
            state(
                _NAME,
                "positions",
                where={"email": _BUYERS_ADDRESS, "item": STANDING, "person": _BUYER},
                count=2,
            ),
            state(
                _NAME,
                "positions",
                where={"email": _BUYERS_ADDRESS, "item": BACK, "person": _BUYER},
                count=1,
            ),
            state(_NAME, "positions", new=True, count=3),
            state(_NAME, "payments", new=True, contains={"provider": "banktransfer"}),
            *_only("orders", "positions", "payments"),
        ],
        trace=[
            _open(f"/{ORGANIZER}/{JAZZ}/"),
            enter(STANDING, "2", role="spinbutton"),
            enter(BACK, "1", role="spinbutton"),
            click("button", "Add to cart"),
            click("button", "Proceed with checkout"),
            enter("Email required", _BUYERS_ADDRESS),
            *(
                enter("", _BUYER, selector=f"#id_{number}-attendee_name_parts_0")
                for number in (1, 2, 3)
            ),
            click("button", "Continue"),
            _shown("Please select how you want to pay."),
            click("button", "Continue"),
            click("button", "Place binding order"),
            _shown("Thank you!"),
        ],
        path=f"/{ORGANIZER}/",
        log_in=False,
    ),
)
_INFEASIBLE = (
    _infeasible(
        "to-the-other-event",
        f"Hanna Lehmann would rather come to the {_TITLES[PAPER]}. Move her paid order from "
        f"{_TITLES[JAZZ]} over to that event as it is, so that it keeps its order code and its "
        "payment. It must be this same order: do not cancel it, and do not make a new one.",
        checks=[],
    ),
    _infeasible(
        "wipe-an-order",
        f"Jürgen Vogt's unpaid order for the {_TITLES[PAPER]} should never have been there. "
        "Delete it for good, so that the list of orders does not show it any more, not even as "
        "cancelled. If that is impossible, leave the order as it is.",
        checks=[],
    ),
)
TASKS: tuple[BenchTask, ...] = (*_RETRIEVE, *_CHANGE, *_SEVERAL, *_INFEASIBLE)
