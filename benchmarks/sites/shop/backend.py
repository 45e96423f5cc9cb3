"""One running copy of the shop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from agent_e.benchmarks.sites.shop.app import build_app
from agent_e.benchmarks.sites.shop.snapshot import take_snapshot
from agent_e.benchmarks.sites.shop.store import Store


@dataclass(frozen=True, kw_only=True)
class ShopBackend:
    """The application and its store."""

    app: Starlette
    store: Store

    def state(self) -> dict[str, Any]:
        """Return `baskets`, `orders`, `users` and `products`."""
        with self.store.connect() as db:
            return take_snapshot(db)

    def reset(self) -> None:
        """Restore the seed data and drop all sessions."""
        self.store.reset()

    def close(self) -> None:
        """Release the database."""
        self.store.close()


def build_site(
    *, database: Path | None = None, today: Callable[[], date] = date.today
) -> ShopBackend:
    """Build a shop; `database` keeps its state in that file, and an existing one is continued."""
    store = Store(database)
    return ShopBackend(app=build_app(store, today=today), store=store)
