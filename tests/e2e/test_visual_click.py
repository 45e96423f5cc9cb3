"""Every architecture reaches into a drawing: a scripted model, and an endpoint that finds colours.

``websight`` has no word for it, for it points itself: see ``test_websight.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from agent_e import Outcome, TaskResult
from agent_e.agents.grounding import sight_of
from agent_e.benchmarks.scripted import Scripted, by_role, scripted_server
from agent_e.journal import read_run
from tests.agent_e.dom.seeing import pages
from tests.agent_e.vision.looking import PAGES
from tests.skills.test_visual_click import answered

from .conftest import Workbench, browse, finish, offered, report, seen

pytestmark = pytest.mark.browser

MODEL = "ByteDance-Seed/UI-TARS-1.5-7B"
TASK = "Click the green square and say what it says."
HIT, LOOKS = "You hit green.", "the green square"


def eye(body: Mapping[str, Any]) -> Scripted:
    return Scripted(text=answered(body, sight_of(MODEL)))


def private(url: str) -> dict[str, list[str]]:
    """Settings of safety by which a page may hold frames of this machine's other name."""
    port = urlsplit(url).port
    return {"trust": ["127.0.0.1", "localhost"], "allow_private": [f"localhost:{port}"]}


@pytest.fixture
def drawn() -> Iterator[str]:
    with pages(PAGES) as address:
        yield f"{address}/canvas_elsewhere.html"


async def test_a_drawing_in_a_frame_is_operated_through_the_configured_grounder(
    drawn: str, workbench: Workbench
) -> None:
    def navigator(body: Mapping[str, Any]) -> Scripted:
        if "You hit green." in seen(body):
            return report("Clicked it.", ("green was hit", "You hit green."))
        # The frame may not be drawn yet when the page is looked at first.
        return Scripted(calls=[("visual_click", {"description": "the green square"})])

    script = by_role(
        planner=[browse("Click the green square"), finish("You hit green.", 1)],
        navigator=[navigator] * 8,
    )

    async with scripted_server(eye) as grounding:
        grounder = {"model": MODEL, "base_url": grounding.base_url}
        web = await workbench.agent(script, grounder=grounder, safety=private(drawn))
        result = await web.run(TASK, start_url=drawn)
    assert result.outcome is Outcome.SUCCESS, result
    assert result.usage["grounder"].calls == len(grounding.requests) >= 1
    assert grounding.received[0].body["model"] == MODEL
    assert grounding.received[0].body["temperature"] == 0.0
    assert "visual_click" in offered(workbench.asked("navigator")[0])
    kinds = [event["kind"] for event in read_run(Path(result.run_dir)).events]
    assert "grounded" in kinds


async def test_without_a_grounder_it_is_not_offered(drawn: str, workbench: Workbench) -> None:
    script = by_role(
        planner=[browse("Look"), finish("Looked.", status="cannot")],
        navigator=[report("Looked.", status="failed")],
    )
    web = await workbench.agent(script)
    await web.run("Click the green square.", start_url=drawn)
    assert "visual_click" not in offered(workbench.asked("navigator")[0])


Say = Callable[[str], str]
"""From what a request shows to the answer of an architecture that calls no functions."""


def of_som(shown: str) -> str:
    action, text = ("done", HIT) if HIT in shown else ("visual_click", LOOKS)
    return json.dumps({"thought": "so", "action": action, "element_id": None, "text": text})


def of_link(shown: str) -> str:
    return HIT if HIT in shown else json.dumps({"visual_click": LOOKS})


def of_reactive(shown: str) -> str:
    by_looks = {"type": "visual_click", "description": LOOKS}
    action = {"type": "stop", "reason": HIT} if HIT in shown else by_looks
    return json.dumps({"thoughts": "so", "action": action, "confidence": 1})


ANSWERING: dict[str, Say] = {"som": of_som, "link": of_link, "reactive": of_reactive}


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("som", "link")]


async def done_by(
    architecture: str, workbench: Workbench, url: str, grounder: Mapping[str, Any] | None
) -> TaskResult:
    def answer(body: Mapping[str, Any]) -> Scripted:
        return Scripted(text=ANSWERING[architecture](seen(body)))

    web = await workbench.agent(answer, architecture=architecture, grounder=grounder or {})
    return await web.run(TASK, start_url=url)


@pytest.mark.parametrize("architecture", [*SLOW, "reactive"])
async def test_those_that_call_no_functions_have_a_word_for_it(
    architecture: str, workbench: Workbench
) -> None:
    with pages(PAGES) as address:
        async with scripted_server(eye) as grounding:
            grounder = {"model": MODEL, "base_url": grounding.base_url}
            # What the picture of a whole page shows may be further down than the view.
            page = "canvas_below" if architecture == "link" else "canvas"
            url = f"{address}/{page}.html"
            result = await done_by(architecture, workbench, url, grounder)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, HIT), result
    first, *_, last = workbench.server.requests
    assert "visual_click" in seen(first) and HIT in seen(last)
    assert result.usage["grounder"].calls == len(grounding.requests) >= 1
    events = read_run(Path(result.run_dir)).events
    click = next(each for each in events if each.get("action") == "click")
    assert click["target"]["role"] == "canvas"
    assert click["arguments"]["description"] == LOOKS


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ANSWERING)
async def test_without_a_grounder_they_have_none(architecture: str, workbench: Workbench) -> None:
    with pages(PAGES) as address:
        result = await done_by(architecture, workbench, f"{address}/canvas.html", None)
    # To one of them the words it does not know are an answer, which nothing supports.
    assert not result.verified
    prompt = workbench.server.requests[0]["messages"][0]["content"]
    assert "visual_click" not in str(prompt)
    events = read_run(Path(result.run_dir)).events
    assert not [each for each in events if each.get("action") == "click"]
