"""One look at a page: at an address, and at a stored page, which does nothing by itself."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.browser import BrowserSession
from agent_e.config import Settings
from agent_e.errors import ActionDenied, ConfigError
from agent_e.snapshot import MAX_MB, address_of, read_page, take_snapshot
from tests.browsers import Chromium

PAGE = "<title>Mine</title><button>Go on</button><p>Words</p>"
TOO_LARGE = MAX_MB * 1_000_000 + 1

BUSY = """<!doctype html><title>Mine</title>
<link rel=preconnect href={site}><link rel=stylesheet href={site}/style>
<h1>Shop</h1><p id=x></p><script>document.getElementById('x').textContent = 'Own words'</script>
<img src={site}/picture alt=Pot onerror="document.title = 'No pot'">
<iframe src={site}/frame width=300 height=90></iframe>
<iframe srcdoc="<p>Inside<script>document.write('Inner words')</script>"></iframe>
<iframe src="data:text/html,<p>Data<script>document.write('Data words')</script>"></iframe>
<button onclick="this.remove()">Go on</button>
"""
WRITTEN = ("Own words", "Inner words", "Data words")

ARCHIVE = """From: <Saved by Blink>
Snapshot-Content-Location: https://shop.example/
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="x"

--x
Content-Type: text/html
Content-ID: <one@mhtml.blink>
Content-Location: https://shop.example/

<title>Mine</title><h1>Shop</h1><iframe src="cid:two@mhtml.blink"></iframe>
--x
Content-Type: text/html
Content-ID: <two@mhtml.blink>
Content-Location: https://shop.example/inner

<p>Inside</p>
--x--
""".replace("\n", "\r\n")


@asynccontextmanager
async def listening(page: str) -> AsyncIterator[tuple[str, list[str]]]:
    """Serve a page at ``/page``; yields the address and what was asked for.

    A connection on which nothing is asked counts as well, as ``""``.
    """
    asked: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number = len(asked)
        asked.append("")
        head = await reader.readline()
        path = asked[number] = head.decode().partition(" ")[2].partition(" ")[0]
        body = page.format(site=site).encode() if path == "/page" else b"<p>From elsewhere"
        length = f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + length + body)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    site = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield site, asked
    finally:
        server.close()


@pytest.fixture
async def shared(chromium: Chromium, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks are taken in the browser that is running."""
    opened = partial(BrowserSession.open, shared=await chromium.running())
    monkeypatch.setattr("agent_e.snapshot.BrowserSession.open", opened)


@pytest.mark.browser
@pytest.mark.usefixtures("shared")
async def test_a_stored_page_runs_no_script_and_loads_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a page.html"
    async with listening(BUSY) as (site, asked):
        file.write_text(BUSY.format(site=site))
        taken = await take_snapshot(str(file), Settings())
    assert asked == []
    assert not any(words in taken.text for words in (*WRITTEN, "From elsewhere"))
    assert taken.observation.title == "Mine"
    assert taken.observation.url == file.as_uri()
    assert "heading 1 'Shop'" in taken.text
    assert "Inside" in taken.text and "Data" in taken.text
    [button] = taken.to_json()["elements"]
    assert (button["name"], button["reachable"], len(button["bbox"])) == ("Go on", True, 4)


@pytest.mark.browser
@pytest.mark.usefixtures("shared")
async def test_an_address_runs_its_scripts_and_loads_what_it_names() -> None:
    async with listening(BUSY) as (site, asked):
        taken = await take_snapshot(f"{site}/page", Settings())
    assert {"/page", "/style", "/picture", "/frame"} <= set(asked)
    assert all(words in taken.text for words in (*WRITTEN, "From elsewhere"))


@pytest.mark.browser
@pytest.mark.usefixtures("shared")
async def test_a_stored_page_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "beside.html").write_text("<p>Beside")
    file = tmp_path / "page.htm"
    file.write_text(
        "<title>Mine</title><meta http-equiv=refresh content='0; url=http://example.org/'>"
        "<p>Stays</p><iframe src=beside.html></iframe><object data=beside.html></object>"
        "<iframe src=http://example.org/></iframe>"
    )
    taken = await take_snapshot(file.as_uri(), Settings())
    assert taken.observation.url == file.as_uri()
    assert "Stays" in taken.text
    assert "Beside" not in taken.text and "Example" not in taken.text


@pytest.mark.browser
@pytest.mark.usefixtures("shared")
async def test_an_archive_is_opened_with_its_frames(tmp_path: Path) -> None:
    file = tmp_path / "page.mhtml"
    file.write_bytes(ARCHIVE.encode())
    taken = await take_snapshot(str(file), Settings())
    assert taken.text.endswith("heading 1 'Shop'\nframe\n  Inside")


@pytest.mark.browser
@pytest.mark.usefixtures("shared")
async def test_what_standard_input_held_is_a_stored_page() -> None:
    long = "".join(f"<p>Paragraph number {number}</p>" for number in range(3_000))
    stored = f"<h1>Café</h1><script>document.write('Own words')</script>{long}".encode()
    first = await take_snapshot("-", Settings(), stored=stored, view="text_only")
    assert "Café" in first.text and "Paragraph number 0\n" in first.text
    assert "Own words" not in first.text
    found = await take_snapshot("-", Settings(), stored=stored, find="number 2999")
    assert "Paragraph number 2999" in found.text
    assert not Path(first.observation.url.removeprefix("file://")).exists()


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("", "There is no page. Give an address or a file."),
        ("  ", "There is no page. Give an address or a file."),
        (".", ". is a folder. Give an address or a file."),
        ("none.html", "There is no file none.html."),
        ("./none", "There is no file ./none."),
    ],
)
def test_what_cannot_be_opened_is_one_sentence(target: str, said: str) -> None:
    with pytest.raises(ConfigError) as told:
        address_of(target)
    assert str(told.value) == said


@pytest.mark.parametrize("written", ["{path}", "file://{path}"])
def test_a_file_that_is_too_large_is_not_opened(tmp_path: Path, written: str) -> None:
    file = tmp_path / "page.html"
    with file.open("wb") as sparse:
        sparse.truncate(TOO_LARGE)
    with pytest.raises(ConfigError, match=f"is larger than {MAX_MB} MB: too large for a page"):
        address_of(written.format(path=file))
    with file.open("wb") as sparse:
        sparse.truncate(TOO_LARGE - 1)
    assert address_of(written.format(path=file)) == file.as_uri()


def test_standard_input_that_is_too_large_is_not_read_to_its_end() -> None:
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            assert size > 0
            self.given += size
            return b"x" * size

    endless = Endless()
    with pytest.raises(ConfigError, match=f"^Standard input is larger than {MAX_MB} MB"):
        read_page(endless)  # type: ignore[arg-type]
    assert endless.given <= TOO_LARGE


def test_standard_input_may_be_closed() -> None:
    with pytest.raises(ConfigError, match=r"^Standard input is closed, so there is no page\."):
        read_page(None)


@pytest.mark.slow
@pytest.mark.browser
async def test_what_was_named_is_shown_and_leads_to_no_private_address(tmp_path: Path) -> None:
    asked: list[str] = []

    async def door(request: Request) -> Response:
        asked.append(request.url.path)
        if request.url.path == "/inside":
            return HTMLResponse("<title>Inside</title>")
        return RedirectResponse(f"http://localhost:{request.url.port}/inside")

    async with serve_app(Starlette(routes=[Route("/{path:path}", door)])) as port:
        named = await take_snapshot(f"http://127.0.0.1:{port}/inside", Settings())
        assert named.observation.title == "Inside"
        asked.clear()
        with pytest.raises(ActionDenied, match="leads on to another one"):
            await take_snapshot(f"http://127.0.0.1:{port}/door", Settings())
        assert asked == ["/door"]
    file = tmp_path / "a page.html"
    file.write_text(PAGE)
    assert (await take_snapshot(str(file), Settings())).observation.title == "Mine"
