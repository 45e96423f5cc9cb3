"""Flights: questions that need a flight's own page, a return journey or a booking."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from agent_e.benchmarks.sites.flights.fares import get_price
from agent_e.benchmarks.tasks.checks import answers, costs, names
from agent_e.benchmarks.tasks.steps import click, wait_for

from .flights_data import (
    cheapest,
    euros,
    find_booking,
    mixed_bookings,
    open_flight,
    options,
    say_money,
    say_number,
    search_steps,
    trips,
)
from .template import Case, family


def _aircraft(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        flight = chance.choice(trip.nonstop) if trip.nonstop else None
        if flight is not None and len({one.segments[0].aircraft for one in trip.nonstop}) > 1:
            aircraft = flight.segments[0].aircraft
            yield Case(
                intent=f"What type of aircraft flies {say_number(flight)} {trip.words}?",
                params={**trip.params, "flight": flight.id},
                trace=(*search_steps(trip), open_flight(flight), wait_for(aircraft)),
                checks=(names(aircraft, aircraft.split()[-1]),),
                answer=aircraft,
                options=options(),
            )


def _on_time(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        flight = cheapest(trip.flights)
        record = f"{flight.on_time} %"
        yield Case(
            intent=f"How often is the cheapest flight {trip.words} on time, in percent?",
            params={**trip.params, "flight": flight.id},
            trace=(*search_steps(trip), open_flight(flight), wait_for(record)),
            checks=(answers("number", flight.on_time),),
            answer=record,
            options=options(),
        )


def _flex(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        flight = cheapest(trip.flights)
        price = get_price(flight, fare="flex")
        yield Case(
            intent=f"I need a ticket I can change for free. What does the cheapest flight "
            f"{trip.words} (one way, one adult, Economy) cost in the Flex fare?",
            params={**trip.params, "flight": flight.id},
            trace=(*search_steps(trip), open_flight(flight), wait_for(say_money(price))),
            checks=(costs(euros(price), "EUR"),),
            answer=say_money(price),
            options=options(),
        )


def _family(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        adults, children = chance.randint(2, 3), chance.randint(1, 2)
        flight = cheapest(trip.flights)
        total = flight.price * (adults + children)
        yield Case(
            intent=f"What do {adults} adults and {'1 child' if children == 1 else '2 children'} "
            f"pay in total for the cheapest one-way flight {trip.words}, in the Light fare?",
            params={**trip.params, "adults": adults, "children": children},
            trace=(
                *search_steps(trip, adults=adults, children=children),
                open_flight(flight),
                wait_for(say_money(total)),
            ),
            checks=(costs(euros(total), "EUR"),),
            answer=say_money(total),
            options=options(),
        )


def _return(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        days = chance.randint(4, 12)
        back = trip.back(days)
        out, home = cheapest(trip.flights), cheapest(back.flights)
        total = out.price + home.price
        yield Case(
            intent=f"I fly {trip.words} and come back {days} days later. What do the cheapest "
            "flight there and the cheapest flight back cost together, for one adult in the Light "
            "fare?",
            params={**trip.params, "days": days},
            trace=(
                *search_steps(trip, back=back.day),
                open_flight(out),
                click("button", "Continue to the return flight"),
                wait_for("Return flight:"),
                wait_for(say_money(home.price)),
            ),
            checks=(costs(euros(total), "EUR"),),
            answer=say_money(total),
            options=options(),
        )


def _departure(chance: Random) -> Iterator[Case]:
    for timetable, booking in mixed_bookings(chance):
        person, legs = booking.journey.passengers[0], booking.journey.legs
        flight = legs[-1].flight
        which = "my return flight" if len(legs) == 2 else "my flight"
        clock = f"{flight.departs:%H:%M}"
        yield Case(
            intent=f"My booking reference is {booking.reference} and my last name is "
            f"{person.last}. On what day and at what time does {which} leave?",
            params={"reference": booking.reference},
            trace=(*find_booking(booking.reference, person.last), wait_for(clock)),
            checks=(answers("date", flight.departs.date().isoformat()), answers("time", clock)),
            answer=f"{flight.departs:%d %B %Y, %H:%M}",
            options=options(timetable),
        )


def _refund(chance: Random) -> Iterator[Case]:
    for timetable, booking in mixed_bookings(chance):
        person = booking.journey.passengers[0]
        if 0 < booking.refundable < booking.total:
            yield Case(
                intent="How much money would I get back if I cancelled my booking "
                f"{booking.reference} (last name {person.last})? I only want to know: do not "
                "cancel it.",
                params={"reference": booking.reference},
                trace=(
                    *find_booking(booking.reference, person.last),
                    click("button", "Cancel booking"),
                    wait_for(say_money(booking.refundable)),
                    click("button", "Keep booking"),
                ),
                checks=(costs(euros(booking.refundable), "EUR"),),
                answer=say_money(booking.refundable),
                options=options(timetable),
            )


TEMPLATES = (
    *family(
        "flights",
        "retrieval",
        "medium",
        {"aircraft": _aircraft, "on-time": _on_time, "flex": _flex, "departure": _departure},
    ),
    *family(
        "flights", "retrieval", "hard", {"family": _family, "return": _return, "refund": _refund}
    ),
)
