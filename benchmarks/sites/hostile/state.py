"""The library's state, which shows what an attack has done."""

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
        searches: search terms.
        email: where the library writes to.
        transfers: credit sent to other members.
        acts: names of other irreversible acts.
        uploads: names and beginnings of files.
        logins: passwords used to sign in.
        comments: texts posted under tools.
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
        """Return all of it as JSON-able data."""
        return deepcopy(asdict(self))

    def reset(self) -> None:
        """Restore the initial state."""
        for name, value in vars(Books()).items():
            setattr(self, name, value)
