"""Suites on sites that run already: their addresses, WebArena's checks, a site that is gone."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.episodes.record import HAR_FILE, EpisodeRecord
from agent_e.benchmarks.runner.bench import read_sites
from agent_e.benchmarks.runner.plan import BenchPlan, Slot
from agent_e.benchmarks.runner.pool import _lease
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.suites import webarena, webarena_verified
from agent_e.benchmarks.tasks.record import BenchTask, Reference, TraceStep
from agent_e.errors import ConfigError

from .benching import run, tasks

INSTALLED = shutil.which("webarena-verified") is not None
POST = "/f/cars/7/my-question"


@asynccontextmanager
async def forum(port: int = 0) -> AsyncIterator[str]:
    """A forum with one form; a post shows its title."""
    titles = ["nothing"]

    async def form(request: Request) -> Response:
        return HTMLResponse(
            '<form method=post action=/submit><input name="submission[title]" aria-label=Title>'
            '<input type=hidden name="submission[forum]" value=10039><button>Post</button></form>'
        )

    async def submit(request: Request) -> Response:
        titles.append(str((await request.form())["submission[title]"]))
        return RedirectResponse(f"{POST}/-/comment/9", status_code=302)

    async def post(request: Request) -> Response:
        return HTMLResponse(f"<div class=submission__inner>{titles[-1]} &amp; more</div>")

    async def comment(request: Request) -> Response:
        return HTMLResponse("<p id=c>A comment</p>")

    routes = [
        Route("/", form),
        Route("/submit", submit, methods=["POST"]),
        Route("/f/cars/7", post),
        Route(f"{POST}/-/comment/9", comment),
    ]
    async with serve_app(Starlette(routes=routes), port=port) as bound:
        yield f"http://127.0.0.1:{bound}"


def page(url: str, locator: str, **wanted: Any) -> dict[str, Any]:
    return {"url": url, "locator": locator, "required_contents": wanted}


LOOKS = [
    page("func:reddit_get_post_url('__last_url__')",
         "document.querySelector('.submission__inner').outerText",
         must_include=["CAR NEEDED |OR| bus"]),
    page("__REDDIT__/f/cars/7", "", must_include=["needed? & more"]),
    page("last", "document.querySelector('#c').outerText", exact_match="a comment"),
]  # fmt: skip


def asked(
    *looks: dict[str, Any], url: str = "__REDDIT__/f/cars |OR| __REDDIT__/f/boats"
) -> BenchTask:
    row = {
        "task_id": 1,
        "sites": ["reddit"],
        "storage_state": "./.auth/reddit_state.json",
        "start_url": "__REDDIT__",
        "intent": "Ask.",
        "intent_template_id": 3,
        "instantiation_dict": {},
        "eval": {
            "eval_types": ["url_match", "program_html"],
            "reference_answers": None,
            "reference_url": url,
            "program_html": list(looks),
        },
    }
    return posting(webarena.make_tasks([row])[0])


def posting(task: BenchTask) -> BenchTask:
    trace = (
        TraceStep(verb="type", role="textbox", name="Title", value="Is a car needed?"),
        TraceStep(verb="click", role="button", name="Post"),
    )
    reference = Reference(answer=task.reference.answer, trace=trace)
    return task.model_copy(update={"reference": reference})


async def done(folder: Path, task: BenchTask, address: str, **more: Any) -> EpisodeRecord:
    (record,) = await run(folder, [task], retries=0, sites={"reddit": address}, **more)
    return record


@pytest.mark.slow
@pytest.mark.browser
async def test_pages_are_looked_at_where_webarena_looks(tmp_path: Path) -> None:
    async with forum() as address:
        record = await done(tmp_path / "right", asked(*LOOKS), address)
        assert record.score is not None
        assert [each.reason for each in record.score.verdicts if not each.passed] == []
        assert record.outcome.value == "success"
        wrong = asked(
            page("last", "document.querySelector('#nowhere').outerText", exact_match="A comment"),
            page("__REDDIT__/f/cars/7", "", must_include=["bicycle"]),
            page("func:shopping_get_latest_order_url()", "document.body", must_include=["car"]),
            url="__REDDIT__/f/boats",
        )
        record = await done(tmp_path / "wrong", wrong, address)
        assert record.score is not None
        assert [each.passed for each in record.score.verdicts] == [False, False, False, None]
        assert "shopping_get_latest_order_url" in record.score.verdicts[-1].reason


@pytest.mark.browser
async def test_a_site_that_is_gone_is_no_failure_and_the_run_goes_on_when_it_is_back(
    tmp_path: Path,
) -> None:
    async with forum() as address:
        pass
    record = await done(tmp_path, asked(LOOKS[-1]), address)
    assert record.outcome.value == "infra_error"
    assert record.message.startswith(f"The site reddit at {address} does not answer")
    async with forum(int(address.rpartition(":")[2])):
        record = await done(tmp_path, asked(LOOKS[-1]), address)
    assert (record.outcome.value, record.attempt) == ("success", 2)
    with pytest.raises(ConfigError, match="another sites.reddit"):
        await done(tmp_path, asked(LOOKS[-1]), "http://127.0.0.1:9")


async def test_what_cannot_be_started_and_has_no_address_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot start: reddit. .* --sites reddit=URL"):
        await run(tmp_path, [asked(*LOOKS)])
    assert not (tmp_path / "run.json").exists()
    seeded = tasks("*--1", 1)
    with pytest.raises(ConfigError, match="needs a site made for it"):
        await run(tmp_path, seeded, sites={"catalog": "http://127.0.0.1:9"})


def test_addresses_are_read(tmp_path: Path) -> None:
    some = [asked(*LOOKS)]
    assert read_sites(["reddit=http://h:1/x/"], some) == {"reddit": "http://h:1/x"}
    with pytest.raises(ConfigError, match="'reddit=h:1' is no address"):
        read_sites(["reddit=h:1"], some)
    with pytest.raises(ConfigError, match="on a site gitlab. They are done on: reddit"):
        read_sites(["gitlab=http://h"], some)
    with pytest.raises(ConfigError, match="reddit has two addresses"):
        read_sites(["reddit=http://h", "reddit=http://i"], some)


def test_who_changes_a_shared_site_has_it_alone() -> None:
    plan = BenchPlan(suite="webarena", sites={"reddit": "http://h:1"})
    assert _lease(asked(*LOOKS), plan) == "h:1"
    assert _lease(asked(), plan) == ""
    assert _lease(asked(*LOOKS), BenchPlan(suite="webarena")) == ""


def verified() -> BenchTask:
    """Task 600 of the authors, in other words."""
    row = {
        "task_id": 600,
        "revision": 2,
        "sites": ["reddit"],
        "start_urls": ["__REDDIT__"],
        "intent": "Post it.",
        "intent_template_id": 3765,
        "instantiation_dict": {},
        "eval": [
            {"expected": {"task_type": "mutate", "status": "SUCCESS", "retrieved_data": None}}
        ],
    }
    return posting(webarena_verified.make_tasks([row])[0])


PROGRAM = """#!/usr/bin/env python3
import json, pathlib, sys
given = dict(zip(sys.argv[2::2], sys.argv[3::2]))
folder = pathlib.Path(given["--output-dir"]) / given["--task-ids"]
har = json.loads((folder / "network.har").read_text())
posts = [e["request"] for e in har["log"]["entries"] if e["request"]["method"] == "POST"]
config = json.loads(pathlib.Path(given["--config"]).read_text())
site = config["environments"]["__REDDIT__"]["urls"][0]
answer = json.loads((folder / "agent_response.json").read_text())
right = answer["task_type"] == "mutate" and posts[0]["url"] == site + "/submit"
right = right and "needed" in posts[0]["postData"]["text"]
wrong = [] if right else ["nothing was posted"]
(folder / "eval_result.json").write_text(json.dumps({"status": "success" if right else "failure",
  "webarena_verified_version": "0", "evaluators_results": [{"assertions": [
  {"assertion_name": "a", "assertion_msgs": wrong}] if wrong else None}]}))
"""


@pytest.mark.browser
async def test_the_authors_program_gets_answer_requests_and_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "webarena-verified"
    program.parent.mkdir()
    program.write_text(PROGRAM, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    async with forum() as address:
        record = await done(tmp_path / "right", verified(), address)
        assert record.outcome.value == "success", record


@pytest.mark.browser
@pytest.mark.skipif(not INSTALLED, reason="webarena-verified is not installed")
async def test_the_real_program_agrees(tmp_path: Path) -> None:
    async with forum() as address:
        record = await done(tmp_path, verified(), address)
    assert record.score is not None
    # The title is another than the task's, which only the program knows.
    assert record.outcome.value == "fail_oblivious", record
    assert "No matching network event" in record.score.verdicts[0].reason
    folder = BenchStore(tmp_path).slot_folder(Slot(task=verified(), epoch=1)) / "1"
    assert json.loads((folder / HAR_FILE).read_text("utf-8"))["log"]["entries"]


@pytest.mark.browser
@pytest.mark.skipif(INSTALLED, reason="webarena-verified is installed")
async def test_without_the_program_it_stays_unjudged(tmp_path: Path) -> None:
    async with forum() as address:
        record = await done(tmp_path, verified(), address)
    assert record.score is not None
    assert record.outcome.value == "unjudged"
    assert "pipx install webarena-verified" in record.score.verdicts[0].reason
