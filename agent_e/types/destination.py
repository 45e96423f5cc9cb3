"""Where a connection may go."""

from __future__ import annotations

from dataclasses import dataclass

from .decision import Decision


@dataclass(frozen=True, kw_only=True, slots=True)
class Destination:
    """What was decided on a connection.

    Attributes:
        decision: whether it may be made.
        host: to connect to, in the form that was checked.
        addresses: the numeric addresses that were checked, to connect to one of them; ``None``
            where names are not looked up before.
    """

    decision: Decision
    host: str
    addresses: tuple[str, ...] | None = None
