"""One request as the pages see it: the visitor, the submitted form, and how to answer."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from agent_e.benchmarks.sites.shop.accounts import Account, find_account
from agent_e.benchmarks.sites.shop.baskets import Basket, read_basket
from agent_e.benchmarks.sites.shop.products import list_categories

COOKIE = "tidewater_session"


@dataclass(frozen=True, kw_only=True)
class Tools:
    """Shared objects that every page needs and no page changes."""

    templates: Environment
    today: Callable[[], date]


class Visit:
    """One request within its database transaction.

    A visitor gets a session with the first thing worth remembering, not with the first page.
    """

    def __init__(
        self, request: Request, form: Mapping[str, str], db: sqlite3.Connection, tools: Tools
    ) -> None:
        """Identify the visitor."""
        self.request = request
        self.form = form
        self.db = db
        self.tools = tools
        row = self._session_row(request.cookies.get(COOKIE))
        self.session: str | None = row["id"] if row else None
        self.account: Account | None = find_account(db, row["account_id"]) if row else None

    @cached_property
    def basket(self) -> Basket:
        """The visitor's basket, as of the first access."""
        return read_basket(self.db, self.session)

    def start_session(self) -> str:
        """Return the visitor's session, starting one if there is none."""
        if self.session is None:
            self.session = secrets.token_urlsafe(16)
            self.db.execute("INSERT INTO session (id) VALUES (?)", (self.session,))
        return self.session

    def log_in(self, account_id: int) -> None:
        """Attach the session to an account; the basket stays."""
        self.db.execute(
            "UPDATE session SET account_id = ? WHERE id = ?", (account_id, self.start_session())
        )

    def log_out(self) -> None:
        """Detach the session from its account; the basket stays."""
        self.db.execute("UPDATE session SET account_id = NULL WHERE id = ?", (self.session,))

    def render(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Answer with a page; a waiting message is shown on it."""
        html = self.tools.templates.get_template(template).render(
            account=self.account,
            basket_count=self.basket.count,
            categories=list_categories(self.db),
            message=self._take_message(),
            query=values.pop("query", ""),
            **values,
        )
        # Pages hold the visitor's basket and name: going back must not show an old one.
        return HTMLResponse(html, status_code=status, headers={"Cache-Control": "no-store"})

    def redirect(self, address: str, message: str = "") -> Response:
        """Answer a submitted form with a redirect, and a message for the next page."""
        if message:
            self.db.execute(
                "UPDATE session SET message = ? WHERE id = ?", (message, self.start_session())
            )
        return RedirectResponse(address, status_code=303)

    def finish(self, response: Response) -> Response:
        """Set the session cookie, if the browser has none or an outdated one."""
        if self.session and self.request.cookies.get(COOKIE) != self.session:
            response.set_cookie(COOKIE, self.session, httponly=True, samesite="lax")
        return response

    def _session_row(self, session: str | None) -> sqlite3.Row | None:
        row: sqlite3.Row | None = self.db.execute(
            "SELECT * FROM session WHERE id = ?", (session,)
        ).fetchone()
        return row

    def _take_message(self) -> str:
        row = self._session_row(self.session)
        if row is None or not row["message"]:
            return ""
        self.db.execute("UPDATE session SET message = '' WHERE id = ?", (row["id"],))
        return str(row["message"])
