"""What the magazine in Ghost holds: its staff, posts, tags and members."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

SITE_TITLE = "Hollerbach Letters"
SITE_ABOUT = "News, plums and water levels from a small valley"
LETTER = "The Hollerbach Letter"
ALERTS = "Trail Alerts"


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """A staff member."""

    name: str
    slug: str
    role: str
    bio: str

    @property
    def email(self) -> str:
        """The address to log in with."""
        return f"{self.slug}@hollerbach.example"


@dataclass(frozen=True, kw_only=True, slots=True)
class Post:
    """A post as it was written."""

    title: str
    author: str
    tags: tuple[str, ...]
    date: str
    text: tuple[str, ...]
    status: str = "published"
    visibility: str = "public"
    featured: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """A reader."""

    name: str
    email: str
    labels: tuple[str, ...]
    letters: tuple[str, ...]
    note: str
    date: str


STAFF = (
    Person(name="Ines Calder", slug="ines", role="Owner", bio="Keeps the lights on."),
    Person(name="Marta Lindqvist", slug="marta", role="Editor", bio="Birds, mostly early ones."),
    Person(name="Martha Lindquist", slug="martha", role="Author", bio="Orchards and kitchens."),
    Person(name="Jonas Weidner", slug="jonas", role="Author", bio="Pegel, Regen, Hochwasser."),
    Person(name="Amélie Rochat", slug="amelie", role="Author", bio="Rédige depuis le moulin."),
    Person(name="Tomás Rey", slug="tomas", role="Contributor", bio="Walks, then writes."),
)

TAGS = {
    "News": "What happened in the valley.",
    "Birds": "Seen and heard.",
    "Recipes": "From kitchens along the brook.",
    "Orchards": "Trees, grafting and harvest.",
    "Garten": "Das Gartenjahr in Notizen.",
    "Rivière": "Le ruisseau et ses moulins.",
    "Field Notes": "Short walks, written down the same day.",
    "Field Trips": "Long walks, with a timetable.",
    "Water Levels": "The gauge at Holler Bridge, every week.",
    "Interviews": "Neighbours, at length.",
    "Workshop": "Things made and mended.",
    "Archive": "From the old volumes.",
}

LEVELS_CM = (
    112, 118, 131, 127, 140, 156, 149, 138, 133, 129, 151,
    147, 163, 158, 136, 161, 142, 125, 119, 121, 108, 104,
)  # fmt: skip
"""Levels of the brook, week by week of 2026."""

_BIRDS = (
    ("Lapwings on the lower meadow", "marta", "2026-01-14", "Thirty-one lapwings"),
    ("Waxwings in the rowan trees", "marta", "2026-01-29", "Nineteen waxwings"),
    ("First skylark of the year", "martha", "2026-02-11", "One skylark"),
    ("Dippers below the weir", "marta", "2026-02-23", "Two pairs of dippers"),
    ("Cranes overhead at dusk", "marta", "2026-03-09", "Some four hundred cranes"),
    ("Chiffchaff before the blackthorn", "tomas", "2026-03-21", "A single chiffchaff"),
    ("Swallows back at the mill", "marta", "2026-04-08", "Seven swallows"),
    ("Swallows back at the smithy", "martha", "2026-04-10", "Four swallows"),
    ("A nightjar on the quarry path", "marta", "2026-05-16", "One nightjar"),
)
_KITCHEN = (
    ("Seven plum cakes, compared", "martha", "2026-01-18", "Recipes"),
    ("Seven plum jams, compared", "martha", "2026-01-25", "Recipes"),
    ("Zwetschgenknödel wie bei Oma", "jonas", "2026-02-08", "Recipes"),
    ("Soupe au potiron du moulin", "amelie", "2026-02-15", "Recipes"),
    ("Grafting the old Rheinbirne", "martha", "2026-03-05", "Orchards"),
    ("Grafting the old Rheinapfel", "martha", "2026-03-12", "Orchards"),
    ("Pruning in the rain", "tomas", "2026-03-19", "Orchards"),
    ("Nettle dumplings", "marta", "2026-04-14", "Recipes"),
    ("Elderflower cordial, two ways", "martha", "2026-05-24", "Recipes"),
)
_MIXED = (
    ("The ferry gets a new rope", "ines", "2026-01-07", "News"),
    ("Schneereste und Grünkohl", "jonas", "2026-01-21", "Garten"),
    ("Aussaatkalender für März", "jonas", "2026-02-27", "Garten"),
    ("Tomaten vorziehen 🍅", "jonas", "2026-03-16", "Garten"),
    ("Eisheilige: was raus darf", "jonas", "2026-05-11", "Garten"),
    ("Le bief gelé", "amelie", "2026-01-12", "Rivière"),
    ("La roue du moulin tourne à nouveau", "amelie", "2026-03-27", "Rivière"),
    ("Les truites remontent", "amelie", "2026-04-22", "Rivière"),
    ("Quarry path in fog", "tomas", "2026-02-04", "Field Notes"),
    ("Quarry path in sun", "tomas", "2026-04-04", "Field Notes"),
    ("By train to Oberau and back", "tomas", "2026-04-18", "Field Trips"),
    ("By bus to Oberau and back", "tomas", "2026-05-02", "Field Trips"),
    ("Greta Oswald on forty years of bread", "ines", "2026-02-19", "Interviews"),
    ("Gerta Oswald on forty years of bees", "ines", "2026-03-23", "Interviews"),
    ("A stool from one plank", "jonas", "2026-03-02", "Workshop"),
    ("Sharpening a scythe", "martha", "2026-05-20", "Workshop"),
    ("Council votes on the footbridge", "ines", "2026-04-27", "News"),
    ("Market moves to Thursdays", "ines", "2026-05-06", "News"),
)


def _long_text() -> tuple[str, ...]:
    """The story of the mill, a paragraph for every ten years."""
    keepers = ("Veit", "Apollonia", "Kaspar", "Rosine", "Lorenz", "Cäcilie")
    return tuple(
        f"In {year} the mill race was {('cleared', 'dammed', 'widened', 'sold')[number % 4]}, and "
        f"{keepers[number % len(keepers)]} Haderer kept the books. That winter the brook froze for "
        f"{9 + number * 7 % 23} days; the millstone was dressed {2 + number % 3} times, and "
        f"{140 + number * 37 % 90} sacks of rye went out over the lower ford. What was owed at the "
        f"end of the year came to {11 + number * 5 % 17} guilders, paid in flour."
        for number, year in enumerate(range(1740, 1960, 10))
    )


def _posts() -> tuple[Post, ...]:
    found = [
        Post(
            title=f"Water level, week {week}",
            author="jonas",
            tags=("Water Levels",),
            date=(date(2026, 1, 5) + timedelta(weeks=week - 1)).isoformat(),
            text=(
                "The gauge at Holler Bridge was read on Monday at eight.",
                f"It stood at {level} cm.",
                "The next reading follows in a week; the footpath closes at 170 cm.",
            ),
        )
        for week, level in enumerate(LEVELS_CM, 1)
    ]
    found += [
        Post(
            title=title,
            author=author,
            tags=("Birds", "Field Notes") if number % 3 == 2 else ("Birds",),
            date=day,
            text=(f"{seen}, seen on {day} before breakfast.", "Notes and a sketch are below."),
            featured=number == 4,
        )
        for number, (title, author, day, seen) in enumerate(_BIRDS)
    ]
    for number, (title, author, day, tag) in enumerate((*_KITCHEN, *_MIXED)):
        text = (
            f"{title}: an afternoon's work, and what came of it.",
            "Letters on the subject are welcome until the end of the month.",
        )
        members = "members" if number % 7 == 3 else "public"
        found.append(
            Post(title=title, author=author, tags=(tag,), date=day, text=text, visibility=members)
        )
    found.append(
        Post(
            title="Two hundred years of the mill race",
            author="amelie",
            tags=("Archive", "Rivière"),
            date="2026-02-02",
            text=_long_text(),
            featured=True,
        )
    )
    found += [
        Post(
            title=title,
            author=author,
            tags=(tag,),
            date=day,
            text=("To be written.",),
            status=status,
        )
        for title, author, tag, day, status in (
            ("Hedgehogs in March", "marta", "Field Notes", "2026-03-01", "draft"),
            ("Hedgehogs in May", "martha", "Field Notes", "2026-05-01", "draft"),
            ("Der Kompost lebt", "jonas", "Garten", "2026-04-02", "draft"),
            ("Repairing the weir: a plan", "ines", "News", "2026-05-18", "draft"),
            ("Herbstmarkt: Programm", "ines", "News", "2031-09-12", "scheduled"),
            ("Plum harvest, first estimate", "martha", "Orchards", "2031-08-21", "scheduled"),
        )
    ]
    return tuple(found)


POSTS = _posts()

_FIRST = (
    "Anna", "Béatrice", "Cem", "Dora", "Emil", "Fatima", "Georg", "Hélène", "Ivo", "Jutta",
    "Karim", "Lotte", "Milan", "Noor",
)  # fmt: skip
_LAST = ("Brandt", "Brand", "Mercier", "Okafor", "Seidel", "Vögele")


def _members() -> tuple[Member, ...]:
    found = []
    for number, (last, first) in enumerate((last, first) for last in _LAST for first in _FIRST):
        plain = f"{first}.{last}".lower()
        for letter, bare in (("é", "e"), ("è", "e"), ("ö", "o")):
            plain = plain.replace(letter, bare)
        labels = [
            label
            for label, every in (("Print", 4), ("Volunteer", 9), ("Founding", 14), ("Schule", 17))
            if number % every == every // 2
        ]
        letters = ((LETTER,), (LETTER, ALERTS), (LETTER,), (ALERTS,), ())[number % 5]
        found.append(
            Member(
                name=f"{first} {last}",
                email=f"{plain}@post.example",
                labels=tuple(labels),
                letters=letters,
                note="Pays by transfer in March." if number % 11 == 3 else "",
                date=f"2026-{1 + number % 5:02d}-{1 + number * 3 % 28:02d}",
            )
        )
    return tuple(found)


MEMBERS = _members()
