"""Records as JSON for the pages and the state; money in cents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from agent_e.benchmarks.sites.flights.bookings import Booking, Desk, Journey
from agent_e.benchmarks.sites.flights.fares import (
    CABIN_LABELS,
    CURRENCY,
    FARES,
    describe_bags,
    get_price,
    split_price,
)
from agent_e.benchmarks.sites.flights.places import Airport, list_airlines, list_airports
from agent_e.benchmarks.sites.flights.schedule import Flight, Segment
from agent_e.benchmarks.sites.flights.seats import Seat


def show_airport(airport: Airport) -> dict[str, str]:
    """Return `code`, `city`, `name` and `country`."""
    return {key: getattr(airport, key) for key in ("code", "city", "name", "country")}


def show_flight(flight: Flight, cabin: str) -> dict[str, Any]:
    """Return what a flight's card shows."""
    return {
        "id": flight.id,
        "airline": flight.airline.name,
        "number": flight.segments[0].number,
        "origin": show_airport(flight.origin),
        "destination": show_airport(flight.destination),
        "departs": flight.departs.isoformat(),
        "arrives": flight.arrives.isoformat(),
        "minutes": flight.minutes,
        "stops": [segment.destination.city for segment in flight.segments[:-1]],
        "price": get_price(flight, cabin),
    }


def show_details(flight: Flight, cabin: str) -> dict[str, Any]:
    """Return what a flight's page shows, including its card."""
    return show_flight(flight, cabin) | {
        "cabin": cabin,
        "cabin_label": CABIN_LABELS[cabin],
        "on_time": flight.on_time,
        "cabin_bag": f"1 cabin bag of {flight.airline.cabin_bag} kg",
        "segments": [_segment(segment) for segment in flight.segments],
        "fares": [
            asdict(fare)
            | {
                "price": get_price(flight, cabin, fare.key),
                "bags": describe_bags(flight, fare.key),
                "parts": split_price(flight, get_price(flight, cabin, fare.key)),
            }
            for fare in FARES.values()
        ],
    }


def show_journey(journey: Journey, desk: Desk) -> dict[str, Any]:
    """Return a journey with its legs, people, seats and price."""
    return {
        "cabin": journey.cabin,
        "cabin_label": CABIN_LABELS[journey.cabin],
        "adults": journey.adults,
        "children": journey.children,
        "email": journey.email,
        "passengers": [
            {
                "first": person.first,
                "last": person.last,
                "born": person.born.isoformat(),
                "child": person.child,
            }
            for person in journey.passengers
        ],
        "legs": [
            show_flight(leg.flight, journey.cabin)
            | {
                "fare": leg.fare,
                "fare_label": FARES[leg.fare].label,
                "bags": describe_bags(leg.flight, leg.fare),
                "price": get_price(leg.flight, journey.cabin, leg.fare),
            }
            for leg in journey.legs
        ],
        "segments": [_segment(segment) for segment in journey.segments],
        "seats": [
            {
                "segment": at,
                "number": journey.segments[at].number,
                "passenger": passenger,
                "seat": seat,
            }
            for (at, passenger), seat in sorted(journey.seats.items())
        ],
        "seat_price": desk.price_seats(journey),
        "total": desk.price(journey),
    }


def show_booking(booking: Booking, desk: Desk) -> dict[str, Any]:
    """Return a booking with everything entered for it; `total` is what was paid for it."""
    return show_journey(booking.journey, desk) | {
        "reference": booking.reference,
        "status": "confirmed" if booking.refund is None else "cancelled",
        "booked_on": booking.booked_on.isoformat(),
        "total": booking.total,
        "refundable": booking.refundable,
        "refund": booking.refund,
    }


def show_seats(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """Return the seats of one segment."""
    return [asdict(seat) for seat in seats]


def take_snapshot(desk: Desk) -> dict[str, Any]:
    """Return everything that happened, with the airports and airlines."""
    return {
        "today": desk.today().isoformat(),
        "seed": desk.schedule.seed,
        "currency": CURRENCY,
        "airports": [show_airport(airport) for airport in list_airports()],
        "airlines": [airline.name for airline in list_airlines()],
        "searches": list(desk.searches),
        "opened": list(desk.opened),
        "bookings": [
            show_booking(booking, desk) | {"session": booking.session}
            for booking in desk.bookings.values()
        ],
        "cancelled": list(desk.cancelled),
        "seat_changes": list(desk.seat_changes),
    }


def _segment(segment: Segment) -> dict[str, Any]:
    return {
        "number": segment.number,
        "airline": segment.airline.name,
        "origin": show_airport(segment.origin),
        "destination": show_airport(segment.destination),
        "departs": segment.departs.isoformat(),
        "arrives": segment.arrives.isoformat(),
        "minutes": segment.minutes,
        "aircraft": segment.aircraft,
        "from_terminal": segment.from_terminal,
        "to_terminal": segment.to_terminal,
    }
