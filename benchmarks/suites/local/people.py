"""People who order, register and fly; all fictitious."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from random import Random


@dataclass(frozen=True, kw_only=True)
class Person:
    """A person, with an address in the country's own format."""

    name: str
    email: str
    address: str
    postcode: str
    city: str
    country: str
    born: date

    @property
    def first(self) -> str:
        """The first name."""
        return self.name.split()[0]

    @property
    def last(self) -> str:
        """The last name."""
        return self.name.split()[-1]


PEOPLE = (
    Person(
        name="Nora Feld",
        email="nora.feld@example.org",
        address="Lindenstrasse 8",
        postcode="10969",
        city="Berlin",
        country="Germany",
        born=date(1990, 5, 21),
    ),
    Person(
        name="Tomas Brandt",
        email="tomas.brandt@example.net",
        address="Getreidegasse 31",
        postcode="5020",
        city="Salzburg",
        country="Austria",
        born=date(1984, 11, 3),
    ),
    Person(
        name="Maya Okoye",
        email="maya.okoye@example.com",
        address="27 Mill Lane",
        postcode="CB1 2JD",
        city="Cambridge",
        country="United Kingdom",
        born=date(1996, 2, 14),
    ),
    Person(
        name="Lucas Vermeer",
        email="l.vermeer@example.org",
        address="Prinsengracht 402",
        postcode="1016 JC",
        city="Amsterdam",
        country="Netherlands",
        born=date(1979, 8, 30),
    ),
    Person(
        name="Elena Ruiz",
        email="elena.ruiz@example.net",
        address="Calle Mayor 55",
        postcode="28013",
        city="Madrid",
        country="Spain",
        born=date(1988, 7, 9),
    ),
    Person(
        name="Camille Roche",
        email="camille.roche@example.com",
        address="14 rue des Lices",
        postcode="35000",
        city="Rennes",
        country="France",
        born=date(1993, 12, 1),
    ),
)


def mixed(chance: Random) -> list[Person]:
    """Return all of them in a random order."""
    return chance.sample(PEOPLE, len(PEOPLE))
