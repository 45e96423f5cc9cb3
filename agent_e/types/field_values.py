"""Outcome of entering values into fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TICKED = frozenset({"true", "on", "yes", "1", "checked", "x"})
"""Values that tick a checkbox, in lower case."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entered:
    """Outcome of entering one text.

    Attributes:
        holds: the field's value afterwards; a secret is given back as it was entered.
        chip: the text, when it now appears beside the empty field as a chip.
        note: a sentence on why the field's value differs, ``""`` for none.
    """

    holds: str
    chip: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Filled:
    """Outcome of filling a form.

    Attributes:
        done: ids of the filled fields, in order.
        notes: sentences on fields whose value differs from the requested one.
        problem: why the rest was left out, as a sentence; ``""`` when nothing was.
        left: ids of the fields that were not filled.
        chosen: the full texts of chosen options, by ids of their fields.
    """

    done: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    left: tuple[int, ...] = ()
    chosen: Mapping[int, str] = field(default_factory=dict)
