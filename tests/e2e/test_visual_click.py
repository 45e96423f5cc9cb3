"""The navigator reaches into a drawing: a scripted model, and an endpoint that finds colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from agent_e import Outcome
from agent_e.agents.grounding import sight_of
from agent_e.benchmarks.scripted import Scripted, by_role, scripted_server
from agent_e.journal import read_run
from tests.agent_e.dom.seeing import pages
from tests.agent_e.vision.looking import PAGES
from tests.skills.test_visual_click import answered

from .conftest import Workbench, browse, finish, offered, report, seen

pytestmark = pytest.mark.browser

MODEL = "ByteDance-Seed/UI-TARS-1.5-7B"


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

    def eye(body: Mapping[str, Any]) -> Scripted:
        return Scripted(text=answered(body, sight_of(MODEL)))

    async with scripted_server(eye) as grounding:
        grounder = {"model": MODEL, "base_url": grounding.base_url}
        web = await workbench.agent(script, grounder=grounder, safety=private(drawn))
        result = await web.run("Click the green square and say what it says.", start_url=drawn)
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
