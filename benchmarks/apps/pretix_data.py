"""pretix's seed data: five events, their items, and 76 orders."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

ORGANIZER = "lindenau"
PAPER, JAZZ, READING, WINTER, WORKSHOP = "papier", "hofjazz", "lesung", "winter", "werkstatt"

# Sales must continue for years after this was written, so future dates are far ahead, while all
# past events are in early 2026.
EVENTS: tuple[dict[str, Any], ...] = (
    {
        "slug": PAPER,
        "name": {"en": "Paper & Print Days", "de": "Papier- und Drucktage"},
        "begins": "2030-09-21T10:00",
        "ends": "2030-09-22T18:00",
        "admission": "2030-09-21T09:15",
        "place": "Alte Spinnerei, Halle 7\nSpinnereistraße 7\n04179 Leipzig",
        "live": True,
        "text": (
            "Two days of **type, paper and thread** in the old spinning mill 📚.\n\n"
            "Printers from six countries show their presses at work. The fair in the ground floor "
            "is open to everybody with a pass; the workshops upstairs are small and sell out "
            "early, so please book them together with your pass. Tools, aprons and paper are "
            "there; bring clothes that may get ink on them.\n\n"
            "Students pay less at the door of the fair as well, if they bring a valid card. "
            "Le dîner du samedi soir est servi à 19h30 dans la grande salle; wer nicht mitisst, "
            "kann ab 21 Uhr zur Musik dazukommen.\n\n"
            "Places that are not paid within two weeks go back on sale."
        ),
    },
    {
        "slug": JAZZ,
        "name": {"en": "Jazz in the Yard 🎷", "de": "Jazz im Hof 🎷"},
        "begins": "2030-05-18T19:30",
        "ends": "2030-05-18T23:00",
        "admission": "2030-05-18T18:45",
        "place": "Kulturwerk Lindenau, Innenhof\nDemmeringstraße 32\n04177 Leipzig",
        "live": True,
        "text": "An evening with the Trio Ostwind. If it rains we move to the Großer Saal.",
    },
    {
        "slug": READING,
        "name": {"en": "Reading: The Whale Who Would Not Sing"},
        "begins": "2030-03-10T15:00",
        "ends": "2030-03-10T16:30",
        "admission": "2030-03-10T14:30",
        "place": "Kulturwerk Lindenau, Bibliothek",
        "live": True,
        "text": "For children from five years on. Grown-ups may listen, too.",
    },
    {
        "slug": WINTER,
        "name": {"en": "Winter Concert 2026", "de": "Winterkonzert 2026"},
        "begins": "2026-02-14T18:00",
        "ends": "2026-02-14T20:30",
        "admission": "2026-02-14T17:15",
        "place": "Philippuskirche, Leipzig",
        "live": True,
        "text": "Chorwerke aus vier Jahrhunderten.",
    },
    {
        "slug": WORKSHOP,
        "name": {"en": "Open Workshop in Autumn"},
        "begins": "2030-11-02T11:00",
        "ends": "2030-11-02T17:00",
        "admission": None,
        "place": "Kulturwerk Lindenau, Werkstatt",
        "live": False,
        "text": "Not on sale yet.",
    },
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """An item for sale, in a quota of the same name.

    Attributes:
        sorts: variations of it, such as sizes.
        admits: whether its holder may come in, and is asked for a name.
    """

    event: str
    category: str
    name: str
    price: float
    size: int
    sorts: tuple[str, ...] = ()
    admits: bool = True
    text: str = ""


def _items(event: str, category: str, *rows: tuple[str, float, int], **more: Any) -> list[Item]:
    return [
        Item(event=event, category=category, name=name, price=price, size=size, **more)
        for name, price, size in rows
    ]


PASSES = ("Full pass", "Saturday pass", "Sunday pass", "Student pass")
WORKSHOPS = (
    ("Letterpress for beginners", 42, 14),
    ("Letterpress for the experienced", 48, 10),
    ("Japanese bookbinding", 36, 12),
    ("Coptic bookbinding", 36, 12),
    ("Papierschöpfen für Anfänger", 28, 16),
    ("Marbling paper with children", 15, 20),
)
DINNER, SHIRT = "Dinner in the print hall", "T-shirt of the evening"
STANDING, REDUCED = "Standing", "Standing, reduced"
FRONT, BACK = "Seat, rows 1 to 4", "Seat, rows 5 to 12"
ITEMS: tuple[Item, ...] = (
    *_items(PAPER, "Passes", *zip(PASSES, (95, 55, 55, 38), (120, 80, 80, 40), strict=True)),
    *_items(PAPER, "Workshops", *WORKSHOPS, admits=False, text="Three hours, in small groups."),
    *_items(
        PAPER, "Extras", (DINNER, 29, 90), sorts=("With meat", "Vegetarian", "Vegan"), admits=False
    ),
    *_items(PAPER, "Extras", ("Tote bag", 12, 60), sorts=("Natural", "Black"), admits=False),
    *_items(
        JAZZ,
        "Tickets",
        (STANDING, 18, 150),
        (REDUCED, 12, 50),
        (FRONT, 34, 40),
        (BACK, 28, 96),
        ("Wheelchair space with companion", 18, 12),
    ),
    *_items(JAZZ, "To take home", (SHIRT, 22, 80), sorts=("S", "M", "L", "XL"), admits=False),
    *_items(READING, "Tickets", ("Child", 0, 30), ("Grown-up", 4, 20)),
    *_items(WINTER, "Tickets", ("Parkett", 24, 90), ("Empore", 16, 60), ("Stehplatz", 9, 40)),
    *_items(WORKSHOP, "Tickets", ("Place at a bench", 20, 12)),
)
PRICES = {(item.event, item.name): item.price for item in ITEMS}

DIET = "Dietary requirements"
DIETS = ("None", "Vegetarian", "Vegan", "Gluten-free", "Lactose-free")
QUESTIONS: tuple[dict[str, Any], ...] = (
    {"event": PAPER, "text": DIET, "type": "C", "options": DIETS, "items": PASSES},
    {"event": PAPER, "text": "Arrival", "type": "D", "options": (), "items": PASSES},
    {"event": PAPER, "text": "Do you need a parking space?", "type": "B", "options": (),
     "items": PASSES},
    {"event": PAPER, "text": "What have you printed so far? 🖨️", "type": "T", "options": (),
     "items": ("Letterpress for the experienced",)},
)  # fmt: skip

# Given names, family name: each given name is a person of their own.
_FAMILIES = (
    ("Anna Anne Hanna Hannah", "Lehmann"), ("Jörg Jürgen", "Vogt"), ("Marta Martha", "Nowak"),
    ("Émile Amélie", "Dufour"), ("Stefan Stephan", "Maier"), ("Stefanie Björn", "Meyer"),
    ("Aylin Kerem", "Yıldız"), ("Søren Ida", "Kjær"), ("Friederike", "Groß"),
    ("Frederike", "Gross"), ("Chloé", "Martin"), ("Martin", "Köhler"), ("Zoë Luca", "Baumann"),
    ("Ngọc", "Trần"), ("Beatriz João", "Esteves"), ("Hedwig Konrad", "von der Heide"),
    ("Lena Lene", "Schröder"), ("Olga Oleg", "Petrenko"), ("Paul Paula", "Richter"),
    ("Tomáš", "Dvořák"), ("Wiebke", "Jansen"),
)  # fmt: skip
PEOPLE = tuple(f"{first} {last}" for given, last in _FAMILIES for first in given.split())
_ASCII = str.maketrans("öüäéëøæıøğáářžšřọầíãỹ", "ouaeeoaiogaarzsroaiay") | {ord("ß"): "ss"}
_ODD_ADDRESSES = {
    "Hanna Lehmann": "klarinette.ost@example.net",
    "Hannah Lehmann": "hl-buero@example.net",
    "Anna Lehmann": "familie.lehmann@example.net",
}


def address(person: str) -> str:
    """Return a person's e-mail address."""
    plain = re.sub(r"[^a-z]+", ".", person.lower().translate(_ASCII))
    return _ODD_ADDRESSES.get(person, f"{plain}@example.org")


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """A person's order.

    Attributes:
        status: as pretix names it: ``p``aid, pe``n``ding, ``e``xpired or ``c``ancelled.
        lines: item, its sort (or nothing) and the answer about the diet (or nothing).
        due: last day to pay.
    """

    event: str
    code: str
    person: str
    placed: str
    due: str
    status: str
    lines: tuple[tuple[str, str, str], ...]
    total: float
    email: str = ""
    comment: str = ""
    entered: bool = field(default=False)


_CODE = "ABCDEFGHJKLMNPQRSTUVWXYZ3789"
_STATUSES = "ppnpppnpcppepnpp"
_NAMED = {(JAZZ, 4): "Hanna Lehmann", (JAZZ, 11): "Hannah Lehmann", (JAZZ, 17): "Anna Lehmann",
          (JAZZ, 20): "Anne Lehmann", (PAPER, 9): "Jörg Vogt", (PAPER, 22): "Jürgen Vogt",
          (JAZZ, 7): "Marta Nowak", (JAZZ, 14): "Martha Nowak"}  # fmt: skip
_NAMED_STATUS = {(PAPER, 9): "n", (PAPER, 22): "n", (JAZZ, 7): "n", (JAZZ, 14): "n"}
_SIZES = {PAPER: 34, JAZZ: 24, READING: 6, WINTER: 12}
_COMMENTS = {(PAPER, 3): "Called: comes by train, arrives at 14:10.",
             (JAZZ, 2): "Gäste des Trios 🎷",
             (PAPER, 22): "Asked twice for the bank details."}  # fmt: skip


def code(number: int) -> str:
    """Return a code as pretix makes them; consecutive numbers give dissimilar codes."""
    number = (number * 6_543_211 + 3_141_592) % len(_CODE) ** 5
    letters = []
    for _ in range(5):
        number, rest = divmod(number, len(_CODE))
        letters.append(_CODE[rest])
    return "".join(letters)


def _lines(event: str, number: int) -> tuple[tuple[str, str, str], ...]:
    items = [item for item in ITEMS if item.event == event]
    main = [item.name for item in items if item.admits]
    extra = [item for item in items if not item.admits]
    lines = []
    for copy in range(1 + number % 3 % 2 + (number % 11 == 5)):
        diet = DIETS[(number * 3 + copy * 2) % 5] if event == PAPER else ""
        lines.append((main[(number * 7 + copy) % len(main)], "", diet))
    if extra and number % 4 != 1:
        item = extra[(number * 3) % len(extra)]
        lines.append((item.name, item.sorts[number % len(item.sorts)] if item.sorts else "", ""))
    return tuple(lines)


def _orders() -> list[Order]:
    orders = []
    for start, (event, size) in zip((0, 40, 70, 80), _SIZES.items(), strict=True):
        for number in range(size):
            key = (event, number)
            common = PEOPLE[5:]
            person = _NAMED.get(key) or common[(number * 7 + start) % len(common)]
            status = _STATUSES[(number * 5 + start) % len(_STATUSES)]
            status = _NAMED_STATUS.get(key, "p" if event == WINTER else status)
            lines = _lines(event, number)
            total = sum(PRICES[event, item] for item, _, _ in lines)
            placed = date(2026, 1, 5) + timedelta(days=number * 2 + start % 7)
            late = status == "e" or number % 3 != 1
            order = Order(
                event=event,
                code=code(start + number),
                person=person,
                email=address(person),
                placed=f"{placed}T{8 + number % 12:02}:{(number * 17) % 60:02}",
                due=str(placed + timedelta(days=14) if late else date(2030, 3, 1)),
                status="p" if not total else status,
                lines=lines,
                total=total,
                comment=_COMMENTS.get(key, ""),
                entered=event == WINTER and number % 4 != 2,
            )
            orders.append(order)
    return orders


ORDERS = tuple(_orders())


def _vouchers() -> list[dict[str, Any]]:
    vouchers = []
    kinds = (("PRESSE", "press", "percent", 100), ("TEAM", "team", "set", 20),
             ("PARTNER", "partners", "percent", 25),
             ("EARLY", "newsletter", "subtract", 5))  # fmt: skip
    for number in range(40):
        word, tag, mode, value = kinds[number % 4]
        vouchers.append({
            "event": PAPER if number % 5 else JAZZ,
            "code": f"{word}-{code(900 + number)[:4]}{number:02}",
            "tag": tag,
            "mode": mode,
            "value": value,
            "usages": 1 + number % 3 * 2,
            "until": "2030-02-28T23:59" if number % 6 == 0 else None,
            "comment": PEOPLE[number % len(PEOPLE)] if tag == "press" else "",
        })  # fmt: skip
    return vouchers


VOUCHERS = tuple(_vouchers())
WAITING = tuple((PAPER, "Letterpress for the experienced", person) for person in PEOPLE[10:15])
