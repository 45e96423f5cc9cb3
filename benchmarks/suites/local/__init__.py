"""The suite `local`: tasks on our own sites, whose right answers come from the sites' own data.

No model is needed to judge a task: the site's state, the agent's final page and its answer are
compared with what the site's own code says is true.
"""

from __future__ import annotations

from collections import Counter

from agent_e.benchmarks.suites.suite import Suite, SuiteOptions
from agent_e.benchmarks.tasks.record import BenchTask

from . import (
    catalog,
    flights_booking,
    flights_details,
    flights_impossible,
    flights_search,
    shop_account,
    shop_basket,
    shop_checkout,
    shop_impossible,
    shop_listings,
    shop_products,
)
from .template import SUITE, Case, Template

TEMPLATES: tuple[Template, ...] = (
    *shop_products.TEMPLATES,
    *shop_listings.TEMPLATES,
    *shop_account.TEMPLATES,
    *shop_basket.TEMPLATES,
    *shop_checkout.TEMPLATES,
    *shop_impossible.TEMPLATES,
    *catalog.TEMPLATES,
    *flights_search.TEMPLATES,
    *flights_details.TEMPLATES,
    *flights_booking.TEMPLATES,
    *flights_impossible.TEMPLATES,
)


SEEDS = (0,)


def load_local(options: SuiteOptions) -> list[BenchTask]:
    """Return one task of each template for each seed, 0 by default.

    A template for which the site's data has fewer cases than seeds yields fewer tasks.
    """
    chosen = [one for one in TEMPLATES if options.split in (None, one.site)]
    return [task for one in chosen for task in one.tasks(options.seeds or SEEDS)]


LOCAL = Suite(
    name=SUITE,
    summary="Questions, orders and bookings on our own sites, judged by the sites' own data.",
    licence="MIT",
    read=load_local,
    splits=tuple(Counter(template.site for template in TEMPLATES).items()),
)

__all__ = ["LOCAL", "SUITE", "TEMPLATES", "Case", "Template", "load_local"]
