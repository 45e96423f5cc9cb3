"""Units of numbers: selecting candidates by unit and converting them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from .candidates import Candidate

_DIMENSIONS: tuple[dict[str, str], ...] = (
    {"mm": "0.001", "cm": "0.01", "m": "1", "meter": "1", "metre": "1", "km": "1000",
     "kilometer": "1000", "kilometre": "1000", "in": "0.0254", "inch": "0.0254",
     "inche": "0.0254", "ft": "0.3048", "foot": "0.3048", "feet": "0.3048", "yard": "0.9144",
     "mi": "1609.344", "mile": "1609.344"},
    {"mg": "0.001", "g": "1", "gram": "1", "kg": "1000", "kilogram": "1000", "kilo": "1000",
     "t": "1000000", "tonne": "1000000", "oz": "28.349523125", "ounce": "28.349523125",
     "lb": "453.59237", "pound": "453.59237"},
    {"ml": "0.001", "cl": "0.01", "l": "1", "liter": "1", "litre": "1"},
    {"b": "1", "byte": "1", "kb": "1000", "mb": "1000000", "gb": "1000000000",
     "tb": "1000000000000", "kilobyte": "1000", "megabyte": "1000000", "gigabyte": "1000000000",
     "terabyte": "1000000000000", "kib": "1024", "mib": "1048576", "gib": "1073741824"},
    {"%": "1", "percent": "1", "prozent": "1"},
)  # fmt: skip


def in_unit(candidates: Sequence[Candidate], unit: str) -> list[Candidate]:
    """Return candidates in the unit, converted to it, and those without a unit."""
    found = [each if not each.unit else _converted(each, unit) for each in candidates]
    return [each for each in found if each is not None]


def _converted(candidate: Candidate, unit: str) -> Candidate | None:
    named = [candidate.unit, *candidate.words.replace("-", " ").split()]
    if _root(unit) in map(_root, named):
        return candidate
    for dimension in _DIMENSIONS:
        mine, wanted = dimension.get(_root(candidate.unit)), dimension.get(_root(unit))
        if mine and wanted:
            factor = Fraction(mine) / Fraction(wanted)
            return replace(
                candidate, readings=frozenset(each * factor for each in candidate.readings)
            )
    return None


def _root(unit: str) -> str:
    name = unit.casefold().rstrip(".")
    return name[:-1] if len(name) > 3 and name.endswith("s") else name
