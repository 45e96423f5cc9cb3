"""Tasks on a rental shop's books in Directus."""

from __future__ import annotations

from functools import partial
from typing import Any

from agent_e.benchmarks.apps.directus import Directus, value_of
from agent_e.benchmarks.apps.directus_seed import BOOKINGS, CUSTOMERS, DEVICES, Record
from agent_e.benchmarks.suites.apps.task import app_task
from agent_e.benchmarks.tasks.checks import answers, names, rest_unchanged, state
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

APP = Directus()
_retrieve = partial(app_task, APP, "retrieve", path="/admin/")
_change = partial(app_task, APP, "change", path="/admin/")
_several = partial(app_task, APP, "several", path="/admin/")
_infeasible = partial(app_task, APP, "infeasible", path="/admin/")
_PARTS = (
    "customers", "devices", "bookings", "dashboards", "users", "comments", "files", "bookmarks",
    "fields", "flows", "project",
)  # fmt: skip
_COMMENT = "#sidebar .v-template-input"
_SAVE = click("button", "check")


def _customer(booking: Record) -> Record:
    return CUSTOMERS[int(booking["customer"]) - 1]


def _device(booking: Record) -> Record:
    return DEVICES[int(booking["device"]) - 1]


def _booked(customer: str, device: str) -> Record:
    (found,) = (
        each
        for each in BOOKINGS
        if _customer(each)["name"] == customer and _device(each)["name"] == device
    )
    return found


def _shown(booking: Record) -> Record:
    """Return a booking as in the state, with names in place of ids."""
    linked = {"customer": _customer(booking)["name"], "device": _device(booking)["name"]}
    return {**booking, **linked, "deposit": float(booking["deposit"])}


_TOWN = "Val-des-Prés"
_HELD = sum(
    each["deposit"]
    for each in BOOKINGS
    if each["status"] != "cancelled"
    and each["starts"].startswith("2026-04")
    and _customer(each)["city"] == _TOWN
)
_BLOCKED = sorted(each["name"] for each in CUSTOMERS if each["status"] == "blocked")
_LONGER = _booked("Chloé Dupont", "Tischsäge TS 180")
_RENTED = _customer(_LONGER)
_SAW = DEVICES[4]
_TESTED = "Blade replaced, tested on beech."
_NEW = {
    "name": "Hanna Meyer",
    "email": "hanna.meyer@example.org",
    "phone": "+49 5550 77123",
    "city": "Niederau",
    "since": "2026-06-02",
    "status": "active",
}
_RATE = 47
_PUMP = next(each for each in DEVICES if each["name"] == "Pompe immergée PX 180")
_BACK = next(each for each in BOOKINGS if each["status"] == "out" and each is not _LONGER)
_REMARK = "Returned with a bent handle."


_others = partial(rest_unchanged, APP.name, _PARTS)
"""Everything not named is unchanged."""


def _only(part: str, count: int, record: dict[str, Any]) -> list[EvaluatorSpec]:
    """Only this record of a table is new or changed, and the table has this length."""
    return [
        state(APP.name, part, count=count),
        state(APP.name, part, new=True, count=1),
        state(APP.name, part, new=True, contains=record),
    ]


def _opened(path: str) -> TraceStep:
    return TraceStep(verb="open", name=f"{{{APP.name}}}/admin/content/{path}")


def _picked(field: str, choice: str) -> tuple[TraceStep, ...]:
    """Choose from the list of a field."""
    return (
        click("textbox", "Select an item...", f'[data-field="{field}"] .v-input'),
        click("listitem", choice, f'#menu-outlet .v-list-item:has-text("{choice}")'),
    )


def _day(field: str, words: str) -> tuple[TraceStep, ...]:
    """Choose a day from the calendar of a field that shows its month."""
    return (click("button", "Open", value_of(field)), click("button", words))


TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "deposits-of-april",
        f"What do the deposits come to, all together, of the bookings of customers from {_TOWN} "
        "that start in April 2026? Leave out what was cancelled.",
        checks=(answers("number", _HELD),),
        answer=str(_HELD),
    ),
    _retrieve(
        "blocked-customers",
        "Which customers are blocked? Give me all their names.",
        checks=(answers("set", list(_BLOCKED)),),
        answer=list(_BLOCKED),
        trace=(
            _opened("customers"),
            click("button", "search"),
            enter("Search Items...", "blocked", role="searchbox"),
            wait_for(f"{len(_BLOCKED)} Items"),
        ),
    ),
    _retrieve(
        "phone-of-renter",
        f"Who has the table saw {_device(_LONGER)['name']} out at the moment, and under which "
        "phone number do I reach them?",
        checks=(names(_RENTED["name"]), names(_RENTED["phone"])),
        answer=f"{_RENTED['name']}, {_RENTED['phone']}",
        trace=(_opened(f"customers/{_RENTED['id']}"), wait_for(_RENTED["name"])),
    ),
    _change(
        "new-customer",
        f"A new customer: {_NEW['name']} from {_NEW['city']}, {_NEW['email']}, {_NEW['phone']}, "
        "active, customer since 2 June 2026. Enter her.",
        checks=(*_only("customers", len(CUSTOMERS) + 1, _NEW), *_others("customers")),
    ),
    _change(
        "longer",
        f"{_RENTED['name']} keeps the {_device(_LONGER)['name']} until 9 May 2026. Correct the "
        "end of the booking.",
        checks=(
            *_only("bookings", len(BOOKINGS), _shown(_LONGER) | {"ends": "2026-05-09"}),
            *_others("bookings"),
        ),
        trace=(
            _opened(f"bookings/{_LONGER['id']}"),
            *_day("ends", "Saturday, May 9, 2026"),
            _SAVE,
            wait_for("of 120 Items"),
        ),
    ),
    _change(
        "dearer-pump",
        f"From now on the {_PUMP['name']} costs {_RATE} a day. Change its rate.",
        checks=(
            *_only("devices", len(DEVICES), {**_PUMP, "daily_rate": float(_RATE)}),
            *_others("devices"),
        ),
        trace=(
            _opened(f"devices/{_PUMP['id']}"),
            enter("", str(_RATE), selector='[data-field="daily_rate"] input'),
            _SAVE,
            wait_for("of 48 Items"),
        ),
    ),
    _several(
        "repaired",
        f"The device with the serial {_SAW['serial']} is back from repair: it is available again, "
        f"now at Depot Süd. Leave this as a comment on it: {_TESTED}",
        checks=(
            *_only(
                "devices", len(DEVICES), {**_SAW, "status": "available", "location": "Depot Süd"}
            ),
            state(
                APP.name,
                "comments",
                equals=[{"collection": "devices", "item": str(_SAW["id"]), "comment": _TESTED}],
            ),
            *_others("devices", "comments"),
        ),
        trace=(
            _opened(f"devices/{_SAW['id']}"),
            click("button", "chat_bubble_outline Comments chevron_left"),
            click("textbox", "Leave a comment...", _COMMENT),
            enter("Leave a comment...", _TESTED, selector=_COMMENT),
            click("button", "Submit", '#sidebar .buttons button:has-text("Submit")'),
            wait_for(_TESTED),
            *_picked("status", "Available"),
            *_picked("location", "Depot Süd"),
            _SAVE,
            wait_for("of 48 Items"),
        ),
    ),
    _several(
        "returned-broken",
        f"{_customer(_BACK)['name']} has just brought back the {_device(_BACK)['name']}. Mark the "
        f"booking that is out as returned, with the remark “{_REMARK}”, and set the device to in "
        "repair.",
        checks=(
            *_only(
                "bookings", len(BOOKINGS), _shown(_BACK) | {"status": "returned", "remark": _REMARK}
            ),
            *_only("devices", len(DEVICES), {**_device(_BACK), "status": "repair"}),
            *_others("bookings", "devices"),
        ),
        trace=(
            _opened(f"bookings/{_BACK['id']}"),
            *_picked("status", "Returned"),
            enter("", _REMARK, selector='[data-field="remark"] textarea'),
            _SAVE,
            wait_for("of 120 Items"),
            _opened(f"devices/{_BACK['device']}"),
            *_picked("status", "In repair"),
            _SAVE,
            wait_for("of 48 Items"),
        ),
    ),
    _infeasible(
        "text-message",
        f"Send {_customer(_BACK)['name']} a text message on the phone from the booking of the "
        f"{_device(_BACK)['name']}: please bring it back today.",
        checks=(),
    ),
)
