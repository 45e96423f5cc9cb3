"""Seat maps."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from agent_e.benchmarks.sites.flights.schedule import Segment

LEGROOM_ROWS = frozenset({1, 8})
LEGROOM_PRICE = 1800
LAYOUTS = {"Embraer E190": (12, "AC", "DF"), "Airbus A321": (18, "ABC", "DEF")}


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A seat of an aircraft; the price is in cents, 0 for most."""

    label: str
    row: int
    place: str
    price: int
    taken: bool


def list_seats(segment: Segment, seed: int) -> tuple[Seat, ...]:
    """Return the seats by row; strangers have taken the same ones every time."""
    rows, left, right = LAYOUTS.get(segment.aircraft, (15, "ABC", "DEF"))
    chance = Random(f"{seed} seats {segment.number} {segment.departs}")
    return tuple(
        Seat(
            label=f"{row}{letter}",
            row=row,
            place=_place(letter, left, right),
            price=LEGROOM_PRICE if row in LEGROOM_ROWS else 0,
            taken=chance.random() < 0.4,
        )
        for row in range(1, rows + 1)
        for letter in left + right
    )


def _place(letter: str, left: str, right: str) -> str:
    if letter in (left[0], right[-1]):
        return "window"
    return "aisle" if letter in (left[-1], right[0]) else "middle"
