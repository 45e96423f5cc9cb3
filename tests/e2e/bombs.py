"""Pages that work against whoever opens them, one way each, and a server for them."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app

_LATER = "setTimeout(() => {{ {} }}, 300)"

SCRIPTS = {
    "alert": "for (;;) alert(Math.random())",
    "confirm": "for (;;) confirm('really ' + Math.random())",
    "prompt": "for (;;) prompt(Math.random())",
    "confirm-timer": "setInterval(() => confirm(Math.random()), 10)",
    "beforeunload": "onbeforeunload = (event) => { for (;;) confirm(1); }",
    "print": "setInterval(print, 5)",
    "push-state": "let n = 0; setInterval(() => { for (let i = 0; i < 50; i++) history.pushState(0, '', '?' + n++) }, 0)",
    "replace-state": "let n = 0; for (;;) history.replaceState(0, '', '?' + n++)",
    "hash": "let n = 0; setInterval(() => { for (let i = 0; i < 50; i++) location.hash = n++ }, 0)",
    "history-back": "history.pushState(0, '', '?1'); onpopstate = () => history.pushState(0, '', '?' + Math.random())",
    "location": "location = '?' + Math.random()",
    "reload": "location.reload()",
    "location-timer": "setInterval(() => { location = '/slow?' + Math.random() }, 5)",
    "windows": "document.onclick = () => { for (let i = 0; i < 200; i++) open('/next', 'w' + i) }; setInterval(() => open('/next'), 5)",
    "console": "for (;;) console.log('flood ' + Math.random())",
    "console-timer": "setInterval(() => { for (let i = 0; i < 2000; i++) console.error('flood'.repeat(50), i) }, 0)",
    "errors": "setInterval(() => { for (let i = 0; i < 50; i++) setTimeout(() => { throw Error(i) }) }, 0)",
    "rejections": "setInterval(() => { for (let i = 0; i < 500; i++) Promise.reject(i) }, 0)",
    "dom-growth": "setInterval(() => { for (let i = 0; i < 3000; i++) document.body.append(document.createElement('p')) }, 0)",
    "dom-churn": "setInterval(() => { document.body.innerHTML = '<button>now ' + Math.random() + '</button>'.repeat(300) }, 0)",
    "titles": "setInterval(() => { document.title = Math.random() + 'x'.repeat(1e6) }, 0)",
    "busy": "for (;;);",
    "busy-later": _LATER.format("for (;;);"),
    "busy-on-click": "document.onclick = () => { for (;;); }",
    "microtasks": "const next = () => Promise.resolve().then(next); next()",
    "messages": "const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { for (let i = 0; i < 9e6; i++); port2.postMessage(0) }; port2.postMessage(0)",
    "regexp": "/^(a+)+$/.test('a'.repeat(60) + '!')",
    "workers": "const at = URL.createObjectURL(new Blob(['for (;;);'])); for (let i = 0; i < 60; i++) new Worker(at)",
    "worker-messages": "const at = URL.createObjectURL(new Blob(['for (;;) postMessage(1)'])); for (let i = 0; i < 4; i++) new Worker(at)",
    "resize": "const box = document.body.appendChild(document.createElement('div')); new ResizeObserver(() => { box.style.height = Math.random() * 900 + 'px' }).observe(box)",
    "mutations": "new MutationObserver(() => { document.body.title = Math.random() }).observe(document.body, { attributes: true }); document.body.title = 1",
    "files": "document.onclick = () => { const field = document.createElement('input'); field.type = 'file'; field.click() }; setInterval(document.onclick, 10)",
    "downloads": "setInterval(() => { const link = document.createElement('a'); link.href = '/file'; link.download = 'f' + Math.random(); link.click() }, 10)",
    "fullscreen": "document.onclick = () => document.documentElement.requestFullscreen(); document.onfullscreenchange = document.onclick",
    "pointer-lock": "document.onclick = () => document.body.requestPointerLock(); document.onpointerlockchange = document.onclick",
    "audio": "for (let i = 0; i < 200; i++) { const c = new AudioContext(); const o = c.createOscillator(); o.connect(c.destination); o.start() }",
    "canvases": "setInterval(() => { const c = document.createElement('canvas'); c.width = c.height = 8000; c.getContext('2d').fillRect(0, 0, 8000, 8000); (window.kept ??= []).push(c) }, 20)",
    "webgl": "for (let i = 0; i < 64; i++) { const c = document.createElement('canvas'); c.width = c.height = 4096; const g = c.getContext('webgl'); if (g) { g.clear(g.COLOR_BUFFER_BIT); document.body.append(c) } }",
    "memory": "const kept = []; setInterval(() => kept.push(new Uint8Array(5e7).fill(1)), 5)",
    "strings": "const kept = []; setInterval(() => { for (let i = 0; i < 9e5; i++) kept.push({ i }) }, 0)",
    "database": "indexedDB.open('d').onupgradeneeded = (e) => { const s = e.target.result.createObjectStore('s', { autoIncrement: true }); setInterval(() => { for (let i = 0; i < 50; i++) s.add?.call }, 1) }; setInterval(() => { for (let i = 0; i < 50; i++) indexedDB.open('d' + Math.random()) }, 5)",
    "service-worker": "const again = async () => { const r = await navigator.serviceWorker.register('/worker.js?' + Math.random()); await r.unregister(); again() }; again()",
    "requests": "setInterval(() => { for (let i = 0; i < 50; i++) fetch('/next?' + Math.random()) }, 1)",
    "sockets": "setInterval(() => new WebSocket('ws://' + location.host + '/next'), 2)",
    "frames": "setInterval(() => { for (let i = 0; i < 20; i++) { const f = document.createElement('iframe'); f.srcdoc = '<button>x</button>'; document.body.append(f) } }, 5)",
    "animations": "const again = () => { requestAnimationFrame(again); document.body.style.background = '#' + Math.random().toString(16).slice(2, 8) }; for (let i = 0; i < 2000; i++) again()",
    "focus": "setInterval(() => { for (const each of document.querySelectorAll('button')) { each.focus(); each.blur() } }, 0)",
    "spoiled": "Array.prototype.push = JSON.stringify = () => { throw 1 }; Object.defineProperty(document, 'title', { get() { for (;;); } })",
}
"""By script, in a page with a button and a link."""

BODIES = {
    "refresh": "<meta http-equiv=refresh content=0><button>x</button>",
    "nesting": "<div>" * 30_000,
    "nested-tables": "<table><tr><td>" * 5_000,
    "text": "word " * 4_000_000,
    "attribute": f"<button aria-label='{'a' * 5_000_000}'>x</button>",
    "title": f"<title>{'t' * 5_000_000}</title><button>x</button>",
    "buttons": "<button>x</button>" * 60_000,
    "options": "<select>" + "<option>o" * 200_000 + "</select>",
    "svg": "<svg>"
    + "<g transform='rotate(1)' filter='blur(9px)'>" * 400
    + "<circle r=9 />" * 20_000
    + "</svg>",
    "svg-uses": "<svg>"
    + "".join(
        f"<g id=a{n}>{f'<use href=#a{n - 1} />' * 10 if n else '<circle r=1 />'}</g>"
        for n in range(9)
    )
    + "</svg>",
    "css-variables": "<style>:root{--a0:x;"
    + "".join(f"--a{n}:var(--a{n - 1})var(--a{n - 1});" for n in range(1, 40))
    + "}p::before{content:var(--a39)}</style><p>p",
    "css-filters": "<style>div{filter:blur(50px) drop-shadow(0 0 99px red);transform:scale(9)}</style>"
    + "<div>x" * 200,
    "css-has": "<style>"
    + "".join(f":has(:has(div:nth-child({n}) ~ p))" + "{color:red}" for n in range(300)).replace(
        ":has(:has(", ":has(:is("
    )
    + "</style>"
    + "<div><p>x</p></div>" * 20_000,
    "own-frame": "<iframe src='?a'></iframe>" * 4,
    "data-frames": "<script>document.write(`<iframe srcdoc=\"${document.documentElement.outerHTML.replace(/&/g, '&amp;').replace(/\"/g, '&quot;')}\"></iframe>`.repeat(2))</script>",
    "deep-shadow": "<script>let at = document.body; for (let i = 0; i < 3000; i++) { at = at.appendChild(document.createElement('div')).attachShadow({ mode: i % 2 ? 'open' : 'closed' }); at.innerHTML = '<button>x</button>' }</script>",
}
"""By the document itself."""

_AROUND = "<!doctype html><title>Bomb</title><button>Press</button> <a href=/next>Next</a><script>{}</script>"


def _page(name: str) -> str:
    return _AROUND.format(SCRIPTS[name]) if name in SCRIPTS else BODIES[name]


async def _for_ever(piece: bytes, pause_s: float) -> AsyncIterator[bytes]:
    yield b"<!doctype html><title>Bomb</title><button>Press</button>"
    while True:
        yield piece
        await asyncio.sleep(pause_s)


def _packed(megabytes: int) -> bytes:
    return gzip.compress(b"<title>Bomb</title>" + b" " * (megabytes * 1_000_000) + b"<p>end")


async def _endless(_: Request) -> Response:
    return StreamingResponse(_for_ever(b"<p>more</p>" * 2_000, 0), media_type="text/html")


async def _drip(_: Request) -> Response:
    return StreamingResponse(_for_ever(b"<p>drip</p>", 0.2), media_type="text/html")


async def _mute(_: Request) -> Response:
    await asyncio.sleep(3600)
    return Response()


async def _gzip(_: Request) -> Response:
    headers = {"content-encoding": "gzip", "content-type": "text/html"}
    return Response(_packed(200), headers=headers)


async def _circle(request: Request) -> Response:
    return RedirectResponse(f"/redirects?{len(request.url.query)}x{request.url.query}"[:200])


async def _multipart(_: Request) -> Response:
    async def parts() -> AsyncIterator[bytes]:
        while True:
            yield b"--x\r\ncontent-type: text/html\r\n\r\n<title>Bomb</title><button>x</button>\r\n"
            await asyncio.sleep(0.02)

    return StreamingResponse(parts(), media_type="multipart/x-mixed-replace; boundary=x")


SERVED = {
    "endless": _endless,
    "drip": _drip,
    "mute": _mute,
    "gzip": _gzip,
    "redirects": _circle,
    "multipart": _multipart,
}
"""By how the server answers."""

NAMES = (*SCRIPTS, *BODIES, *SERVED)


async def _html(request: Request) -> Response:
    return HTMLResponse(_page(request.path_params["name"]))


async def _next(_: Request) -> Response:
    return HTMLResponse("<title>Next</title><h1>Next page</h1>")


async def _slow(_: Request) -> Response:
    await asyncio.sleep(0.5)
    return Response(status_code=204)


async def _file(_: Request) -> Response:
    return Response(b"data", headers={"content-disposition": "attachment"})


async def _worker(_: Request) -> Response:
    return Response("for (let i = 0; i < 1e9; i++);", media_type="text/javascript")


@asynccontextmanager
async def serve_bombs() -> AsyncIterator[str]:
    """Serve them at ``/NAME``, and a plain page at ``/next``; yields the address."""
    routes = [
        Route("/next", _next),
        Route("/slow", _slow),
        Route("/file", _file),
        Route("/worker.js", _worker),
        *(Route(f"/{name}", answer) for name, answer in SERVED.items()),
        Route("/{name}", _html),
    ]
    async with serve_app(Starlette(routes=routes)) as port:
        yield f"http://127.0.0.1:{port}"
