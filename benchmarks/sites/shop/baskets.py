"""Baskets of the shop's visitors."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from agent_e.benchmarks.sites.shop.products import Product, find_product


class BasketError(Exception):
    """The basket cannot be changed that way; the message is for the customer."""


@dataclass(frozen=True, kw_only=True)
class BasketLine:
    """One product in a basket."""

    product: Product
    quantity: int

    @property
    def total(self) -> int:
        """What the line costs, in cents."""
        return self.product.price * self.quantity


@dataclass(frozen=True, kw_only=True)
class Basket:
    """The lines of one session's basket, in the order in which they were added."""

    lines: tuple[BasketLine, ...]

    @property
    def count(self) -> int:
        """How many pieces the basket holds."""
        return sum(line.quantity for line in self.lines)

    @property
    def subtotal(self) -> int:
        """What the pieces cost, in cents, without delivery."""
        return sum(line.total for line in self.lines)


def read_basket(db: sqlite3.Connection, session: str | None) -> Basket:
    """Return the session's basket; a visitor without a session has an empty one."""
    rows = db.execute(
        "SELECT slug, quantity FROM basket_line JOIN product ON product.id = product_id"
        " WHERE session_id = ? ORDER BY basket_line.rowid",
        (session,),
    ).fetchall()
    lines = []
    for row in rows:
        product = find_product(db, row["slug"])
        assert product is not None
        lines.append(BasketLine(product=product, quantity=row["quantity"]))
    return Basket(lines=tuple(lines))


def add_to_basket(db: sqlite3.Connection, session: str, product: Product, quantity: int) -> None:
    """Put more of a product into the basket; raises BasketError when stock does not suffice."""
    row = db.execute(
        "SELECT quantity FROM basket_line WHERE session_id = ? AND product_id = ?",
        (session, product.id),
    ).fetchone()
    set_quantity(db, session, product, quantity + (row["quantity"] if row else 0))


def set_quantity(db: sqlite3.Connection, session: str, product: Product, quantity: int) -> None:
    """Set how many of a product the basket holds; raises BasketError beyond the stock."""
    if quantity < 1:
        raise BasketError("Please enter a quantity of 1 or more.")
    if product.stock == 0:
        raise BasketError(f"{product.name} is out of stock.")
    if quantity > product.stock:
        raise BasketError(f"Only {product.stock} of {product.name} in stock.")
    db.execute(
        "INSERT INTO basket_line (session_id, product_id, quantity) VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET quantity = excluded.quantity",
        (session, product.id, quantity),
    )


def remove_from_basket(db: sqlite3.Connection, session: str, product: Product) -> None:
    """Take a product out of the basket."""
    db.execute(
        "DELETE FROM basket_line WHERE session_id = ? AND product_id = ?", (session, product.id)
    )
