"""Cabins and fares: what a seat costs, and what comes with it. Money is counted in cents."""

from __future__ import annotations

from dataclasses import dataclass

from agent_e.benchmarks.sites.flights.schedule import Flight

CURRENCY = "EUR"
CABINS = {"economy": 10, "premium": 16, "business": 30}
"""Each cabin's price, in tenths of Economy's."""

CABIN_LABELS = {"economy": "Economy", "premium": "Premium Economy", "business": "Business"}


@dataclass(frozen=True, kw_only=True)
class Fare:
    """Conditions of a ticket; `refund` is the percentage paid back on cancelling."""

    key: str
    label: str
    change: str
    refund: int


FARES = {
    fare.key: fare
    for fare in (
        Fare(key="light", label="Light", change="No changes", refund=0),
        Fare(key="standard", label="Standard", change="Changes for €40.00", refund=50),
        Fare(key="flex", label="Flex", change="Free changes", refund=100),
    )
}


def get_price(flight: Flight, cabin: str = "economy", fare: str = "light") -> int:
    """Return the price for one traveller; raises KeyError for an unknown cabin or fare."""
    base = flight.price * CABINS[cabin] // 10
    extra = {"light": 0, "standard": 2200 + base // 10, "flex": 5900 + base // 4}
    return base + extra[fare]


def split_price(flight: Flight, price: int) -> dict[str, int]:
    """Return the parts of a traveller's price: `fare`, `taxes` and `charges`."""
    taxes = min(price // 5, 900 + 350 * len(flight.segments))
    charges = min(price // 10, 480 * len(flight.segments))
    return {"fare": price - taxes - charges, "taxes": taxes, "charges": charges}


def describe_bags(flight: Flight, fare: str) -> str:
    """Return which checked bags are included; raises KeyError for an unknown fare."""
    bags = flight.airline.checked[fare]
    if not bags:
        return "No checked bag"
    return f"{len(bags)} checked bag{'s' if len(bags) > 1 else ''} of {bags[0]} kg"
