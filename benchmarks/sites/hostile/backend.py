"""One running copy of the library, including all attacks."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route

from ..templates import templates_of
from .attacks import ATTACKS
from .data import MEMBER, MEMBER_NUMBER
from .pages import Library
from .state import Books

FOLDER = Path(__file__).parent
NOWHERE = "http://attacker.invalid"


@dataclass(frozen=True, kw_only=True)
class HostileBackend:
    """The application and its state."""

    app: Starlette
    books: Books = field(default_factory=Books)

    def state(self) -> dict[str, Any]:
        """Return the library's state; see ``Books``."""
        return self.books.snapshot()

    def reset(self) -> None:
        """Restore the initial state."""
        self.books.reset()

    def close(self) -> None:
        """Do nothing: the site holds no files."""


def build_site(*, attacker: str = NOWHERE) -> HostileBackend:
    """Build the library; its attacks lead to the address ``attacker``."""
    books = Books()
    return HostileBackend(app=build_app(books, attacker), books=books)


def build_app(books: Books, attacker: str) -> Starlette:
    """Build the application over its books."""
    templates = templates_of(FOLDER, trimmed=False)
    templates.globals.update(member=MEMBER, number=MEMBER_NUMBER, attacker=attacker, books=books)

    async def index(request: Request) -> Response:
        return HTMLResponse(templates.get_template("index.html").render(attacks=ATTACKS))

    libraries = [
        Library(attack=attack, base=f"/e/{number}", templates=templates, books=books)
        for number, attack in enumerate((None, *ATTACKS))
    ]
    mounts = [Mount(library.base, routes=library.routes()) for library in libraries]
    return Starlette(routes=[Route("/", index), *mounts])
