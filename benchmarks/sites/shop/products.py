"""Reading products, categories and reviews."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import date

PAGE_SIZE = 12

SORT_ORDERS = {
    "featured": ("Featured", "id"),
    "price-asc": ("Price: low to high", "price, name"),
    "price-desc": ("Price: high to low", "price DESC, name"),
    "rating": ("Customer rating", "rating DESC NULLS LAST, review_count DESC, name"),
    "name": ("Name: A to Z", "name"),
}
"""Sort key in the address, to its label and its ORDER BY."""


@dataclass(frozen=True, kw_only=True)
class Product:
    """A product as its pages show it; prices in cents, `rating` None without reviews."""

    id: int
    slug: str
    name: str
    category: str
    category_slug: str
    kind: str
    hue: int
    price: int
    was: int | None
    stock: int
    description: str
    specs: tuple[tuple[str, str], ...]
    rating: float | None
    review_count: int


@dataclass(frozen=True, kw_only=True)
class Review:
    """A customer's review."""

    author: str
    stars: int
    title: str
    body: str
    written_on: date


@dataclass(frozen=True, kw_only=True)
class Category:
    """A category and its number of products."""

    slug: str
    name: str
    count: int


@dataclass(frozen=True, kw_only=True)
class ProductPage:
    """One page of a listing; `page` counts from 1 and is always one that exists."""

    products: tuple[Product, ...]
    total: int
    page: int
    pages: int


def list_products(
    db: sqlite3.Connection,
    *,
    query: str = "",
    category: str = "",
    sort: str = "featured",
    page: int = 1,
) -> ProductPage:
    """Return one page of the products that contain every word of `query`, in the given order."""
    words = query.lower().split()
    conditions = ["instr(search_text, ?) > 0"] * len(words)
    values: list[str | int] = list(words)
    if category:
        conditions.append("category_slug = ?")
        values.append(category)
    where = " AND ".join(conditions) or "TRUE"
    total = db.execute(f"SELECT COUNT(*) FROM product WHERE {where}", values).fetchone()[0]
    pages = max(1, -(-total // PAGE_SIZE))
    page = min(max(page, 1), pages)
    order = SORT_ORDERS.get(sort, SORT_ORDERS["featured"])[1]
    rows = db.execute(
        f"SELECT * FROM listed_product WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?",
        [*values, PAGE_SIZE, (page - 1) * PAGE_SIZE],
    )
    return ProductPage(products=tuple(map(_product, rows)), total=total, page=page, pages=pages)


def list_sale(db: sqlite3.Connection, limit: int) -> tuple[Product, ...]:
    """Return the products with the largest reductions that are in stock."""
    rows = db.execute(
        "SELECT * FROM listed_product WHERE was IS NOT NULL AND stock > 0"
        " ORDER BY was - price DESC LIMIT ?",
        (limit,),
    )
    return tuple(map(_product, rows))


def list_best(db: sqlite3.Connection, limit: int) -> tuple[Product, ...]:
    """Return the best rated products that are in stock."""
    order = SORT_ORDERS["rating"][1]
    rows = db.execute(
        f"SELECT * FROM listed_product WHERE stock > 0 ORDER BY {order} LIMIT ?", (limit,)
    )
    return tuple(map(_product, rows))


def list_categories(db: sqlite3.Connection) -> tuple[Category, ...]:
    """Return the categories in the order in which the shop presents them."""
    rows = db.execute(
        "SELECT category_slug AS slug, category AS name, COUNT(*) AS count FROM product"
        " GROUP BY category_slug ORDER BY MIN(id)"
    )
    return tuple(Category(**row) for row in rows)


def find_product(db: sqlite3.Connection, slug: str) -> Product | None:
    """Return the product with that slug, or None."""
    row = db.execute("SELECT * FROM listed_product WHERE slug = ?", (slug,)).fetchone()
    return _product(row) if row else None


def list_reviews(db: sqlite3.Connection, product_id: int) -> tuple[Review, ...]:
    """Return a product's reviews, newest first."""
    rows = db.execute(
        "SELECT author, stars, title, body, written_on FROM review WHERE product_id = ?"
        " ORDER BY written_on DESC, id",
        (product_id,),
    )
    return tuple(
        Review(**{**dict(row), "written_on": date.fromisoformat(row["written_on"])}) for row in rows
    )


def _product(row: sqlite3.Row) -> Product:
    values = dict(row)
    del values["search_text"]
    pairs = (pair.partition(": ") for pair in row["specs"].split("; "))
    return Product(**{**values, "specs": tuple((name, value) for name, _, value in pairs)})
