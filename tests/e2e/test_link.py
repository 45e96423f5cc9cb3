"""The link architecture: by the offline model, and by a model that answers from a script."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_e import Outcome, TaskResult, WebAgent
from agent_e.benchmarks import demo
from agent_e.benchmarks.scripted import Script, Scripted
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.config import Settings
from agent_e.journal import read_run
from tests.agent_e.dom.seeing import pages
from tests.agent_e.vision.looking import PAGES

from .conftest import Workbench, seen
from .test_som import SHOP_TASKS

pytestmark = pytest.mark.browser


@pytest.fixture
def site() -> Iterator[str]:
    with pages(PAGES) as address:
        yield f"{address}/linked.html"


def offline(folder: Path) -> WebAgent:
    given = {"model": "offline", "architecture": "link", "runs_dir": folder}
    return WebAgent(Settings.model_validate(given | {"safety": {"trust": ["127.0.0.1"]}}))


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


async def test_a_question_about_the_catalogue_is_answered_offline(
    catalog: RunningSite, tmp_path: Path
) -> None:
    task = next(task for task in demo.TASKS if task.site == "catalog")
    async with offline(tmp_path) as agent:
        result = await agent.run(task.text, start_url=catalog.url)
    expected = task.expected(catalog.state())
    assert result.outcome is Outcome.SUCCESS, result
    assert expected.holds(str(result.answer), catalog.state())
    assert (result.assisted, bool(result.evidence)) == (True, True)


@pytest.mark.slow
async def test_all_tasks_of_the_catalogue_are_done_offline(tmp_path: Path) -> None:
    async with serve_site("catalog") as catalog, offline(tmp_path) as agent:
        for task in (task for task in demo.TASKS if task.site == "catalog"):
            result = await agent.run(task.text, start_url=catalog.url)
            expected = task.expected(catalog.state())
            assert result.outcome is Outcome.SUCCESS, (task.text, result)
            assert expected.holds(str(result.answer), catalog.state()), (task.text, result)


def product(state: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return next(each for each in state["products"] if each["name"] == name)


LINKED_TASKS: tuple[tuple[str, Callable[[Mapping[str, Any]], str]], ...] = (
    *SHOP_TASKS[1:3],
    (
        "How many products are in the Kitchen category?",
        lambda state: str(sum(each["category"] == "Kitchen" for each in state["products"])),
    ),
    (
        "Go to the Lighting category and tell me the price of the Arc Floor Lamp.",
        lambda state: f"${product(state, 'Arc Floor Lamp')['price']:.2f}",
    ),
    (
        "How many products are in the Lighting category?",
        lambda state: str(sum(each["category"] == "Lighting" for each in state["products"])),
    ),
)


@pytest.mark.slow
async def test_questions_about_the_shop_are_answered_offline(
    shop: RunningSite, tmp_path: Path
) -> None:
    async with offline(tmp_path) as agent:
        for text, expected in LINKED_TASKS:
            result = await agent.run(text, start_url=shop.url)
            assert (result.outcome, result.answer) == (Outcome.SUCCESS, expected(shop.state())), (
                text,
                result,
            )


@pytest.mark.slow
async def test_what_takes_typing_is_given_up_and_said(shop: RunningSite, tmp_path: Path) -> None:
    async with offline(tmp_path) as agent:
        result = await agent.run(SHOP_TASKS[3][0], start_url=shop.url)
    assert result.outcome is Outcome.GAVE_UP, result


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
