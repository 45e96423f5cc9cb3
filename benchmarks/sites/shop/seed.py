"""The seed data: 60 products, their reviews, one demo account and its two past orders."""

from __future__ import annotations

import csv
import json
import random
import re
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from agent_e.benchmarks.sites.shop.accounts import create_account

DATA = Path(__file__).with_name("data")
DEMO_NAME, DEMO_EMAIL, DEMO_PASSWORD = "Robin Marsh", "robin@example.com", "tidewater"
UNREVIEWED = frozenset({"mirror-compass", "washed-linen-tablecloth"})
FIRST_ORDER_NUMBER = 24817
LAST_REVIEW = date(2025, 9, 28)


def build_seed() -> sqlite3.Connection:
    """Build the seed in memory; every call gives the same rows."""
    connection = _empty()
    connection.deserialize(_seeded())
    return connection


@cache
def _seeded() -> bytes:
    with closing(_empty()) as connection:
        connection.executescript((DATA / "schema.sql").read_text(encoding="utf-8"))
        _insert_products(connection)
        _insert_reviews(connection)
        robin = create_account(connection, DEMO_EMAIL, DEMO_NAME, DEMO_PASSWORD, salt=bytes(16))
        _insert_orders(connection, robin)
        connection.commit()
        return connection.serialize()


def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    return connection


def make_slug(name: str) -> str:
    """Turn a name into the last part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _insert_products(connection: sqlite3.Connection) -> None:
    with (DATA / "products.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            values = {
                **row,
                "slug": make_slug(row["name"]),
                "category_slug": make_slug(row["category"]),
                "price": _cents(row["price"]),
                "was": _cents(row["was"]) if row["was"] else None,
                "search_text": " ".join(
                    (row["name"], row["category"], row["description"], row["specs"])
                ).lower(),
            }
            connection.execute(
                "INSERT INTO product (slug, name, category, category_slug, kind, hue, price, was,"
                " stock, description, specs, search_text) VALUES (:slug, :name, :category,"
                " :category_slug, :kind, :hue, :price, :was, :stock, :description, :specs,"
                " :search_text)",
                values,
            )


def _insert_reviews(connection: sqlite3.Connection) -> None:
    pools = json.loads((DATA / "reviews.json").read_text(encoding="utf-8"))
    for product in connection.execute("SELECT id, slug FROM product").fetchall():
        if product["slug"] not in UNREVIEWED:
            connection.executemany(
                "INSERT INTO review (product_id, author, stars, title, body, written_on)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                [(product["id"], *review) for review in _reviews_of(product["slug"], pools)],
            )


def _reviews_of(slug: str, pools: dict[str, Any]) -> list[tuple[str, int, str, str, str]]:
    """Create one product's reviews, newest first; nobody reviews twice, no text repeats."""
    chance = random.Random(f"reviews of {slug}")
    liking = chance.uniform(2.9, 5.1)
    remaining = {stars: list(texts) for stars, texts in pools["texts"].items()}
    written = LAST_REVIEW - timedelta(days=chance.randint(0, 40))
    reviews = []
    for author in chance.sample(pools["authors"], chance.randint(3, 9)):
        stars = min(5, max(1, round(chance.gauss(liking, 0.8))))
        while not remaining[str(stars)]:
            stars = stars - 1 if stars > 3 else 4
        texts = remaining[str(stars)]
        title, body = texts.pop(chance.randrange(len(texts)))
        reviews.append((author, stars, title, body, written.isoformat()))
        written -= timedelta(days=chance.randint(2, 60))
    return reviews


def _insert_orders(connection: sqlite3.Connection, account_id: int) -> None:
    past = (
        ("2025-03-14", "standard", 490, {"stovetop-espresso-maker": 1, "linen-apron": 2}),
        ("2025-08-02", "express", 990, {"trail-backpack-28-l": 1, "enamel-camp-mug": 4}),
    )
    for number, (placed_on, delivery, delivery_price, items) in enumerate(past, FIRST_ORDER_NUMBER):
        connection.execute(
            "INSERT INTO customer_order VALUES"
            " (?, NULL, ?, ?, 'Delivered', ?, ?, '14 Quay Street', 'Bristol', 'BS1 4QA',"
            " 'United Kingdom', ?, ?)",
            (number, account_id, placed_on, DEMO_NAME, DEMO_EMAIL, delivery, delivery_price),
        )
        for slug, quantity in items.items():
            connection.execute(
                "INSERT INTO order_line SELECT ?, id, name, price, ? FROM product WHERE slug = ?",
                (number, quantity, slug),
            )


def _cents(amount: str) -> int:
    units, _, hundredths = amount.partition(".")
    return int(units) * 100 + int(hundredths)
