"""Larkway over HTTP: its timetable, what it refuses, and what its state says."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Any

import httpx
import pytest

from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.flights.backend import build_site
from agent_e.benchmarks.sites.flights.fares import CABINS, FARES, get_price, split_price
from agent_e.benchmarks.sites.flights.places import list_airports, match_airports
from agent_e.benchmarks.sites.flights.schedule import Schedule

TODAY = "2026-11-22"
DAY = "2026-12-15"
WANTED = {"from": "VIE", "to": "LGW", "depart": DAY}
ADA = {"first": "Ada", "last": "Lane", "born": "02/11/1979"}
CODES = [airport.code for airport in list_airports()]


@pytest.fixture(scope="module")
async def served() -> AsyncIterator[RunningSite]:
    async with serve_site("flights", today=TODAY, delay=0) as site:
        yield site


@pytest.fixture
def site(served: RunningSite) -> RunningSite:
    served.reset()
    return served


@pytest.fixture
async def visitor(site: RunningSite) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=site.url) as client:
        yield client


async def draft(visitor: httpx.AsyncClient, *flights: str, **party: Any) -> str:
    legs = [{"flight": flight, "fare": "flex"} for flight in flights]
    body = {"legs": legs, "cabin": "economy", "adults": 1, "children": 0} | party
    answer = await visitor.post("/api/drafts", json=body)
    assert answer.status_code == 200, answer.text
    return f"/api/drafts/{answer.json()['id']}"


async def book(visitor: httpx.AsyncClient, flight: str, seat: str = "") -> str:
    path = await draft(visitor, flight)
    entered = {"passengers": [ADA], "email": "ada@example.com"}
    assert (await visitor.put(f"{path}/passengers", json=entered)).status_code == 200
    if seat:
        chosen = {"seats": [{"segment": 0, "passenger": 0, "seat": seat}]}
        assert (await visitor.put(f"{path}/seats", json=chosen)).status_code == 200
    answer = await visitor.post(f"{path}/book", json={"terms": True})
    return str(answer.json()["reference"])


def errors(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code in (400, 404, 409, 422), answer.text
    told: dict[str, str] = answer.json()["errors"]
    return told


async def free_seats(visitor: httpx.AsyncClient, path: str) -> list[dict[str, Any]]:
    seats = (await visitor.get(f"{path}/seats/0")).json()["seats"]
    return [seat for seat in seats if not seat["taken"]]


@pytest.mark.parametrize("seed", range(4))
def test_flights_of_a_route_and_day_differ_in_price_departure_and_duration(seed: int):
    schedule = Schedule(seed)
    routes = [(one, other) for one in CODES for other in CODES]
    days = [schedule.flights(*route, DAY) for route in routes]
    for flights in days:
        for key in ("price", "departs", "minutes", "id"):
            assert len({getattr(flight, key) for flight in flights}) == len(flights)
        segments = [segment.number for flight in flights for segment in flight.segments]
        assert len(set(segments)) == len(segments)
        for cabin in CABINS:
            for fare in FARES:
                prices = {get_price(flight, cabin, fare) for flight in flights}
                assert len(prices) == len(flights)
    served = [flights for flights in days if flights]
    assert len(CODES) * (len(CODES) - 1) > len(served) > len(CODES) * len(CODES) * 0.8
    assert {flight.stops for flights in served for flight in flights} == {0, 1}


def test_equal_seeds_make_equal_flights_whatever_was_asked_before():
    one, other = Schedule(3), Schedule(3)
    other.flights("LIS", "JFK", "2026-12-01")
    assert one.flights("VIE", "LGW", DAY) == other.flights("VIE", "LGW", date(2026, 12, 15))
    assert one.flights("VIE", "LGW", DAY) != Schedule(4).flights("VIE", "LGW", DAY)


def test_segments_fit_together_and_clocks_are_local():
    schedule = Schedule()
    for destination in CODES:
        for flight in schedule.flights("JFK", destination, DAY):
            flying = sum(segment.minutes for segment in flight.segments)
            waits = [
                (after.departs - before.arrives).total_seconds() / 60
                for before, after in zip(flight.segments, flight.segments[1:], strict=False)
            ]
            assert flight.minutes == flying + sum(waits)
            assert all(wait >= 45 for wait in waits)
            clocks = (flight.arrives - flight.departs).total_seconds() / 60
            ahead = flight.destination.offset - flight.origin.offset
            assert clocks == flight.minutes + ahead
            assert schedule.find(flight.id) == flight
            assert flight.segments[0].from_terminal in flight.origin.terminals


@pytest.mark.parametrize(
    "odd", ["", "x", "VIE-LGW-20261215-99", "A-B-99991231-1", "VIE-VIE-20261215-1", "-" * 9]
)
def test_an_id_of_no_flight_finds_none(odd: str):
    assert Schedule().find(odd) is None


def test_the_parts_of_a_price_add_up():
    for flight in Schedule().flights("VIE", "LGW", DAY):
        for cabin in CABINS:
            for fare in FARES:
                price = get_price(flight, cabin, fare)
                assert sum(split_price(flight, price).values()) == price
        assert get_price(flight) == flight.price


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("lis", ["LIS"]),
        ("malaga", ["AGP"]),
        ("ZÜR", ["ZRH"]),
        ("London (LHR)", ["LHR"]),
        ("gatwick london", ["LGW"]),
        ("paris", ["CDG", "ORY"]),
        ("  ", []),
        ("isb", []),
    ],
)
def test_airports_are_found_by_how_their_words_begin(query: str, codes: list[str]):
    assert [airport.code for airport in match_airports(query)] == codes


async def test_a_search_comes_in_two_parts_and_is_remembered(visitor, site):
    answer = await visitor.get("/api/search", params=WANTED | {"adults": "2"})
    parts = [json.loads(line) for line in answer.text.splitlines()]
    assert [part["final"] for part in parts] == [False, True]
    flights = site.backend.flights("VIE", "LGW", DAY)
    assert [flight["id"] for flight in parts[1]["flights"]] == [flight.id for flight in flights]
    assert 0 < len(parts[0]["flights"]) < len(flights)
    (search,) = site.state()["searches"]
    assert (search["from"], search["to"], search["depart"]) == ("VIE", "LGW", DAY)
    assert (search["return"], search["adults"], search["leg"]) == (None, 2, "outbound")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"from": "XXX"}, "from"),
        ({"to": ""}, "to"),
        ({"to": "VIE"}, "to"),
        ({"depart": "soon"}, "depart"),
        ({"depart": "2026-11-21"}, "depart"),
        ({"depart": "2028-01-01"}, "depart"),
        ({"return": "2026-12-14"}, "return"),
        ({"adults": "0"}, "adults"),
        ({"adults": "٣"}, "adults"),
        ({"children": "5"}, "children"),
        ({"cabin": "deck"}, "cabin"),
    ],
)
async def test_a_search_that_cannot_be_is_refused_at_its_field(visitor, site, change, field):
    answer = await visitor.get("/api/search", params=WANTED | change)
    assert list(errors(answer)) == [field]
    assert site.state()["searches"] == []


async def test_bags_terminals_and_punctuality_are_only_on_the_page_of_a_flight(visitor, site):
    flight = site.backend.flights("VIE", "LGW", DAY)[0]
    results = (await visitor.get("/api/search", params=WANTED)).text
    for secret in ("on_time", "terminal", "bag"):
        assert secret not in results
    page = (await visitor.get(f"/api/flights/{flight.id}?cabin=business")).json()
    assert page["on_time"] == flight.on_time
    assert page["segments"][0]["from_terminal"] == flight.segments[0].from_terminal
    assert page["fares"][0]["price"] == get_price(flight, "business")
    assert site.state()["opened"] == [flight.id]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"first": ""}, "0.first"),
        ({"last": "L4ne"}, "0.last"),
        ({"first": 7}, "0.first"),
        ({"born": "1979-11-02"}, "0.born"),
        ({"born": "31/02/1979"}, "0.born"),
        ({"born": "01/01/2020"}, "0.born"),
        ({"born": "01/01/2090"}, "0.born"),
    ],
)
async def test_a_passenger_who_cannot_fly_is_explained(visitor, site, change, field):
    path = await draft(visitor, site.backend.flights("VIE", "LGW", DAY)[0].id)
    entered = {"passengers": [ADA | change], "email": "ada@example.com"}
    assert list(errors(await visitor.put(f"{path}/passengers", json=entered))) == [field]
    assert errors(await visitor.post(f"{path}/book", json={"terms": True}))["form"]
    assert len(site.state()["bookings"]) == 3


async def test_a_child_is_a_child_on_the_day_of_departure(visitor, site):
    path = await draft(visitor, site.backend.flights("VIE", "LGW", DAY)[0].id, children=1)
    child = {"first": "Mia", "last": "Lane", "born": "15/12/2014"}
    entered = {"passengers": [ADA, child], "email": "ada@example.com"}
    refused = errors(await visitor.put(f"{path}/passengers", json=entered))
    assert "younger than 12" in refused["1.born"]
    child["born"] = "16/12/2014"
    assert (await visitor.put(f"{path}/passengers", json=entered)).status_code == 200


async def test_a_booking_holds_what_was_entered_and_paid(visitor, site):
    flight = site.backend.flights("VIE", "LGW", DAY)[0]
    path = await draft(visitor, flight.id)
    dear = next(seat for seat in await free_seats(visitor, path) if seat["price"])
    reference = await book(visitor, flight.id, dear["label"])
    booking = site.state()["bookings"][-1]
    assert booking["reference"] == reference
    assert booking["status"] == "confirmed"
    assert booking["passengers"] == [
        {"first": "Ada", "last": "Lane", "born": "1979-11-02", "child": False}
    ]
    assert [(leg["id"], leg["fare"]) for leg in booking["legs"]] == [(flight.id, "flex")]
    assert booking["seats"][0]["seat"] == dear["label"]
    assert booking["total"] == get_price(flight, "economy", "flex") + dear["price"]
    assert booking["session"]


async def test_a_journey_that_makes_no_sense_is_refused(visitor, site):
    out, back = (site.backend.flights(*route, DAY) for route in (("VIE", "LGW"), ("LGW", "VIE")))
    other = site.backend.flights("LGW", "BCN", "2026-12-20")[0]
    for legs in (
        [],
        [{"flight": "none", "fare": "flex"}],
        [{"flight": out[0].id, "fare": "gold"}],
        [{"flight": out[0].id, "fare": "flex"}, {"flight": other.id, "fare": "flex"}],
        [{"flight": out[-1].id, "fare": "flex"}, {"flight": back[0].id, "fare": "flex"}],
        "flights",
    ):
        body = {"legs": legs, "cabin": "economy", "adults": 1, "children": 0}
        assert "form" in errors(await visitor.post("/api/drafts", json=body))
    for text in ("", "[1]", "{", "[" * 100_000):
        assert errors(await visitor.post("/api/drafts", content=text))["form"]


async def test_a_seat_is_given_once(visitor, site):
    flight = site.backend.flights("VIE", "LGW", DAY)[0]
    path = await draft(visitor, flight.id, adults=2)
    seat = (await free_seats(visitor, path))[0]["label"]
    twice = [{"segment": 0, "passenger": at, "seat": seat} for at in (0, 1)]
    assert "taken" in errors(await visitor.put(f"{path}/seats", json={"seats": twice}))["seat"]
    for wrong in ("99Z", None, 3):
        odd = [{"segment": 0, "passenger": 0, "seat": wrong}]
        assert "seat" in errors(await visitor.put(f"{path}/seats", json={"seats": odd}))
    await book(visitor, flight.id, seat)
    late = await visitor.put(f"{path}/seats", json={"seats": twice[:1]})
    assert "taken" in errors(late)["seat"]


async def test_a_booking_opens_to_its_reference_and_last_name_only(visitor, site):
    booked = site.state()["bookings"][0]
    reference, surname = booked["reference"], booked["passengers"][0]["last"]
    assert (await visitor.get(f"/api/trips/{reference}")).status_code == 404
    wrong = await visitor.post(
        "/api/trips/find", json={"reference": reference, "surname": "Nobody"}
    )
    unknown = await visitor.post(
        "/api/trips/find", json={"reference": "ZZZZZZ", "surname": surname}
    )
    assert errors(wrong) == errors(unknown)
    found = await visitor.post(
        "/api/trips/find", json={"reference": reference.lower(), "surname": surname.upper()}
    )
    assert found.json()["reference"] == reference
    assert (await visitor.get(f"/api/trips/{reference}")).status_code == 200
    async with httpx.AsyncClient(base_url=site.url) as stranger:
        assert (await stranger.get(f"/api/trips/{reference}")).status_code == 404
        cancelling = await stranger.post(f"/api/trips/{reference}/cancel", json={})
        assert cancelling.status_code == 404
    assert site.state()["cancelled"] == []


async def test_cancelling_pays_back_by_fare_and_happens_once(visitor, site):
    flight = site.backend.flights("VIE", "LGW", DAY)[0]
    reference = await book(visitor, flight.id)
    trip = (await visitor.post(f"/api/trips/{reference}/cancel", json={})).json()
    assert (trip["status"], trip["refund"]) == ("cancelled", get_price(flight, "economy", "flex"))
    assert errors(await visitor.post(f"/api/trips/{reference}/cancel", json={}))
    assert site.state()["cancelled"] == [reference]


async def test_a_seat_changes_where_it_costs_no_more(visitor, site):
    flight = site.backend.flights("VIE", "LGW", DAY)[0]
    reference = await book(visitor, flight.id)
    path = f"/api/trips/{reference}"
    seats = await free_seats(visitor, path)
    dear = next(seat["label"] for seat in seats if seat["price"])
    plain = next(seat["label"] for seat in seats if not seat["price"])
    place = {"segment": 0, "passenger": 0}
    assert (
        "costs extra"
        in errors(await visitor.put(f"{path}/seat", json=place | {"seat": dear}))["seat"]
    )
    assert (await visitor.put(f"{path}/seat", json=place | {"seat": plain})).status_code == 200
    (change,) = site.state()["seat_changes"]
    assert (change["reference"], change["before"], change["after"]) == (reference, None, plain)


async def test_a_reset_forgets_all_but_the_seed_data(visitor, site):
    before = site.state()
    await book(visitor, site.backend.flights("VIE", "LGW", DAY)[0].id)
    await visitor.get("/api/search", params=WANTED)
    assert site.state() != before
    site.reset()
    assert site.state() == before
    assert (await visitor.get("/api/trips")).json() == {"trips": []}


@pytest.mark.parametrize("seed", range(40))
def test_every_seed_has_bookings_to_find(seed: int):
    today = date(2026, 1, 1) + timedelta(days=9 * seed)
    bookings = build_site(seed=seed, today=lambda: today).state()["bookings"]
    assert len({booking["reference"] for booking in bookings}) == 3
    for booking in bookings:
        assert booking["legs"][0]["departs"] > today.isoformat()
        assert booking["total"] > booking["refundable"]


async def test_every_address_of_the_application_is_served_and_no_other(visitor):
    for path in ("/", "/results?from=VIE", "/flight/x", "/booking/x/seats", "/trips/ABCDEF"):
        answer = await visitor.get(path)
        assert (answer.status_code, "<main" in answer.text) == (200, True)
    for path in ("/state", "/flights"):
        assert (await visitor.get(path)).status_code == 404
    assert errors(await visitor.get("/api/state"))["form"]
    assert (await visitor.get("/static/none.js")).status_code == 404


def test_a_day_may_be_given_as_text_or_asked_for():
    assert build_site(today=TODAY).state()["today"] == TODAY
    assert build_site().state()["today"] >= "2026"
    with pytest.raises(ValueError, match="isoformat"):
        build_site(today="tomorrow")
