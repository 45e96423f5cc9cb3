"""The site as an ASGI application: one page for every address, and JSON under `/api`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from secrets import token_urlsafe

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.sites.flights.api import Api
from agent_e.benchmarks.sites.flights.bookings import Desk
from agent_e.benchmarks.sites.flights.checks import RefusedError

STATIC = Path(__file__).with_name("static")
Endpoint = Callable[[Request], Awaitable[Response]]

COOKIE = "larkway_session"
SHELL = (
    "/", "/results", "/flight/{id}", "/booking/{draft}/{step:path}", "/confirmation/{reference}",
    "/trips", "/trips/{reference}",
)  # fmt: skip


def build_app(desk: Desk, *, delay: float) -> Starlette:
    """Build the application; a search takes `delay` seconds until its last flights arrive."""
    api = Api(desk, delay)
    table: tuple[tuple[str, str, Endpoint], ...] = (
        ("GET", "/calendar", api.calendar),
        ("GET", "/airports", api.airports),
        ("GET", "/search", api.search),
        ("GET", "/flights/{id}", api.flight),
        ("POST", "/drafts", api.start),
        ("GET", "/drafts/{draft}", api.draft),
        ("PUT", "/drafts/{draft}/passengers", api.passengers),
        ("PUT", "/drafts/{draft}/seats", api.choose_seats),
        ("GET", "/drafts/{draft}/seats/{segment:int}", api.draft_seats),
        ("POST", "/drafts/{draft}/book", api.book),
        ("GET", "/trips", api.trips),
        ("POST", "/trips/find", api.find),
        ("GET", "/trips/{reference}", api.trip),
        ("POST", "/trips/{reference}/cancel", api.cancel),
        ("PUT", "/trips/{reference}/seat", api.change_seat),
        ("GET", "/trips/{reference}/seats/{segment:int}", api.trip_seats),
    )
    routes: list[Route | Mount] = [
        Route(f"/api{path}", _with_session(endpoint), methods=[method])
        for method, path, endpoint in table
    ]
    routes += [Route(path, _shell(200)) for path in SHELL]
    routes.append(Mount("/static", StaticFiles(directory=STATIC)))
    return Starlette(routes=routes, exception_handlers={404: _shell(404)})


def _with_session(endpoint: Endpoint) -> Endpoint:
    async def answer(request: Request) -> Response:
        known = request.cookies.get(COOKIE)
        request.state.session = known or token_urlsafe(12)
        try:
            response = await endpoint(request)
        except RefusedError as refused:
            response = JSONResponse({"errors": refused.errors}, status_code=refused.status)
        response.headers["Cache-Control"] = "no-store"
        if not known:
            response.set_cookie(COOKIE, request.state.session, httponly=True, samesite="lax")
        return response

    return answer


def _shell(status: int) -> Callable[..., Awaitable[Response]]:
    async def shell(request: Request, error: Exception | None = None) -> Response:
        if request.url.path.startswith(("/api/", "/static/")):
            return JSONResponse({"errors": {"form": "There is nothing here."}}, status_code=404)
        return FileResponse(STATIC / "index.html", status_code=status)

    return shell
