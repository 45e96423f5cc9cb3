"""The airports and airlines."""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from math import asin, cos, radians, sin, sqrt
from pathlib import Path

DATA = Path(__file__).with_name("data")


@dataclass(frozen=True, kw_only=True)
class Airport:
    """An airport; `offset` is its clock's distance from UTC in minutes, all year."""

    code: str
    city: str
    name: str
    country: str
    latitude: float
    longitude: float
    offset: int
    terminals: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Airline:
    """An airline: kilograms of the bag in the cabin, and of each checked bag by fare."""

    code: str
    name: str
    cabin_bag: int
    checked: dict[str, tuple[int, ...]]


@cache
def list_airports() -> tuple[Airport, ...]:
    """Return all airports by code."""
    return tuple(
        Airport(
            code=row["code"],
            city=row["city"],
            name=row["name"],
            country=row["country"],
            latitude=float(row["latitude"]),
            longitude=float(row["longitude"]),
            offset=int(row["offset"]),
            terminals=tuple(row["terminals"].split()),
        )
        for row in _read("airports.csv")
    )


@cache
def list_airlines() -> tuple[Airline, ...]:
    """Return all airlines by code."""
    return tuple(
        Airline(
            code=row["code"],
            name=row["name"],
            cabin_bag=int(row["cabin_bag"]),
            checked={
                fare: tuple(int(kilograms) for kilograms in row[fare].split() if kilograms != "0")
                for fare in ("light", "standard", "flex")
            },
        )
        for row in _read("airlines.csv")
    )


def find_airport(code: str) -> Airport | None:
    """Return the airport with that code, or None."""
    return next((airport for airport in list_airports() if airport.code == code), None)


def match_airports(query: str) -> tuple[Airport, ...]:
    """Return the airports that have, for each word of `query`, a word starting with it.

    Accents and case are ignored; airports with one of the words as code come first.
    """
    starts = _words(query)
    found = [
        airport
        for airport in list_airports()
        if starts and all(_has(airport, start) for start in starts)
    ]
    return tuple(sorted(found, key=lambda airport: _fold(airport.code) not in starts))


def measure_distance(start: Airport, end: Airport) -> int:
    """Return the kilometres between two airports, along the great circle."""
    north, south = radians(start.latitude), radians(end.latitude)
    across = sin((south - north) / 2) ** 2
    along = sin(radians(end.longitude - start.longitude) / 2) ** 2
    return int(12742 * asin(sqrt(across + cos(north) * cos(south) * along)))


def _has(airport: Airport, start: str) -> bool:
    about = f"{airport.code} {airport.city} {airport.name} {airport.country}"
    return any(word.startswith(start) for word in _words(about))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", _fold(text))


def _fold(text: str) -> str:
    """Drop case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _read(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))
