"""Records read from what repeats on a page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Records:
    """Rows of a table or items of a list, each with the same fields.

    Attributes:
        place: what they were read from, as in ``table 'Prices'``.
        rows: for each record the values in the order of the fields, ``""`` where it has none.
        offers: columns or labels that are there, asked for or not.
        fields: names of the values of a row, in their order.
        url: the page they were read from.
        columns: for each field the column or kind of thing that its values were taken from where
            that is called otherwise and was chosen by where it stands; ``""`` for all others.
    """

    place: str
    rows: tuple[tuple[str, ...], ...]
    offers: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    url: str = ""
    columns: tuple[str, ...] = ()
