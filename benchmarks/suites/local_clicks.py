"""The suite ``local-clicks``: one instruction, one element of a live page, one click.

The pages are made for it, with icons of a set that no training of ours uses, or those of our other
sites. The right place is asked of the page itself when it was clicked on.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from random import Random

from pydantic import JsonValue

from agent_e.benchmarks.sites.catalog.generate import random_catalog
from agent_e.benchmarks.sites.clicks.backend import page_of
from agent_e.benchmarks.sites.clicks.page import Item
from agent_e.benchmarks.sites.shop.seed import DATA, make_slug
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions
from agent_e.benchmarks.tasks.record import (
    BenchTask,
    EvaluatorSpec,
    Reference,
    SiteUse,
    TaskLimits,
    TraceStep,
)

NAME = "local-clicks"
SITE = "clicks"
PAGES: Mapping[str, int] = {
    "toolbar": 13, "table": 10, "cards": 8, "form": 9, "tiny": 9, "links": 8, "chart": 12,
    "plan": 6, "map": 13, "gallery": 12, "scene": 13,
}  # fmt: skip
"""How many pages of each family there are."""
_CATALOGUES = range(1, 18)
_OF_A_PRODUCT = 2
_TELL = "{instruction}\nClick once on it on the page as it is, which will not change. Then finish."
_PRODUCT: tuple[Item, ...] = (
    Item(kind="text", instruction="Add {name} to the basket.", selector="form.buy .button"),
    Item(kind="text", instruction="Show the specifications.", selector="#tab-specifications"),
    Item(kind="text", instruction="Look at what is in the basket.", selector=".basket-link"),
    Item(kind="text", instruction="Log in to an account.", selector='.personal a[href="/login"]'),
    Item(kind="field", instruction="Click the box to search for products.", selector="#search"),
    Item(
        kind="field", instruction="Click the number of pieces to buy.", selector='[name="quantity"]'
    ),
    Item(
        kind="tiny", instruction="Press the plus beside the quantity.", selector='[data-step="1"]'
    ),
    Item(
        kind="tiny", instruction="Press the minus beside the quantity.", selector='[data-step="-1"]'
    ),
    Item(
        kind="ambiguous",
        instruction="Click {category} in the small trail above the picture.",
        selector=".trail a:last-child",
    ),
    Item(
        kind="ambiguous",
        instruction="Click {category} in the row of categories at the top.",
        selector='.categories a[href="/category/{slug}"]',
    ),
    Item(
        kind="picture",
        instruction="Click the picture of the product.",
        selector=".product-picture svg",
    ),
)
"""What can be asked of a product's page of the shop that is in stock."""
_FIXED: tuple[tuple[str, str, Item], ...] = tuple(
    (
        site,
        path,
        Item(
            kind="field" if said.startswith("Click the field") else "text",
            instruction=said,
            selector=selector,
        ),
    )
    for site, path, said, selector in (
        ("shop", "/login", "Click the field Email.", "#email"),
        ("shop", "/login", "Click the field Password.", "#password"),
        ("shop", "/login", "Create an account.", '.box a[href="/register"]'),
        ("shop", "/register", "Click the field Full name.", "#name"),
        ("shop", "/register", "Press Create account.", ".box .button"),
        ("club", "/", "Come as a guest.", ".ways .quiet"),
        ("club", "/login", "Click the field Member name.", "#member"),
        ("club", "/login", "Click the field Password.", "#password"),
        ("club", "/login", "Log in.", "form .button"),
        ("club", "/guests/check", "Click the field for the characters in the picture.", "#letters"),
        ("club", "/guests/check", "Continue.", "form .button"),
        ("flights", "/", "Click the field From.", 'airport-field[name="from"] input'),
        ("flights", "/", "Click the field To.", 'airport-field[name="to"] input'),
        ("flights", "/", "Click the field Cabin class.", "#cabin"),
        ("flights", "/", "Search flights.", "form.search button.primary"),
        ("flights", "/", "Open My trips in the note about bookings.", '.notes a[href="/trips"]'),
    )
)


def _read(options: SuiteOptions) -> list[BenchTask]:
    return list(_tasks())


def _tasks() -> Iterator[BenchTask]:
    for family, count in PAGES.items():
        for number in range(count):
            items = page_of(family, number).items
            yield from _page(f"{family}-{number}", f"/{family}/{number}", items)
    yield from _shop()
    for seed in _CATALOGUES:
        data = random_catalog(seed)
        chosen = [
            Item(
                kind="ambiguous" if data.layout == "table" else "text",
                instruction=f"Open the details of {product.name}.",
                selector=_opener(data.panel, product.slug),
            )
            for product in data.products[:3]
        ]
        yield from _page(f"catalog-{seed}", "/", chosen, of="catalog", seed=seed)
    for site, path in dict.fromkeys((site, path) for site, path, _ in _FIXED):
        chosen = [item for *place, item in _FIXED if tuple(place) == (site, path)]
        name = f"{site}{path.rstrip('/').replace('/', '-')}"
        yield from _page(name, path, chosen, of=site)


def _shop() -> Iterator[BenchTask]:
    with (DATA / "products.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            if row["stock"] == "0":
                continue
            slug, category = make_slug(row["name"]), make_slug(row["category"])
            chance = Random(f"clicks {slug}")
            chosen = [
                Item(
                    kind=item.kind,
                    instruction=item.instruction.format(**row),
                    selector=item.selector.format(slug=category),
                )
                for item in chance.sample(_PRODUCT, _OF_A_PRODUCT)
            ]
            yield from _page(f"shop-{slug}", f"/product/{slug}", chosen, of="shop")


def _opener(panel: str, slug: str) -> str:
    chosen = f'[data-product="{slug}"]'
    return f"details{chosen} > summary" if panel == "details" else chosen


def _page(name: str, path: str, items: Iterable[Item], **options: JsonValue) -> Iterator[BenchTask]:
    for number, item in enumerate(items):
        part = item.part or (0.0, 0.0, 1.0, 1.0)
        centre = f"{(part[0] + part[2]) / 2},{(part[1] + part[3]) / 2}"
        where = {"selector": item.selector} | ({"part": list(part)} if item.part else {})
        yield BenchTask(
            id=f"{name}--{number}",
            suite=NAME,
            intent=_TELL.format(instruction=item.instruction),
            start_url=f"{{{SITE}}}{path}",
            sites=(SiteUse(name=SITE, options=dict(options)),),
            template_id=name,
            params={"instruction": item.instruction},
            tags={"kind": item.kind, "page": str(options.get("of", name.rpartition("-")[0]))},
            evaluators=(
                EvaluatorSpec.model_validate({"type": "first_act", "site": SITE, **where}),
            ),
            reference=Reference(
                trace=(TraceStep(verb="click", selector=item.selector, value=centre),)
            ),
            source="agent-e",
            licence="MIT",
        )


LOCAL_CLICKS = Suite(
    name=NAME,
    summary="Instructions for one click on live pages: text, icons, fields, drawings, pictures.",
    licence="MIT; icons ISC and MIT",
    read=_read,
    limits=TaskLimits(steps=4),
)
