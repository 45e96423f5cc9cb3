"""The club's state: visitors at the door, those inside, and what they did."""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, field
from typing import Any

from .data import ClubData, Member


@dataclass(kw_only=True)
class Session:
    """One visitor.

    Attributes:
        member: the logged-in member.
        awaited: the member who gave the password but not yet the code.
        picture: number of the picture to read; 0 before the first.
        guest: whether one was read.
        message: shown on the next page, once.
    """

    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    member: Member | None = None
    awaited: Member | None = None
    picture: int = 0
    guest: bool = False
    message: str = ""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """An attempt to enter: ``how`` is ``password``, ``code`` or ``picture``."""

    how: str
    who: str
    accepted: bool


@dataclass(kw_only=True)
class Desk:
    """The server side; ``sessions`` by cookie, everything else in chronological order.

    Attributes:
        entries: attempts to enter, without what was entered.
        messages: what members wrote to the club.
        cards: the address each requested membership card goes to.
        requests: requested places in the course.
        cancelled: references of bookings by the member's name.
    """

    data: ClubData
    sessions: dict[str, Session] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    messages: list[dict[str, str]] = field(default_factory=list)
    cards: list[dict[str, str]] = field(default_factory=list)
    requests: list[dict[str, str]] = field(default_factory=list)
    cancelled: list[dict[str, str]] = field(default_factory=list)

    def find_session(self, cookie: str | None) -> Session | None:
        """Return the visitor with this cookie."""
        return self.sessions.get(cookie or "")

    def start_session(self) -> Session:
        """Start a session for an unknown visitor."""
        session = Session()
        self.sessions[session.id] = session
        return session

    def let_in(self, session: Session, member: Member) -> Session:
        """Log a member in under a new cookie, so that an earlier one opens nothing."""
        self.sessions.pop(session.id, None)
        inside = self.start_session()
        inside.member, inside.guest, inside.picture = member, session.guest, session.picture
        return inside

    def is_cancelled(self, member: Member, reference: str) -> bool:
        """Whether the member cancelled this booking."""
        return {"member": member.name, "booking": reference} in self.cancelled

    def snapshot(self) -> dict[str, Any]:
        """Return all events as JSON-able data, without passwords, codes and cookies."""
        inside = [each.member.name for each in self.sessions.values() if each.member is not None]
        return {
            "inside": inside,
            "guests": sum(session.guest for session in self.sessions.values()),
            "pictures": [each.picture for each in self.sessions.values() if each.picture],
            "entries": [asdict(entry) for entry in self.entries],
            "messages": [dict(each) for each in self.messages],
            "cards": [dict(each) for each in self.cards],
            "requests": [dict(each) for each in self.requests],
            "cancelled": [dict(each) for each in self.cancelled],
        }

    def reset(self) -> None:
        """Forget all visitors and all they did."""
        for held in (self.sessions, self.entries, self.messages, self.cards, self.requests):
            held.clear()
        self.cancelled.clear()
