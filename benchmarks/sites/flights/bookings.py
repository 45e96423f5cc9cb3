"""Journeys being booked and journeys booked, all in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random
from secrets import token_urlsafe
from typing import Any

from agent_e.benchmarks.sites.flights.checks import Passenger, RefusedError
from agent_e.benchmarks.sites.flights.fares import FARES, get_price
from agent_e.benchmarks.sites.flights.places import list_airports
from agent_e.benchmarks.sites.flights.schedule import Flight, Schedule, Segment
from agent_e.benchmarks.sites.flights.seats import Seat, list_seats

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

Place = tuple[int, int]
"""A segment of the journey and a passenger, both counted from 0."""


@dataclass(frozen=True, kw_only=True)
class Leg:
    """One direction of a journey."""

    flight: Flight
    fare: str


@dataclass(frozen=True, kw_only=True)
class Journey:
    """One or two legs, with passengers and seats."""

    legs: tuple[Leg, ...]
    cabin: str
    adults: int
    children: int
    passengers: tuple[Passenger, ...] = ()
    email: str = ""
    seats: Mapping[Place, str] = field(default_factory=dict)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """All segments, in the order flown."""
        return tuple(segment for leg in self.legs for segment in leg.flight.segments)


@dataclass(frozen=True, kw_only=True)
class Booking:
    """A journey paid for; `refund` is what was paid back on cancelling, in cents."""

    reference: str
    session: str | None
    booked_on: date
    journey: Journey
    total: int
    refund: int | None = None

    @property
    def refundable(self) -> int:
        """What cancelling pays back: each leg by its fare, seats not at all; in cents."""
        journey = self.journey
        return (journey.adults + journey.children) * sum(
            get_price(leg.flight, journey.cabin, leg.fare) * FARES[leg.fare].refund // 100
            for leg in journey.legs
        )


class Desk:
    """The state of one running copy of the site."""

    def __init__(self, schedule: Schedule, today: Callable[[], date]) -> None:
        self.schedule, self.today = schedule, today
        self.reset()

    def reset(self) -> None:
        """Drop everything but the initial bookings."""
        self.sessions: dict[str, set[str]] = {}
        self.drafts: dict[str, tuple[str, Journey]] = {}
        self.bookings: dict[str, Booking] = {}
        self.searches: list[dict[str, Any]] = []
        self.opened: list[str] = []
        self.cancelled: list[str] = []
        self.seat_changes: list[dict[str, Any]] = []
        self._references = Random(f"{self.schedule.seed} references")
        for journey in _past_journeys(self.schedule, self.today()):
            self._store(journey, None)

    def start_draft(self, session: str, journey: Journey) -> str:
        """Store a journey being booked, and return its name in addresses."""
        draft = token_urlsafe(6)
        self.drafts[draft] = (session, journey)
        return draft

    def find_draft(self, session: str, draft: str) -> Journey:
        """Return a journey of this session; raises RefusedError."""
        owner, journey = self.drafts.get(draft, ("", None))
        if journey is None or owner != session:
            message = "This booking was finished or never begun here. Search again."
            raise RefusedError({"form": message}, 404)
        return journey

    def book(self, session: str, draft: str) -> Booking:
        """Turn a draft with passengers into a booking; raises RefusedError."""
        journey = self.find_draft(session, draft)
        if not journey.passengers:
            raise RefusedError({"form": "Enter who travels before you book."}, 409)
        for (segment, _), label in journey.seats.items():
            if label in self.taken_seats(journey.segments[segment]):
                raise RefusedError({"form": f"Seat {label} was taken meanwhile. Choose another."})
        del self.drafts[draft]
        booking = self._store(journey, session)
        self.sessions.setdefault(session, set()).add(booking.reference)
        return booking

    def find_booking(self, session: str, reference: str, surname: str | None = None) -> Booking:
        """Return a booking that this session made or found before, or names a passenger of.

        Raises RefusedError, with one message for a wrong reference and a wrong name.
        """
        booking = self.bookings.get(reference)
        known = self.sessions.get(session, set())
        if booking is not None and surname is not None:
            names = {passenger.last.casefold() for passenger in booking.journey.passengers}
            if surname.casefold() in names:
                known = self.sessions.setdefault(session, set())
                known.add(reference)
        if booking is None or reference not in known:
            raise RefusedError(
                {"form": "There is no booking with this reference and last name."}, 404
            )
        return booking

    def cancel(self, booking: Booking) -> Booking:
        """Cancel a booking once; raises RefusedError."""
        self._check_open(booking)
        cancelled = replace(booking, refund=booking.refundable)
        self.bookings[booking.reference] = cancelled
        self.cancelled.append(booking.reference)
        return cancelled

    def change_seat(self, booking: Booking, place: Place, label: str) -> Booking:
        """Move a passenger to a seat without extra charge; raises RefusedError."""
        self._check_open(booking)
        journey = booking.journey
        seats = {**journey.seats, place: label}
        self.check_seats(journey, seats, booking)
        before = journey.seats.get(place)
        old, new = self.price_seats(journey), self.price_seats(replace(journey, seats=seats))
        if new > old:
            raise RefusedError({"seat": f"Seat {label} costs extra. Choose one without a price."})
        changed = replace(booking, journey=replace(journey, seats=seats))
        self.bookings[booking.reference] = changed
        self.seat_changes.append(
            {
                "reference": booking.reference,
                "segment": journey.segments[place[0]].number,
                "passenger": place[1],
                "before": before,
                "after": label,
            }
        )
        return changed

    def seats_of(self, segment: Segment) -> tuple[Seat, ...]:
        """Return the seats of a segment in their current state."""
        gone = self.taken_seats(segment)
        return tuple(
            replace(seat, taken=seat.label in gone)
            for seat in list_seats(segment, self.schedule.seed)
        )

    def taken_seats(self, segment: Segment, but: Booking | None = None) -> set[str]:
        """Return the seats that are taken; those of `but` count as free."""
        strangers = {seat.label for seat in list_seats(segment, self.schedule.seed) if seat.taken}
        for booking in self.bookings.values():
            if booking.refund is None and (but is None or booking.reference != but.reference):
                strangers |= {
                    label
                    for (at, _), label in booking.journey.seats.items()
                    if booking.journey.segments[at] == segment
                }
        return strangers

    def check_seats(
        self, journey: Journey, seats: Mapping[Place, str], booking: Booking | None = None
    ) -> None:
        """Raise RefusedError for a seat that does not exist, is taken, or is chosen twice."""
        chosen = set()
        for (at, passenger), label in seats.items():
            known = at in range(len(journey.segments)) and passenger in range(
                journey.adults + journey.children
            )
            exists = known and any(
                seat.label == label for seat in list_seats(journey.segments[at], self.schedule.seed)
            )
            if not exists:
                raise RefusedError({"seat": "There is no such seat."})
            if label in self.taken_seats(journey.segments[at], booking) or (at, label) in chosen:
                raise RefusedError({"seat": f"Seat {label} is taken. Choose another."})
            chosen.add((at, label))

    def price_seats(self, journey: Journey) -> int:
        """Return what the chosen seats cost, in cents."""
        return sum(
            seat.price
            for (at, _), label in journey.seats.items()
            for seat in list_seats(journey.segments[at], self.schedule.seed)
            if seat.label == label
        )

    def price(self, journey: Journey) -> int:
        """Return what all passengers pay for all legs and seats, in cents."""
        travellers = journey.adults + journey.children
        legs = sum(get_price(leg.flight, journey.cabin, leg.fare) for leg in journey.legs)
        return travellers * legs + self.price_seats(journey)

    def _store(self, journey: Journey, session: str | None) -> Booking:
        reference = "".join(self._references.choices(ALPHABET, k=6))
        booking = Booking(
            reference=reference,
            session=session,
            booked_on=self.today(),
            journey=journey,
            total=self.price(journey),
        )
        self.bookings[reference] = booking
        return booking

    def _check_open(self, booking: Booking) -> None:
        if booking.refund is not None:
            raise RefusedError({"form": "This booking is already cancelled."}, 409)


PAST = (
    ("LIS", "VIE", 20, 6, ("standard", "standard"), ("Robin Marsh 1988-04-17",)),
    ("VIE", "BCN", 34, 0, ("light",), ("Ada Lane 1979-11-02", "Jon Lane 1981-07-23")),
    ("DUB", "FCO", 47, 12, ("flex", "light"), ("Mira Okafor 1992-01-30",)),
)


def _past_journeys(schedule: Schedule, today: date) -> Iterator[Journey]:
    """Yield the initial bookings' journeys; they fly some weeks after `today`."""
    for start, end, ahead, stay, fares, people in PAST:
        day = today + timedelta(days=ahead)
        # A seed may omit a route; a route that exists is flown every day, both ways.
        codes = (end, *(airport.code for airport in list_airports()))
        end = next(code for code in codes if schedule.flights(start, code, day))
        out = schedule.flights(start, end, day)[0]
        back = schedule.flights(end, start, day + timedelta(days=stay))[0]
        passengers = tuple(_person(text) for text in people)
        yield Journey(
            legs=tuple(
                Leg(flight=flight, fare=fare)
                for flight, fare in zip((out, back), fares, strict=False)
            ),
            cabin="economy",
            adults=len(passengers),
            children=0,
            passengers=passengers,
            email=f"{passengers[0].first}.{passengers[0].last}@example.com".lower(),
        )


def _person(text: str) -> Passenger:
    first, last, born = text.split()
    return Passenger(first=first, last=last, born=date.fromisoformat(born), child=False)
