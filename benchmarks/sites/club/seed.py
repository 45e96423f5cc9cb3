"""Creates the club of a seed."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from .data import Address, Booking, ClubData, Event, Member

Words = dict[str, Any]


def build_data(seed: int, today: date) -> ClubData:
    """Create the members, events and fees of a seed; days are after ``today``."""
    text = Path(__file__).with_name("words.json").read_text(encoding="utf-8")
    words: Words = json.loads(text)
    chance = random.Random(f"club {seed}")
    firsts, lasts = (
        chance.sample(words[kind], len(words[kind])) for kind in ("first_names", "last_names")
    )
    numbers = chance.sample(range(1200, 9800), len(firsts))
    members = tuple(
        _member(chance, words, f"{first} {last}", number, coded=place % 3 == 2, today=today)
        for place, (first, last, number) in enumerate(zip(firsts, lasts, numbers, strict=True))
    )
    return ClubData(
        seed=seed,
        members=members,
        events=tuple(_event(event, today) for event in words["events"]),
        guest_fee=chance.randrange(750, 1400, 25),
        guest_hours=f"Saturdays from {chance.randint(9, 11)} to {chance.randint(14, 17)} o'clock",
    )


def _event(event: dict[str, Any], today: date) -> Event:
    day = today + timedelta(days=event["in_days"])
    return Event(name=event["name"], day=day, begins=event["begins"], words=event["words"])


def _member(
    chance: random.Random, words: Words, full_name: str, number: int, *, coded: bool, today: date
) -> Member:
    begins, goes_on = (chance.choice(words[f"password_{part}"]) for part in ("begins", "goes_on"))
    return Member(
        name=full_name.replace(" ", ".").casefold(),
        full_name=full_name,
        password=f"{begins}-{goes_on}-{chance.randint(100, 999)}",
        code=f"{chance.randrange(10**6):06}" if coded else "",
        number=f"KL-{number}",
        since=chance.randint(2009, 2024),
        amount=chance.randrange(2850, 9600, 5),
        due=today + timedelta(days=chance.randint(12, 60)),
        bookings=_bookings(chance, words, today),
        addresses=_addresses(chance, words),
    )


def _bookings(chance: random.Random, words: Words, today: date) -> tuple[Booking, ...]:
    """Return two of the same name on different walls and days, and another, by day."""
    names = (words["twice"], words["twice"], chance.choice(words["others"]))
    days = chance.sample(range(2, 28), len(names))
    references = chance.sample(range(2000, 9999), len(names))
    walls = chance.sample(words["walls"], len(names))
    bookings = (
        Booking(
            reference=f"B{reference}",
            name=name,
            wall=wall,
            day=today + timedelta(days=day),
            begins=f"{chance.randint(16, 20)}:{chance.choice(('00', '30'))}",
        )
        for name, day, reference, wall in zip(names, days, references, walls, strict=True)
    )
    return tuple(sorted(bookings, key=lambda booking: booking.day))


def _addresses(chance: random.Random, words: Words) -> tuple[Address, ...]:
    labels = ("Home", "Work")
    return tuple(
        Address(
            key=label.casefold(),
            label=label,
            lines=(f"{chance.randint(2, 98)} {street}", chance.choice(words["towns"])),
        )
        for label, street in zip(labels, chance.sample(words["streets"], 2), strict=True)
    )
