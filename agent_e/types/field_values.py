"""Outcome of entering values into fields."""

from __future__ import annotations

from dataclasses import dataclass


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
    """

    done: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    left: tuple[int, ...] = ()
