"""What the rental shop in Directus keeps: customers, devices and bookings."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

Record = dict[str, Any]

CATEGORIES = ("Drill", "Mixer", "Ladder", "Pump", "Saw", "Tent")
PLACES = ("Talgrund", "Oberau", "Depot Süd")
DEVICE_STATES = {"available": "Available", "repair": "In repair", "retired": "Retired"}
BOOKING_STATES = {
    "reserved": "Reserved",
    "out": "Out",
    "returned": "Returned",
    "cancelled": "Cancelled",
}
CUSTOMER_STATES = {"active": "Active", "blocked": "Blocked"}
COLLEAGUES = (("Petra", "Hollmann"), ("Rémi", "Castel"))

_FIRST = (
    "Alma", "Bruno", "Chloé", "David", "Elif", "Frieda", "Gustav", "Hana", "Ignaz", "Jeanne",
)  # fmt: skip
_LAST = ("Meier", "Meyer", "Maier", "Dupont", "Kovač", "Stürmer")
_CITIES = ("Talgrund", "Oberau", "Niederau", "Val-des-Prés", "Bad Rauten")
_KINDS = (
    ("Drill", "Bohrhammer HK", 24, "Rotary hammer"),
    ("Mixer", "Betonmischer BM", 31, "Concrete mixer"),
    ("Ladder", "Leiter AL", 12, "Aluminium ladder"),
    ("Pump", "Pompe immergée PX", 28, "Sump pump"),
    ("Saw", "Tischsäge TS", 38, "Table saw"),
    ("Tent", "Festzelt FZ ⛺", 95, "Party tent"),
)
_LONG = " ".join(
    f"Visit {number}: {what}, {minutes} minutes."
    for number, (what, minutes) in enumerate(
        (
            (("asked for a larger tent", "paid the rest", "lost a key", "found the key")[each % 4],
             15 + each * 7 % 40)
            for each in range(60)
        ),
        1,
    )
)  # fmt: skip


def _customers() -> list[Record]:
    found = []
    for number in range(60):
        first, last = _FIRST[number % 10], _LAST[number // 10]
        plain = f"{first}.{last}".lower()
        for letter, bare in (("é", "e"), ("č", "c"), ("ü", "ue")):
            plain = plain.replace(letter, bare)
        found.append(
            {
                "id": number + 1,
                "name": f"{first} {last}",
                "email": f"{plain}@example.org",
                "phone": f"+49 5550 {10000 + number * 7919 % 89999}",
                "city": _CITIES[number * 3 % 5],
                "status": "blocked" if number % 13 == 6 else "active",
                "since": (date(2026, 1, 2) + timedelta(days=number * 17 % 140)).isoformat(),
                "notes": _LONG if number == 23 else ("Rings first." if number % 8 == 5 else None),
            }
        )
    return found


def _devices() -> list[Record]:
    found = []
    for number in range(48):
        category, model, rate, about = _KINDS[number % 6]
        size = 100 + number // 6 * 20
        found.append(
            {
                "id": number + 1,
                "name": f"{model} {size}",
                "category": category,
                "serial": f"TG-{7001 + number * 13}",
                "daily_rate": rate + number // 6 * 2,
                "status": ("repair" if number % 11 == 4 else "retired")
                if number % 11 == 4 or number % 17 == 9
                else "available",
                "location": PLACES[number * 2 % 3 if number % 4 else 1],
                "purchased": (date(2026, 1, 5) + timedelta(days=number * 11 % 120)).isoformat(),
                "description": f"{about}, size {size}.",
            }
        )
    return found


def _bookings() -> list[Record]:
    found = []
    for number in range(120):
        starts = date(2026, 1, 7) + timedelta(days=number * 29 % 150)
        days = 1 + number * 5 % 9
        if number % 15 == 7:
            status = "cancelled"
        else:
            status = (
                "returned"
                if starts < date(2026, 5, 1)
                else ("out" if starts < date(2026, 5, 15) else "reserved")
            )
        found.append(
            {
                "id": number + 1,
                "customer": number * 23 % 60 + 1,
                "device": number * 31 % 48 + 1,
                "starts": starts.isoformat(),
                "ends": (starts + timedelta(days=days)).isoformat(),
                "status": status,
                "deposit": 40 + number * 17 % 12 * 10,
                "remark": "Bring to the back gate." if number % 19 == 3 else None,
            }
        )
    return found


CUSTOMERS, DEVICES, BOOKINGS = _customers(), _devices(), _bookings()


def _field(name: str, kind: str, interface: str, **meta: Any) -> Record:
    """A field as Directus takes it; ``needed`` fields may not be empty."""
    needed = meta.pop("needed", False)
    schema: Record = {"is_nullable": not needed}
    if kind == "decimal":
        schema |= {"numeric_precision": 10, "numeric_scale": 2}
    return {
        "field": name,
        "type": kind,
        "schema": schema,
        "meta": {"interface": interface, "required": needed, "width": "half", **meta},
    }


def _choice(name: str, choices: dict[str, str]) -> Record:
    listed = [{"text": text, "value": value} for value, text in choices.items()]
    return _field(
        name,
        "string",
        "select-dropdown",
        options={"choices": listed},
        display="labels",
        display_options={"choices": listed},
        needed=True,
    )


def _day(name: str) -> Record:
    shown = {"format": "short"}
    return _field(name, "date", "datetime", display="datetime", display_options=shown, needed=True)


def _link(name: str) -> Record:
    pattern = {"template": "{{name}}"}
    return _field(
        name,
        "integer",
        "select-dropdown-m2o",
        special=["m2o"],
        options=pattern,
        display="related-values",
        display_options=pattern,
        needed=True,
    )


def _back_link() -> Record:
    columns = ["starts", "ends", "status"]
    return {
        "field": "bookings",
        "type": "alias",
        "meta": {
            "interface": "list-o2m",
            "special": ["o2m"],
            "options": {"layout": "table", "fields": columns},
        },
    }


_KEY = {
    "field": "id",
    "type": "integer",
    "schema": {"is_primary_key": True, "has_auto_increment": True},
    "meta": {"interface": "input", "readonly": True, "hidden": True},
}


def _collection(name: str, icon: str, template: str, order: int, *fields: Record) -> Record:
    return {
        "collection": name,
        "schema": {},
        "meta": {"icon": icon, "display_template": template, "sort": order},
        "fields": [_KEY, *fields],
    }


COLLECTIONS = (
    _collection(
        "customers", "group", "{{name}}", 1,
        _field("name", "string", "input", needed=True),
        _field("email", "string", "input"),
        _field("phone", "string", "input"),
        _field("city", "string", "input"),
        _choice("status", CUSTOMER_STATES),
        _day("since"),
        _field("notes", "text", "input-multiline", width="full"),
        _back_link(),
    ),
    _collection(
        "devices", "handyman", "{{name}}", 2,
        _field("name", "string", "input", needed=True),
        _choice("category", {each: each for each in CATEGORIES}),
        _field("serial", "string", "input", needed=True),
        _field("daily_rate", "decimal", "input", needed=True),
        _choice("status", DEVICE_STATES),
        _choice("location", {each: each for each in PLACES}),
        _day("purchased"),
        _field("description", "text", "input-rich-text-html", width="full"),
        _back_link(),
    ),
    _collection(
        "bookings", "event", "{{customer.name}}: {{device.name}}", 3,
        _link("customer"),
        _link("device"),
        _day("starts"),
        _day("ends"),
        _choice("status", BOOKING_STATES),
        _field("deposit", "decimal", "input", needed=True),
        _field("remark", "text", "input-multiline", width="full"),
    ),
)  # fmt: skip
RELATIONS = tuple(
    {
        "collection": "bookings",
        "field": each,
        "related_collection": f"{each}s",
        "meta": {"one_field": "bookings"},
        "schema": {"on_delete": "NO ACTION"},
    }
    for each in ("customer", "device")
)
COLUMNS = {
    "customers": ["name", "city", "phone", "status", "since"],
    "devices": ["name", "category", "serial", "daily_rate", "status", "location"],
    "bookings": ["customer", "device", "starts", "ends", "status", "deposit"],
}
WIDTHS = {"customer": 140, "device": 190, "starts": 110, "ends": 110, "status": 110, "deposit": 90}


def _panel(name: str, kind: str, x: int, y: int, size: tuple[int, int], **options: Any) -> Record:
    return {
        "name": name,
        "type": kind,
        "icon": "insights",
        "show_header": True,
        "position_x": x,
        "position_y": y,
        "width": size[0],
        "height": size[1],
        "options": options,
    }


DASHBOARD = {
    "id": "5b0c8a52-6a0e-4d0e-9a59-0d5f5c0f2026",
    "name": "Counter",
    "icon": "storefront",
    "note": "What is out, and what it earns.",
    "panels": [
        _panel(
            "Bookings that are out", "metric", 1, 1, (16, 8),
            collection="bookings", field="id", function="count",
            filter={"status": {"_eq": "out"}},
        ),
        _panel(
            "Devices in repair", "metric", 18, 1, (16, 8),
            collection="devices", field="id", function="count",
            filter={"status": {"_eq": "repair"}},
        ),
        _panel(
            "Deposits held", "metric", 35, 1, (16, 8),
            collection="bookings", field="deposit", function="sum",
            filter={"status": {"_eq": "out"}},
        ),
        _panel(
            "Next to go out", "list", 1, 10, (33, 18),
            collection="bookings", limit=8, sortField="starts", sortDirection="asc",
            displayTemplate="{{starts}} {{customer.name}}: {{device.name}}",
            filter={"status": {"_eq": "reserved"}},
        ),
    ],
}  # fmt: skip
