"""Visitors' input: parsed, or refused with a message for each field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from agent_e.benchmarks.sites.flights.fares import CABINS
from agent_e.benchmarks.sites.flights.places import find_airport

DAYS_ON_SALE = 330
MAX_ADULTS, MAX_CHILDREN = 6, 4
CHILD_UNTIL = 12
"""Children are younger than this on the day of their first flight."""


class RefusedError(Exception):
    """A request that cannot be met: an HTTP status, and a message for each field."""

    def __init__(self, errors: Mapping[str, str], status: int = 422) -> None:
        super().__init__("; ".join(errors.values()))
        self.errors, self.status = dict(errors), status


@dataclass(frozen=True, kw_only=True)
class Search:
    """A search; `back` is the day of the return flight."""

    origin: str
    destination: str
    depart: date
    back: date | None
    adults: int
    children: int
    cabin: str


@dataclass(frozen=True, kw_only=True)
class Passenger:
    """A traveller as entered."""

    first: str
    last: str
    born: date
    child: bool


def parse_search(values: Mapping[str, str], today: date) -> Search:
    """Check a search; raises RefusedError."""
    errors: dict[str, str] = {}
    origin, destination = values.get("from", ""), values.get("to", "")
    if find_airport(origin) is None:
        errors["from"] = "Choose the airport you leave from in the list."
    if find_airport(destination) is None:
        errors["to"] = "Choose the airport you fly to in the list."
    elif origin == destination:
        errors["to"] = "Choose another airport than the one you leave from."
    depart = _day(values.get("depart", ""), today, "depart", errors)
    back = _day(values["return"], today, "return", errors) if values.get("return") else None
    if depart and back and back < depart:
        errors["return"] = "Return on the day of departure or later."
    counts = parse_party(values, errors)
    cabin = values.get("cabin", "economy")
    if cabin not in CABINS:
        errors["cabin"] = "Choose a cabin class."
    if errors or depart is None:
        raise RefusedError(errors)
    return Search(
        origin=origin,
        destination=destination,
        depart=depart,
        back=back,
        adults=counts[0],
        children=counts[1],
        cabin=cabin,
    )


def parse_party(values: Mapping[str, Any], errors: dict[str, str]) -> tuple[int, int]:
    """Return how many adults and children travel; problems are added to `errors`."""
    counts = []
    for field, least, most in (("adults", 1, MAX_ADULTS), ("children", 0, MAX_CHILDREN)):
        text = str(values.get(field, least))
        count = int(text) if re.fullmatch(r"[0-9]{1,2}", text) else -1
        if not least <= count <= most:
            errors[field] = f"Choose {least} to {most} {field}."
        counts.append(count)
    return counts[0], counts[1]


def parse_passengers(
    body: Mapping[str, Any], adults: int, children: int, day: date
) -> tuple[tuple[Passenger, ...], str]:
    """Check names, birth dates on the day of travel, and the e-mail; raises RefusedError.

    Messages are named `0.first`, `0.last`, `0.born`, `1.first` and so on, and `email`.
    """
    entered = body.get("passengers")
    entered = entered if isinstance(entered, list) else []
    errors: dict[str, str] = {}
    passengers = []
    for at in range(adults + children):
        values = entered[at] if at < len(entered) and isinstance(entered[at], dict) else {}
        passengers.append(_passenger(values, at, at >= adults, day, errors))
    email = read_text(body, "email")
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s.]{2,}", email):
        errors["email"] = "Enter an e-mail address in the form name@example.com."
    if errors:
        raise RefusedError(errors)
    return tuple(one for one in passengers if one), email


def read_text(body: Mapping[str, Any], field: str) -> str:
    """Return a trimmed text of at most 200 characters, or an empty one."""
    value = body.get(field)
    return " ".join(value.split())[:200] if isinstance(value, str) else ""


def _passenger(
    values: Mapping[str, Any], at: int, child: bool, day: date, errors: dict[str, str]
) -> Passenger | None:
    first, last = read_text(values, "first"), read_text(values, "last")
    for field, text in (("first", first), ("last", last)):
        if not re.fullmatch(r"[^\W\d_][^\d_<>]*", text):
            errors[f"{at}.{field}"] = f"Enter the {field} name as in the passport."
    born = _birth_date(read_text(values, "born"))
    if born is None or born > day:
        errors[f"{at}.born"] = "Enter the date of birth as DD/MM/YYYY."
        return None
    age = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
    if child and age >= CHILD_UNTIL:
        errors[f"{at}.born"] = f"A child is younger than {CHILD_UNTIL} on the day of departure."
    if not child and not CHILD_UNTIL <= age < 120:
        errors[f"{at}.born"] = f"An adult is {CHILD_UNTIL} or older on the day of departure."
    return Passenger(first=first, last=last, born=born, child=child)


def _birth_date(text: str) -> date | None:
    if not re.fullmatch(r"\d{1,2}/\d{1,2}/\d{4}", text, re.ASCII):
        return None
    try:
        return datetime.strptime(text, "%d/%m/%Y").date()
    except ValueError:
        return None


def _day(text: str, today: date, field: str, errors: dict[str, str]) -> date | None:
    last = today + timedelta(days=DAYS_ON_SALE)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        errors[field] = "Choose a day in the calendar."
        return None
    if not today <= day <= last:
        errors[field] = f"Choose a day from {today} to {last}: other flights are not on sale."
        return None
    return day
