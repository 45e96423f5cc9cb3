"""One running copy of the site."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from starlette.applications import Starlette

from agent_e.benchmarks.sites.flights.app import build_app
from agent_e.benchmarks.sites.flights.bookings import Desk
from agent_e.benchmarks.sites.flights.schedule import Flight, Schedule
from agent_e.benchmarks.sites.flights.views import take_snapshot


@dataclass(frozen=True, kw_only=True)
class FlightsBackend:
    """The application and its state, all in memory."""

    app: Starlette
    desk: Desk

    def state(self) -> dict[str, Any]:
        """Return `searches`, `opened`, `bookings`, `cancelled`, `seat_changes` and the seed data.

        Money is in cents; `opened` holds the id of each flight whose page was shown, in order.
        """
        return take_snapshot(self.desk)

    def flights(self, origin: str, destination: str, day: date | str) -> tuple[Flight, ...]:
        """Return the flights between two airport codes on a day, by departure."""
        return self.desk.schedule.flights(origin, destination, day)

    def reset(self) -> None:
        """Restore the seed data and drop all sessions."""
        self.desk.reset()

    def close(self) -> None:
        """Do nothing: the site holds no files."""


def build_site(
    *, seed: int = 1, today: Callable[[], date] | str = date.today, delay: float = 0.6
) -> FlightsBackend:
    """Build the site: the timetable of `seed`, sold from `today` (or an ISO day) on.

    A search takes `delay` seconds. Raises ValueError for a `today` that is no day.
    """
    if isinstance(today, str):
        fixed = date.fromisoformat(today)
        desk = Desk(Schedule(seed), lambda: fixed)
    else:
        desk = Desk(Schedule(seed), today)
    return FlightsBackend(app=build_app(desk, delay=delay), desk=desk)
