"""The person passes the club's doors from afar, in a browser that has no window."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.server.managed_run import ManagedRun
from tests.agent_e.server.serving import eventually
from tests.browsers import Chromium

from .conftest import browse, finish, report
from .live_bench import LiveBench, LiveClient, page_of
from .test_asking import ask
from .test_club_doors import data_of, opening
from .windows import Model, files_with

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
async def club() -> AsyncIterator[RunningSite]:
    async with serve_site("club") as site:
        yield site


@pytest.fixture
async def bench(tmp_path: Path, chromium: Chromium) -> AsyncIterator[LiveBench]:
    bench = LiveBench(tmp_path / "runs", chromium.session)
    yield bench
    await bench.close()


async def asked(bench: LiveBench, club: RunningSite, path: str, question: str) -> ManagedRun:
    """A run that stands before a door and asks the person to open it."""
    model = Model(
        planner=[browse("go in"), finish("inside", 1)],
        navigator=[
            opening(f"{club.url}/{path}"),
            ask(question, "choice", "done", "no"),
            report("Inside.", ("it is open", "Kestrel Lane")),
        ],
    )
    run = await bench.begin(model, club.url, mode="human")
    await eventually(lambda: run.state == "awaiting_human")
    return run


async def given_back(run: ManagedRun, driver: LiveClient) -> None:
    """Hand the window back, answer, and wait for the run's end."""
    await driver.do("give", note="It is open.")
    await driver.shows("holder", by="")
    (request,) = run.requests
    await run.order({"do": "answer", "id": request["id"], "value": "done"}, by="test")
    await driver.shows("ended")
    await run.over(30)
    assert run.result is not None and run.result["outcome"] == "success", run.result


async def test_the_person_logs_in_from_afar(bench: LiveBench, club: RunningSite) -> None:
    member = data_of(club).with_code[0]
    run = await asked(bench, club, "login", "Please log in.")
    page, driver = page_of(run), await bench.client(run)
    await driver.take()
    await driver.click_on(page, "input[type=text]")
    await driver.types(member.name)
    await driver.press("Tab")
    await driver.types(member.password)
    await driver.press("Enter")
    await page.wait_for_selector("input[autocomplete=one-time-code]")
    await driver.click_on(page, "input[autocomplete=one-time-code]")
    await driver.do("text", text=member.code)
    await driver.click_on(page, "button:text('Continue')")
    await page.wait_for_url("**/members**")
    assert club.state()["inside"] == [member.name]
    await given_back(run, driver)
    assert files_with(run.path, member.password) == files_with(run.path, member.code) == []


async def test_the_person_reads_the_puzzle_from_afar(bench: LiveBench, club: RunningSite) -> None:
    run = await asked(bench, club, "guests", "Please solve the puzzle.")
    page, driver = page_of(run), await bench.client(run)
    await driver.take()
    # The picture is in the frames: its box is not of the page's colour alone.
    box = await page.locator("img.picture").bounding_box()
    assert box is not None
    await driver.until(lambda: driver.frames)
    places = [(box["x"] + x, box["y"] + box["height"] / 2) for x in range(10, 270, 6)]
    assert len({driver.colour(*place) for place in places}) > 1
    await driver.click_on(page, "main input")
    await driver.types(data_of(club).letters(1))
    await driver.click_on(page, "button:text('Continue')")
    await eventually(lambda: club.state()["guests"] == 1)
    await given_back(run, driver)
