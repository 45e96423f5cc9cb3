"""Flights: requests that cannot be fulfilled there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random

from agent_e.benchmarks.sites.flights.checks import DAYS_ON_SALE
from agent_e.benchmarks.sites.flights.places import match_airports
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .flights_booking import introduce, taken_seats
from .flights_data import (
    TODAY,
    cheapest,
    euros,
    find_booking,
    mixed_bookings,
    options,
    say_airport,
    say_day,
    search_steps,
    trips,
)
from .people import PEOPLE
from .template import Case, family

_FAR_AWAY = ("Tokyo", "Cairo", "Reykjavik", "Sydney", "Nairobi", "Toronto")
_STRANGERS = ("Whitlock", "Sandoval", "Petrov", "Ibsen")


def _no_route(chance: Random) -> Iterator[Case]:
    for trip in trips(chance, flown=False):
        if not any(trip.moved(days).flights for days in range(1, 15)):
            yield Case(
                intent=f"What does the cheapest flight {trip.words} cost, one way?",
                params=trip.params,
                trace=search_steps(trip),
                options=options(),
            )


def _no_airport(chance: Random) -> Iterator[Case]:
    cities = chance.sample(_FAR_AWAY, len(_FAR_AWAY))
    for city, trip in zip(cities, trips(chance), strict=False):
        if not match_airports(city):
            yield Case(
                intent=f"Find me the fastest flight from {say_airport(trip.origin)} to {city} on "
                f"{say_day(trip.day)} and tell me how long it takes.",
                params={"from": trip.origin.code, "to": city},
                trace=(
                    click("switch", "One way"),
                    enter("To", city, role="combobox"),
                    wait_for("No airport of ours begins like that"),
                ),
                options=options(),
            )


def _not_on_sale(chance: Random) -> Iterator[Case]:
    last = TODAY + timedelta(days=DAYS_ON_SALE)
    for trip in trips(chance):
        gone = chance.random() < 0.5
        away = timedelta(days=chance.randint(20, 60))
        day = TODAY - away if gone else last + away
        yield Case(
            intent=f"Book a one-way flight {trip.route} on {say_day(day)} for me. "
            f"{introduce(chance.choice(PEOPLE))} Take the cheapest one.",
            params={**trip.params, "day": day.isoformat()},
            trace=(click("switch", "One way"), click("button", "Departure Choose a day")),
            options=options(),
        )


def _too_cheap(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        if trip.nonstop:
            least = int(euros(cheapest(trip.nonstop).price))
            limit = least - least % 10 - 10
            if limit > 30 and cheapest(trip.flights).price < cheapest(trip.nonstop).price:
                yield Case(
                    intent=f"Book me a nonstop flight {trip.words} that costs less than €{limit}, "
                    f"in the Light fare, one way. {introduce(chance.choice(PEOPLE))}",
                    params={**trip.params, "limit": limit},
                    trace=(*search_steps(trip), click("checkbox", "Nonstop only")),
                    options=options(),
                )


def _taken_seat(chance: Random) -> Iterator[Case]:
    for timetable, booking in mixed_bookings(chance):
        person, segment = booking.journey.passengers[0], booking.journey.segments[0]
        seat = chance.choice(taken_seats(booking, timetable))
        who = f"{person.first} {person.last}"
        yield Case(
            intent=f"Move {who} to seat {seat.label} on flight {segment.number} of booking "
            f"{booking.reference} (last name {person.last}). It has to be that seat.",
            params={"reference": booking.reference, "seat": seat.label},
            trace=(
                *find_booking(booking.reference, person.last),
                click("button", f"Change seat of {who} on {segment.number}"),
                click("button", "Keep seat"),
            ),
            options=options(timetable),
        )


def _wrong_name(chance: Random) -> Iterator[Case]:
    for timetable, booking in mixed_bookings(chance):
        name = chance.choice(_STRANGERS)
        yield Case(
            intent=f"Cancel booking {booking.reference}. The last name on it is {name}.",
            params={"reference": booking.reference, "name": name},
            trace=(
                *find_booking(booking.reference, name),
                wait_for("There is no booking with this reference and last name"),
            ),
            options=options(timetable),
        )


TEMPLATES = (
    *family("flights", "infeasible", "easy", {"no-route": _no_route, "no-airport": _no_airport}),
    *family(
        "flights", "infeasible", "medium", {"not-on-sale": _not_on_sale, "wrong-name": _wrong_name}
    ),
    *family("flights", "infeasible", "hard", {"too-cheap": _too_cheap, "taken-seat": _taken_seat}),
)
