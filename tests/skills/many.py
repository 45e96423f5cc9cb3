"""A site of many pages, some of which misbehave, with what was asked of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import BaseRoute, Route

from tests.agent_e.browser import pdfs

SCRIPTS = {
    "asks": "<script>alert('hi'); confirm('sure?')</script>",
    "hangs": "<script>setTimeout(() => { for (;;); }, 20)</script>",
    "insists": "<script>for (;;) alert('again')</script>",
    "popup": "<script>open('/p/1'); open('about:blank', '_blank', 'noopener')</script>",
    "sends": "<script>fetch('/post', {method: 'POST', body: 'x'}); "
    "navigator.sendBeacon('/post', 'y')</script>",
    "works": "<script>new Worker(URL.createObjectURL(new Blob([`fetch('${origin}/post', "
    "{method: 'POST', body: 'w', mode: 'no-cors'})`])))</script>",
    "shares": "<script>new SharedWorker(URL.createObjectURL(new Blob([`fetch('${origin}/post', "
    "{method: 'POST', body: 'w', mode: 'no-cors'})`])))</script>",
    "aims": "<form id=f method=post action=/post target=_blank></form><script>f.submit()</script>",
    "frames": "<iframe srcdoc=\"<script>fetch('/post', {method: 'POST', body: 'f'})</script>\">"
    "</iframe>",
    "leaves": "<script>addEventListener('pagehide', () => navigator.sendBeacon('/post', 'z'))"
    "</script>",
    "submits": "<form id=f method=post action=/post></form><script>f.submit()</script>",
    "late": "<script>setTimeout(() => document.querySelector('h1').append(' came late'), 60)"
    "</script>",
    "keeps": "<script>localStorage.seen = 'yes'</script>",
}
FORBIDDEN = "<title>Login</title><h1>Please log in</h1>"


@dataclass
class Site:
    """``seen`` holds ``METHOD /path`` as the requests come."""

    seen: list[str] = field(default_factory=list)

    def routes(self) -> list[BaseRoute]:
        every = {
            "/": self.listing,
            "/p/{n:int}": self.product,
            "/s/{kind}": self.script,
            "/slow": self.slow,
            "/elsewhere": self.elsewhere,
            "/file": self.file,
            "/notes": self.notes,
            "/rules.pdf": self.paper,
            "/login": self.login,
            "/own/{n:int}": self.own,
            "/api": self.api,
            "/latin": self.latin,
            "/sjis": self.sjis,
            "/feed": self.feed,
            "/plain": self.plain,
            "/large": self.large,
            "/live": self.live,
            "/post": self.post,
        }

        def noting(answer: Callable[[Request], Awaitable[Response]]) -> Any:
            async def noted(request: Request) -> Response:
                self.seen.append(f"{request.method} {request.url.path}")
                return await answer(request)

            return noted

        return [Route(path, noting(each), methods=["GET", "POST"]) for path, each in every.items()]

    async def listing(self, request: Request) -> Response:
        links = "".join(f"<li><a href=/p/{n}>Item {n}</a>" for n in range(1, 13))
        twice = "<a href=/p/1>Twice</a> <a href=/p/2>Twice</a>"
        return HTMLResponse(
            f"<title>List</title><h1>List</h1><ul>{links}</ul>{twice}"
            "<p><input autofocus><div style=height:3000px></div>"
        )

    async def product(self, request: Request) -> Response:
        n = request.path_params["n"]
        body = (
            f"<title>Item {n}</title><nav><a href=/>Home of all the items</a></nav><main>"
            f"<h1>Item {n}</h1><p class=price data-cents={n}50>€ {n}.50</p>"
            f"<a href=../more/{n}>More of this</a><table><tr><th>Size<th>Stock"
            f"<tr><td>small<td>{n}<tr><td>large<td>{n * 2}</table>"
            f"<p>{'It is a very good item indeed. ' * 20}</main>"
            "<script>document.title = 'ran'</script>"
        )
        return HTMLResponse(body, status_code=404 if n == 404 else 200)

    async def script(self, request: Request) -> Response:
        kind = request.path_params["kind"]
        return HTMLResponse(f"<title>{kind}</title><h1>This one {kind}</h1>{SCRIPTS[kind]}")

    async def slow(self, request: Request) -> Response:
        await asyncio.sleep(30)
        return HTMLResponse("late")

    async def elsewhere(self, request: Request) -> Response:
        return RedirectResponse(f"http://localhost:{request.url.port}/p/1")

    async def notes(self, request: Request) -> Response:
        text = "Team meeting\n\n  Present: Ann, Max\n"
        return PlainTextResponse(
            text, headers={"Content-Disposition": "attachment; filename=n.txt"}
        )

    async def file(self, request: Request) -> Response:
        head = {"content-disposition": "attachment; filename=a.bin"}
        return Response(b"\0abc", media_type="application/octet-stream", headers=head)

    async def paper(self, request: Request) -> Response:
        return Response(pdfs.pdf(["One page"], title="Rules"), media_type="application/pdf")

    async def login(self, request: Request) -> Response:
        answer = HTMLResponse("<title>In</title>")
        answer.set_cookie("who", "ada", httponly=True)
        return answer

    async def own(self, request: Request) -> Response:
        if request.cookies.get("who") != "ada":
            return RedirectResponse("/p/1")
        return HTMLResponse(f"<title>Own</title><h1>Ada's order {request.path_params['n']}</h1>")

    async def api(self, request: Request) -> Response:
        return JSONResponse({"items": [{"name": 'a "b"\n', "cents": 250}], "total": 1})

    async def latin(self, request: Request) -> Response:
        body = "<title>Caf\u00e9</title><h1>G\u00e2teau \u00e0 la cr\u00e8me</h1>".encode("latin-1")
        return Response(body, headers={"content-type": "text/html; charset=ISO-8859-1"})

    async def sjis(self, request: Request) -> Response:
        body = "<meta charset=shift_jis><h1>\u6771\u4eac\u30bf\u30ef\u30fc</h1>".encode("shift_jis")
        return Response(body, headers={"content-type": "text/html"})

    async def feed(self, request: Request) -> Response:
        body = "<rss><channel><item><title>First</title></item></channel></rss>"
        return Response(body, media_type="application/rss+xml")

    async def plain(self, request: Request) -> Response:
        return Response("name: Ada\nborn: 1815\n", media_type="text/plain")

    async def large(self, request: Request) -> Response:
        return HTMLResponse("<p>" + "x" * 5_100_000)

    async def live(self, request: Request) -> Response:
        return HTMLResponse(
            "<title>Live</title><input id=a value=old><input id=c type=checkbox>"
            "<input id=p type=password value=secret>"
            "<select id=s><option>one<option>two</select><textarea id=t>before</textarea>"
            "<div id=host></div><script>"
            "a.value = 'typed'; c.checked = true; s.selectedIndex = 1; t.value = 'after';"
            "host.attachShadow({mode: 'open'}).innerHTML = '<b>inside</b><input value=x>';"
            "host.shadowRoot.querySelector('input').value = 'deep';"
            "globalThis.changed = 0; new MutationObserver(() => changed += 1)"
            ".observe(document, {subtree: true, childList: true, attributes: true})</script>"
        )

    async def post(self, request: Request) -> Response:
        return HTMLResponse("posted")
