"""Facts of the flights' site from its own timetable, and navigation steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random

from pydantic import JsonValue

from agent_e.benchmarks.sites.flights.bookings import Booking, Desk
from agent_e.benchmarks.sites.flights.fares import CABIN_LABELS
from agent_e.benchmarks.sites.flights.places import Airport, list_airports
from agent_e.benchmarks.sites.flights.schedule import Flight, Schedule
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import choose, click, enter, wait_for

TODAY = date(2030, 3, 4)
"""The site's day: in the future, so that nobody mistakes its flights for departed ones."""

TIMETABLE = 1
OTHER_TIMETABLES = range(2, 12)
"""Each has other bookings."""


@dataclass(frozen=True, kw_only=True)
class Trip:
    """A route on a day and its flights, by departure."""

    origin: Airport
    destination: Airport
    day: date
    flights: tuple[Flight, ...]

    @property
    def nonstop(self) -> tuple[Flight, ...]:
        """The flights without a change."""
        return tuple(flight for flight in self.flights if not flight.stops)

    @property
    def words(self) -> str:
        """Such as `from Lisbon to Vienna on 3 May 2030`."""
        return f"{self.route} on {say_day(self.day)}"

    @property
    def route(self) -> str:
        """Such as `from Lisbon to Vienna`."""
        return f"from {say_airport(self.origin)} to {say_airport(self.destination)}"

    @property
    def params(self) -> dict[str, JsonValue]:
        """What distinguishes it from others."""
        return {"from": self.origin.code, "to": self.destination.code, "day": self.day.isoformat()}

    def moved(self, days: int) -> Trip:
        """The same route some days later."""
        return find_trip(self.origin, self.destination, self.day + timedelta(days=days))

    def back(self, days: int) -> Trip:
        """The way back some days later."""
        return find_trip(self.destination, self.origin, self.day + timedelta(days=days))


def options(timetable: int = TIMETABLE) -> dict[str, JsonValue]:
    """Return the options for the site's builder."""
    return {"seed": timetable, "today": TODAY.isoformat()}


def find_trip(origin: Airport, destination: Airport, day: date) -> Trip:
    """Return the flights of a route on a day."""
    flights = _schedule().flights(origin.code, destination.code, day)
    return Trip(origin=origin, destination=destination, day=day, flights=flights)


def trips(chance: Random, *, flown: bool = True) -> Iterator[Trip]:
    """Yield routes on days in the coming weeks, in random order and without end.

    Args:
        chance: random source.
        flown: whether there are at least a few flights, or none at all.
    """
    while True:
        origin, destination = chance.sample(list_airports(), 2)
        day = TODAY + timedelta(days=chance.randint(10, 110))
        trip = find_trip(origin, destination, day)
        if origin.city != destination.city and (
            len(trip.flights) > 2 if flown else not trip.flights
        ):
            yield trip


@cache
def bookings(timetable: int) -> tuple[Booking, ...]:
    """Return the bookings that exist initially."""
    return tuple(Desk(Schedule(timetable), lambda: TODAY).bookings.values())


def mixed_bookings(chance: Random) -> Iterator[tuple[int, Booking]]:
    """Yield timetables, each with one of its bookings."""
    found = [(timetable, one) for timetable in OTHER_TIMETABLES for one in bookings(timetable)]
    yield from chance.sample(found, len(found))


def cheapest(flights: tuple[Flight, ...]) -> Flight:
    """Return the flight of the lowest price; no two cost the same."""
    return min(flights, key=lambda flight: flight.price)


def euros(cents: int) -> float:
    """Convert cents to euros."""
    return cents / 100


def say_money(cents: int) -> str:
    """Format an amount as the site does."""
    return f"€{cents / 100:,.2f}"


def say_day(day: date) -> str:
    """Format a day, such as `3 May 2030`."""
    return f"{day.day} {day:%B %Y}"


def say_airport(airport: Airport) -> str:
    """Return the city, and which airport where it has several."""
    several = sum(one.city == airport.city for one in list_airports()) > 1
    return f"{airport.city} {airport.name}" if several else airport.city


def say_number(flight: Flight) -> str:
    """Return the number of its first segment, as shown on its card."""
    return flight.segments[0].number


def search_steps(
    trip: Trip,
    *,
    back: date | None = None,
    adults: int = 1,
    children: int = 0,
    cabin: str = "economy",
) -> tuple[TraceStep, ...]:
    """Fill in the search on the first page and submit it."""
    one_way = (click("switch", "One way"),) if back is None else ()
    return (
        *one_way,
        *_airport("From", trip.origin),
        *_airport("To", trip.destination),
        click("button", "Departure Choose a day"),
        *turn_calendar(TODAY, trip.day),
        *(turn_calendar(trip.day, back) if back else ()),
        *(click("button", "Add one adult"),) * (adults - 1),
        *(click("button", "Add one child"),) * children,
        *((choose("Cabin class", CABIN_LABELS[cabin]),) if cabin != "economy" else ()),
        click("button", "Search flights"),
        results_of(trip),
    )


def results_of(trip: Trip) -> TraceStep:
    """Wait for all results: those shown first are half of them."""
    count = len(trip.flights)
    return wait_for(f"{count} flights" if count else "No flights on this route")


def turn_calendar(shown: date, day: date) -> tuple[TraceStep, ...]:
    """Choose a day in the calendar, which opens on one month and the next."""
    away = (day.year - shown.year) * 12 + day.month - shown.month
    turns = (click("button", "Next month"),) * max(0, away - 1)
    return *turns, click("button", f"{day:%A} {say_day(day)}")


def open_flight(flight: Flight) -> TraceStep:
    """Open a flight's page from the results."""
    return click("link", f"View flight {say_number(flight)}")


def find_booking(reference: str, surname: str) -> tuple[TraceStep, ...]:
    """Look a booking up."""
    return (
        click("link", "My trips", selector="nav a[href='/trips']"),
        enter("Booking reference", reference),
        enter("Last name", surname),
        click("button", "Find booking"),
    )


@cache
def _schedule() -> Schedule:
    return Schedule(TIMETABLE)


def _airport(label: str, airport: Airport) -> tuple[TraceStep, ...]:
    suggestion = f"{airport.city} ({airport.code}) {airport.name}, {airport.country}"
    return enter(label, airport.city, role="combobox"), click("option", suggestion)
