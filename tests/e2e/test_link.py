"""The link architecture, by a model that answers from a script."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_e import Outcome, TaskResult
from agent_e.benchmarks.scripted import Script, Scripted
from agent_e.journal import read_run
from tests.agent_e.dom.seeing import pages
from tests.agent_e.vision.looking import PAGES

from .conftest import Workbench, seen

pytestmark = pytest.mark.browser


@pytest.fixture
def site() -> Iterator[str]:
    with pages(PAGES) as address:
        yield f"{address}/linked.html"


def in_turn(*answers: str | dict[str, str]) -> Script:
    left = list(answers)

    def script(body: Mapping[str, Any]) -> Scripted:
        said = left.pop(0)
        return Scripted(text=said if isinstance(said, str) else json.dumps(said))

    return script


def picture(body: Mapping[str, Any]) -> Image.Image:
    """The newest picture that a request shows."""
    parts = [
        part
        for message in body["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
    ]
    urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    return Image.open(io.BytesIO(base64.b64decode(urls[-1].partition(",")[2]))).convert("RGB")


def failures(result: TaskResult) -> list[str]:
    events = read_run(Path(result.run_dir)).events
    return [str(event["error"]) for event in events if event["kind"] == "skill.failed"]


@pytest.mark.slow
async def test_wrong_words_are_fed_back_and_the_page_is_shown_whole(
    site: str, workbench: Workbench
) -> None:
    script = in_turn(
        {"click": "Read less"}, {"click": "read more here"}, "The button to save is called Save."
    )
    web = await workbench.agent(script, architecture="link", verify="never")
    result = await web.run("What is the button to save called?", start_url=site)
    assert result.outcome is Outcome.SUCCESS, result
    first, second, third = workbench.server.requests
    shown = picture(first)
    assert shown.width == 900
    assert shown.height > 2_600
    assert "Link with text not found: 'Read less'" in seen(second)
    assert "go and read more here" in seen(second)
    assert "'handled'; and 2 more. Try another." in seen(second)
    assert "go to the end" not in seen(second)
    assert "/form.html" in seen(third)
    assert first["max_completion_tokens"] == 1024
    assert first["temperature"] == 0.0
    assert "tools" not in first
    assert result.metrics == {"actions": 1, "wrong_words": 1}
    assert len(failures(result)) == 1


@pytest.mark.slow
async def test_a_link_that_opens_a_tab_is_followed_there(site: str, workbench: Workbench) -> None:
    script = in_turn({"click": "plain"}, {"click": "another tab"}, "Save")
    web = await workbench.agent(script, architecture="link")
    result = await web.run("What is the first button called?", start_url=site)
    assert "Clicked button " in seen(workbench.server.requests[1])
    assert "form.html?tab" in seen(workbench.server.requests[-1])
    assert picture(workbench.server.requests[-1]).height < 2_600
    assert result.outcome is Outcome.SUCCESS, result


@pytest.mark.slow
async def test_an_unexpected_error_ends_the_run(site: str, workbench: Workbench) -> None:
    script = in_turn({"url": "http://127.0.0.1:1/nowhere"}, "never asked for")
    web = await workbench.agent(script, architecture="link")
    result = await web.run("Look it up.", start_url=site)
    assert result.outcome is Outcome.GAVE_UP
    assert str(result.answer).startswith("I could not go on: ")
    assert len(workbench.server.requests) == 1


@pytest.mark.slow
async def test_without_an_address_it_is_told_where_to_search(workbench: Workbench) -> None:
    web = await workbench.agent(
        in_turn("Cannot: no address."),
        architecture="link",
        link={"role": "librarian", "search_url": "https://search.test/?q="},
    )
    result = await web.run("When was it?")
    told = seen(workbench.server.requests[0])
    assert "Your role: librarian," in told
    assert "https://search.test/?q=" in told
    assert result.outcome is Outcome.GAVE_UP
