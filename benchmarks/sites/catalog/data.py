"""A catalogue's content and look: products, wording, class names and layout, all replaceable."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import Literal

Layout = Literal["cards", "table", "buttons"]
Panel = Literal["side", "dialog", "details"]


@dataclass(frozen=True, kw_only=True)
class CatalogProduct:
    """One product; `price` and `rating` are as shown, `amount` and `score` their values."""

    slug: str
    name: str
    teaser: str
    description: str
    price: str
    amount: float
    rating: str
    score: float
    kind: str
    hue: int


@dataclass(frozen=True, kw_only=True)
class CatalogWords:
    """Every text of the page that does not belong to a product."""

    title: str = "Fernwood Living"
    heading: str = "Our favourites this season"
    intro: str = "Pick a product to see its price, its rating and what it is like to live with."
    open: str = "View details"
    close: str = "Close"
    price: str = "Price"
    rating: str = "Rating"
    description: str = "About this product"


@dataclass(frozen=True, kw_only=True)
class CssNames:
    """One class name for each part of the page."""

    page: str = "page"
    heading: str = "page-title"
    intro: str = "lead"
    content: str = "content"
    list: str = "products"
    item: str = "product"
    picture: str = "picture"
    name: str = "product-name"
    teaser: str = "teaser"
    open: str = "more"
    panel: str = "panel"
    body: str = "panel-body"
    close: str = "close"
    facts: str = "facts"
    price: str = "price"
    rating: str = "rating"
    description: str = "description"
    quiet: str = "visually-hidden"

    def __post_init__(self) -> None:
        """Refuse what cannot be a class name."""
        for part in fields(self):
            if not re.fullmatch(r"[A-Za-z_][\w-]*", getattr(self, part.name)):
                raise ValueError(f"{part.name}: not a class name: {getattr(self, part.name)!r}")


@dataclass(frozen=True, kw_only=True)
class CatalogData:
    """A whole catalogue; the order of `products` is the order on the page."""

    products: tuple[CatalogProduct, ...]
    words: CatalogWords = field(default_factory=CatalogWords)
    css: CssNames = field(default_factory=CssNames)
    layout: Layout = "cards"
    panel: Panel = "side"
    hue: int = 158

    def __post_init__(self) -> None:
        """Refuse two products with one slug."""
        if len({product.slug for product in self.products}) < len(self.products):
            raise ValueError("two products share a slug")

    def find(self, slug: str) -> CatalogProduct | None:
        """Return the product with that slug, or None."""
        return next((product for product in self.products if product.slug == slug), None)


def default_catalog() -> CatalogData:
    """Return the catalogue of five products that demos and the smoke suite use."""
    return CatalogData(
        products=(
            CatalogProduct(
                slug="aurora-desk-lamp",
                name="Aurora Desk Lamp",
                teaser="Warm light for late evenings",
                description="Three joints, a touch dimmer and a shade that does not dazzle.",
                price="$59.00",
                amount=59.00,
                rating="4.3 out of 5",
                score=4.3,
                kind="lamp",
                hue=42,
            ),
            CatalogProduct(
                slug="fjord-wool-blanket",
                name="Fjord Wool Blanket",
                teaser="Woven in Norway, soft from day one",
                description="Pure lambswool in a herringbone weave, 130 by 180 centimetres.",
                price="$129.00",
                amount=129.00,
                rating="4.8 out of 5",
                score=4.8,
                kind="blanket",
                hue=205,
            ),
            CatalogProduct(
                slug="ember-espresso-maker",
                name="Ember Espresso Maker",
                teaser="Six small cups in five minutes",
                description="A stovetop pot of brushed steel for gas, electric and induction hobs.",
                price="$64.50",
                amount=64.50,
                rating="4.1 out of 5",
                score=4.1,
                kind="kettle",
                hue=12,
            ),
            CatalogProduct(
                slug="nimbus-headphones",
                name="Nimbus Headphones",
                teaser="Switch the world off",
                description="Noise cancelling, 38 hours of battery and cushions you can replace.",
                price="$249.00",
                amount=249.00,
                rating="4.6 out of 5",
                score=4.6,
                kind="headphones",
                hue=262,
            ),
            CatalogProduct(
                slug="pebble-speaker",
                name="Pebble Speaker",
                teaser="Small, loud and waterproof",
                description="A pocket speaker with 14 hours of battery that floats on water.",
                price="$39.95",
                amount=39.95,
                rating="4.4 out of 5",
                score=4.4,
                kind="speaker",
                hue=175,
            ),
        )
    )
