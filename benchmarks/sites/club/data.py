"""What the club knows before anybody comes: members, events, and what its pictures show."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date

LETTERS = "ACDEFHJKMNPRTUVWXY3679"
"""Of the pictures: without those that a distorted picture makes look like others."""
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
    """Where the club may send something to."""

    key: str
    label: str
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Member:
    """A person with an account.

    Attributes:
        name: by which the member logs in.
        code: asked for after the password; empty where it is not.
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
    """Something that anybody may read of."""

    name: str
    day: date
    begins: str
    words: str


@dataclass(frozen=True, kw_only=True)
class ClubData:
    """The club of a seed; ``guest_fee`` in cents.

    No page shows a password, a code or the letters of a picture: tests and answers know them from
    here.
    """

    seed: int
    members: tuple[Member, ...]
    events: tuple[Event, ...]
    guest_fee: int
    guest_hours: str

    @property
    def without_code(self) -> tuple[Member, ...]:
        """Members whose password is enough."""
        return tuple(member for member in self.members if not member.code)

    @property
    def with_code(self) -> tuple[Member, ...]:
        """Members who are asked for a code as well."""
        return tuple(member for member in self.members if member.code)

    def find(self, name: str) -> Member | None:
        """Return the member who logs in by this name, in whatever case it is written."""
        wanted = name.strip().casefold()
        return next((member for member in self.members if member.name == wanted), None)

    def letters(self, number: int) -> str:
        """Return what the picture of this number shows; a visitor's first has the number 1.

        It is the same for every visitor, so that answers can be written down before a run.
        """
        return "".join(random.Random(f"{self.seed} picture {number}").sample(LETTERS, _SHOWN))
