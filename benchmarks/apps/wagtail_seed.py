"""Wagtail's seed data: the pages, people, pictures, books and loans of a town library."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeVar

T = TypeVar("T")

BRANCHES: dict[str, tuple[str, str]] = {
    "Market Square": ("Am Markt 4, 04177 Lindenau", "0341 555 010"),
    "Südstadt": ("Kirschallee 19, 04181 Lindenau", "0341 555 020"),
    "Südtor": ("Torgasse 2, 04182 Lindenau", "0341 555 030"),
    "Ostend": ("Werftstraße 88, 04185 Lindenau", "0341 555 040"),
    "Book bus": ("On its way, see the timetable", "0341 555 050"),
}
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
PEOPLE: dict[str, tuple[str, str]] = {
    "Helene Kraus": ("Director", "0341 555 011"),
    "Helena Krauss": ("Music and films", "0341 555 012"),
    "Yusuf Demir": ("Children's library", "0341 555 013"),
    "Margot Lefèvre": ("French books", "0341 555 014"),
    "Ole Sandvik": ("Book bus", "0341 555 051"),
    "Priya Nair": ("Events", "0341 555 015"),
    "Karl-Heinz Obst": ("Caretaker", "0341 555 016"),
    "Ines Morgenroth": ("Events", "0341 555 021"),
    "Lukas Weiß": ("Interlibrary loan", "0341 555 017"),
    "Lucas Weiss": ("Computers and printers", "0341 555 018"),
    "Agnieszka Wolska": ("Readings", "0341 555 041"),
    "Beatrix Thun": ("Lost property", "0341 555 019"),
}
CATEGORIES = ("Building", "Children", "Digital", "Events", "People", "New books")
IMAGES = (
    "Reading room at dawn", "Reading room at dusk", "Spiral staircase", "Book bus in the snow",
    "Book bus in the rain", "Children's corner", "Old card index", "Roof garden",
    "Lift out of order", "Shelf of atlases", "Café counter", "Market Square front door",
    "Südstadt front door", "Südtor front door",
)  # fmt: skip
DOCUMENTS = ("Fees 2026", "House rules", "Hausordnung", "Form for lost cards")
_NEWS = """The reading room has new lamps
    The lift in Ostend is out of order
    The lift in Ostend is still out of order
    Ten thousand sheets of music go online
    Our card index moves to the attic
    Welcome, Agnieszka Wolska!
    Bus stops of the book bus change in March
    Return box now open around the clock
    Nouveautés : cent romans en français
    A roof garden for readers 🌿
    Printing costs five cents again
    Games night fills the Südtor branch
    New chairs for the children's corner
    Fees: what changes and what does not
    Holiday hours at Easter
    Holiday hours at Whitsun
    The café has oat milk
    Sleepover among the shelves
    Wie finde ich ein Buch? A guide in six languages
    E-readers to take home
    Homework help starts again
    The oldest atlas of the town is restored
    Lost and found: forty umbrellas
    Südstadt closes for three days of painting
    Südtor closes for two days of painting
    Our most borrowed books of 2025
    Seeds to borrow, seeds to return
    A quiet hour for quiet people
    Library cards for newborns
    Microfilm readers repaired
    The choir looks for basses
    Podcast studio opens in Ostend
    Poster competition: the winners
    Thank you, Karl-Heinz Obst
    New rules for the courtyard bicycles
    Night of the open stacks"""
_EVENTS = """Story time for toddlers
    Story time for grandparents
    Repair café
    Reading: The Salt Road
    Reading: Die Salzstraße
    Chess for beginners
    Homework club
    Writing workshop
    Knitting and listening
    Book exchange
    Tax forms explained
    Puppet theatre
    Computer hour
    Bilingual breakfast
    Jazz between shelves
    Poetry slam
    Genealogy evening
    Comics for adults
    Board games
    Discussion: who owns the river?"""
_FIRST = ("Anna", "Anne", "Bruno", "Chiara", "Dörte", "Emil", "Fatma", "Günther", "Hanna", "Ilse")
_LAST = ("Petersen", "Peterson", "Brückner", "Castellani", "O'Donnell", "Yıldız", "Zielinski")
_TITLES = """The Salt Road|The Silk Road Home|A House by the Lock|A House by the Loch|Winter Apples
    Summer Apples|Das Uhrwerk|Das Uhrwerk II|Les jardins de minuit|Field Guide to Clouds
    Field Guide to Puddles|The Lighthouse Tax|My Aunt the Spy|My Uncle the Cook|Small Engines
    Knots and Splices|Kochen ohne Strom|Bread for Beginners|The Mapmaker's Debt|Nine Bridges
    Ten Bridges|The Cartographer's Dog|Slow Trains|Slower Trains|A Grammar of Birds
    The Last Typesetter|Letters from Skagen|Der lange Februar|Le dernier bac|Chess in Prison
    Moths of the Valley|The Quiet Foundry|A Short History of Glue|Tidewater|Tidewater Revisited
    Harbour Songs|Fünf Finger|Paper Boats|Iron Boats|How to Fold a Map"""
_AUTHORS = ("Ida Falk", "Ida Falck", "Tomás Rey", "Wanda Prus", "Jean Aubin", "K. L. Moor")
_LANGUAGES = ("English", "English", "English", "German", "French")


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """A news page."""

    title: str
    day: date
    category: str
    contact: str
    image: str
    live: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """A page of the event calendar."""

    title: str
    day: date
    start: str
    branch: str
    seats: int
    contact: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Book:
    """A book in the catalogue of Django's own admin."""

    title: str
    author: str
    mark: str
    year: int
    language: str
    copies: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Loan:
    """A loan of a book to a member, perhaps returned."""

    book: str
    member: str
    taken: date
    due: date
    returned: date | None


def _pick(options: Sequence[T], *key: object) -> T:
    """Choose by a checksum: the same on every machine and Python version."""
    return options[zlib.crc32("|".join(map(str, key)).encode()) % len(options)]


def _lines(text: str) -> list[str]:
    return [each.strip() for line in text.splitlines() for each in line.split("|")]


NEWS = tuple(
    News(
        title=title,
        day=date(2026, 1, 3) + timedelta(days=3 * number),
        category=_pick(CATEGORIES, "category", title),
        contact=_pick(list(PEOPLE), "contact", title),
        image=_pick(IMAGES, "image", title),
        live=number % 7 != 4,
    )
    for number, title in enumerate(_lines(_NEWS))
)
EVENTS = tuple(
    Event(
        title=f"{title} in {month}",
        day=date(2026, number, 1) + timedelta(days=_pick(range(28), "day", title, month)),
        start=_pick(("10:00", "15:30", "18:00", "19:30"), "start", title),
        branch=_pick([each for each in BRANCHES if each != "Book bus"], "at", title, month),
        seats=_pick((12, 15, 20, 24, 30, 45, 60), "seats", title, month),
        contact=_pick(list(PEOPLE), "contact", title),
    )
    for number, month in enumerate(("February", "March", "April"), 2)
    for title in _lines(_EVENTS)
)
AUTHORS = _AUTHORS
BOOKS = tuple(
    Book(
        title=title,
        author=_pick(_AUTHORS, "author", title),
        mark=f"{_pick('ABCDEF', 'mark', title)}{100 + number}",
        year=1961 + _pick(range(64), "year", title),
        language=_pick(_LANGUAGES, "language", title),
        copies=_pick((1, 1, 2, 3), "copies", title),
    )
    for number, title in enumerate(_lines(_TITLES))
)
MEMBERS = tuple(
    f"{first} {last}" for first in _FIRST for last in _LAST if _pick((1, 1, 0), first, last)
)


def _loan(number: int) -> Loan:
    taken = date(2026, 1, 5) + timedelta(days=number // 2)
    back = taken + timedelta(days=_pick(range(3, 40), "back", number))
    return Loan(
        book=_pick(BOOKS, "book", number).title,
        member=MEMBERS[4] if number % 20 == 9 else _pick(MEMBERS, "member", number),
        taken=taken,
        due=taken + timedelta(days=28),
        returned=back if _pick((True, True, False), "returned", number) else None,
    )


LOANS = tuple(map(_loan, range(120)))
REPORT = "\n".join(
    f"<p>In year {year} the library lent {12_000 + 731 * (year % 13)} books, bought "
    f"{400 + 17 * (year % 11)} and gave {90 + 7 * (year % 5)} away. The roof leaked in the autumn, "
    "the stove was replaced, and the town council met twice among the shelves.</p>"
    for year in range(1990, 2026)
)


def hours(branch: str) -> list[tuple[str, str, str]]:
    """Return a branch's days with opening and closing times."""
    days = DAYS if branch == "Market Square" else DAYS[1:5]
    opens = "09:00" if branch == "Market Square" else "11:00"
    return [(day, opens, "20:00" if day == "Friday" else "18:00") for day in days]
