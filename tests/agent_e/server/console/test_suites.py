"""Runs of suites over HTTP: done, under way, cut off, damaged, and hostile."""

from __future__ import annotations

import base64
import json
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route

from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.reporting.stored import read_bench
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.config import Settings
from agent_e.server.episode_ids import episode_run_id, episode_run_path
from agent_e.server.serving import Serving, serve_runs
from tests.benchmarks.reporting.bench_folder import episode, place
from tests.benchmarks.reporting.hostile import PAYLOADS
from tests.browsers import Chromium

from ..serving import Api, api_of, settings_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

COULD_NOT, INFRA = EpisodeOutcome.FAIL_SELF_AWARE, EpisodeOutcome.INFRA_ERROR
RUN = "20261122-140000-1a2b"


@pytest_asyncio.fixture(loop_scope="session")
async def served(tmp_path: Path) -> AsyncIterator[tuple[Api, Serving]]:
    async with (
        serve_runs(settings_of(tmp_path, "http://127.0.0.1:9/v1")) as server,
        api_of(server.url, server.token, "") as api,
    ):
        yield api, server


@pytest.fixture
def api(served: tuple[Api, Serving]) -> Api:
    return served[0]


def suite(root: Path, name: str = "shop-offline", **fields: Any) -> Path:
    """A run of a suite with two tasks, one of which has ended."""
    folder = root / "bench" / name
    plan = BenchPlan(suite="local", settings=Settings(model="offline"))
    with BenchStore(folder).held():
        BenchStore(folder).begin(plan, [], {})
    place(folder, episode("shop--1", **{"run": f"run/{RUN}", "message": "", **fields}))
    with (folder / "tasks.jsonl").open("a") as tasks:
        tasks.write('{"id": "shop--2", "suite": "local", "intent": "Look."}\n')
    return folder


def run(attempt: Path, name: str = RUN) -> Path:
    """Give an episode the run of its agent."""
    made = attempt / "run" / name
    made.mkdir(parents=True)
    info = {"task": {"text": "Find it."}, "settings": {"architecture": "hierarchical"}}
    (made / "run.json").write_text(json.dumps(info))
    (made / "events.jsonl").write_text('{"seq": 1, "kind": "run.started", "time": 1}\n')
    (made / "result.json").write_text('{"outcome": "success", "answer": "$59.00"}')
    return made


async def only(api: Api) -> Any:
    (found,) = (await api.get("/suites"))["suites"]
    return found


async def test_there_is_none_at_first(api: Api, tmp_path: Path) -> None:
    assert await api.get("/suites") == {"suites": []}
    (tmp_path / "20261122-140000-aaaa").mkdir()
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "notes.txt").write_text("x")
    assert await api.get("/suites") == {"suites": []}


async def test_a_run_of_a_suite_is_taken_up_and_ends(api: Api, tmp_path: Path) -> None:
    folder = suite(tmp_path)
    found = await only(api)
    assert found["id"] == "bench:shop-offline"
    assert [found[key] for key in ("suite", "agent", "model", "architecture")] == [
        *("local", "own", "offline", "hierarchical"),
    ]
    assert (found["state"], found["done"], found["total"]) == ("interrupted", 1, 2)
    with BenchStore(folder).held():
        assert (await only(api))["state"] == "running"
    place(folder, episode("shop--2", COULD_NOT, message="There is no filter."))
    found = await only(api)
    assert (found["state"], found["done"], found["total"]) == ("done", 2, 2)
    assert {name: count for name, count in found["outcomes"].items() if count} == {
        **{"success": 1, "fail_self_aware": 1}
    }


async def test_what_the_last_command_was_to_do_counts(api: Api, tmp_path: Path) -> None:
    folder = suite(tmp_path)
    store = BenchStore(folder)
    store.write_slots([*store.tasks()], 3)
    assert ((await only(api))["total"], (await only(api))["state"]) == (6, "interrupted")
    store.write_slots(store.tasks()[:1], 1)
    assert ((await only(api))["total"], (await only(api))["state"]) == (1, "done")
    (folder / "slots.json").write_text('{"tasks": 5, "epochs": "many"}')
    assert (await only(api))["total"] == 2


async def test_episodes_that_are_under_way(api: Api, tmp_path: Path) -> None:
    folder = suite(tmp_path)
    store = BenchStore(folder)
    cut_off = folder / "episodes" / "shop--3" / "1" / "1"
    cut_off.mkdir(parents=True)
    os.utime(cut_off, (1, 1))
    with store.held():
        store.write_slots(store.tasks(), 1)
        made = run(folder / "episodes" / "shop--2" / "1" / "1")
        detail = await api.get("/suites/bench:shop-offline")
        first, second = detail["episodes"]
        assert [first[key] for key in ("task_id", "epoch", "outcome")] == ["shop--2", 1, "running"]
        assert first["run"] == episode_run_id(tmp_path, made)
        assert (second["outcome"], detail["done"], detail["total"]) == ("success", 1, 2)
    detail = await api.get("/suites/bench:shop-offline")
    assert [each["outcome"] for each in detail["episodes"]] == ["success"]


async def test_an_episode_that_failed_by_no_fault_is_tried_again(api: Api, tmp_path: Path) -> None:
    folder = suite(tmp_path)
    store = BenchStore(folder)
    place(folder, episode("shop--2", INFRA, message="The site did not answer."))
    assert (await only(api))["outcomes"]["infra_error"] == 1
    with store.held():
        store.write_slots(store.tasks(), 1)
        (folder / "episodes" / "shop--2" / "1" / "2").mkdir()
        found = await only(api)
        assert (found["done"], found["outcomes"]["infra_error"]) == (1, 0)
    place(folder, episode("shop--2", attempt=3))
    assert (await only(api))["outcomes"] == {**found["outcomes"], "success": 2}


async def test_an_episode_opens_as_a_run(api: Api, tmp_path: Path) -> None:
    folder = suite(tmp_path)
    run(folder / "episodes" / "shop--1" / "1" / "1")
    (found,) = (await api.get("/suites/bench:shop-offline"))["episodes"]
    info = await api.get(f"/runs/{found['run']}")
    assert (info["id"], info["state"], info["task"]) == (found["run"], "ended", "Find it.")
    assert await api.get(f"/runs/{found['run']}/claims") == {"claims": []}
    assert [each["kind"] for each in await api.events(found["run"]) if "kind" in each] == [
        "run.started"
    ]
    # It is one of its suite, and none of the list.
    assert (await api.get("/runs"))["runs"] == []


NOWHERE = (
    *("", ".", "..", "../..", "/etc", "bench", "bench/shop-offline", "server.json", "\0", "\udcff"),
    "bench/shop-offline/episodes/shop--1/1/1",
    "bench/shop-offline/episodes/shop--1/1/1/run",
    f"bench/shop-offline/episodes/shop--1/1/1/../1/run/{RUN}",
    f"bench/../bench/shop-offline/episodes/shop--1/1/1/run/{RUN}",
    f"bench/shop-offline/episodes/shop--1/1/1/run/{RUN}/",
    f"bench/shop-offline/episodes/linked/1/1/run/{RUN}",
    "bench/shop-offline/episodes/shop--1/1/1/run/linked",
    f"bench/shop-offline/episodes/{'x' * 300}/1/1/run/{RUN}",
)


@pytest.mark.parametrize("path", NOWHERE)
async def test_ids_of_episodes_lead_nowhere_else(path: str, tmp_path: Path) -> None:
    root = tmp_path / "runs"
    attempt = suite(root) / "episodes" / "shop--1" / "1" / "1"
    inside = run(attempt)
    outside = run(tmp_path / "outside" / "1" / "1")
    (attempt.parent.parent.parent / "linked").symlink_to(tmp_path / "outside")
    (attempt / "run" / "linked").symlink_to(outside)
    assert episode_run_path(root, episode_run_id(root, inside)) == inside
    id_ = base64.urlsafe_b64encode(os.fsencode(path)).decode().rstrip("=")
    assert episode_run_path(root, f"episode-{id_}") is None


@pytest.mark.parametrize(
    "id_", ["none", "bench", "bench%3A..", "..%2fbench%2fshop-offline", "bench:.."]
)
@pytest.mark.parametrize("part", ["", "/report", "/episodes/shop--1-1.html"])
async def test_a_suite_that_there_is_not(id_: str, part: str, api: Api, tmp_path: Path) -> None:
    suite(tmp_path)
    url = api.client.base_url.copy_with(raw_path=f"/suites/{id_}{part}".encode())
    refused = await api.client.get(url)
    assert refused.status_code == 404
    assert set(refused.json()) == {"error"}


async def test_a_record_does_not_lead_out_of_its_episode(api: Api, tmp_path: Path) -> None:
    folder = suite(tmp_path, run="../../../../../../elsewhere")
    run(tmp_path / "elsewhere", "x")
    shutil.copytree(
        tmp_path / "elsewhere" / "run" / "x", tmp_path / "elsewhere", dirs_exist_ok=True
    )
    (found,) = (await api.get("/suites/bench:shop-offline"))["episodes"]
    assert (found["task_id"], found["run"]) == ("shop--1", "")
    assert folder.is_dir()


async def test_damaged_folders_hide_no_others(api: Api, tmp_path: Path) -> None:
    suite(tmp_path)
    torn = suite(tmp_path, "torn")
    (torn / "episodes" / "shop--1" / "1" / "1" / "episode.json").write_text('{"suite": "lo')
    with (torn / "tasks.jsonl").open("a") as tasks:
        tasks.write('{"id": "sh')
    bare = tmp_path / "bare"
    (bare / "episodes" / "a" / "1" / "1").mkdir(parents=True)
    odd = suite(tmp_path, "odd")
    (odd / "run.json").write_text('{"plan": {"suite": ["<b>"], "settings": {"new": 1}}}')
    (tmp_path / "bench" / "away").symlink_to("/")
    found = {each["id"]: each for each in (await api.get("/suites"))["suites"]}
    assert set(found) == {"bench:shop-offline", "bench:torn", "bare", "bench:odd"}
    assert [found["bench:torn"][key] for key in ("done", "total", "report")] == [0, 2, False]
    assert (found["bare"]["suite"], found["bare"]["total"]) == ("bare", 0)
    assert found["bench:odd"]["suite"] == "['<b>']"
    refused = await api.client.get("/suites/bench:torn/report")
    assert refused.status_code == 404 and "no episodes" in refused.json()["error"]


async def opened(served: tuple[Api, Serving], page: Page, path: str) -> list[str]:
    """Open a page of the server in a real browser; returns what it should not have done."""
    _, server = served
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    own = f"{server.url}/suites/"
    page.on(
        "request",
        lambda sent: wrong.extend([] if sent.url.startswith((own, "data:")) else [sent.url]),
    )
    await page.set_extra_http_headers({"authorization": f"Bearer {server.token}"})
    answer = await page.goto(f"{server.url}{path}")
    assert answer is not None and answer.status == 200
    return wrong


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: Chromium) -> AsyncIterator[Page]:
    browser = await chromium.bare()
    context = await browser.new_context()
    yield await context.new_page()
    await context.close()


async def test_the_report_shows_hostile_words_as_words(
    served: tuple[Api, Serving], page: Page, tmp_path: Path
) -> None:
    name = "<img src=x onerror=pwned=1>"
    folder = suite(tmp_path, name)
    for number, text in enumerate(each.replace("\ud800", "") for each in PAYLOADS):
        stored = episode(f"shop--{number + 9}", COULD_NOT, message=text, answer=text)
        place(folder, stored, intent=text)
    id_ = quote(f"bench:{name}", safe="")
    wrong = await opened(served, page, f"/suites/{id_}/report")
    await page.get_by_role("heading", name="local").wait_for()
    assert await page.locator("#rows-body tr").count() == len(PAYLOADS) + 1
    await page.get_by_role("link", name="shop--9").first.click()
    await page.get_by_text(PAYLOADS[0], exact=True).first.wait_for()
    await page.get_by_role("link", name="← local").click()
    await page.get_by_role("heading", name="local").wait_for()
    assert await page.evaluate("() => typeof pwned") == "undefined"
    assert wrong == []
    folder = tmp_path / "bench" / name
    for each in read_bench(folder).episodes:
        found = await served[0].client.get(f"/suites/{id_}/episodes/{each.page}")
        assert found.status_code == 200


async def test_a_script_that_got_into_a_report_does_not_run(
    served: tuple[Api, Serving], page: Page, tmp_path: Path
) -> None:
    suite(tmp_path)

    async def spoiled(route: Route) -> None:
        answer = await route.fetch()
        more = (
            "<script>window.pwned = 1</script><b id=mark style='color: red'>x</b><style>b{}</style>"
        )
        text = (await answer.text()).replace("<meta http-equiv", "<meta name")
        await route.fulfill(response=answer, body=text.replace("</body>", f"{more}</body>"))

    await page.route("**/report", spoiled)
    wrong = await opened(served, page, "/suites/bench:shop-offline/report")
    await page.locator("#mark").wait_for()
    assert await page.evaluate("() => typeof pwned") == "undefined"
    assert len([each for each in wrong if "Content Security Policy" in each]) == 3
    # Its own script has run, and its own style is there.
    assert await page.locator("#rows-body tr").count() == 1
    assert await page.locator(".card").first.evaluate("(e) => getComputedStyle(e).borderRadius")
