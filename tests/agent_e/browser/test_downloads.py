from __future__ import annotations

import pytest

from agent_e.browser.downloads import LONGEST_NAME, safe_name

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
    ],
)
def test_names_are_made_safe(suggested, saved):
    assert safe_name(suggested) == saved


def test_a_long_name_keeps_its_ending():
    name = safe_name("x" * 500 + ".tar")
    assert len(name) == LONGEST_NAME
    assert name.endswith("x.tar")


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
        paths = (str(folder / "report.csv"), str(folder / "report (2).csv"))
        assert session.since(mark).downloads == paths
        assert session.downloads[-2:] == [folder / "report.csv", folder / "report (2).csv"]
        assert (folder / "report (2).csv").read_text() == "a,b\n"
        assert session.since(mark).downloading == 0
        assert session.url == site.base + "/"
        assert not session.active.navigating
        saved = [fields["path"] for what, fields in events if what == "download"]
        assert saved == list(paths)

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
        assert session.downloads[-1].read_text() == "made"

    async def test_a_file_that_breaks_off_is_recorded(self, session, site, click, until, events):
        head = "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n"
        head += "content-type: application/octet-stream\r\n"
        head += 'content-disposition: attachment; filename="half.bin"\r\n\r\nhalf'
        site.raw("/file", head.encode())
        await session.goto(site.page("/", f"<a href=/file style='{STYLE}'>get</a>"))
        mark = session.mark()
        await click()
        await until(lambda: session.since(mark).failed_downloads)
        assert session.since(mark).failed_downloads == ("half.bin",)
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
        session.downloads_dir = tmp_path / "taken"
        site.page("/file", "x", **attached("x.bin"))
        await session.goto(site.page("/", f"<a href=/file style='{STYLE}'>get</a>"))
        mark = session.mark()
        await click()
        await until(lambda: session.since(mark).failed_downloads)
