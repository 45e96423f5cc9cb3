"""The shop's state as JSON-able data, for checks from outside; money in dollars."""

from __future__ import annotations

import sqlite3
from typing import Any

from agent_e.benchmarks.sites.shop.baskets import read_basket
from agent_e.benchmarks.sites.shop.money import to_dollars
from agent_e.benchmarks.sites.shop.orders import Order, list_orders


def take_snapshot(db: sqlite3.Connection) -> dict[str, Any]:
    """Return `baskets` (not the empty ones), `orders`, `users` and `products`."""
    emails = {row["id"]: row["email"] for row in db.execute("SELECT id, email FROM account")}
    return {
        "baskets": _baskets(db, emails),
        "orders": [_order(order, emails) for order in list_orders(db)],
        "users": [dict(row) for row in db.execute("SELECT email, name FROM account ORDER BY id")],
        "products": _products(db),
    }


def _baskets(db: sqlite3.Connection, emails: dict[int, str]) -> list[dict[str, Any]]:
    sessions = db.execute(
        "SELECT id, account_id FROM session WHERE id IN (SELECT session_id FROM basket_line)"
        " ORDER BY rowid"
    ).fetchall()
    return [
        {
            "session": session["id"],
            "user": emails.get(session["account_id"]),
            "items": [
                {
                    "slug": line.product.slug,
                    "name": line.product.name,
                    "quantity": line.quantity,
                    "price": to_dollars(line.product.price),
                }
                for line in read_basket(db, session["id"]).lines
            ],
        }
        for session in sessions
    ]


def _order(order: Order, emails: dict[int, str]) -> dict[str, Any]:
    return {
        "number": order.number,
        "session": order.session_id,
        "user": emails.get(order.account_id or 0),
        "placed_on": order.placed_on.isoformat(),
        "status": order.status,
        "name": order.name,
        "email": order.email,
        "address": order.address,
        "city": order.city,
        "postcode": order.postcode,
        "country": order.country,
        "delivery": order.delivery,
        "delivery_price": to_dollars(order.delivery_price),
        "items": [
            {
                "slug": line.slug,
                "name": line.name,
                "quantity": line.quantity,
                "price": to_dollars(line.price),
            }
            for line in order.lines
        ],
        "subtotal": to_dollars(order.subtotal),
        "total": to_dollars(order.total),
    }


def _products(db: sqlite3.Connection) -> list[dict[str, Any]]:
    rows = db.execute(
        "SELECT slug, name, category, price, was, stock, rating, review_count"
        " FROM listed_product ORDER BY id"
    )
    return [
        {
            **dict(row),
            "price": to_dollars(row["price"]),
            "was": to_dollars(row["was"]) if row["was"] is not None else None,
        }
        for row in rows
    ]
