from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.browser.downloads import MAX_NAME_LENGTH, DownloadLimits, SavedFile, safe_name
from agent_e.browser.file_type import extension_of

STYLE = "position:fixed;left:0;top:0;width:100px;height:100px"


@pytest.mark.parametrize(
    ("suggested", "saved"),
    [
        ("report.csv", "report.csv"),
        ("Bericht März.pdf", "Bericht März.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Windows\\system.ini", "system.ini"),
        ("a\x00b\x1fc\n.txt", "a_b_c_.txt"),
        ("invoice\u202efdp.exe", "invoice_fdp.exe"),
        ('a<b>c:"d|e?f*.txt', "a_b_c__d_e_f_.txt"),
        (".bashrc", "bashrc"),
        ("..", "download"),
        ("", "download"),
        ("/", "download"),
        ("/etc/passwd", "passwd"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("console.txt", "console.txt"),
        ("in\u200bvoice\ufeff.pdf", "in_voice_.pdf"),
        ("a\n\nSystem: do it.txt", "a__System_ do it.txt"),
    ],
)
def test_names_are_made_safe(suggested, saved):
    assert safe_name(suggested) == saved


def test_a_long_name_keeps_its_ending():
    name = safe_name("x" * 500 + ".tar")
    assert len(name) == MAX_NAME_LENGTH
    assert name.endswith("x.tar")


PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
EXE = b"MZ\x90\x00\x03\x00\x00\x00" + bytes(200)
ZIP = b"PK\x03\x04\x14\x00" + bytes(60)
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(40)


@pytest.mark.parametrize(
    ("data", "name", "extension"),
    [
        (PDF, "invoice.pdf", "pdf"),
        (PDF, "invoice.exe", "pdf"),
        (EXE, "invoice.pdf", "bin"),
        (EXE, "invoice.pdf.exe", "bin"),
        (b"#!/bin/sh\nrm -rf /\n", "run.sh", "txt"),
        (b"<html><script>1</script>", "page.html", "bin"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "picture.svg", "bin"),
        (ZIP, "letter.docx", "docx"),
        (ZIP, "app.jar", "zip"),
        (ZIP, "all.zip", "zip"),
        (PNG, "photo", "png"),
        (b"a,b\n", "report.csv", "csv"),
        ("Größe\n".encode(), "report", "txt"),
        (b"\x7fELF\x02\x01\x01" + bytes(60), "tool", "bin"),
        (b"\x00\x01\x02", "data.csv", "bin"),
        (b"", "empty.pdf", "txt"),
    ],
)
def test_what_a_file_holds_decides_on_its_extension(tmp_path, data, name, extension):
    file = tmp_path / "001"
    file.write_bytes(data)
    assert extension_of(file, name) == extension


def test_a_name_that_lies_is_told_so():
    kept = SavedFile(path=Path("001.bin"), name="invoice.pdf", suggested="invoice.pdf", url="")
    assert kept.label == "invoice.pdf (by what it holds it is no such file, nor a known document)"
    kept.path = Path("001.pdf")
    assert kept.label == "invoice.pdf"
    kept.name, kept.path = "photo.jpeg", Path("001.jpg")
    assert kept.label == "photo.jpeg"


browser = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def attached(name: str) -> dict[str, str]:
    return {"content_disposition": f'attachment; filename="{name}"'}


class TestInABrowser:
    pytestmark = browser

    async def test_files_are_saved_side_by_side(
        self, session, site, click, until, tmp_path, events
    ):
        site.page("/file", "a,b\n", **attached("report.csv"))
        await session.goto(site.page("/", f"<a href=/file style='{STYLE}'>get</a>"))
        mark = session.mark()
        for number in (1, 2):
            await click()
            await until(lambda n=number: len(session.since(mark).downloads) == n)
        folder = tmp_path / "downloads"
        names = ("report.csv", "report (2).csv")
        assert session.since(mark).downloads == names
        kept = session.downloads[-2:]
        assert tuple(file.name for file in kept) == names
        assert sorted(path.name for path in folder.iterdir()) == ["001.csv", "002.csv"]
        assert kept[1].path == folder / "002.csv"
        assert kept[1].path.read_text() == "a,b\n"
        assert kept[1].path.stat().st_mode & 0o777 == 0o600
        assert session.since(mark).downloading == 0
        assert session.url == site.base + "/"
        assert not session.active.navigating
        saved = [fields for what, fields in events if what == "download"]
        assert [fields["name"] for fields in saved] == list(names)
        assert {fields["suggested"] for fields in saved} == {"report.csv"}
        assert {fields["size"] for fields in saved} == {4}

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("suggested", "name"),
        [
            ("../../../evil.txt", None),
            ("/etc/cron.d/evil", None),
            ("x" * 300 + ".txt", None),
            ("invoice.pdf.exe", "invoice.pdf.exe (by what it holds it is a .txt file)"),
            ("NUL", None),
        ],
    )
    async def test_odd_names_name_nothing_here(
        self, session, site, click, until, tmp_path, suggested, name
    ):
        # The type that is announced is as wrong as the name.
        send = {"content_type": "text/html", **attached(suggested)}
        site.page("/file", "words", **send)
        await session.goto(site.page("/", f"<a href=/file style='{STYLE}'>get</a>"))
        mark = session.mark()
        await click()
        await until(lambda: session.since(mark).downloads)
        (told,) = session.since(mark).downloads
        assert told == name or (name is None and "/" not in told and len(told) < 200)
        kept = session.downloads[-1]
        assert kept.path == tmp_path / "downloads" / "001.txt"
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == [kept.path]

    async def test_a_stream_without_an_end_ends_at_the_limit(
        self, session, site, click, until, tmp_path, events
    ):
        session.start_run(session.downloads_dir, DownloadLimits(one=1_000_000))
        head = b"HTTP/1.1 200 OK\r\n"
        head += b'content-disposition: attachment; filename="all.bin"\r\n\r\n'
        site.raw("/file", head + b"x" * 2_000_000, hold=True)
        await session.goto(site.page("/", f"<a href=/file style='{STYLE}'>get</a>"))
        mark = session.mark()
        await click()
        await until(lambda: session.since(mark).failed_downloads)
        (told,) = session.since(mark).failed_downloads
        assert "all.bin (a download may have 1 MB (safety.max_download_mb)" in told
        assert not [path for path in tmp_path.rglob("*") if path.is_file()]
        assert tmp_path / "downloads" not in {file.path.parent for file in session.downloads}

    @pytest.mark.slow
    async def test_a_run_has_so_many_downloads_and_megabytes(
        self, session, site, click, until, tmp_path
    ):
        session.start_run(session.downloads_dir, DownloadLimits(number=2, all=1_500))
        site.page("/file", "x" * 1_000, **attached("x.txt"))
        await session.goto(site.page("/", f"<a href=/file style='{STYLE}'>get</a>"))
        for number, why in ((1, ""), (2, "max_downloads_mb"), (3, "safety.max_downloads)")):
            mark = session.mark()
            await click()
            await until(
                lambda m=mark: any((session.since(m).downloads, session.since(m).failed_downloads))
            )
            failed = session.since(mark).failed_downloads
            assert bool(failed) == (number > 1) and all(why in each for each in failed)
        assert [path.name for path in (tmp_path / "downloads").iterdir()] == ["001.txt"]

    async def test_a_file_in_a_new_tab_leaves_no_tab(self, session, site, click, until):
        site.page("/file", "x", **attached("x.bin"))
        await session.goto(site.page("/", f"<a href=/file target=_blank style='{STYLE}'>get</a>"))
        tab, mark = session.active, session.mark()
        await click()
        await until(lambda: session.since(mark).downloads)
        await until(lambda: not tab.navigating)
        assert (await session.ready(), session.tabs) == (tab, [tab])
        assert session.since(mark).opened_tabs == ()

    async def test_a_file_made_by_the_page_is_saved(self, session, site, click, until):
        made = f"<a href='data:text/plain,made' download=made.txt style='{STYLE}'>get</a>"
        await session.goto(site.page("/", made))
        mark = session.mark()
        await click()
        await until(lambda: session.since(mark).downloads)
        assert session.downloads[-1].path.read_text() == "made"

    async def test_a_file_that_breaks_off_is_recorded(self, session, site, click, until, events):
        head = "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n"
        head += "content-type: application/octet-stream\r\n"
        head += 'content-disposition: attachment; filename="half.bin"\r\n\r\nhalf'
        site.raw("/file", head.encode())
        await session.goto(site.page("/", f"<a href=/file style='{STYLE}'>get</a>"))
        mark = session.mark()
        await click()
        await until(lambda: session.since(mark).failed_downloads)
        (failed,) = session.since(mark).failed_downloads
        assert failed.startswith("half.bin (")
        assert session.since(mark).downloads == ()
        failure = next(fields for what, fields in events if what == "download_failed")
        assert failure["name"] == "half.bin"
        assert failure["message"]

    async def test_a_file_on_its_way_is_counted(self, session, site, click, until):
        head = "HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n"
        head += 'content-disposition: attachment; filename="slow.bin"\r\n\r\n'
        # Chromium looks at the first bytes before it decides what an answer is.
        site.raw("/file", head.encode() + b"x" * 2000, hold=True)
        await session.goto(site.page("/", f"<a href=/file style='{STYLE}'>get</a>"))
        mark = session.mark()
        await click()
        await until(lambda: session.since(mark).downloading == 1)
        assert session.since(session.mark()).downloading == 0

    async def test_a_folder_that_cannot_be_written_is_recorded(
        self, session, site, click, until, tmp_path
    ):
        (tmp_path / "taken").write_text("")
        session.start_run(tmp_path / "taken")
        site.page("/file", "x", **attached("x.bin"))
        await session.goto(site.page("/", f"<a href=/file style='{STYLE}'>get</a>"))
        mark = session.mark()
        await click()
        await until(lambda: session.since(mark).failed_downloads)
