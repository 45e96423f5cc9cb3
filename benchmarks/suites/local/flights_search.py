"""Flights: questions and destinations answered by the list of results."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from agent_e.benchmarks.sites.flights.fares import get_price
from agent_e.benchmarks.sites.flights.schedule import Flight
from agent_e.benchmarks.tasks.checks import answers, at, costs, names, state
from agent_e.benchmarks.tasks.record import EvaluatorSpec
from agent_e.benchmarks.tasks.steps import choose, click, wait_for

from .flights_data import (
    Trip,
    cheapest,
    euros,
    open_flight,
    options,
    results_of,
    say_day,
    say_money,
    say_number,
    search_steps,
    trips,
    turn_calendar,
)
from .template import Case, family

_WINDOWS = ((6, 11), (7, 12), (9, 14), (11, 16), (12, 18), (14, 20))
_NONSTOP = click("checkbox", "Nonstop only")


def _cheapest(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        flight = cheapest(trip.flights)
        yield Case(
            intent=f"What does the cheapest one-way flight {trip.words} cost?",
            params=trip.params,
            trace=(*search_steps(trip), wait_for(say_money(flight.price))),
            checks=(costs(euros(flight.price), "EUR"),),
            answer=say_money(flight.price),
            options=options(),
        )


def _cheapest_nonstop(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        if len(trip.nonstop) > 1 and cheapest(trip.flights).stops:
            flight = cheapest(trip.nonstop)
            yield Case(
                intent=f"Which is the cheapest nonstop flight {trip.words}, one way? Tell me its "
                "flight number and its price.",
                params=trip.params,
                trace=(*search_steps(trip), _NONSTOP, wait_for(say_money(flight.price))),
                checks=(_numbered(flight), costs(euros(flight.price), "EUR")),
                answer=f"{say_number(flight)}, {say_money(flight.price)}",
                options=options(),
            )


def _window(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        after, before = chance.choice(_WINDOWS)
        on_the_hour = any(
            flight.departs.minute == 0 and flight.departs.hour in (after, before)
            for flight in trip.nonstop
        )
        fitting = tuple(one for one in trip.nonstop if after <= one.departs.hour < before)
        if on_the_hour or len(fitting) < 2 or cheapest(fitting) == cheapest(trip.nonstop):
            continue
        flight = cheapest(fitting)
        yield Case(
            intent=f"I want to fly nonstop {trip.words}, one way, and leave between {after:02}:00 "
            f"and {before:02}:00. When does the cheapest such flight leave, and what does it cost?",
            params={**trip.params, "after": after, "before": before},
            trace=(
                *search_steps(trip),
                _NONSTOP,
                choose("Departure from", f"{after:02}:00"),
                choose("Departure until", f"{before:02}:00"),
                wait_for(say_money(flight.price)),
            ),
            checks=(answers("time", f"{flight.departs:%H:%M}"), costs(euros(flight.price), "EUR")),
            answer=f"{flight.departs:%H:%M}, {say_money(flight.price)}",
            options=options(),
        )


def _shortest(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        flight = min(trip.flights, key=lambda one: one.minutes)
        length = f"{flight.minutes // 60} h {flight.minutes % 60:02} min"
        yield Case(
            intent=f"How long does the fastest flight {trip.words} take (one way)?",
            params=trip.params,
            trace=(
                *search_steps(trip),
                choose("Sort by", "Duration, shortest first"),
                wait_for(length),
            ),
            checks=(answers("duration", length),),
            answer=length,
            options=options(),
        )


def _last(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        if trip.nonstop and trip.flights[-1].stops:
            flight = trip.nonstop[-1]
            yield Case(
                intent=f"At what time does the last nonstop flight {trip.words} leave?",
                params=trip.params,
                trace=(
                    *search_steps(trip),
                    _NONSTOP,
                    wait_for(f"{flight.departs:%H:%M} – {flight.arrives:%H:%M}"),
                ),
                checks=(answers("time", f"{flight.departs:%H:%M}"),),
                answer=f"{flight.departs:%H:%M}",
                options=options(),
            )


def _airline(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        first = cheapest(trip.flights)
        airlines = sorted({one.airline.name for one in trip.flights} - {first.airline.name})
        for name in airlines:
            own = tuple(one for one in trip.flights if one.airline.name == name)
            if len(own) > 1:
                flight = cheapest(own)
                yield Case(
                    intent=f"What does the cheapest flight of {name} {trip.words} cost, one way?",
                    params={**trip.params, "airline": name},
                    trace=(
                        *search_steps(trip),
                        click("checkbox", name),
                        wait_for(say_money(flight.price)),
                    ),
                    checks=(costs(euros(flight.price), "EUR"),),
                    answer=say_money(flight.price),
                    options=options(),
                )
                break


def _business(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        price = get_price(cheapest(trip.flights), "business")
        yield Case(
            intent=f"I would like to fly in Business class {trip.words}, one way. What is the "
            "lowest price?",
            params=trip.params,
            trace=(*search_steps(trip, cabin="business"), wait_for(say_money(price))),
            checks=(costs(euros(price), "EUR"),),
            answer=say_money(price),
            options=options(),
        )


def _count_under(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        count = chance.randint(2, len(trip.flights) - 1)
        below, above = sorted(flight.price for flight in trip.flights)[count - 1 : count + 1]
        limit = (below + above) // 200
        if below < limit * 100 < above:
            yield Case(
                intent=f"How many one-way flights {trip.words} cost less than €{limit}?",
                params={**trip.params, "limit": limit},
                trace=search_steps(trip),
                checks=(answers("number", count),),
                answer=str(count),
                options=options(),
            )


def _other_day(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        later = trip.moved(chance.randint(1, 3))
        saved = cheapest(trip.flights).price - cheapest(later.flights).price
        if later.day.month != trip.day.month or saved <= 0:
            continue
        yield Case(
            intent=f"How many euros do I save if I fly {trip.route} on {say_day(later.day)} "
            f"instead of {say_day(trip.day)}, taking the cheapest one-way flight of the day?",
            params={**trip.params, "later": later.day.isoformat()},
            trace=(
                *search_steps(trip),
                click("button", "Departure", selector="date-range button[name=depart]"),
                *turn_calendar(trip.day, later.day),
                click("button", "Search flights"),
                results_of(later),
                wait_for(say_money(cheapest(later.flights).price)),
            ),
            checks=(costs(euros(saved), "EUR"),),
            answer=say_money(saved),
            options=options(),
        )


def _list(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        if trip.nonstop and len(trip.nonstop) < len(trip.flights):
            adults = chance.randint(2, 4)
            yield Case(
                intent=f"Show me the nonstop flights {trip.words} for {adults} adults, one way, "
                "the earliest departure first.",
                params={**trip.params, "adults": adults},
                trace=(
                    *search_steps(trip, adults=adults),
                    _NONSTOP,
                    choose("Sort by", "Departure, earliest first"),
                ),
                checks=(at("/results", _query(trip, adults=adults, nonstop=1, sort="departure")),),
                options=options(),
            )


def _open_fastest(chance: Random) -> Iterator[Case]:
    for trip in trips(chance):
        flight = min(trip.flights, key=lambda one: one.minutes)
        if flight != cheapest(trip.flights):
            yield Case(
                intent=f"Open the page of the fastest one-way flight {trip.words}.",
                params=trip.params,
                trace=(
                    *search_steps(trip),
                    choose("Sort by", "Duration, shortest first"),
                    open_flight(flight),
                    wait_for("Choose a fare"),
                ),
                checks=(
                    at(f"/flight/{flight.id}"),
                    state("flights", "opened.-1", equals=flight.id),
                ),
                options=options(),
            )


def _query(trip: Trip, **more: str | int) -> dict[str, str | int | float | bool | None]:
    return {
        "from": trip.origin.code,
        "to": trip.destination.code,
        "depart": trip.day.isoformat(),
        **more,
    }


def _numbered(flight: Flight) -> EvaluatorSpec:
    return names(say_number(flight), say_number(flight).replace(" ", ""))


TEMPLATES = (
    *family("flights", "retrieval", "easy", {"cheapest": _cheapest}),
    *family(
        "flights",
        "retrieval",
        "medium",
        {
            "cheapest-nonstop": _cheapest_nonstop,
            "shortest": _shortest,
            "last-nonstop": _last,
            "airline": _airline,
            "business": _business,
            "count-under": _count_under,
        },
    ),
    *family("flights", "retrieval", "hard", {"window": _window, "other-day": _other_day}),
    *family("flights", "navigation", "medium", {"list": _list, "open-fastest": _open_fastest}),
)
