"""Flights: booking, cancelling, changing seats."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random

from pydantic import JsonValue

from agent_e.benchmarks.sites.flights.bookings import Booking
from agent_e.benchmarks.sites.flights.checks import Passenger
from agent_e.benchmarks.sites.flights.fares import FARES, get_price
from agent_e.benchmarks.sites.flights.schedule import Flight
from agent_e.benchmarks.sites.flights.seats import Seat, list_seats
from agent_e.benchmarks.tasks.checks import state, unchanged
from agent_e.benchmarks.tasks.record import EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .flights_data import (
    TIMETABLE,
    cheapest,
    find_booking,
    mixed_bookings,
    open_flight,
    options,
    say_day,
    say_money,
    search_steps,
    trips,
)
from .people import PEOPLE, Person
from .template import Case, family

_NONSTOP = click("checkbox", "Nonstop only")
_CHILDREN = ("Ida", "Leo", "Juna", "Milo")


def _book(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        if len(trip.nonstop) < 2 or not cheapest(trip.flights).stops:
            continue
        flight, person, fare = cheapest(trip.nonstop), chance.choice(PEOPLE), chance.choice(_FARES)
        yield Case(
            intent=f"Book the cheapest nonstop flight {trip.words}, one way, in the "
            f"{FARES[fare].label} fare. {introduce(person)} No seat needs to be chosen. I accept "
            "the conditions.",
            params={**trip.params, "person": person.name, "fare": fare},
            trace=(
                *search_steps(trip),
                _NONSTOP,
                open_flight(flight),
                _fare(fare),
                click("button", "Continue to passengers"),
                *passenger_steps(person),
                click("button", "Continue to review"),
                *_confirm(get_price(flight, fare=fare)),
            ),
            checks=tuple(_booked(person, (flight,), fare, {"seats": []})),
            options=options(),
        )


def _book_seat(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        if not trip.nonstop:
            continue
        flight, person = cheapest(trip.nonstop), chance.choice(PEOPLE)
        seat = chance.choice(_free(flight))
        yield Case(
            intent=f"Book the cheapest nonstop flight {trip.words}, one way, Light fare, with seat "
            f"{seat.label}. {introduce(person)} I accept the conditions.",
            params={**trip.params, "person": person.name, "seat": seat.label},
            trace=(
                *search_steps(trip),
                _NONSTOP,
                open_flight(flight),
                click("button", "Continue to passengers"),
                *passenger_steps(person),
                click("button", say_seat(seat)),
                click("button", "Continue to review"),
                *_confirm(flight.price),
            ),
            checks=tuple(_booked(person, (flight,), "light", {"seats.0.seat": seat.label})),
            options=options(),
        )


def _book_child(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        person, first = chance.choice(PEOPLE), chance.choice(_CHILDREN)
        born = trip.day.replace(year=trip.day.year - chance.randint(4, 10), day=7)
        child = Passenger(first=first, last=person.last, born=born, child=True)
        flight = cheapest(trip.flights)
        yield Case(
            intent=f"Book the cheapest flight {trip.words}, one way, in the Light fare, for "
            f"{person.name} (born on {say_day(person.born)}) and the child {first} {person.last} "
            f"(born on {say_day(child.born)}). The tickets go to {person.email}. Leave the seats "
            "to the airline; I accept the conditions.",
            params={**trip.params, "person": person.name, "child": first},
            trace=(
                *search_steps(trip, children=1),
                open_flight(flight),
                click("button", "Continue to passengers"),
                *_passenger(0, person.first, person.last, person.born),
                *_passenger(1, child.first, child.last, child.born),
                enter("E-mail", person.email),
                *_TO_SEATS,
                click("button", "Continue to review"),
                *_confirm(2 * flight.price),
            ),
            checks=tuple(_booked(person, (flight,), "light", {"seats": []}, child)),
            options=options(),
        )


def _book_return(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        days, person = chance.randint(3, 9), chance.choice(PEOPLE)
        back = trip.back(days)
        out, home = cheapest(trip.flights), cheapest(back.flights)
        total = get_price(out, fare="standard") + get_price(home, fare="standard")
        yield Case(
            intent=f"Book me a return journey {trip.route}: there on {say_day(trip.day)}, back on "
            f"{say_day(back.day)}, each way the cheapest flight, both in the Standard fare. "
            f"{introduce(person)} Leave the seats to the airline; I accept the conditions.",
            params={**trip.params, "days": days, "person": person.name},
            trace=(
                *search_steps(trip, back=back.day),
                open_flight(out),
                _fare("standard"),
                click("button", "Continue to the return flight"),
                wait_for("Return flight:"),
                open_flight(home),
                _fare("standard"),
                click("button", "Continue to passengers"),
                *passenger_steps(person),
                click("button", "Continue to review"),
                *_confirm(total),
            ),
            checks=tuple(_booked(person, (out, home), "standard", {"seats": []})),
            options=options(),
        )


def _cancel(chance: Random) -> Iterator[Case]:
    for timetable, booking in mixed_bookings(chance):
        reference, surname = booking.reference, booking.journey.passengers[0].last
        yield Case(
            intent=f"Cancel my booking {reference}. My last name is {surname}. I know that I may "
            "not get everything back.",
            params={"reference": reference},
            trace=(
                *find_booking(reference, surname),
                click("button", "Cancel booking"),
                click("button", "Yes, cancel it"),
                wait_for("Cancelled"),
            ),
            checks=(
                state("flights", "cancelled", equals=[reference]),
                state("flights", "bookings", new=True, count=1),
                unchanged("flights", "seat_changes"),
            ),
            options=options(timetable),
        )


def _change_seat(chance: Random) -> Iterator[Case]:
    for timetable, booking in mixed_bookings(chance):
        journey = booking.journey
        at_person = len(journey.passengers) - 1
        person, segment = journey.passengers[at_person], journey.segments[0]
        seat = chance.choice(_free(journey.legs[0].flight, timetable))
        who = f"{person.first} {person.last}"
        expected: dict[str, JsonValue] = {
            "reference": booking.reference,
            "segment": segment.number,
            "passenger": at_person,
            "after": seat.label,
        }
        yield Case(
            intent=f"In booking {booking.reference} (last name {person.last}), give {who} seat "
            f"{seat.label} on flight {segment.number}.",
            params={"reference": booking.reference, "seat": seat.label},
            trace=(
                *find_booking(booking.reference, person.last),
                click("button", f"Change seat of {who} on {segment.number}"),
                click("button", say_seat(seat)),
                click("button", "Save seat"),
                wait_for(f"Seat {seat.label}"),
            ),
            checks=(
                state("flights", "seat_changes", count=1),
                state("flights", "seat_changes", contains=expected),
                unchanged("flights", "cancelled"),
                state("flights", "bookings", new=True, count=1),
            ),
            options=options(timetable),
        )


def introduce(person: Person) -> str:
    """Return a sentence that introduces a passenger."""
    return (
        f"The passenger is {person.name}, born on {say_day(person.born)}; the ticket goes to "
        f"{person.email}."
    )


def passenger_steps(person: Person) -> tuple[TraceStep, ...]:
    """Fill in the passenger, and go on to the seats."""
    return (
        *_passenger(0, person.first, person.last, person.born),
        enter("E-mail", person.email),
        *_TO_SEATS,
    )


def _passenger(number: int, first: str, last: str, born: date) -> tuple[TraceStep, ...]:
    return (
        enter("First name", first, selector=f'[id="{number}.first"]'),
        enter("Last name", last, selector=f'[id="{number}.last"]'),
        enter("Date of birth", f"{born:%d/%m/%Y}", selector=f'[id="{number}.born"]'),
    )


def say_seat(seat: Seat) -> str:
    """Return the name of the button of a free seat without surcharge."""
    return f"Seat {seat.label}, {seat.place}"


def taken_seats(booking: Booking, timetable: int) -> list[Seat]:
    """Return seats on a booking's first flight taken by strangers."""
    return [one for one in list_seats(booking.journey.segments[0], timetable) if one.taken]


_TO_SEATS = (click("button", "Continue to seats"), wait_for("Choose your seats"))
_FARES = ("light", "standard", "flex")


def _fare(key: str) -> TraceStep:
    return click("radio", FARES[key].label, selector=f"input[name=fare][value={key}]")


def _confirm(total: int) -> tuple[TraceStep, ...]:
    return (
        click("checkbox", "I accept the conditions of carriage"),
        click("button", f"Book for {say_money(total)}"),
        wait_for("Your booking is confirmed"),
    )


def _free(flight: Flight, timetable: int = TIMETABLE) -> list[Seat]:
    seats = list_seats(flight.segments[0], timetable)
    return [seat for seat in seats if not seat.taken and not seat.price]


def _booked(
    person: Person,
    flights: tuple[Flight, ...],
    fare: str,
    more: dict[str, JsonValue],
    child: Passenger | None = None,
) -> Iterator[EvaluatorSpec]:
    """Yield the checks that there is exactly this new booking, and nothing else happened."""
    expected: dict[str, JsonValue] = {
        "cabin": "economy",
        "adults": 1,
        "children": 0 if child is None else 1,
        "email": person.email,
        "passengers": [
            {
                "first": one.first,
                "last": one.last,
                "born": one.born.isoformat(),
                "child": one is child,
            }
            for one in (person, child)
            if one is not None
        ],
        **more,
    }
    for number, flight in enumerate(flights):
        expected |= {f"legs.{number}.id": flight.id, f"legs.{number}.fare": fare}
    yield state("flights", "bookings", new=True, count=1)
    yield state("flights", "bookings", new=True, contains=expected)
    yield state("flights", "bookings.-1.legs", count=len(flights))
    yield unchanged("flights", "cancelled")
    yield unchanged("flights", "seat_changes")


TEMPLATES = (
    *family(
        "flights",
        "form",
        "hard",
        {
            "book": _book,
            "book-seat": _book_seat,
            "book-return": _book_return,
            "book-child": _book_child,
        },
        mutating=True,
    ),
    *family(
        "flights",
        "multi_step",
        "medium",
        {"cancel": _cancel, "change-seat": _change_seat},
        mutating=True,
    ),
)
