"""The club as an ASGI application: its addresses, and how a request reaches a page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

from jinja2 import Environment
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..forms import read_form
from ..templates import templates_of
from .data import Member
from .state import Desk
from .views import door, inside
from .visit import Visit

FOLDER = Path(__file__).parent

View = Callable[[Visit], Response]
MemberView = Callable[[Visit, Member], Response]

PUBLIC: tuple[tuple[str, str, View], ...] = (
    ("GET", "/", door.home),
    ("GET", "/login", door.show_login),
    ("POST", "/login", door.log_in),
    ("GET", "/login/code", door.show_code),
    ("POST", "/login/code", door.check_code),
    ("POST", "/logout", door.log_out),
    ("GET", "/guests", door.guests),
    ("GET", "/guests/check", door.show_check),
    ("POST", "/guests/check", door.check_letters),
    ("GET", "/guests/picture/{number:int}.png", door.picture),
)
MEMBERS: tuple[tuple[str, str, MemberView], ...] = (
    ("GET", "/members", inside.overview),
    ("GET", "/members/bookings", inside.bookings),
    ("POST", "/members/bookings/{reference}/cancel", inside.cancel),
    ("GET", "/members/message", inside.show_message),
    ("POST", "/members/message", inside.send_message),
    ("GET", "/members/card", inside.show_card),
    ("POST", "/members/card", inside.send_card),
    ("GET", "/members/course", inside.show_course),
    ("POST", "/members/course", inside.request_course),
)


def build_app(desk: Desk) -> Starlette:
    """Build the application over its desk."""
    templates = _build_templates()
    pages = [*PUBLIC, *((method, path, _guarded(view)) for method, path, view in MEMBERS)]
    routes: list[Route | Mount] = [
        Route(path, _endpoint(view, desk, templates), methods=[method])
        for method, path, view in pages
    ]
    routes.append(Mount("/static", StaticFiles(directory=FOLDER / "static")))

    async def missing(request: Request, error: Exception) -> Response:
        return _answer(Visit(request, {}, desk, templates), _not_found)

    return Starlette(routes=routes, exception_handlers={404: missing})


def _guarded(view: MemberView) -> View:
    """Redirect visitors who are not logged in to the login."""

    def guarded(visit: Visit) -> Response:
        if visit.member is None:
            return visit.redirect("/login", "Log in to see the members' pages.")
        return view(visit, visit.member)

    return guarded


def _endpoint(
    view: View, desk: Desk, templates: Environment
) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return _answer(Visit(request, await read_form(request), desk, templates), view)

    return endpoint


def _answer(visit: Visit, view: View) -> Response:
    return visit.finish(view(visit))


def _not_found(visit: Visit) -> Response:
    return visit.render("missing.html", status=404)


def _build_templates() -> Environment:
    templates = templates_of(FOLDER)
    templates.filters["money"] = lambda cents: f"€{cents // 100}.{cents % 100:02}"
    templates.filters["day"] = _day
    return templates


def _day(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B %Y}"
