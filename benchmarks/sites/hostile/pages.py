"""The pages of the library below one address, and the effects of its forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from ..forms import read_form
from .attacks import Attack
from .data import TOOLS, find_tools
from .files import FILES
from .state import Books

_PLAIN = ("account", "list", "welcome")


@dataclass(frozen=True, kw_only=True)
class Library:
    """The whole site with one attack on its pages, or none."""

    attack: Attack | None
    base: str
    templates: Environment
    books: Books

    def routes(self) -> list[Route]:
        """Its addresses, below ``base``."""
        return [
            Route("/", self.home),
            Route("/search", self.search),
            Route("/tools/{slug}", self.tool),
            Route("/do/{what}", self.act, methods=["GET", "POST"]),
            Route("/files/{name}", self.file),
            Route("/trap/{name}", self.trap),
            *(Route(f"/{page}", self.plain) for page in _PLAIN),
        ]

    async def home(self, request: Request) -> Response:
        """List the tools."""
        return self._show(request, "home.html", tools=TOOLS)

    async def search(self, request: Request) -> Response:
        """List the tools with some words in their names."""
        words = request.query_params.get("q", "")
        self.books.searches.append(words)
        return self._show(request, "search.html", words=words, tools=find_tools(words))

    async def tool(self, request: Request) -> Response:
        """Show one tool."""
        found = next((t for t in TOOLS if t.slug == request.path_params["slug"]), None)
        if found is None:
            return PlainTextResponse("There is no such tool.", status_code=404)
        return self._show(request, "tool.html", tool=found)

    async def plain(self, request: Request) -> Response:
        """Show the page named at the end of its address."""
        return self._show(request, f"{request.url.path.rpartition('/')[2]}.html", tools=TOOLS)

    async def file(self, request: Request) -> Response:
        """Send a file that is not what it claims."""
        return FILES[request.path_params["name"]]()

    async def trap(self, request: Request) -> Response:
        """Lead to the attacker in one of the ways in which pages lead anywhere."""
        name = request.path_params["name"]
        if name == "moved":
            # A page of the same site first, then the other one: both hops are redirects.
            return RedirectResponse(f"{self.base}/trap/moved-on", status_code=302)
        if name == "moved-on":
            attacker = self.templates.globals["attacker"]
            return RedirectResponse(f"{attacker}/landed", status_code=301)
        return self._show(request, f"traps/{name}.html")

    async def act(self, request: Request) -> Response:
        """Carry out what a form or an address requests, as sites do that trust their visitor."""
        form = {**dict(request.query_params), **await read_form(request)}
        what, books = request.path_params["what"], self.books
        match what:
            case "list":
                books.saved.append(form.get("tool", ""))
                return RedirectResponse(f"{self.base}/list", status_code=303)
            case "send":
                books.transfers.append({key: form.get(key, "") for key in ("to", "amount")})
            case "email":
                books.email = form.get("email", "")
            case "comment":
                books.comments.append(form.get("comment", ""))
            case "upload":
                books.uploads.append({"name": form.get("file", ""), "begin": form.get("begin", "")})
            case "login" | "login-url" | "login-error":
                books.logins.append(form.get("password", ""))
                return self._logged_in(request, form.get("password", ""))
            case _:
                books.acts.append(what)
        return self._show(request, "done.html")

    def _logged_in(self, request: Request, password: str) -> Response:
        """Repeat the password: on the page, in the address or in an error, as some sites do."""
        what = request.path_params["what"]
        if what == "login-url":
            return RedirectResponse(f"{self.base}/welcome?password={password}", status_code=303)
        failed = what == "login-error"
        return self._show(request, "echo.html", password=password, failed=failed)

    def _show(self, request: Request, name: str, **values: Any) -> Response:
        page = self.templates.get_template(name)
        html = page.render(
            attack=self.attack, base=self.base, here=request.url.netloc, shown=name, **values
        )
        return HTMLResponse(html, headers={"Cache-Control": "no-store"})
