"""Generated pages to observe, identical at every run, with known contents.

What is planted on a page is in no attribute, class or id. The page's own script removes itself from
the document and holds the list in a closure; ``ground_truth.planted`` sends the event that requests
it.
Nonsense words that mark controls look like those in mere text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .deep import deep
from .flight import flight
from .frames import frames
from .listeners import listeners
from .offscreen import offscreen
from .overlay import overlay
from .page import GeneratedPage
from .shadow import shadow
from .shop import shop
from .table import table

PAGES: dict[str, Callable[[], GeneratedPage]] = {
    "shop_500": partial(shop, 500),
    "shop_3000": partial(shop, 3_000),
    "shop_10000": partial(shop, 10_000),
    "shop_31000": partial(shop, 31_000),
    "flight": flight,
    "table_14000": partial(table, 14_000),
    "frames": frames,
    "shadow": shadow,
    "offscreen": partial(offscreen, 2_700),
    "overlay": overlay,
    "listeners_150": partial(listeners, 150),
    "deep_900": partial(deep, 900),
}
"""By name; each is built on demand, the largest in under a second."""

__all__ = ["PAGES", "GeneratedPage"]
