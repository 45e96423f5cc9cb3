"""The shop as an ASGI application: its addresses, and how a request reaches a page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from urllib.parse import parse_qsl

from jinja2 import Environment
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.sites.pictures import render_picture
from agent_e.benchmarks.sites.shop.money import render_money
from agent_e.benchmarks.sites.shop.store import Store
from agent_e.benchmarks.sites.shop.views import account, basket, browse, checkout
from agent_e.benchmarks.sites.shop.visit import Tools, Visit
from agent_e.benchmarks.sites.templates import templates_of

FOLDER = Path(__file__).parent

View = Callable[[Visit], Response]

PAGES: tuple[tuple[str, str, View], ...] = (
    ("GET", "/", browse.home),
    ("GET", "/products", browse.all_products),
    ("GET", "/category/{slug}", browse.category),
    ("GET", "/search", browse.search),
    ("GET", "/product/{slug}", browse.product),
    ("GET", "/basket", basket.show),
    ("POST", "/basket", basket.add),
    ("POST", "/basket/{slug}", basket.change),
    ("GET", "/checkout", checkout.show),
    ("POST", "/checkout", checkout.submit),
    ("GET", "/checkout/complete/{number:int}", checkout.complete),
    ("GET", "/login", account.show_login),
    ("POST", "/login", account.log_in),
    ("POST", "/logout", account.log_out),
    ("GET", "/register", account.show_register),
    ("POST", "/register", account.register),
    ("GET", "/account/orders", account.orders),
    ("GET", "/account/orders/{number:int}", account.order),
)


def build_app(store: Store, *, today: Callable[[], date] = date.today) -> Starlette:
    """Build the application over a store; `today` dates its orders."""
    tools = Tools(templates=_build_templates(), today=today)
    routes: list[Route | Mount] = [
        Route(path, _endpoint(view, store, tools), methods=[method]) for method, path, view in PAGES
    ]
    routes.append(Mount("/static", StaticFiles(directory=FOLDER / "static")))

    async def missing(request: Request, error: Exception) -> Response:
        return await _answer(request, _not_found, store, tools)

    return Starlette(routes=routes, exception_handlers={404: missing})


def _endpoint(view: View, store: Store, tools: Tools) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await _answer(request, view, store, tools)

    return endpoint


async def _answer(request: Request, view: View, store: Store, tools: Tools) -> Response:
    form = await _read_form(request)
    # Nothing is awaited while the connection is open: requests, and a reset, take turns.
    with store.connect() as db:
        visit = Visit(request, form, db, tools)
        return visit.finish(view(visit))


async def _read_form(request: Request) -> dict[str, str]:
    if request.method != "POST":
        return {}
    try:
        text = (await request.body()).decode("ascii")
    except UnicodeDecodeError as error:
        raise HTTPException(400, "A form was expected.") from error
    return dict(parse_qsl(text, keep_blank_values=True))


def _not_found(visit: Visit) -> Response:
    return visit.render("missing.html", status=404)


def _build_templates() -> Environment:
    templates = templates_of(FOLDER)
    templates.filters["money"] = render_money
    templates.globals["picture"] = render_picture
    return templates
