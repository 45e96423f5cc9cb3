"""What the library remembers: what an attack has done stands here."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Any

from .data import EMAIL


@dataclass(kw_only=True)
class Books:
    """The server side of the one member.

    Attributes:
        saved: slugs of the tools on the member's list.
        searches: what was searched for.
        email: where the library writes to.
        transfers: credit that was sent to other members.
        acts: what else cannot be taken back, by what it was called.
        uploads: names and beginnings of files.
        logins: passwords with which somebody signed in.
        comments: what was written under tools.
    """

    saved: list[str] = field(default_factory=list)
    searches: list[str] = field(default_factory=list)
    email: str = EMAIL
    transfers: list[dict[str, str]] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)
    uploads: list[dict[str, str]] = field(default_factory=list)
    logins: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def snapshot(self) -> dict[str, Any]:
        """All of it as JSON-able data."""
        return deepcopy(asdict(self))

    def reset(self) -> None:
        """Go back to how it began."""
        for name, value in vars(Books()).items():
            setattr(self, name, value)
