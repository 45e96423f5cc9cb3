from __future__ import annotations

import asyncio
import re
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from agent_e.browser import fetch, pdf
from agent_e.browser.pdf import PdfDocuments
from agent_e.errors import ActionTimeout, BadArgument, NavigationFailed
from tests.agent_e.browser import pdfs
from tests.agent_e.dom.serving import served

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

STORY = [f"Chapter {number}\n" + f"Once upon a time, {number} " * 3 for number in range(1, 6)]


def send(site, path: str, data: bytes, *lines: str, status: str = "200 OK") -> str:
    head = "\r\n".join([f"HTTP/1.1 {status}", *lines, f"content-length: {len(data)}", "", ""])
    return str(site.raw(path, head.encode() + data))


def send_pdf(site, path: str, data: bytes) -> str:
    return send(site, path, data, "content-type: application/pdf")


@pytest.fixture
def documents(session) -> PdfDocuments:
    return PdfDocuments(session, budget_characters=2_000)


async def test_the_text_is_told_page_by_page(documents, site):
    url = send_pdf(site, "/story.pdf", pdfs.pdf(STORY, title="A story"))
    text = (await documents.read_pdf(url)).text
    assert text.startswith(f"PDF 'A story', 5 pages: {url}\n--- page 1 ---\nChapter 1\nOnce")
    assert "--- page 5 ---\nChapter 5" in text


async def test_pages_are_chosen(documents, site):
    url = send_pdf(site, "/story.pdf", pdfs.pdf(STORY))
    text = (await documents.read_pdf(url, pages="4-, 2")).text
    assert re.findall(r"--- page (\d)", text) == ["4", "5", "2"]
    with pytest.raises(BadArgument, match="has 5 pages; there is no page 6"):
        await documents.read_pdf(url, pages="6-9")
    with pytest.raises(BadArgument, match="pages='three' is no range of pages"):
        await documents.read_pdf(url, pages="three")


async def test_words_are_found_with_their_page_and_the_lines_around(documents, site):
    body = "\n".join(f"line {number}" for number in range(1, 20))
    pages = [body, body.replace("line 9", "The fee is 12 Euros (net)"), body]
    url = send_pdf(site, "/fees.pdf", pdfs.pdf(pages))
    text = (await documents.read_pdf(url, find="FEE is  12")).text
    assert text.split("\n")[1:] == [
        "--- page 2 ---",
        "line 7",
        "line 8",
        "The fee is 12 Euros (net)",
        "line 10",
        "line 11",
    ]
    missing = await documents.read_pdf(url, find="fine")
    assert "'fine' is on none of the 3 pages read." in missing.text


async def test_words_that_go_on_in_the_next_line_are_found(documents, site):
    url = send_pdf(site, "/rules.pdf", pdfs.pdf(["a\nthe notice\nperiod is in sub-\nstance long"]))
    assert "--- page 1 ---" in (await documents.read_pdf(url, find="notice period")).text
    assert "--- page 1 ---" in (await documents.read_pdf(url, find="substance")).text


async def test_what_does_not_fit_is_told_with_the_way_to_it(documents, site):
    pages = [f"Page {number}\n" + f"{number} and more words\n" * 35 for number in range(1, 5)]
    url = send_pdf(site, "/long.pdf", pdfs.pdf(pages))
    first = (await documents.read_pdf(url)).text
    assert len(first) <= 2_000
    way = re.search(r'… 2 pages more: read_pdf with pages="(3-4)"', first)
    assert way
    rest = (await documents.read_pdf(url, pages=way[1])).text
    assert re.findall(r"--- page (\d)", rest) == ["3", "4"]
    assert "read_pdf" not in rest


async def test_a_page_that_is_too_long_comes_in_parts(documents, site):
    lines = [f"line {number} of one long page" for number in range(200)]
    url = send_pdf(site, "/one.pdf", pdfs.pdf(["\n".join(lines)]))
    told, pages = "", ""
    for _ in range(10):
        text = (await documents.read_pdf(url, pages=pages)).text
        assert len(text) <= 2_000
        told += text
        way = re.search(r'read_pdf with pages="(.*?)"', text)
        if way is None:
            break
        pages = way[1]
    assert [line for line in told.split("\n") if line in lines] == lines


async def test_many_places_are_counted(documents, site):
    page = "\n".join("word" if number % 10 == 0 else "x" * 60 for number in range(60))
    url = send_pdf(site, "/many.pdf", pdfs.pdf([page] * 4))
    text = (await documents.read_pdf(url, find="word")).text
    assert len(text) <= 2_000
    shown = text.count("--- page")
    left = re.search(r"… (\d+) more on page", text)
    assert left
    assert shown + int(left[1]) == 24


async def test_a_scanned_page_is_said_to_be_a_picture(documents, site):
    url = send_pdf(site, "/scan.pdf", pdfs.scanned(2))
    text = (await documents.read_pdf(url)).text
    assert text.count("(No text on this page: it is a picture.)") == 2
    found = (await documents.read_pdf(url, find="total")).text
    assert "2 of 2 pages have no text that could be searched." in found


async def test_an_encrypted_file_is_told_and_one_for_everybody_is_read(documents, site):
    locked = send_pdf(site, "/locked.pdf", pdfs.encrypted(["secret"], "open sesame"))
    with pytest.raises(NavigationFailed, match="is encrypted and can only be read with its pass"):
        await documents.read_pdf(locked)
    free = send_pdf(site, "/free.pdf", pdfs.encrypted(["for everybody"], ""))
    assert "for everybody" in (await documents.read_pdf(free)).text


@pytest.mark.parametrize("cut", [30, 400])
async def test_a_broken_file_is_told_in_one_sentence(documents, site, cut):
    url = send_pdf(site, "/broken.pdf", pdfs.pdf(STORY)[:cut])
    with pytest.raises(NavigationFailed, match=r"is a broken PDF and cannot be read \(.*\)\.$"):
        await documents.read_pdf(url)


async def test_a_page_is_no_pdf(documents, site, session):
    await session.goto(site.page("/page", "<title>Page</title>"))
    with pytest.raises(NavigationFailed, match="is no PDF but text/html. It is a page: open it"):
        await documents.read_pdf("")


async def test_an_open_pdf_is_read_without_its_address(documents, site, session):
    await session.goto(send_pdf(site, "/open.pdf", pdfs.pdf(["shown by the browser"])))
    assert "shown by the browser" in (await documents.read_pdf("")).text
    await session.goto("about:blank")
    with pytest.raises(BadArgument, match="The open page, about:blank, is no PDF"):
        await documents.read_pdf("")


async def test_relative_names_belong_to_the_open_page(documents, site, session):
    send_pdf(site, "/docs/story.pdf", pdfs.pdf(STORY))
    await session.goto(site.page("/docs/page", "<title>Page</title>"))
    for name in ("story.pdf", "/docs/story.pdf", f"{site.base}/docs/story.pdf"):
        assert "Chapter 1" in (await documents.read_pdf(name)).text


class _Guarded(BaseHTTPRequestHandler):
    """Sets a cookie on the way to a paper that only those with both cookies get."""

    def log_message(self, format: str, *args: Any) -> None:
        return

    def do_GET(self) -> None:
        data = pdfs.pdf([f"agent {self.headers['user-agent']}"])
        held = self.headers.get("cookie", "")
        if self.path == "/login":
            self.send_response(302)
            self.send_header("Location", "/paper")
            self.send_header("Set-Cookie", "pass=77; Path=/")
        elif "pass=77" in held and "who=ann" in held:
            self.send_response(200)
        else:
            self.send_response(403)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


async def test_cookies_go_along_also_those_of_a_redirect(documents, site, session):
    await session.goto(site.page("/home", set_cookie="who=ann"))
    with served(_Guarded) as guarded:
        with pytest.raises(NavigationFailed, match="HTTP 403"):
            await documents.read_pdf(f"{guarded}/paper")
        text = (await documents.read_pdf(f"{guarded}/login")).text
    assert f"1 page: {guarded}/paper" in text
    assert "agent Mozilla/5.0" in text


async def test_a_refusal_and_a_missing_file_are_told(documents, site):
    with pytest.raises(NavigationFailed, match="HTTP 404"):
        await documents.read_pdf(f"{site.base}/nothing.pdf")
    hidden = send(site, "/hidden.pdf", b"", status="403 Forbidden")
    with pytest.raises(NavigationFailed, match="A login may be needed first"):
        await documents.read_pdf(hidden)
    with pytest.raises(NavigationFailed, match="could not be fetched"):
        await documents.read_pdf("http://127.0.0.1:9/none.pdf")
    with pytest.raises(BadArgument, match="only http and https"):
        await documents.read_pdf("file:///etc/passwd")


async def test_a_redirect_to_a_file_of_this_machine_is_not_followed(documents, site):
    out = send(site, "/out", b"", "location: file:///etc/passwd", status="302 Found")
    with pytest.raises(BadArgument, match="only addresses of http and https"):
        await documents.read_pdf(out)
    round_and_round = send(site, "/ring", b"", "location: /ring", status="302 Found")
    with pytest.raises(NavigationFailed, match="redirects again and again"):
        await documents.read_pdf(round_and_round)


async def test_a_file_that_never_ends_is_left_at_the_limit(documents, site, monkeypatch):
    monkeypatch.setattr(fetch, "MAX_BYTES", 100_000)
    sent = 0

    async def answer(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.7\n")
        while True:
            writer.write(b"%" * 10_000)
            sent += 10_000
            await writer.drain()

    site.pages["/endless.pdf"] = answer
    with pytest.raises(NavigationFailed, match="too large"):
        await documents.read_pdf(f"{site.base}/endless.pdf")
    local_site_origins = site.raw(
        "/huge.pdf", b"HTTP/1.1 200 OK\r\ncontent-length: 999999999\r\n\r\n%PDF-"
    )
    with pytest.raises(NavigationFailed, match="too large"):
        await documents.read_pdf(local_site_origins)


async def test_a_silent_server_is_not_waited_for_for_ever(documents, site, monkeypatch):
    monkeypatch.setattr(fetch, "ANSWER_S", 0.3)
    url = site.raw("/silent.pdf", b"", hold=True)
    with pytest.raises(ActionTimeout, match="did not come in time"):
        await documents.read_pdf(url)


async def test_a_file_that_unpacks_to_gigabytes_does_no_harm(documents, site):
    url = send_pdf(site, "/bomb.pdf", pdfs.bomb(300_000_000))
    text = (await documents.read_pdf(url)).text
    assert "--- page 1 ---\n(This page could not be read" in text


async def test_a_file_that_bites_its_tail_does_no_harm(documents, site):
    with pytest.raises(NavigationFailed, match="cannot be read"):
        await documents.read_pdf(send_pdf(site, "/ring.pdf", pdfs.ring()))


@pytest.mark.slow
async def test_a_file_that_takes_for_ever_is_left_with_what_was_read(documents, site, monkeypatch):
    monkeypatch.setattr(pdf, "PARSE_S", 15.0)
    url = send_pdf(site, "/slow.pdf", pdfs.slow(300))
    text = (await documents.read_pdf(url, find="read at once")).text
    assert "A page that is read at once" in text
    assert re.search(r"Reading stopped before page \d+", text)


async def test_a_downloaded_file_is_read_by_its_name(documents, site, session):
    data = pdfs.pdf(["came by download"])
    send(
        site,
        "/get",
        data,
        "content-type: application/pdf",
        "content-disposition: attachment; filename=paper.pdf",
    )
    with pytest.raises(NavigationFailed, match="was saved as paper.pdf"):
        await session.goto(f"{site.base}/get")
    text = (await documents.read_pdf("paper.pdf")).text
    assert "came by download" in text
    assert text.startswith("PDF 1 page: paper.pdf")
