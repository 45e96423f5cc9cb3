"""DokuWiki's seed data: people, minutes, products and instructions of an invented pump maker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """An employee; the page of each is ``team:surname_first``."""

    id: str
    first: str
    last: str
    department: str
    room: str
    phone: int
    deputy: str

    @property
    def name(self) -> str:
        """The full name."""
        return f"{self.first} {self.last}"

    @property
    def page(self) -> str:
        """The wiki page about the person."""
        return f"team:{self.id}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Pump:
    """A product; the page of each is ``products:model``."""

    model: str
    flow: int
    head: int
    power: float
    noise: int
    weight: int
    price: int
    weeks: int
    body: str

    @property
    def page(self) -> str:
        """The wiki page about it."""
        return f"products:{self.model.lower()}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """An action item from a meeting."""

    owner: str
    task: str
    due: date


@dataclass(frozen=True, kw_only=True, slots=True)
class Revision:
    """A version of a page, with the time it was saved."""

    page: str
    when: int
    user: str
    text: str
    summary: str


def moment(day: str, hour: int, minute: int = 0) -> int:
    """Return a time of a day in UTC, in seconds as the wiki counts."""
    found = datetime.fromisoformat(day).replace(hour=hour, minute=minute, tzinfo=UTC)
    return int(found.timestamp())


_PEOPLE = """
lindner_mara|Mara|Lindner|IT|C 2.04|410|probst_tim
probst_tim|Tim|Probst|IT|C 2.05|411|lindner_mara
vogt_katrin|Katrin|Vogt|Purchasing|A 1.12|233|okafor_daniel
voigt_katrin|Katrin|Voigt|Sales|B 3.07|323|marchand_elodie
weber_jonas|Jonas|Weber|Production|H 0.03|512|sauer_heike
weeber_jonas|Jonas|Weeber|Service|H 1.21|561|brandt_ulf
marchand_elodie|Élodie|Marchand|Sales|B 3.08|324|voigt_katrin
marchal_elodie|Elodie|Marchal|Quality|A 2.17|271|kraemer_gesa
meier_stefan|Stefan|Meier|Design|B 1.02|301|nowak_piotr
meyer_stefan|Stefan|Meyer|Finance|A 3.01|281|jung_petra
okafor_daniel|Daniel|Okafor|Purchasing|A 1.13|234|vogt_katrin
sauer_heike|Heike|Sauer|Production|H 0.04|513|weber_jonas
brandt_ulf|Ulf|Brandt|Service|H 1.20|560|weeber_jonas
kraemer_gesa|Gesa|Krämer|Quality|A 2.16|270|marchal_elodie
nowak_piotr|Piotr|Nowak|Design|B 1.03|302|meier_stefan
jung_petra|Petra|Jung|Finance|A 3.02|282|meyer_stefan
ritter_anselm|Anselm|Ritter|Management|A 4.01|200|jung_petra
aydin_selin|Selin|Aydın|Human Resources|A 2.01|251|hoffmann_inge
hoffmann_inge|Inge|Hoffmann|Human Resources|A 2.02|252|aydin_selin
dubois_luc|Luc|Dubois|Service|H 1.23|563|brandt_ulf
kowalski_ewa|Ewa|Kowalski|Warehouse|L 0.01|541|tanaka_ren
tanaka_ren|Ren|Tanaka|Warehouse|L 0.02|542|kowalski_ewa
schulze_bernd|Bernd|Schulze|Production|H 0.07|516|sauer_heike
schulz_bernd|Bernd|Schulz|Warehouse|L 0.05|545|kowalski_ewa
moreau_claire|Claire|Moreau|Sales|B 3.09|325|voigt_katrin
haas_viktor|Viktor|Haas|Design|B 1.05|304|nowak_piotr
lorenz_birgit|Birgit|Lorenz|Finance|A 3.03|283|meyer_stefan
engel_marco|Marco|Engel|Production|H 0.09|518|schulze_bernd
peters_wiebke|Wiebke|Peters|Quality|A 2.18|272|kraemer_gesa
fischer_nora|Nora|Fischer|Sales|B 3.11|327|moreau_claire
fisher_nora|Nora|Fisher|IT|C 2.07|413|probst_tim
adler_kurt|Kurt|Adler|Warehouse|L 0.03|543|tanaka_ren
""".strip()

PEOPLE = tuple(
    Person(
        id=id, first=first, last=last, department=unit, room=room, phone=int(phone), deputy=deputy
    )
    for id, first, last, unit, room, phone, deputy in (
        line.split("|") for line in _PEOPLE.splitlines()
    )
)
PERSON = {each.id: each for each in PEOPLE}

_PUMPS = """
H-080|8|22|1.1|64|31|1240|3|grey cast iron
H-100|12|24|1.5|66|38|1480|3|grey cast iron
H-120|18|26|2.2|69|47|1790|4|grey cast iron
H-120L|18|26|2.2|63|54|2150|6|grey cast iron
H-160|27|31|4.0|72|66|2680|4|stainless steel
H-160L|26|31|4.0|67|74|3120|7|stainless steel
H-200|41|35|7.5|77|98|3990|5|stainless steel
H-200L|39|34|7.5|70|110|4560|8|stainless steel
H-240|55|38|11.0|81|139|5480|6|stainless steel
V-040|4|40|1.1|62|28|1320|3|stainless steel
V-060|6|58|2.2|65|36|1890|3|stainless steel
V-080|9|75|4.0|70|52|2740|4|stainless steel
V-080L|9|74|4.0|64|58|3090|6|stainless steel
V-110|14|92|7.5|74|81|4210|5|duplex steel
V-150|22|110|11.0|78|118|6330|7|duplex steel
T-020|5|9|0.6|48|14|690|2|plastic
T-030|9|11|0.9|51|19|870|2|plastic
T-045|16|13|1.5|55|29|1290|3|grey cast iron
T-060|28|15|3.0|59|48|2040|4|grey cast iron
T-090|52|18|5.5|63|83|3470|5|grey cast iron
""".strip()


def _pump(line: str) -> Pump:
    model, flow, head, power, noise, weight, price, weeks, body = line.split("|")
    return Pump(
        model=model,
        flow=int(flow),
        head=int(head),
        power=float(power),
        noise=int(noise),
        weight=int(weight),
        price=int(price),
        weeks=int(weeks),
        body=body,
    )


PUMPS = tuple(_pump(line) for line in _PUMPS.splitlines())
_SERIES = {
    "H": "horizontal, for water and cooling",
    "V": "vertical, for high pressure",
    "T": "submersible, for waste water",
}

_TASKS = (
    "Order new seals for the {} line",
    "Ask three suppliers for castings of the {}",
    "Repeat the noise test of the {}",
    "Update the drawing of the {} housing",
    "Call the customer about the late {}",
    "Check the torque of the {} flange",
    "Write the test report of the {}",
    "Count the stock of {} impellers",
    "Clear the aisle beside the {} station",
    "Train two colleagues on the {} station",
    "Send photos of the damaged {} crate",
)
_OWNERS = ("weber_jonas", "sauer_heike", "weeber_jonas", "schulze_bernd", "vogt_katrin",
           "kraemer_gesa", "schulz_bernd", "weber_jonas", "engel_marco", "meier_stefan",
           "tanaka_ren", "weeber_jonas", "marchal_elodie")  # fmt: skip
MEETINGS = tuple(date(2026, 1, 5) + timedelta(weeks=week) for week in range(17))


def _actions() -> dict[date, tuple[Action, ...]]:
    found, number = {}, 0
    for day in MEETINGS:
        count = 3 + (day.day * 7 + day.month) % 4
        given = []
        for _ in range(count):
            owner = _OWNERS[number * 5 % len(_OWNERS)]
            task = _TASKS[number * 3 % len(_TASKS)].format(PUMPS[number * 7 % len(PUMPS)].model)
            due = day + timedelta(days=4 + number % 11)
            given.append(Action(owner=owner, task=task, due=due))
            number += 1
        found[day] = tuple(given)
    return found


ACTIONS = _actions()
"""By the day of the meeting."""

ALLOWANCE = (("2024-03-04", 24, "sauer_heike"), ("2025-01-13", 26, "aydin_selin"),
             ("2025-09-08", 28, "hoffmann_inge"), ("2026-02-02", 30, "aydin_selin"))  # fmt: skip
"""Daily allowance in euros on journeys in Germany: start, amount, author."""

_HOWTOS = {
    "cold_start": (
        "Cold start of the test bench",
        "Close the drain valve D3.",
        "Fill the tank up to the blue mark (1,200 litres).",
        "Switch on the circulation for ten minutes.",
        "Open the suction valve S1 slowly, then start the motor.",
        "Note temperature and pressure in the log sheet.",
    ),
    "badge": (
        "Lost or broken badge",
        "Tell the reception at once (extension 100).",
        "Fetch a day badge, it works until 20:00.",
        "A new badge costs 15 EUR and is ready after two days.",
    ),
    "printer": (
        "Printer on the second floor",
        "Paper of 80 g goes into tray 2, labels into tray 4.",
        "Toner is in the cupboard beside room C 2.05.",
        "If it blinks red, switch it off for a minute.",
    ),
    "forklift": (
        "Charging the forklift",
        "Park it in bay 3 and lower the fork.",
        "Plug in the charger before you switch it on.",
        "Six hours are enough; never charge over the weekend.",
    ),
    "returns": (
        "Goods that customers send back",
        "Give each parcel a number from the blue list.",
        "Take two photos before it is opened.",
        "Put it on shelf R1 and tell Quality the same day.",
    ),
    "visitors": (
        "Visitors on the site",
        "Write them down in the visitors' book.",
        "Hand out safety shoes and a yellow vest.",
        "Nobody walks through hall H alone. 🦺",
    ),
    "crane": (
        "Using the hall crane",
        "Check rope and hook before each shift.",
        "The limit is 2.5 tonnes, the sling included.",
        "Nobody stands under the load.",
    ),
    "coffee": (
        "Café crème for everybody ☕",
        "Rinse the machine in the morning.",
        "Use the dark beans for espresso, the light ones for café crème.",
        "Who takes the last cup empties the tray.",
    ),
    "backup": (
        "Getting back a lost file",
        "Note folder and name of the file, and the day on which it was still there.",
        "Call IT (extension 410 or 411).",
        "Files older than 90 days are gone.",
    ),
    "parking": (
        "Parking and bicycles",
        "Spaces 1 to 12 are for visitors.",
        "Electric cars charge at spaces 30 to 33, four hours at most.",
        "Bicycles stand under the roof beside hall L.",
    ),
    "first_aid": (
        "First aid and Notfälle",
        "Call 112 first, then the reception.",
        "First aiders wear a green badge.",
        "Boxes hang beside every hall door; the defibrillator is at the reception.",
    ),
    "invoices": (
        "Rechnungen prüfen (checking invoices)",
        "Compare the number of the order with the number on the invoice.",
        "Amounts over 5,000 EUR need two signatures.",
        "Send it to Finance within three working days.",
    ),
}
SPOILED = "howto:cold_start"
"""The page whose last version is wrong."""

_RULES = (
    ("Working hours", "Core time is from 9:30 to 15:00. Who comes earlier may leave earlier."),
    ("Breaks", "After six hours a break of 30 minutes is due; the canteen is open from 11:30 on."),
    ("Remote work", "Up to two days a week, after a word with the head of the department."),
    ("Holidays", "Thirty days a year. Requests for summer reach Human Resources by 28 February."),
    ("Illness", "Call before 9:00. A certificate is needed from the third day on."),
    ("Noise", "In halls H and L ear protection is worn wherever the sign hangs."),
    ("Smoking", "Only under the roof behind hall L, jamais devant la porte."),
    ("Photographs", "On the site only with the leave of the management."),
    ("Keys", "Keys are signed for, and never lent. A lost one costs the lock."),
    ("Private parcels", "The warehouse takes none; use the box at the gate."),
    ("Waste", "Five kinds are kept apart: metal, paper, plastic, oil, rest."),
    ("Rückfragen", "Questions on these rules: Selin Aydın or Inge Hoffmann."),
)

SUPPLIERS = (
    ("giesserei_holm", "Gießerei Holm", "castings", "Flensburg", "K-2041"),
    ("nordguss", "Nordguss Rademacher", "castings", "Kiel", "K-2044"),
    ("joints_vasseur", "Joints Vasseur", "seals", "Lille", "K-2052"),
    ("dichtwerk", "Dichtwerk Süd", "seals", "Ulm", "K-2053"),
    ("motoren_falk", "Motoren Falk", "motors", "Chemnitz", "K-2060"),
    ("elmotor", "Elmotor Zielona", "motors", "Zielona Góra", "K-2061"),
    ("kistenbau_ott", "Kistenbau Ott", "crates", "Passau", "K-2075"),
    ("lacke_brehm", "Lacke Brehm", "paint", "Wuppertal", "K-2081"),
)


def supplier_page(title: str, goods: str, town: str, number: str) -> str:
    """The page of one supplier."""
    return (
        f"====== {title} ======\n\n^ Goods | {goods} |\n^ Town | {town} |\n"
        f"^ Supplier number | {number} |\n"
    )


def supplier_row(page: str, title: str, goods: str) -> str:
    """Return one supplier's line in the list of all."""
    return f"  * [[suppliers:{page}|{title}]] -- {goods}"


def person_page(person: Person) -> str:
    """The page of one person."""
    deputy = PERSON[person.deputy]
    return (
        f"====== {person.name} ======\n\n^ Department | {person.department} |\n"
        f"^ Room | {person.room} |\n^ Extension | {person.phone} |\n"
        f"^ Deputy | [[{deputy.page}|{deputy.name}]] |\n\n"
        f"Back to [[team:start|all colleagues]].\n"
    )


def _pump_page(pump: Pump) -> str:
    return (
        f"====== {pump.model} ======\n\nSeries {pump.model[0]}: {_SERIES[pump.model[0]]}.\n\n"
        f"===== Data =====\n\n^ Flow | {pump.flow} m³/h |\n^ Head | {pump.head} m |\n"
        f"^ Power | {pump.power} kW |\n^ Noise | {pump.noise} dB(A) |\n"
        f"^ Weight | {pump.weight} kg |\n^ Housing | {pump.body} |\n\n"
        f"===== Trade =====\n\n^ List price | {pump.price:,} EUR |\n"
        f"^ Delivery | {pump.weeks} weeks |\n"
    )


def _minutes_page(day: date) -> str:
    names = sorted({PERSON[each.owner].name for each in ACTIONS[day]})
    rows = "\n".join(
        f"| {number} | {each.task} | {PERSON[each.owner].name} | {each.due.isoformat()} |"
        for number, each in enumerate(ACTIONS[day], 1)
    )
    return (
        f"====== Production meeting {day.isoformat()} ======\n\n**Present:** {', '.join(names)}\n\n"
        f"===== Notes =====\n\nOrders and stock were gone through; "
        f"{PUMPS[day.toordinal() % len(PUMPS)].model} is the one to watch this week.\n\n"
        f"===== Actions =====\n\n^ No. ^ What ^ Who ^ Due ^\n{rows}\n"
    )


def howto_page(name: str) -> str:
    """Return an instruction in its correct form."""
    title, *lines = _HOWTOS[name]
    return f"====== {title} ======\n\n" + "\n".join(f"  - {line}" for line in lines) + "\n"


def _travel_page(euros: int) -> str:
    return (
        "====== Travel expenses ======\n\nHand in receipts within 30 days, to Finance.\n\n"
        f"===== Daily allowance =====\n\nGermany: {euros} EUR a day. "
        f"Other countries: {euros + 12} EUR a day.\n\n"
        "===== Car =====\n\n0.30 EUR a kilometre, with the leave of the head of the department.\n\n"
        "===== Nights =====\n\nUp to 110 EUR a night, breakfast included.\n"
    )


def _lists() -> Iterator[tuple[str, str]]:
    """Yield the index pages."""
    yield (
        "start",
        (
            "====== Quellmann Pumpen: staff wiki ======\n\nWillkommen, bienvenue, welcome! 👋\n\n"
            "  * [[team:start|Colleagues]]\n  * [[meetings:start|Production meetings]]\n"
            "  * [[products:start|Products]]\n  * [[suppliers:start|Suppliers]]\n"
            "  * [[howto:start|Instructions]]\n  * [[handbook:rules|House rules]]\n"
            "  * [[handbook:travel|Travel expenses]]\n  * [[handbook:site|Plan of the site]]\n"
        ),
    )
    yield (
        "sidebar",
        (
            "  * [[start|Home]]\n  * [[team:start|Colleagues]]\n  * [[meetings:start|Meetings]]\n"
            "  * [[products:start|Products]]\n  * [[suppliers:start|Suppliers]]\n"
            "  * [[howto:start|Instructions]]\n"
        ),
    )
    people = sorted(PEOPLE, key=lambda each: (each.last, each.first))
    yield "team:start", _list("Colleagues", [f"[[{each.page}|{each.name}]]" for each in people])
    days = [f"[[meetings:{day.isoformat()}|{day.isoformat()}]]" for day in reversed(MEETINGS)]
    yield "meetings:start", _list("Production meetings", days)
    models = [f"[[{each.page}|{each.model}]]" for each in PUMPS]
    yield "products:start", _list("Products", models)
    yield "howto:start", _list("Instructions", [f"[[howto:{name}]]" for name in _HOWTOS])
    rows = [supplier_row(page, title, goods) for page, title, goods, _, _ in SUPPLIERS]
    yield "suppliers:start", "====== Suppliers ======\n\n" + "\n".join(rows) + "\n"


def _list(title: str, links: list[str]) -> str:
    return f"====== {title} ======\n\n" + "\n".join(f"  * {link}" for link in links) + "\n"


def revisions() -> list[Revision]:
    """Return all pages with their history, in chronological order."""
    found = [
        Revision(
            page=page, when=moment("2026-01-02", 8, n), user="m.lindner", text=text, summary="new"
        )
        for n, (page, text) in enumerate(_lists())
    ]

    def add(page: str, when: int, user: str, text: str, summary: str) -> None:
        found.append(Revision(page=page, when=when, user=user, text=text, summary=summary))

    for n, person in enumerate(PEOPLE):
        add(person.page, moment("2026-01-02", 9, n), "i.hoffmann", person_page(person), "new")
    for n, pump in enumerate(PUMPS):
        add(pump.page, moment("2026-01-07", 13, n), "s.meier", _pump_page(pump), "data sheet")
    for day in MEETINGS:
        written = moment(day.isoformat(), 14)
        add(f"meetings:{day.isoformat()}", written, "h.sauer", _minutes_page(day), "minutes")
    for n, name in enumerate(_HOWTOS):
        add(f"howto:{name}", moment("2026-01-12", 10, n), "g.kraemer", howto_page(name), "new")
    spoiled = howto_page("cold_start").replace("1,200", "12,000").replace("Close", "Open")
    add(SPOILED, moment("2026-03-18", 16, 41), "t.probst", spoiled, "numbers corrected")
    for page, title, goods, town, number in SUPPLIERS:
        text = supplier_page(title, goods, town, number)
        add(f"suppliers:{page}", moment("2026-01-19", 11, len(found) % 60), "k.vogt", text, "new")
    for day_written, euros, user in ALLOWANCE:
        person = PERSON[user]
        add("handbook:travel", moment(day_written, 9, 30), login(person), _travel_page(euros),
            "daily allowance")  # fmt: skip
    rules = "\n\n".join(f"===== {title} =====\n\n{text}" for title, text in _RULES)
    rules = f"====== House rules ======\n\n{rules}\n"
    add("handbook:rules", moment("2026-01-26", 15), "s.aydin", rules, "in force from February")
    plan = "====== Plan of the site ======\n\n{{plans:site_2026.png?300|Plan}}\n"
    add("handbook:site", moment("2026-01-27", 15), "m.lindner", plan, "new")
    return sorted(found, key=lambda each: (each.when, each.page))


def login(person: Person) -> str:
    """Return a person's login name."""
    last, first = person.id.split("_")
    return f"{first[0]}.{last}"


def groups(person: Person) -> tuple[str, ...]:
    """Return the groups of an account."""
    if person.department == "IT":
        return ("admin", "user")
    unit = person.department.lower().replace(" ", "_")
    return (unit, "user")


MEDIA = {
    "plans:site_2024.png": ("2026-01-08", 240, 160, (182, 60, 50)),
    "plans:site_2025.png": ("2026-01-08", 240, 160, (190, 150, 60)),
    "plans:site_2026.png": ("2026-01-27", 240, 160, (60, 140, 90)),
    "photos:hall_h.png": ("2026-02-03", 200, 150, (90, 100, 120)),
    "photos:hall_l.png": ("2026-02-03", 200, 150, (110, 120, 90)),
    "photos:test_bench.png": ("2026-02-11", 200, 150, (70, 90, 160)),
    "photos:canteen.png": ("2026-02-11", 200, 150, (170, 120, 140)),
    "photos:crate_damaged.png": ("2026-03-02", 160, 120, (140, 100, 60)),
    "photos:crate_damaged_2.png": ("2026-03-02", 160, 120, (150, 105, 60)),
    "wiki:logo.png": ("2026-01-02", 96, 96, (20, 90, 150)),
}
"""Pictures: when they came, width, height, colour."""
