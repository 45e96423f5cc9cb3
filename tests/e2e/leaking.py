"""A site that shows what it was told in every way it can, and a search for that in all outputs."""

from __future__ import annotations

import base64
import html
import io
import json
import re
import urllib.parse
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

PASSWORD = "c4n&ry/P@ss+w0rd%Zz"
TOKEN = "sk-live-51HxT0k3nC4n4ryQ"
SEED = "KVKFKRCPNZQUYMLXOVYDSQKJKZDTSRLD"
ELSEWHERE = "other-canary-99"
INK = (0, 160, 40)
"""Colour of everything on the site that shows a secret, and of nothing else on a picture."""
_MIN_PICTURE = 16


class Leaky:
    """Asks for a password, a token and a code, and then echoes them wherever a page can.

    Attributes:
        passwords: as they came; ``tokens``, ``codes`` likewise.
        searched: what was typed into the search.
    """

    def __init__(self) -> None:
        self.url = ""
        self.passwords: list[str] = []
        self.tokens: list[str] = []
        self.codes: list[str] = []
        self.searched: list[str] = []

    @property
    def place(self) -> str:
        return self.url.removeprefix("http://")

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", self._start),
                Route("/search", self._search),
                Route("/first", self._first, methods=["POST"]),
                Route("/code", self._code),
                Route("/in", self._inside, methods=["POST"]),
            ]
        )

    def environment(self) -> dict[str, str]:
        """The vault's variables."""
        secrets = {
            "BANK": {"site": self.place, "kind": "password", "value": PASSWORD},
            "TOKEN": {"site": self.place, "kind": "text", "value": TOKEN},
            "BANK_CODE": {"site": self.place, "kind": "code", "value": SEED},
            "ELSEWHERE": {"site": "example.org", "kind": "password", "value": ELSEWHERE},
        }
        return {f"AGENT_E_SECRET_{name}": json.dumps(said) for name, said in secrets.items()}

    async def _start(self, request: Request) -> Response:
        return _page(
            "Sign in",
            "<form action=/search><label>Search <input name=q></label><button>Find</button></form>"
            "<form method=post action=/first><label>Password <input type=password name=p></label>"
            "<label>API token <input name=t></label><button>Next</button></form>",
        )

    async def _search(self, request: Request) -> Response:
        self.searched.append(request.query_params["q"])
        return _page("Search", f"<p class=secret>Nothing for {html.escape(self.searched[-1])}</p>")

    async def _first(self, request: Request) -> Response:
        given = urllib.parse.parse_qs((await request.body()).decode())
        self.passwords += given["p"]
        self.tokens += given["t"]
        query = urllib.parse.urlencode({"p": given["p"][0], "t": given["t"][0]})
        return RedirectResponse(f"/code?{query}", 303)

    async def _code(self, request: Request) -> Response:
        said = [html.escape(request.query_params[name]) for name in "pt"]
        return _page(
            f"Not you, {said[0]}?",
            f"<p class=secret>{said[0]} and {said[1]}</p>"
            "<form method=post action=/in><label>One-time code <input class=secret name=c "
            "autocomplete=one-time-code></label><button>Sign in</button></form>",
        )

    async def _inside(self, request: Request) -> Response:
        self.codes += urllib.parse.parse_qs((await request.body()).decode())["c"]
        echoes = "".join(
            _echoed(each) for each in (self.passwords[-1], self.tokens[-1], self.codes[-1])
        )
        script = f"<script>{_SPREAD % json.dumps([self.passwords[-1], self.codes[-1]])}</script>"
        response = _page("Welcome", f"{echoes}<p>Balance: 42</p>{script}")
        response.set_cookie("login", base64.b64encode(self.passwords[-1].encode()).decode())
        return response


_SPREAD = """
const said = %s;
for (const each of said) {
  console.error('it is ' + each);
  localStorage.setItem('it', each);
  document.title += ' ' + each;
}
history.replaceState(null, '', '#' + encodeURIComponent(said[0]));
fetch('/search?q=' + encodeURIComponent(said[0]) + '&c=' + said[1]);
setTimeout(() => { throw new Error(said[0]); });
"""


def _echoed(value: str) -> str:
    shown = [
        value,
        urllib.parse.quote(value, safe=""),
        json.dumps({"it": value}),
        base64.b64encode(f"user:{value}".encode()).decode(),
        value.encode().hex(),
        value[::-1],
        value.lower(),
        value.upper(),
    ]
    pieces = "".join(f"<b>{html.escape(each)}</b>" for each in value)
    quoted = html.escape(value)
    link = html.escape("/?" + urllib.parse.urlencode({"it": value}))
    return "".join(f"<p class=secret>{html.escape(each)}</p>" for each in shown) + (
        f"<p class='secret pieces'>{pieces}</p><p class='secret drawn' data-it='{quoted}'></p>"
        f"<input aria-label=Echo class=secret value='{quoted}'>"
        f"<input aria-label=Hint class=secret placeholder='{quoted}'>"
        f"<select aria-label=List class=secret><option>{quoted}</select>"
        f"<a href='{link}' title='{quoted}'>Again</a><!-- {quoted} -->"
    )


def _page(title: str, body: str) -> Response:
    colour = f"rgb{INK}"
    style = (
        f"<style>.secret, .secret::placeholder, form input {{ color: {colour}; font-size: 20px }} "
        "p { margin: 0 } .drawn::before { content: attr(data-it) }</style>"
    )
    return HTMLResponse(f"<!doctype html><title>{title}</title>{style}<h1>Bank</h1>{body}")


def forms(value: str) -> set[bytes]:
    """The value as anything may have written it, worked out apart from the redactor."""
    data = value.encode()
    plain = {value, value[::-1], value.lower(), value.upper()}
    found = set(plain)
    for each in plain:
        found |= {
            urllib.parse.quote(each),
            urllib.parse.quote(each, safe=""),
            urllib.parse.quote_plus(each),
            html.escape(each),
            html.escape(html.escape(each)),
            json.dumps(each)[1:-1],
            json.dumps(json.dumps(each)[1:-1])[1:-1],
        }
    found |= {data.hex(), data.hex().upper()}
    found |= {each.swapcase() for each in (urllib.parse.quote(value, safe=""),)}
    for pad in range(3):
        whole = base64.b64encode(bytes(pad) + data).decode().rstrip("=")
        found.add(whole[(pad * 8 + 5) // 6 : (pad + len(data)) * 8 // 6])
    return {each.encode() for each in found}


def members(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Every byte of these files, of archives also what is in them; names are searched too."""
    for path in files:
        yield str(path), path.read_bytes() + str(path).encode()
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    yield f"{path}!{name}", archive.read(name) + name.encode()


def leaks(outputs: Mapping[str, bytes], values: Iterable[str]) -> list[tuple[str, str]]:
    """Where any form of any value stands: name of the output, form."""
    sought = [form for value in values for form in forms(value)]
    return [
        (name, form.decode())
        for name, data in outputs.items()
        for form in sought
        if form in data and not (form.isdigit() and _by_chance(form, data))
    ]


def _by_chance(digits: bytes, data: bytes) -> bool:
    """Whether the digits of a code are but a part of longer numbers, such as of a time."""
    whole = rb"(?:(?<![\d.])|(?<=%[0-9A-Fa-f]{2}))" + digits + rb"(?!\.?\d)"
    return re.search(whole, data) is None


def ink(data: bytes) -> int:
    """Pixels of the colour that only secrets have on the site, however it was compressed."""
    pixels = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    return int(np.count_nonzero((green > red + 60) & (green > blue + 60)))


def inked(outputs: Mapping[str, bytes]) -> tuple[int, list[str]]:
    """How many pictures there are, and which of them show a secret's colour."""
    seen, found = 0, []
    for name, data in outputs.items():
        try:
            image = Image.open(io.BytesIO(data))
        except UnidentifiedImageError:
            continue
        if min(image.size) < _MIN_PICTURE:
            continue
        seen += 1
        if ink(data):
            found.append(name)
    return seen, found
