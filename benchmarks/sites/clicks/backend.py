"""The pages, or another site of ours as it is: where the pointer goes down is noted, nothing else.

So one click on a live page can be judged, and no page is changed by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ..catalog.backend import build_site as build_catalog
from ..club.backend import build_site as build_club
from ..definition import Backend
from ..flights.backend import build_site as build_flights
from ..shop.backend import build_site as build_shop
from . import controls, drawn
from .page import ClickPage

FOLDER = Path(__file__).parent
FAMILIES: Mapping[str, Callable[[int], ClickPage]] = {
    "toolbar": controls.toolbar,
    "table": controls.table,
    "cards": controls.cards,
    "form": controls.form,
    "tiny": controls.tiny,
    "links": controls.links,
    "chart": drawn.chart,
    "plan": drawn.plan,
    "map": drawn.town_map,
    "gallery": drawn.gallery,
    "scene": drawn.scene,
}
"""How the pages of a family are made; each is at ``/FAMILY/NUMBER``."""
_OTHERS: Mapping[str, Callable[..., Backend]] = {
    "catalog": build_catalog,
    "club": build_club,
    "flights": build_flights,
    "shop": build_shop,
}
_ACTS, _SCRIPT = "/acts", "/acts.js"
_TAG = f'<script src="{_SCRIPT}"></script>'.encode()


@dataclass(frozen=True, kw_only=True)
class ClicksBackend:
    """The pages, and what was done on them."""

    app: Starlette
    other: Backend | None
    acts: list[dict[str, Any]] = field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """Return ``acts`` in order: number, kind, and x and y in CSS pixels of the page."""
        return {"acts": sorted(self.acts, key=lambda act: int(act["number"]))}

    def reset(self) -> None:
        """Forget what was done, and restore the other site."""
        self.acts.clear()
        if self.other is not None:
            self.other.reset()

    def close(self) -> None:
        """Close the other site."""
        if self.other is not None:
            self.other.close()


def build_site(*, of: str = "", **options: Any) -> ClicksBackend:
    """Build the site.

    Args:
        of: the site whose pages are shown, such as shop; empty for those made here.
        options: for the builder of that site.
    """
    acts: list[dict[str, Any]] = []
    other = _OTHERS[of](**options) if of else None

    async def note(request: Request) -> Response:
        acts.append(await request.json())
        return Response(status_code=204)

    async def script(request: Request) -> Response:
        return FileResponse(FOLDER / "static" / "acts.js")

    rest = [Mount("/", app=other.app)] if other else _own_routes()
    app = Starlette(
        routes=[Route(_ACTS, note, methods=["POST"]), Route(_SCRIPT, script), *rest],
        middleware=[Middleware(BaseHTTPMiddleware, dispatch=_with_script)],
    )
    return ClicksBackend(app=app, other=other, acts=acts)


@lru_cache(maxsize=256)
def page_of(family: str, number: int) -> ClickPage:
    """Return a page of a family of ``FAMILIES``."""
    return FAMILIES[family](number)


def _own_routes() -> list[Route | Mount]:
    async def page(request: Request) -> Response:
        family = request.path_params["family"]
        if family not in FAMILIES:
            raise HTTPException(404)
        return HTMLResponse(page_of(family, request.path_params["number"]).html)

    async def index(request: Request) -> Response:
        listed = "".join(f'<p><a href="/{family}/0">{family}</a>' for family in FAMILIES)
        return HTMLResponse(f"<!doctype html><title>Pages to click on</title>{listed}")

    return [
        Route("/", index),
        Route("/{family}/{number:int}", page),
        Mount("/static", StaticFiles(directory=FOLDER / "static")),
    ]


async def _with_script(request: Request, call_next: RequestResponseEndpoint) -> Response:
    response = await call_next(request)
    if not response.headers.get("content-type", "").startswith("text/html"):
        return response
    parts = [part async for part in response.body_iterator]  # type: ignore[attr-defined]
    kept = {name: value for name, value in response.headers.items() if name != "content-length"}
    return Response(b"".join(parts) + _TAG, response.status_code, kept)
