"""Local web sites for an agent to work on, and the server for them.

`async with serve_site("shop") as site:` serves at `site.url`; `site.state()["orders"]` shows what
really happened there, and `site.reset()` restores the seed data.
"""

from agent_e.benchmarks.sites.catalog.data import CatalogData, CatalogProduct, default_catalog
from agent_e.benchmarks.sites.catalog.generate import random_catalog
from agent_e.benchmarks.sites.definition import RunningSite, Site
from agent_e.benchmarks.sites.serve import SITES, serve_site

__all__ = [
    "SITES",
    "CatalogData",
    "CatalogProduct",
    "RunningSite",
    "Site",
    "default_catalog",
    "random_catalog",
    "serve_site",
]
