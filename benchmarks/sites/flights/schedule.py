"""The timetable: which flights a seed makes for a route and a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from random import Random

from agent_e.benchmarks.sites.flights.places import (
    Airline,
    Airport,
    find_airport,
    list_airlines,
    measure_distance,
)

HUBS = ("AMS", "CPH", "FCO", "VIE", "ZRH")
AIRCRAFT = ("Airbus A320", "Boeing 737", "Embraer E190")
SLOTS = range(5 * 60 + 30, 21 * 60 + 30, 5)
"""The minutes of a day at which flights leave."""


@dataclass(frozen=True, kw_only=True)
class Segment:
    """One take-off and landing; both times are local."""

    number: str
    airline: Airline
    origin: Airport
    destination: Airport
    departs: datetime
    arrives: datetime
    minutes: int
    aircraft: str
    from_terminal: str
    to_terminal: str


@dataclass(frozen=True, kw_only=True)
class Flight:
    """A way from one airport to another: one segment, or two with a change between them.

    `price` is in cents, for one traveller in Economy Light; `minutes` is from the first take-off to
    the last landing; `on_time` is the percentage of punctual arrivals.
    """

    id: str
    segments: tuple[Segment, ...]
    minutes: int
    price: int
    on_time: int

    @property
    def origin(self) -> Airport:
        """Where the first segment starts."""
        return self.segments[0].origin

    @property
    def destination(self) -> Airport:
        """Where the last segment ends."""
        return self.segments[-1].destination

    @property
    def airline(self) -> Airline:
        """Who sells the flight."""
        return self.segments[0].airline

    @property
    def departs(self) -> datetime:
        """The first take-off, in local time."""
        return self.segments[0].departs

    @property
    def arrives(self) -> datetime:
        """The last landing, in local time."""
        return self.segments[-1].arrives

    @property
    def stops(self) -> int:
        """Number of changes."""
        return len(self.segments) - 1


class Schedule:
    """All flights of one seed; equal seeds give equal flights, whatever was requested before."""

    def __init__(self, seed: int = 1) -> None:
        self.seed = seed
        self._flights = lru_cache(maxsize=4096)(self._make)

    def flights(self, origin: str, destination: str, day: date | str) -> tuple[Flight, ...]:
        """Return the flights of a route and a day by departure.

        No two of them share a price, a departure or a duration. `day` may be ISO text. Unknown
        airports, and pairs without a route, have none.
        """
        day = date.fromisoformat(day) if isinstance(day, str) else day
        return self._flights(origin, destination, day)

    def find(self, flight_id: str) -> Flight | None:
        """Return the flight with that id, or None."""
        try:
            origin, destination, day, _ = flight_id.rsplit("-", 3)
            flights = self.flights(origin, destination, date.fromisoformat(day))
        except (ValueError, OverflowError):
            return None
        return next((flight for flight in flights if flight.id == flight_id), None)

    def _make(self, origin: str, destination: str, day: date) -> tuple[Flight, ...]:
        start, end = find_airport(origin), find_airport(destination)
        if start is None or end is None or measure_distance(start, end) < 150:
            return ()
        direct, connecting = self._counts(start, end, day)
        chance = Random(f"{self.seed} {origin} {destination} {day}")
        leaving = chance.sample(SLOTS, direct + connecting)
        maker = _Maker(chance, start, end, day)
        made = [maker.make(minute, change=at >= direct) for at, minute in enumerate(leaving)]
        made.sort(key=lambda segments: segments[0].departs)
        flights: list[Flight] = []
        for number, segments in enumerate(made, start=1):
            flights.append(
                Flight(
                    id=f"{origin}-{destination}-{day:%Y%m%d}-{number}",
                    segments=segments,
                    minutes=_elapsed(segments),
                    price=maker.price(segments, {flight.price for flight in flights}),
                    on_time=chance.randint(61, 98),
                )
            )
        return tuple(flights)

    def _counts(self, start: Airport, end: Airport, day: date) -> tuple[int, int]:
        """Return the numbers of flights without and with a change."""
        pair = " ".join(sorted((start.code, end.code)))
        route = Random(f"{self.seed} route {pair}")
        served, direct = route.random() < 0.93, route.random() < 0.8
        if not served:
            return 0, 0
        today = Random(f"{self.seed} counts {start.code} {end.code} {day}")
        far = measure_distance(start, end) > 900
        return today.randint(2, 6) if direct else 0, today.randint(2, 6) if far else 0


class _Maker:
    """Draws the flights of one route and day; no two get the same number, duration or price."""

    def __init__(self, chance: Random, start: Airport, end: Airport, day: date) -> None:
        self.chance, self.start, self.end, self.day = chance, start, end, day
        self.durations: set[int] = set()
        self.numbers: set[str] = set()

    def make(self, minute: int, *, change: bool) -> tuple[Segment, ...]:
        leaving = datetime.combine(self.day, time()) + timedelta(minutes=minute)
        airline = self.chance.choice(list_airlines())
        if not change:
            minutes = _minutes(self.start, self.end) + self.chance.randrange(0, 30, 5)
            while minutes in self.durations:
                minutes += 5
            self.durations.add(minutes)
            return (self._segment(airline, self.start, self.end, leaving, minutes),)
        return self._connect(airline, leaving)

    def _connect(self, airline: Airline, leaving: datetime) -> tuple[Segment, ...]:
        hubs = [code for code in HUBS if code not in (self.start.code, self.end.code)]
        hub = find_airport(self.chance.choice(hubs))
        assert hub is not None
        first = self._segment(airline, self.start, hub, leaving, _minutes(self.start, hub))
        if self.chance.random() < 0.3:
            airline = self.chance.choice(list_airlines())
        wait, flying = self.chance.randrange(45, 200, 5), _minutes(hub, self.end)
        while first.minutes + wait + flying in self.durations:
            wait += 5
        self.durations.add(first.minutes + wait + flying)
        onward = first.arrives + timedelta(minutes=wait)
        return first, self._segment(airline, hub, self.end, onward, flying)

    def _segment(
        self, airline: Airline, start: Airport, end: Airport, departs: datetime, minutes: int
    ) -> Segment:
        number = f"{airline.code} {self.chance.randint(100, 1999)}"
        while number in self.numbers:
            number = f"{airline.code} {self.chance.randint(100, 1999)}"
        self.numbers.add(number)
        return Segment(
            number=number,
            airline=airline,
            origin=start,
            destination=end,
            departs=departs,
            arrives=departs + timedelta(minutes=minutes + end.offset - start.offset),
            minutes=minutes,
            aircraft=self.chance.choice(AIRCRAFT) if minutes < 420 else "Airbus A321",
            from_terminal=self.chance.choice(start.terminals),
            to_terminal=self.chance.choice(end.terminals),
        )

    def price(self, segments: tuple[Segment, ...], taken: set[int]) -> int:
        usual = 3200 + 7 * measure_distance(self.start, self.end)
        price = int(usual * self.chance.uniform(0.7, 1.9) * (1 if len(segments) == 1 else 0.85))
        while price in taken:
            price += 130
        return price


def _minutes(start: Airport, end: Airport) -> int:
    return 35 + 5 * round(measure_distance(start, end) / 800 * 12)


def _elapsed(segments: tuple[Segment, ...]) -> int:
    first, last = segments[0], segments[-1]
    clock = (last.arrives - first.departs).total_seconds() / 60
    return int(clock) + first.origin.offset - last.destination.offset
