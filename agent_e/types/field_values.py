"""What became of values that were put into fields."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Entered:
    """What became of one text.

    Attributes:
        holds: what the field holds now; a secret is given back as it was entered.
        chip: the text, when it stands beside the field as a chip now and the field is empty.
        note: a sentence on why the field holds something else, ``""`` for none.
    """

    holds: str
    chip: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Filled:
    """How far the filling of a form came.

    Attributes:
        done: ids of the fields that have their value, in order.
        notes: sentences on fields that hold something else than what was asked for.
        problem: why the rest was left, as a sentence; ``""`` when nothing was.
        left: ids of the fields that were not filled.
    """

    done: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    left: tuple[int, ...] = ()
