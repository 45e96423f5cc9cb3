"""Serve a site from the caller's own event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.sites.catalog.backend import build_site as build_catalog
from agent_e.benchmarks.sites.clicks.backend import build_site as build_clicks
from agent_e.benchmarks.sites.club.backend import build_site as build_club
from agent_e.benchmarks.sites.club.backend import tell_keys
from agent_e.benchmarks.sites.definition import RunningSite, Site
from agent_e.benchmarks.sites.flights.backend import build_site as build_flights
from agent_e.benchmarks.sites.hostile.attacker import build_site as build_attacker
from agent_e.benchmarks.sites.hostile.backend import build_site as build_hostile
from agent_e.benchmarks.sites.miniwob.backend import build_site as build_miniwob
from agent_e.benchmarks.sites.shop.backend import build_site as build_shop
from agent_e.benchmarks.sites.stored.backend import build_site as build_stored
from agent_e.errors import ConfigError

SITES: dict[str, Site] = {
    "catalog": Site(
        name="catalog",
        summary="One page of products; price and rating show in a panel that a click opens.",
        build=build_catalog,
    ),
    "clicks": Site(
        name="clicks",
        summary="Pages to click on once, or another of our sites; clicks are noted, no more.",
        build=build_clicks,
    ),
    "club": Site(
        name="club",
        summary="Members' pages behind a login, some behind a code; guests read a picture first.",
        build=build_club,
        keys=tell_keys,
    ),
    "flights": Site(
        name="flights",
        summary="Flights to search, compare and book; bookings to find, change and cancel.",
        build=build_flights,
    ),
    "hostile": Site(
        name="hostile",
        summary="A tool library whose pages attack the agent that reads them, one way at a time.",
        build=build_hostile,
        # Another address of this machine, and so another origin and site.
        beside=(
            Site(
                name="attacker",
                summary="Notes every request that reaches it.",
                build=build_attacker,
                host="127.0.0.2",
            ),
        ),
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
    "stored": Site(
        name="stored",
        summary="One stored page or picture of a suite, which notes what is done on it.",
        build=build_stored,
    ),
}


@asynccontextmanager
async def serve_site(
    name: str,
    *,
    port: int = 0,
    host: str | None = None,
    database: Path | None = None,
    **options: Any,
) -> AsyncIterator[RunningSite]:
    """Serve the named site while the block runs; it accepts connections from the first line on.

    Port 0 takes a free port; without a host it is the site's own. `database` keeps the shop's state
    in that file; without it the file is temporary. Further options go to the site's builder (`data`
    and `seed` for the catalogue, `today` for the shop; `seed` and `today` for the club; these and
    `delay` for the flights). Raises ConfigError for an unknown name, a taken port, or a `database`
    that is something else.
    """
    site = SITES.get(name)
    if site is None:
        raise ConfigError(f"There is no site named {name!r}. Choose one of: {', '.join(SITES)}.")
    if database is not None:
        options["database"] = database
    async with AsyncExitStack() as stack:
        beside = {each.name: await _served(each, stack) for each in site.beside}
        options |= {each.name: each.url for each in beside.values()}
        yield await _served(site, stack, host=host, port=port, beside=beside, **options)


async def _served(
    site: Site,
    stack: AsyncExitStack,
    *,
    host: str | None = None,
    port: int = 0,
    beside: Mapping[str, RunningSite] | None = None,
    **options: Any,
) -> RunningSite:
    host = host or site.host
    backend = site.build(**options)
    stack.callback(backend.close)
    bound = await stack.enter_async_context(serve_app(backend.app, host=host, port=port))
    return RunningSite(
        name=site.name, url=_url(host, bound), port=bound, backend=backend, beside=beside or {}
    )


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
