"""Serve a catalogue: the page, its stylesheet, and one fragment for each product's panel."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.sites.catalog.data import CatalogData, default_catalog
from agent_e.benchmarks.sites.catalog.generate import random_catalog
from agent_e.benchmarks.sites.pictures import render_picture
from agent_e.benchmarks.sites.templates import templates_of

FOLDER = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class CatalogBackend:
    """One running catalogue and the products that were opened on it, in order."""

    data: CatalogData
    app: Starlette
    opened: list[str] = field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """Return the data as served, and `opened`: the slug of each panel requested so far."""
        products = [
            {"position": position, **asdict(product)}
            for position, product in enumerate(self.data.products, start=1)
        ]
        return {
            "products": products,
            "words": asdict(self.data.words),
            "layout": self.data.layout,
            "panel": self.data.panel,
            "opened": list(self.opened),
        }

    def reset(self) -> None:
        """Forget what was opened; the products never change."""
        self.opened.clear()

    def close(self) -> None:
        """Do nothing: a catalogue holds no files."""


def build_site(*, data: CatalogData | None = None, seed: int | None = None) -> CatalogBackend:
    """Build a catalogue from `data`, from a `seed`, or the default one."""
    if data is not None and seed is not None:
        raise ValueError("a catalogue takes data or a seed, not both")
    if data is None:
        data = default_catalog() if seed is None else random_catalog(seed)
    opened: list[str] = []
    return CatalogBackend(data=data, app=build_app(data, opened), opened=opened)


def build_app(data: CatalogData, opened: list[str] | None = None) -> Starlette:
    """Build the application; the slug of each panel served is appended to `opened`."""
    log = opened if opened is not None else []
    templates = templates_of(FOLDER, trimmed=False)
    templates.globals.update(data=data, css=data.css, words=data.words, picture=render_picture)

    async def page(request: Request) -> Response:
        chosen = data.find(request.query_params.get("product", ""))
        if chosen is not None:
            log.append(chosen.slug)
        return HTMLResponse(templates.get_template("page.html").render(chosen=chosen))

    async def details(request: Request) -> Response:
        product = data.find(request.path_params["slug"])
        if product is None:
            return PlainTextResponse("There is no such product.", status_code=404)
        log.append(product.slug)
        return HTMLResponse(templates.get_template("details.html").render(product=product))

    async def stylesheet(request: Request) -> Response:
        return Response(templates.get_template("catalog.css").render(), media_type="text/css")

    return Starlette(
        routes=[
            Route("/", page),
            Route("/details/{slug}", details),
            Route("/catalog.css", stylesheet),
            Mount("/static", StaticFiles(directory=FOLDER / "static")),
        ]
    )
