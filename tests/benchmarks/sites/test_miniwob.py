"""MiniWoB++'s own reward reaches us as its page gave it: passed, failed, in part, late, reloaded.

Only problems of the train split are opened here.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from agent_e.benchmarks.episodes.record import EVIDENCE_FILE, Evidence
from agent_e.benchmarks.evaluators import score_episode
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.suites.miniwob import MINIWOB, make_tasks
from agent_e.benchmarks.tasks.record import BenchTask

pytestmark = pytest.mark.browser

MAX_SECONDS = 30.0
TABLE = """task_name,miniwob_category,comment,webgum_subset,similarity_group,browsergym_split
miniwob.enter-text,original,,True,1,train
miniwob.click-checkboxes,original,,True,2,train
"""
TEXT, BOXES = make_tasks(TABLE, (1,), "train")
READY = "document.documentElement.dataset.ready"
PAGES_OWN = """() => WOB_DONE_GLOBAL && {
  raw: WOB_RAW_REWARD_GLOBAL, reward: WOB_REWARD_GLOBAL, reason: WOB_REWARD_REASON ?? "",
}"""


@pytest.fixture(scope="module")
async def served() -> AsyncIterator[RunningSite]:
    async with serve_site("miniwob") as site:
        yield site


@pytest.fixture
def site(served: RunningSite) -> RunningSite:
    served.reset()
    return served


async def begin(page: Page, site: RunningSite, task: BenchTask) -> str:
    """Open a problem and return what it asks for."""
    await page.goto(str(task.start_url).format(miniwob=site.url))
    await page.wait_for_function(READY)
    return " ".join((await page.locator("#query").inner_text()).split())


async def until(holds: Callable[[], Any], site: RunningSite) -> None:
    end = time.monotonic() + MAX_SECONDS
    while not holds():
        assert time.monotonic() < end, site.state()
        await asyncio.sleep(0.01)


async def told(site: RunningSite, page: Page | None = None) -> dict[str, Any]:
    """What the site was told of the end; it is what the page itself says, where one is given."""
    await until(lambda: site.state().get("main", {}).get("done"), site)
    run: dict[str, Any] = site.state()["main"]
    if page is not None:
        own = await page.evaluate(PAGES_OWN)
        assert {name: run[name] for name in own} == pytest.approx(own)
    return run


async def enter(page: Page, text: str) -> None:
    await page.get_by_role("textbox").fill(text)
    await page.get_by_role("button", name="Submit").click()


async def tick(page: Page, goal: str, wrong: int = 0) -> tuple[int, int]:
    """Tick what is asked for, but for so many boxes; returns how many there are, and of those."""
    match = re.fullmatch(r"Select (.*) and click Submit\.", goal)
    assert match
    wanted = [] if match[1] == "nothing" else match[1].split(", ")
    boxes = page.get_by_role("checkbox")
    names = [text.strip() for text in await page.locator("#boxes label").all_inner_texts()]
    for place, name in enumerate(names):
        if (name in wanted) is not (place < wrong):
            await boxes.nth(place).check()
    await page.get_by_role("button", name="Submit").click()
    return len(names), wrong


async def judged(site: RunningSite, task: BenchTask, folder: Path) -> tuple[bool | None, float]:
    """What the suite's own check makes of the site's state."""
    evidence = Evidence(intent=task.intent, state={"miniwob": site.state()})
    folder.mkdir(parents=True)
    (folder / EVIDENCE_FILE).write_text(evidence.model_dump_json(), encoding="utf-8")
    score = await score_episode(task, folder)
    return score.passed, score.score


async def test_passed(page: Page, site: RunningSite, tmp_path: Path) -> None:
    match = re.search('"(.+)"', await begin(page, site, TEXT))
    assert match
    assert site.state()["main"]["done"] is False
    await enter(page, match[1])
    run = await told(site, page)
    assert (run["task"], run["seed"], run["starts"], run["raw"]) == ("enter-text", "1", 1, 1.0)
    assert 0 < run["reward"] <= 1
    assert match[1] in run["goal"]
    assert await judged(site, TEXT, tmp_path / "1") == (True, 1.0)


@pytest.mark.slow
async def test_failed_and_untouched(page: Page, site: RunningSite, tmp_path: Path) -> None:
    await begin(page, site, TEXT)
    assert await judged(site, TEXT, tmp_path / "untouched") == (False, 0.0)
    await enter(page, "something else")
    assert (await told(site, page))["raw"] == -1.0
    assert await judged(site, TEXT, tmp_path / "failed") == (False, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_in_part(page: Page, site: RunningSite, tmp_path: Path, seed: int) -> None:
    _, task = make_tasks(TABLE, (seed,), "train")
    boxes, wrong = await tick(page, await begin(page, site, task), wrong=1)
    run = await told(site, page)
    assert run["raw"] == pytest.approx((boxes - 2 * wrong) / boxes)
    passed, score = await judged(site, task, tmp_path / "1")
    assert passed is (run["raw"] > 0)
    assert score == pytest.approx(max(run["raw"], 0.0))


@pytest.mark.slow
async def test_too_late(page: Page, tmp_path: Path) -> None:
    async with serve_site("miniwob", limit_ms=300) as hurried:
        await begin(page, hurried, TEXT)
        run = await told(hurried, page)
        assert (run["raw"], run["reason"]) == (-1.0, "timed out")
        assert await judged(hurried, TEXT, tmp_path / "1") == (False, 0.0)


@pytest.mark.slow
async def test_reloading_is_no_second_chance(page: Page, site: RunningSite) -> None:
    goal = await begin(page, site, BOXES)
    names = await page.locator("#boxes label").all_inner_texts()
    await page.reload()
    await page.wait_for_function(READY)
    assert " ".join((await page.locator("#query").inner_text()).split()) == goal
    assert await page.locator("#boxes label").all_inner_texts() == names
    await tick(page, goal, wrong=len(names))
    first = await told(site, page)
    assert (first["raw"], first["starts"]) == (-1.0, 2)
    await page.reload()
    await page.wait_for_function(READY)
    async with page.expect_response("**/report") as sent:
        await tick(page, goal)
    second = (await sent.value).request.post_data_json or {}
    assert (second.get("what"), second.get("raw")) == ("ended", 1.0)
    run = site.state()["main"]
    assert (run["raw"], run["starts"]) == (-1.0, 3)


async def test_the_goal_is_read_in_a_run_that_is_not_kept(page: Page, site: RunningSite) -> None:
    assert MINIWOB.prepare is not None
    task = BOXES.model_copy(update={"start_url": str(BOXES.start_url).format(miniwob=site.url)})
    told_first = await MINIWOB.prepare(task, page.context)
    assert site.state() == {}
    assert told_first.intent == await begin(page, site, BOXES)
