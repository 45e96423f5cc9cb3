"""The answers under `/api`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from agent_e.benchmarks.sites.flights import views
from agent_e.benchmarks.sites.flights.bookings import Booking, Desk, Journey, Leg, Place
from agent_e.benchmarks.sites.flights.checks import (
    DAYS_ON_SALE,
    RefusedError,
    parse_party,
    parse_passengers,
    parse_search,
    read_text,
)
from agent_e.benchmarks.sites.flights.fares import CABINS, FARES
from agent_e.benchmarks.sites.flights.places import match_airports
from agent_e.benchmarks.sites.flights.schedule import Flight


class Api:
    """The answers under `/api`; `request.state.session` identifies the visitor."""

    def __init__(self, desk: Desk, delay: float) -> None:
        self.desk, self.delay = desk, delay

    async def calendar(self, request: Request) -> Response:
        """Return which days are on sale."""
        today = self.desk.today()
        last = today + timedelta(days=DAYS_ON_SALE)
        return JSONResponse({"today": today.isoformat(), "last": last.isoformat()})

    async def airports(self, request: Request) -> Response:
        """Suggest airports for `q`."""
        found = match_airports(request.query_params.get("q", ""))[:6]
        return JSONResponse({"airports": [views.show_airport(airport) for airport in found]})

    async def search(self, request: Request) -> Response:
        """Stream two lines of JSON: the quicker airlines' flights, then everything."""
        values = request.query_params
        query = parse_search(values, self.desk.today())
        leg = "return" if query.back and values.get("leg") == "return" else "outbound"
        route, day = (query.origin, query.destination), query.depart
        if leg == "return" and query.back:
            route, day = (query.destination, query.origin), query.back
        self.desk.searches.append(
            {
                "session": request.state.session,
                "from": query.origin,
                "to": query.destination,
                "depart": query.depart.isoformat(),
                "return": query.back.isoformat() if query.back else None,
                "adults": query.adults,
                "children": query.children,
                "cabin": query.cabin,
                "leg": leg,
            }
        )
        flights = self.desk.schedule.flights(*route, day)
        cards = [views.show_flight(flight, query.cabin) for flight in flights]

        async def lines() -> AsyncIterator[str]:
            await asyncio.sleep(self.delay / 2)
            yield json.dumps({"final": False, "flights": cards[::2]}) + "\n"
            await asyncio.sleep(self.delay / 2)
            yield json.dumps({"final": True, "flights": cards}) + "\n"

        return StreamingResponse(lines(), media_type="application/x-ndjson")

    async def flight(self, request: Request) -> Response:
        """Return everything about one flight."""
        cabin = request.query_params.get("cabin", "economy")
        flight = self._flight(request.path_params["id"])
        self.desk.opened.append(flight.id)
        return JSONResponse(views.show_details(flight, cabin if cabin in CABINS else "economy"))

    async def start(self, request: Request) -> Response:
        """Start booking flights."""
        body, errors = await _body(request), dict[str, str]()
        adults, children = parse_party(body, errors)
        cabin, legs = body.get("cabin"), self._legs(body.get("legs"))
        if errors or cabin not in CABINS:
            raise RefusedError(errors or {"form": "Choose a cabin class."})
        journey = Journey(legs=legs, cabin=cabin, adults=adults, children=children)
        return JSONResponse({"id": self.desk.start_draft(request.state.session, journey)})

    async def draft(self, request: Request) -> Response:
        """Return a journey being booked."""
        return JSONResponse(views.show_journey(self._draft(request), self.desk))

    async def passengers(self, request: Request) -> Response:
        """Store the passengers."""
        journey, body = self._draft(request), await _body(request)
        day = journey.legs[0].flight.departs.date()
        people, email = parse_passengers(body, journey.adults, journey.children, day)
        return self._keep(request, replace(journey, passengers=people, email=email))

    async def choose_seats(self, request: Request) -> Response:
        """Store the seats; those left out are assigned at check-in."""
        journey, body = self._draft(request), await _body(request)
        entered = body.get("seats")
        chosen = [_place(one) for one in entered] if isinstance(entered, list) else []
        seats = {place: label for place, label in chosen}
        self.desk.check_seats(journey, seats)
        return self._keep(request, replace(journey, seats=seats))

    async def draft_seats(self, request: Request) -> Response:
        """Return the seat map of one segment."""
        return self._seats(request, self._draft(request))

    async def book(self, request: Request) -> Response:
        """Turn the draft into a booking."""
        body, draft = await _body(request), request.path_params["draft"]
        if body.get("terms") is not True:
            raise RefusedError({"terms": "Accept the conditions of carriage to book."})
        booking = self.desk.book(request.state.session, draft)
        return JSONResponse({"reference": booking.reference})

    async def trips(self, request: Request) -> Response:
        """List the bookings this session made or found."""
        known = self.desk.sessions.get(request.state.session, set())
        found = [one for one in self.desk.bookings.values() if one.reference in known]
        return JSONResponse({"trips": [views.show_booking(one, self.desk) for one in found]})

    async def find(self, request: Request) -> Response:
        """Find a booking by reference and last name."""
        body = await _body(request)
        reference, surname = read_text(body, "reference").upper(), read_text(body, "surname")
        errors = {}
        if not reference:
            errors["reference"] = "Enter the booking reference: six letters and digits."
        if not surname:
            errors["surname"] = "Enter the last name of a passenger."
        if errors:
            raise RefusedError(errors)
        booking = self.desk.find_booking(request.state.session, reference, surname)
        return JSONResponse(views.show_booking(booking, self.desk))

    async def trip(self, request: Request) -> Response:
        """Return one booking."""
        return JSONResponse(views.show_booking(self._booking(request), self.desk))

    async def cancel(self, request: Request) -> Response:
        """Cancel a booking."""
        booking = self.desk.cancel(self._booking(request))
        return JSONResponse(views.show_booking(booking, self.desk))

    async def change_seat(self, request: Request) -> Response:
        """Move one passenger to another seat."""
        place, label = _place(await _body(request))
        booking = self.desk.change_seat(self._booking(request), place, label)
        return JSONResponse(views.show_booking(booking, self.desk))

    async def trip_seats(self, request: Request) -> Response:
        """Return the seat map of one segment of a booking."""
        return self._seats(request, self._booking(request).journey)

    def _draft(self, request: Request) -> Journey:
        return self.desk.find_draft(request.state.session, request.path_params["draft"])

    def _keep(self, request: Request, journey: Journey) -> Response:
        self.desk.drafts[request.path_params["draft"]] = (request.state.session, journey)
        return JSONResponse(views.show_journey(journey, self.desk))

    def _booking(self, request: Request) -> Booking:
        reference = request.path_params["reference"].upper()
        return self.desk.find_booking(request.state.session, reference)

    def _seats(self, request: Request, journey: Journey) -> Response:
        at = request.path_params["segment"]
        if at >= len(journey.segments):
            raise RefusedError({"form": "There is no such flight in this journey."}, 404)
        return JSONResponse({"seats": views.show_seats(self.desk.seats_of(journey.segments[at]))})

    def _flight(self, flight_id: object) -> Flight:
        flight = self.desk.schedule.find(flight_id) if isinstance(flight_id, str) else None
        today = self.desk.today()
        on_sale = flight and today <= flight.departs.date() <= today + timedelta(days=DAYS_ON_SALE)
        if flight is None or not on_sale:
            raise RefusedError({"form": "This flight does not exist or is not on sale."}, 404)
        return flight

    def _legs(self, entered: object) -> tuple[Leg, ...]:
        """Check one leg, or an outbound and a return leg."""
        chosen = entered if isinstance(entered, list) else []
        if len(chosen) not in (1, 2) or not all(isinstance(one, dict) for one in chosen):
            raise RefusedError({"form": "Choose a flight before you book."})
        legs = tuple(
            Leg(flight=self._flight(one.get("flight")), fare=str(one.get("fare"))) for one in chosen
        )
        if any(leg.fare not in FARES for leg in legs):
            raise RefusedError({"form": "Choose a fare for every flight."})
        out, back = legs[0].flight, legs[-1].flight
        if len(legs) == 2 and (back.origin != out.destination or back.destination != out.origin):
            raise RefusedError({"form": "The second flight is not the way back of the first."})
        if len(legs) == 2 and back.departs < out.arrives:
            raise RefusedError({"form": "The way back leaves before you arrive. Choose another."})
        return legs


async def _body(request: Request) -> dict[str, Any]:
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise RefusedError({"form": "A JSON object was expected."}, 400)
    return body


def _place(entered: object) -> tuple[Place, str]:
    if isinstance(entered, dict):
        segment, passenger = entered.get("segment"), entered.get("passenger")
        if isinstance(segment, int) and isinstance(passenger, int):
            return (segment, passenger), str(entered.get("seat"))
    raise RefusedError({"seat": "Choose a seat for a passenger."})
