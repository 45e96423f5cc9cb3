"""Several pages read beside the open one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, CDPSession

from agent_e.errors import ActionDenied, BadArgument, SkillError
from agent_e.safety import UrlCheck, granted_place
from agent_e.safety.permits import Permit
from agent_e.safety.url_policy import UrlPolicy
from agent_e.types import Observation, Records
from tests.browsers import Chromium
from tests.skills.called import Skills
from tests.skills.many import Site
from tests.skills.room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PRODUCTS = [f"/p/{n}" for n in range(1, 11)]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Room, Site]]:
    site = Site()
    async with room(chromium, tmp_path_factory.mktemp("run"), site.routes()) as there:
        place = granted_place(there.base)
        assert place is not None
        await there.session.restrict_urls(
            UrlCheck(UrlPolicy(granted=frozenset({place})), resolve=None)
        )
        yield there, site


@pytest_asyncio.fixture(loop_scope="session")
async def here(opened: tuple[Room, Site]) -> Room:
    await opened[0].open("/")
    opened[0].forget()
    return opened[0]


@pytest.fixture
def site(opened: tuple[Room, Site]) -> Site:
    opened[1].seen.clear()
    return opened[1]


async def state(here: Room) -> Any:
    return await here.script(
        "[document.URL, scrollY, document.activeElement.tagName, history.length,"
        " document.visibilityState, document.hasFocus()]"
    )


async def test_ten_pages_are_read_side_by_side_and_the_open_one_stays(here: Room) -> None:
    await here.script("scrollTo(0, 700)")
    before = await state(here)
    read = await here.do("read_pages", links=PRODUCTS)
    for n in range(1, 11):
        # The title is the one that the page's script gives: it is opened, not merely fetched.
        assert f"Page: ran\nURL: {here.base}/p/{n}\nItem {n}\n€ {n}.50\n" in read.text
    assert len(read.text) <= here.context.observer.budget_characters
    assert "Home of all the items" not in read.text
    pages = [each for each in read.data if isinstance(each, Observation)]
    assert [page.url for page in pages] == [here.base + path for path in PRODUCTS]
    assert all((node.mmid or -1) < 0 and node.bbox is None for p in pages for node in p.nodes)
    assert await state(here) == before
    assert len(here.session.context.pages) == len(await here.session.list_tabs()) == 1
    assert here.events("action.started")[-1]["arguments"]["urls"][0] == f"{here.base}/p/1"
    assert here.events("action.ended")[-1]["words"] == "Read 10 of 10 pages."


async def test_one_budget_is_shared_out_and_what_is_left_out_is_counted(here: Room) -> None:
    whole = 1.5 * here.context.observer.budget_characters
    long = "".join(f"<h2>Part {n}</h2><p>{'words ' * 30}" for n in range(100))

    async def add(route: Any) -> None:
        await route.fulfill(body=f"<title>Long</title>{long}", content_type="text/html")

    await here.session.context.route("**/long/*", add)
    read = await here.do("read_pages", links=["/p/1", "/long/1", "/long/2"])
    await here.session.context.unroute("**/long/*")
    assert len(read.text) <= whole
    assert read.text.count("left out: open_url shows them") == 2
    # What the short one does not need goes to the others.
    assert len(read.text) > whole * 0.75


async def test_links_are_named_by_number_words_or_address(here: Room) -> None:
    number = await here.mmid("Item 2")
    read = await here.do("read_pages", links=["item 1", number, f"[{number}]", "/p/3"])
    urls = [page.url for page in read.data if isinstance(page, Observation)]
    assert urls == [f"{here.base}/p/{n}" for n in (1, 2, 3)]
    with pytest.raises(SkillError, match=r"2 elements could be Twice: .*Use a number"):
        await here.do("read_pages", links=["Twice"])
    with pytest.raises(SkillError, match=r"Itm 12.*\[\d+\] link 'Item 12'"):
        await here.do("read_pages", links=["Itm 12"])
    with pytest.raises(BadArgument, match="Give 1 to 10 links, not 11"):
        await here.do("read_pages", links=[*PRODUCTS, "/p/11"])
    partly = await here.do("read_pages", links=["/p/1", "Itm 12"])
    assert "€ 1.50" in partly.text
    assert "Itm 12" in partly.text


async def test_addresses_with_blanks_are_read(here: Room) -> None:
    bare = here.base.removeprefix("http://")
    read = await here.do("read_pages", links=["/p/1?q=search page rows", f"{bare}/p/2?q=two rows"])
    urls = [page.url for page in read.data if isinstance(page, Observation)]
    assert urls == [f"{here.base}/p/1?q=search%20page%20rows", f"{here.base}/p/2?q=two%20rows"]


async def test_only_what_stands_around_words_or_rows(here: Room) -> None:
    found = await here.do("read_pages", links=["/p/1", "/p/2"], find="€ 2.50")
    assert '"€ 2.50" is nowhere on the page' in found.text
    assert '1 place with "€ 2.50":' in found.text
    # The page has been looked at, as it mostly has.
    await here.context.observer.observe()
    rows = await here.do("read_pages", links=["/p/1", "/p/2"], fields=["Size", "Stock"])
    assert "Size,Stock\nsmall,1\nlarge,2" in rows.text
    assert "Size,Stock\nsmall,2\nlarge,4" in rows.text
    records = [each for each in rows.data if isinstance(each, Records)]
    assert [each.rows[1] for each in records] == [("large", "2"), ("large", "4")]
    assert sum(isinstance(each, Observation) for each in rows.data) == 2


async def test_text_that_is_sent_to_be_saved_is_read(here: Room) -> None:
    read = await here.do("read_pages", links=["/notes", "/p/1"])
    assert f"URL: {here.base}/notes\nTeam meeting\nPresent: Ann, Max" in read.text
    assert "€ 1.50" in read.text
    assert here.session.downloads == []


async def test_what_fails_is_said_in_its_place(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent_e.dom.query.background_pages.OPEN_S", 2)
    began = time.monotonic()
    links = ["/p/404", "/slow", "/elsewhere", "/file", "/p/1", "/s/asks", "/rules.pdf"]
    read = await here.do("read_pages", links=links)
    assert time.monotonic() - began < 15
    assert "Note: HTTP status 404." in read.text
    assert f"{here.base}/slow could not be opened: " in read.text
    assert "/elsewhere leads on to another address, and localhost:" in read.text
    assert "/file is a file to download, not a page." in read.text
    assert "€ 1.50" in read.text
    assert "This one asks" in read.text
    assert here.session.downloads == []
    assert len(here.session.context.pages) == 1
    assert here.session.active.dialog is None


@pytest.mark.slow
async def test_pages_that_hang_are_closed_all_the_same(
    here: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent_e.dom.query.background_pages.OPEN_S", 2)
    began = time.monotonic()
    read = await here.do("read_pages", links=["/s/hangs", "/s/insists", "/p/1"])
    assert time.monotonic() - began < 25
    assert "€ 1.50" in read.text
    assert [type(each) for each in read.data].count(Observation) < 3
    assert len(here.session.context.pages) == 1
    assert (await here.do("get_dom")).text.startswith("Page: List")


async def test_nothing_but_get_leaves_them_and_their_windows_are_closed(
    here: Room, site: Site
) -> None:
    sends = ("works", "shares", "leaves", "aims", "frames")
    kinds = ("sends", "submits", "popup", "late", *sends)
    read = await here.do("read_pages", links=[f"/s/{kind}" for kind in kinds])
    await asyncio.sleep(0.3)
    assert "POST /post" not in site.seen
    assert "Note: 2 requests other than GET were not sent" in read.text
    assert "This one submits" in read.text
    assert "This one late came late" in read.text
    assert len(here.session.context.pages) == len(await here.session.list_tabs()) == 1
    report = await here.do("click", mmid=await here.mmid("Item 3"))
    assert report.report is not None
    assert not report.report.requests
    assert not report.report.opened_tabs


async def test_pages_behind_a_login_are_read_with_the_session(here: Room) -> None:
    await here.open("/login")
    read = await here.do("read_pages", links=["/own/7"])
    assert "Ada's order 7" in read.text
    await here.session.context.clear_cookies()


class Refusing:
    def __init__(self, denied: str) -> None:
        self.denied = denied
        self.asked: list[tuple[str, Any]] = []

    async def check(self, action: str, target: Any, arguments: Any) -> Any:
        self.asked.append((action, dict(arguments)))
        if self.denied in str(arguments.get("url", "")):
            raise ActionDenied("Not done: it was refused.")
        return Permit()


async def test_each_address_is_judged_as_open_url_is(here: Room, site: Site) -> None:
    gate = Refusing("/p/2")
    skills = Skills(here.session, here.context.journal, gate=gate)  # type: ignore[arg-type]
    read = await skills.do("read_pages", links=["/p/1", "/p/2"])
    assert gate.asked[:2] == [("open_url", {"url": f"{here.base}/p/{n}"}) for n in (1, 2)]
    assert "Not done: it was refused." in read.text
    assert "GET /p/2" not in site.seen
    with pytest.raises(ActionDenied):
        await skills.do("read_pages", links=["/p/2"])


async def test_a_reading_that_is_broken_off_at_its_beginning_leaves_the_next_one_whole(
    here: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(browser: Browser) -> CDPSession:
        await asyncio.Event().wait()
        raise AssertionError("nothing sets it")

    with monkeypatch.context() as patched:
        patched.setattr(Browser, "new_browser_cdp_session", never)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await here.do("read_pages", links=["/p/1"])
    read = await here.do("read_pages", links=["/p/1"])
    assert "Item 1" in read.text
