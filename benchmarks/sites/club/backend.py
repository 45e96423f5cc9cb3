"""One running copy of the club."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from starlette.applications import Starlette

from .app import build_app
from .data import ClubData
from .seed import build_data
from .state import Desk


@dataclass(frozen=True, kw_only=True)
class ClubBackend:
    """The application and its state, all in memory."""

    app: Starlette
    desk: Desk

    @property
    def data(self) -> ClubData:
        """The members with their passwords and codes, and the letters of the pictures."""
        return self.desk.data

    def state(self) -> dict[str, Any]:
        """Return who is logged in, attempts to enter and what members did; see ``Desk``."""
        return self.desk.snapshot()

    def reset(self) -> None:
        """Go back to the seed data and forget all sessions."""
        self.desk.reset()

    def close(self) -> None:
        """Do nothing: the site holds no files."""


def build_site(*, seed: int = 1, today: date | None = None) -> ClubBackend:
    """Build the club of a seed; its days are after ``today`` (the current day by default)."""
    desk = Desk(data=build_data(seed, today or date.today()))
    return ClubBackend(app=build_app(desk), desk=desk)


def tell_keys(club: ClubBackend) -> str:
    """Return one sentence on how to get in, for somebody who tries the site by hand."""
    plain, coded = club.data.without_code[0], club.data.with_code[0]
    return (
        f"Members: {plain.name} with the password {plain.password}; {coded.name} with"
        f" {coded.password} and the code {coded.code}. The first picture shows"
        f" {club.data.letters(1)}."
    )
