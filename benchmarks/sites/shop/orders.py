"""Placing orders and reading them back."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import date

from agent_e.benchmarks.sites.shop.baskets import Basket, BasketError
from agent_e.benchmarks.sites.shop.checkout import DELIVERIES, CheckoutForm


@dataclass(frozen=True, kw_only=True)
class OrderLine:
    """One product of an order, with the name and price it had on that day."""

    slug: str
    name: str
    price: int
    quantity: int

    @property
    def total(self) -> int:
        """What the line cost, in cents."""
        return self.price * self.quantity


@dataclass(frozen=True, kw_only=True)
class Order:
    """An order; prices in cents."""

    number: int
    session_id: str | None
    account_id: int | None
    placed_on: date
    status: str
    name: str
    email: str
    address: str
    city: str
    postcode: str
    country: str
    delivery: str
    delivery_price: int
    lines: tuple[OrderLine, ...]

    @property
    def delivery_label(self) -> str:
        """How the order is delivered, in words."""
        return next(one.label for one in DELIVERIES if one.key == self.delivery)

    @property
    def subtotal(self) -> int:
        """What the products cost, in cents."""
        return sum(line.total for line in self.lines)

    @property
    def total(self) -> int:
        """What the customer pays, in cents."""
        return self.subtotal + self.delivery_price


def place_order(
    db: sqlite3.Connection,
    *,
    session: str,
    account_id: int | None,
    basket: Basket,
    form: CheckoutForm,
    placed_on: date,
) -> int:
    """Turn a basket and a valid form into an order, empty the basket, and return the number.

    Raises BasketError when somebody else bought the last pieces meanwhile.
    """
    for line in basket.lines:
        if line.quantity > line.product.stock:
            raise BasketError(f"Only {line.product.stock} of {line.product.name} in stock.")
    cursor = db.execute(
        "INSERT INTO customer_order (session_id, account_id, placed_on, status, name, email,"
        " address, city, postcode, country, delivery, delivery_price) VALUES (:session, :account,"
        " :placed_on, 'Being packed', :name, :email, :address, :city, :postcode, :country,"
        " :delivery, :delivery_price)",
        {
            **form.values,
            "session": session,
            "account": account_id,
            "placed_on": placed_on.isoformat(),
            "delivery_price": form.delivery.price,
        },
    )
    number = cursor.lastrowid
    assert number is not None
    for line in basket.lines:
        db.execute(
            "INSERT INTO order_line VALUES (?, ?, ?, ?, ?)",
            (number, line.product.id, line.product.name, line.product.price, line.quantity),
        )
        db.execute(
            "UPDATE product SET stock = stock - ? WHERE id = ?", (line.quantity, line.product.id)
        )
    db.execute("DELETE FROM basket_line WHERE session_id = ?", (session,))
    return number


def find_order(db: sqlite3.Connection, number: int) -> Order | None:
    """Return the order with that number, or None."""
    row = db.execute("SELECT * FROM customer_order WHERE number = ?", (number,)).fetchone()
    return _order(db, row) if row else None


def list_orders(db: sqlite3.Connection, account_id: int | None = None) -> tuple[Order, ...]:
    """Return an account's orders, newest first; without an account, everybody's, oldest first."""
    if account_id is None:
        rows = db.execute("SELECT * FROM customer_order ORDER BY number").fetchall()
    else:
        rows = db.execute(
            "SELECT * FROM customer_order WHERE account_id = ? ORDER BY number DESC", (account_id,)
        ).fetchall()
    return tuple(_order(db, row) for row in rows)


def _order(db: sqlite3.Connection, row: sqlite3.Row) -> Order:
    lines = db.execute(
        "SELECT slug, order_line.name, order_line.price, quantity FROM order_line"
        " JOIN product ON product.id = product_id WHERE order_number = ? ORDER BY order_line.rowid",
        (row["number"],),
    )
    values = {**dict(row), "placed_on": date.fromisoformat(row["placed_on"])}
    return Order(**values, lines=tuple(OrderLine(**line) for line in lines))
