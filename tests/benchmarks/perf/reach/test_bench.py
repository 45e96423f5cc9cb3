"""What is said to be in reach, and what is: small pages of one oddity each."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from agent_e.benchmarks.perf.reach.bench import rows_of, table_of
from agent_e.benchmarks.perf.reach.inpage import ATTRIBUTE, Scrolled, element_of, met
from agent_e.benchmarks.perf.reach.offered import Key, Offered
from agent_e.benchmarks.perf.reach.trying import MAX_COVERED, MAX_TRIALS, Trial, Tried, sample
from agent_e.benchmarks.perf.serving import PageFiles, serve_page
from agent_e.benchmarks.screens import Visit
from agent_e.browser import BrowserSession
from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.dom.actions.targets import Point
from agent_e.types import Node
from tests.browsers import Chromium


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def session(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BrowserSession]:
    async with chromium.session(downloads_dir=tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


async def tried(session: BrowserSession, body: str) -> list[Tried]:
    """Try all that a page offers."""
    files = PageFiles(texts={"/": f"<!doctype html><title>Odd</title>{body}"}, start="/")
    async with serve_page(files) as url:
        visit = Visit(
            name="odd/page",
            group="odd",
            url=url,
            session=session,
            observer=PageObserver(session, DomSettings()),
            _steps=(),
        )
        return [each async for each in Trial(visit).run(0)]


async def outcomes(session: BrowserSession, body: str) -> list[str]:
    return [each.outcome for each in await tried(session, body)]


async def test_what_lies_free_is_in_reach_at_once_and_what_is_disabled_is_not_tried(session):
    body = """<button>Save</button><button disabled>Undo</button><a href="#x">More</a>
        <label><input type=checkbox> Keep</label><select><option>A<option>B</select>
        <input type=file aria-label=Scan>"""
    assert await outcomes(session, body) == ["at once"] * 5


async def test_what_is_scrolled_to_is_tried_on_a_page_scrolled_back_each_time(session):
    body = """<button>First</button><div style="height:80px;overflow:auto;width:200px">
        <p style="height:900px">Long</p><button>In the box</button></div>
        <p style="height:3000px">Long</p><button>Below</button><button>Beside</button>"""
    assert await outcomes(session, body) == ["at once", "scrolled", "scrolled", "scrolled"]


async def test_what_is_covered_and_takes_no_key_is_told_and_no_fault(session):
    body = """<div style="position:relative;width:200px;height:60px">
        <div onclick="1" style="cursor:pointer">Card</div><button>Buy</button>
        <div style="position:absolute;inset:0;background:#eee">Sold out</div></div>"""
    found = await tried(session, body)
    assert [each.outcome for each in found] == ["told", "key"]
    assert "is covered by box 'Sold out'" in found[0].refusal


async def test_what_cannot_be_scrolled_to_is_a_fault_with_its_line_and_the_refusal(session):
    body = """<div style="position:relative;height:40px;width:200px;overflow:hidden">
        <button style="position:absolute;left:-900px">Away</button></div>"""
    [found] = await tried(session, body)
    assert found.outcome == "refused"
    assert "button 'Away' (off-screen)" in found.line
    assert found.html.startswith('<button style="position')
    assert "lies outside" in found.refusal
    assert found.way == ""


async def test_a_screen_that_the_mouse_has_changed_is_opened_again(session):
    body = """<button id=one onmouseenter="two.remove()">One</button><button id=two>Two</button>"""
    assert await outcomes(session, body) == ["at once", "at once"]


async def test_what_a_point_meets_is_the_element_a_part_its_label_or_something_else(session):
    inner = """<body style='margin:0'><button data-agent-e-reach=4 style='width:80px'>In</button>"""
    body = f"""<style>body {{ margin: 0 }} .row {{ height: 40px }}</style>
        <div class=row><button {ATTRIBUTE}=1><b>Buy</b> now</button></div>
        <div class=row><label for=box>Keep</label><input type=checkbox id=box {ATTRIBUTE}=2></div>
        <div class=row><x-host></x-host></div><script>
          document.querySelector("x-host").attachShadow({{ mode: "open" }}).innerHTML =
            "<button {ATTRIBUTE}=3>Deep</button>";
        </script><iframe srcdoc="{inner}" style="border:0;display:block"></iframe>"""
    page = session.active.page
    await page.set_content(body)
    await page.frames[-1].wait_for_selector("button")

    async def lands(mmid: int, x: float, y: float) -> str:
        element = await element_of(page, mmid)
        assert element is not None
        return await met(element, Point(x, y))

    assert [await lands(*each) for each in ((1, 15, 10), (2, 10, 50), (3, 15, 90))] == ["", "", ""]
    assert await lands(4, 10, 130) == ""
    assert (await lands(1, 10, 50)).startswith("<label")
    assert await lands(4, 10, 10) == await lands(1, -5, -5) == "nothing"


async def test_all_that_scrolls_is_scrolled_back(session):
    page = session.active.page
    await page.set_content(
        """<div id=box style="height:50px;overflow:hidden"><p style="height:500px">x</p></div>
        <p style="height:3000px">y</p>"""
    )
    kept = await Scrolled.of(page)
    assert not await kept.moved()
    await page.evaluate("box.scrollTop = 90; scrollTo(0, 400)")
    assert await kept.moved()
    await kept.restore()
    assert await page.evaluate("[box.scrollTop, scrollY]") == [0, 0]


def test_the_sample_is_the_same_for_a_seed_and_in_the_order_of_the_page_with_few_covered() -> None:
    free, covered = Node(depth=0, role="link"), Node(depth=0, role="link", states=("covered",))
    offers = {
        Key("link", "More", "a", nth): Offered(covered if nth % 2 else free, "")
        for nth in range(100)
    }
    chosen = sample(offers, "0 odd/page")
    assert len(chosen) == MAX_TRIALS
    assert chosen == sorted(chosen) == sample(offers, "0 odd/page")
    assert chosen != sample(offers, "1 odd/page")
    assert sum(key.nth % 2 for key in chosen) == MAX_COVERED
    few = dict(list(offers.items())[:3])
    assert sample(few, "0") == list(few)


def test_figures_are_of_each_group_and_of_all_without_what_was_gone() -> None:
    def some(screen: str, *outcomes: str) -> list[Tried]:
        return [Tried(screen=screen, outcome=each) for each in outcomes]  # type: ignore[arg-type]

    found = {
        "wiki/start": some("wiki/start", "at once", "scrolled", "refused", "gone"),
        "wiki/edit": some("wiki/edit", "key"),
        "shop/cart": some("shop/cart", "told", "elsewhere"),
    }
    rows = {(row.case, row.figure): row.value for row in rows_of(found)}
    assert rows["wiki", "in reach"] == 75
    assert rows["shop", "in reach"] == 0
    assert rows["all", "refused"] == rows["all", "elsewhere"] == 1
    table = table_of(found)
    assert [line[:4] for line in table[1:]] == [
        ("wiki", "2", "4", "75.0"),
        ("shop", "1", "2", "0.0"),
        ("all", "3", "6", "50.0"),
    ]
