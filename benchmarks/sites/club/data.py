"""The club's initial data: members, events, and the contents of its pictures."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date

LETTERS = "ACDEFHJKMNPRTUVWXY3679"
"""Letters of the pictures, without those that distortion makes ambiguous."""
_SHOWN = 4


@dataclass(frozen=True, kw_only=True)
class Booking:
    """A place on a wall; a member has two of the same name."""

    reference: str
    name: str
    wall: str
    day: date
    begins: str


@dataclass(frozen=True, kw_only=True)
class Address:
    """An address the club may send something to."""

    key: str
    label: str
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Member:
    """A person with an account.

    Attributes:
        name: login name.
        code: requested after the password; empty where none is.
        number: of the membership.
        amount: of the next invoice, in cents.
        due: the next invoice's day.
    """

    name: str
    full_name: str
    password: str
    code: str
    number: str
    since: int
    amount: int
    due: date
    bookings: tuple[Booking, ...]
    addresses: tuple[Address, ...]


@dataclass(frozen=True, kw_only=True)
class Event:
    """A public event."""

    name: str
    day: date
    begins: str
    words: str


@dataclass(frozen=True, kw_only=True)
class ClubData:
    """The club of a seed; ``guest_fee`` in cents.

    No page shows a password, a code or the letters of a picture: tests and answers take them from
    here.
    """

    seed: int
    members: tuple[Member, ...]
    events: tuple[Event, ...]
    guest_fee: int
    guest_hours: str

    @property
    def without_code(self) -> tuple[Member, ...]:
        """Members who need only their password."""
        return tuple(member for member in self.members if not member.code)

    @property
    def with_code(self) -> tuple[Member, ...]:
        """Members who need a code as well."""
        return tuple(member for member in self.members if member.code)

    def find(self, name: str) -> Member | None:
        """Return the member with this login name, in any case."""
        login = name.strip().casefold()
        return next((member for member in self.members if member.name == login), None)

    def letters(self, number: int) -> str:
        """Return the letters in the picture of this number; a visitor's first is number 1.

        It is the same for every visitor, so that answers can be written down before a run.
        """
        return "".join(random.Random(f"{self.seed} picture {number}").sample(LETTERS, _SHOWN))
