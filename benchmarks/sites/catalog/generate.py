"""Random catalogues: the same page with other products, prices, wording, class names, layout."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from agent_e.benchmarks.sites.catalog.data import (
    CatalogData,
    CatalogProduct,
    CatalogWords,
    CssNames,
    Layout,
    Panel,
)

PRICE_FORMATS: tuple[Callable[[int], tuple[str, float]], ...] = (
    lambda cents: (f"${cents / 100:,.2f}", cents / 100),
    lambda cents: (f"€{cents / 100:.2f}", cents / 100),
    lambda cents: (f"{cents / 100:.2f} USD", cents / 100),
    lambda cents: (f"£{cents // 100}", float(cents // 100)),
)
"""Each turns cents into the text on the page and the amount that this text states."""

RATING_FORMATS: tuple[Callable[[float, int], str], ...] = (
    lambda score, _: f"{score} out of 5",
    lambda score, _: f"★ {score}",
    lambda score, _: f"Rated {score}/5",
    lambda score, reviews: f"{score} ({reviews} reviews)",
)


def random_catalog(seed: int) -> CatalogData:
    """Make a catalogue of 3 to 9 products; the same seed gives the same one.

    No two products share a name, an amount or a score, so that questions about the cheapest, the
    dearest or the best have one answer.
    """
    chance = random.Random(f"catalog {seed}")
    pools = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
    return CatalogData(
        products=_products(chance, pools),
        words=_words(chance, pools),
        css=_css_names(chance, pools["css"]),
        layout=chance.choice(get_args(Layout)),
        panel=chance.choice(get_args(Panel)),
        hue=chance.randrange(360),
    )


def _products(chance: random.Random, pools: dict[str, Any]) -> tuple[CatalogProduct, ...]:
    count = chance.randint(3, 9)
    whole_prices = chance.sample(range(7, 2400), count)
    scores = [tenths / 10 for tenths in chance.sample(range(31, 50), count)]
    price_format = chance.choice(PRICE_FORMATS)
    rating_format = chance.choice(RATING_FORMATS)
    products = []
    for adjective, made, whole, score in zip(
        chance.sample(pools["adjectives"], count),
        chance.sample(pools["products"], count),
        whole_prices,
        scores,
        strict=True,
    ):
        name = f"{adjective} {made['noun']}"
        price, amount = price_format(whole * 100 + chance.choice((0, 49, 50, 90, 95, 99)))
        products.append(
            CatalogProduct(
                slug=name.lower().replace(" ", "-"),
                name=name,
                teaser=made["teaser"],
                description=made["description"],
                price=price,
                amount=amount,
                rating=rating_format(score, chance.randint(8, 900)),
                score=score,
                kind=made["kind"],
                hue=chance.randrange(360),
            )
        )
    return tuple(products)


def _words(chance: random.Random, pools: dict[str, Any]) -> CatalogWords:
    return CatalogWords(
        title=chance.choice(pools["titles"]),
        heading=chance.choice(pools["headings"]),
        intro=chance.choice(pools["intros"]),
        open=chance.choice(pools["open"]),
        close=chance.choice(pools["close"]),
        price=chance.choice(pools["price"]),
        rating=chance.choice(pools["rating"]),
        description=chance.choice(pools["description"]),
    )


def _css_names(chance: random.Random, synonyms: dict[str, list[str]]) -> CssNames:
    """Name the classes in the style of one of four kinds of project."""
    style = chance.choice(("plain", "prefixed", "modules", "hashed"))
    prefix = chance.choice(("c", "ui", "st", "fx", "app"))
    names = {}
    for number, (part, words) in enumerate(synonyms.items()):
        word = chance.choice(words)
        mark = f"{chance.getrandbits(24):06x}"
        names[part] = {
            "plain": word,
            "prefixed": f"{prefix}-{word}",
            "modules": f"Catalog_{word}__{mark}",
            "hashed": f"{prefix}{number}{mark}",
        }[style]
    return CssNames(**names)
