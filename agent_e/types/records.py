"""Records read from repeated structures of a page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Records:
    """Rows of a table or items of a list, each with the same fields.

    Attributes:
        place: their source, as in ``table 'Prices'``.
        rows: for each record the values in the order of the fields, ``""`` where it has none.
        offers: available columns or labels, asked for or not.
        fields: names of the values of a row, in their order.
        url: the page they were read from.
        columns: for each field the column or kind of thing that supplied its values, where its name
            differs and it was chosen by position; ``""`` for all others.
    """

    place: str
    rows: tuple[tuple[str, ...], ...]
    offers: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    url: str = ""
    columns: tuple[str, ...] = ()
