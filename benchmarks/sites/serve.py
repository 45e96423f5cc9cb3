"""Serve a site from the caller's own event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from agent_e.benchmarks.embedded import serve_app
from agent_e.benchmarks.sites.catalog.backend import build_site as build_catalog
from agent_e.benchmarks.sites.definition import RunningSite, Site
from agent_e.benchmarks.sites.flights.backend import build_site as build_flights
from agent_e.benchmarks.sites.miniwob.backend import build_site as build_miniwob
from agent_e.benchmarks.sites.shop.backend import build_site as build_shop
from agent_e.errors import ConfigError

SITES: dict[str, Site] = {
    "catalog": Site(
        name="catalog",
        summary="One page of products; price and rating show in a panel that a click opens.",
        build=build_catalog,
    ),
    "flights": Site(
        name="flights",
        summary="Flights to search, compare and book; bookings to find, change and cancel.",
        build=build_flights,
    ),
    "miniwob": Site(
        name="miniwob",
        summary="The problems of MiniWoB++, one at /e/TASK/SEED (needs agent-e[bench]).",
        build=build_miniwob,
    ),
    "shop": Site(
        name="shop",
        summary="60 products with search, basket, checkout, accounts and order history.",
        build=build_shop,
    ),
}


@asynccontextmanager
async def serve_site(
    name: str,
    *,
    port: int = 0,
    host: str = "127.0.0.1",
    database: Path | None = None,
    **options: Any,
) -> AsyncIterator[RunningSite]:
    """Serve the named site while the block runs; connections are accepted from its first line.

    Port 0 takes a free port. `database` keeps the shop's state in that file; without it the file
    is temporary. Further options go to the site's builder (`data` and `seed` for the catalogue,
    `today` for the shop; `seed`, `today` and `delay` for the flights). Raises ConfigError for an
    unknown name, a taken port, or a `database` that is something else.
    """
    site = SITES.get(name)
    if site is None:
        raise ConfigError(f"There is no site named {name!r}. Choose one of: {', '.join(SITES)}.")
    if database is not None:
        options["database"] = database
    backend = site.build(**options)
    try:
        async with serve_app(backend.app, host=host, port=port) as bound:
            yield RunningSite(name=name, url=_url(host, bound), port=bound, backend=backend)
    finally:
        backend.close()


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
