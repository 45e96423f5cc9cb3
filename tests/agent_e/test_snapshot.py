"""One look at a saved page, without a browser."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from agent_e.benchmarks.embedded import serve_app
from agent_e.config import Settings
from agent_e.errors import ActionDenied, ConfigError
from agent_e.snapshot import LARGEST_MB, read_snapshot, take_snapshot

PAGE = b"<title>Mine</title><button>Go on</button><p>Words</p>"


def test_a_file_is_read_as_it_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "a page.html"
    file.write_bytes(PAGE)
    taken = read_snapshot(str(file), Settings())
    assert taken.text == f"Page: Mine\nURL: {file.as_uri()}\n[1] button 'Go on'\nWords"
    value = taken.to_json()
    [button] = value["elements"]
    assert (button["mmid"], button["bbox"], button["reachable"]) == (1, None, None)
    assert value["url"] == file.as_uri()
    assert value["milliseconds"]["observe"] > 0


def test_standard_input_has_no_address() -> None:
    taken = read_snapshot("-", Settings(), stdin=io.BytesIO(PAGE), view="text_only", find="words")
    assert taken.observation.url == ""
    assert taken.text.endswith("Words")
    assert "Go on" not in taken.text


def test_pages_of_a_long_page_can_be_asked_for() -> None:
    html = "".join(f"<p>Paragraph number {number}</p>" for number in range(3_000)).encode()
    first = read_snapshot("-", Settings(), stdin=io.BytesIO(html))
    second = read_snapshot("-", Settings(), stdin=io.BytesIO(html), page=2)
    assert "Paragraph number 0\n" in first.text
    assert "Paragraph number 0\n" not in second.text
    assert re.search(r"Paragraph number \d{3,}", second.text)


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("https://shop.example/", "reads a file or standard input, not the address https://shop"),
        ("none.html", "There is no file none.html."),
        ("shop.example", "There is no file shop.example."),
        ("", "There is no page."),
        (".", ". is a folder. Give a file."),
        ("a\0b", "could not be read"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(target: str, said: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(said)):
        read_snapshot(target, Settings())


def test_a_file_that_is_too_large_is_not_read_to_its_end() -> None:
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            assert size > 0
            self.given += size
            return b"x" * size

    endless = Endless()
    with pytest.raises(ConfigError, match=f"^Standard input is larger than {LARGEST_MB} MB"):
        read_snapshot("-", Settings(), stdin=endless)  # type: ignore[arg-type]
    assert endless.given <= LARGEST_MB * 1_000_000 + 1


async def test_a_browser_does_not_read_standard_input() -> None:
    with pytest.raises(ConfigError, match="can only be read with --no-browser"):
        await take_snapshot("-", Settings())


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
    file.write_bytes(PAGE)
    assert (await take_snapshot(str(file), Settings())).observation.title == "Mine"
