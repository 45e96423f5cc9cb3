"""One request as the pages see it: the visitor, the submitted form, and how to answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from .data import Member
from .state import Desk, Session

COOKIE = "kestrel_session"


class Visit:
    """One request; a visitor gets a session with the first thing worth remembering."""

    def __init__(
        self, request: Request, form: Mapping[str, str], desk: Desk, templates: Environment
    ) -> None:
        """Identify the visitor."""
        self.request = request
        self.form = form
        self.desk = desk
        self.templates = templates
        self.known: Session | None = desk.find_session(request.cookies.get(COOKIE))

    @property
    def member(self) -> Member | None:
        """The logged-in member."""
        return self.known.member if self.known else None

    @property
    def session(self) -> Session:
        """The visitor's session, started if there is none."""
        if self.known is None:
            self.known = self.desk.start_session()
        return self.known

    def entered(self, field: str) -> str:
        """Return a field's text without surrounding spaces."""
        return self.form.get(field, "").strip()

    def render(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """Answer with a page; a waiting message is shown on it."""
        message = ""
        if self.known is not None:
            message, self.known.message = self.known.message, ""
        html = self.templates.get_template(template).render(
            member=self.member, message=message, data=self.desk.data, **values
        )
        # Going back must not show what was there before logging out.
        return HTMLResponse(html, status_code=status, headers={"Cache-Control": "no-store"})

    def redirect(self, address: str, message: str = "") -> Response:
        """Redirect the browser, with a message for its next page."""
        if message:
            self.session.message = message
        return RedirectResponse(address, status_code=303)

    def finish(self, response: Response) -> Response:
        """Set the session cookie, if the browser has none or another."""
        if self.known and self.request.cookies.get(COOKIE) != self.known.id:
            response.set_cookie(COOKIE, self.known.id, httponly=True, samesite="lax")
        return response
