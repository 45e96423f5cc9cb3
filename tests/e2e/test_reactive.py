"""The stateless architecture in a real browser: by a script, and over HTTP."""

import json
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome, TaskResult, WebAgent
from agent_e.benchmarks import demo
from agent_e.benchmarks.green.stub import StubPolicy
from agent_e.benchmarks.scripted import Scripted
from agent_e.benchmarks.sites import RunningSite
from agent_e.config import Settings
from agent_e.journal import read_run
from agent_e.server.act import serve_act
from tests.agent_e.agents.acting import agent, silent_agent
from tests.agent_e.dom.serving import served
from tests.agent_e.dom.stage import site
from tests.browsers import Chromium

from .conftest import Workbench, seen

pytestmark = pytest.mark.browser

THIRD = next(task for task in demo.TASKS if task.site == "catalog")


def asking(chromium: Chromium, folder: Path, url: str, **settings: Any) -> WebAgent:
    given = {
        "model": "offline",
        "architecture": "reactive",
        "runs_dir": folder,
        "reactive": {"agent_url": url, **settings},
        # What the gate thinks of it is no matter of these tests.
        "safety": {"trust": ["127.0.0.1"]},
    }
    return WebAgent(Settings.model_validate(given), opener=chromium.session)


def events(result: TaskResult, kind: str) -> list[dict[str, Any]]:
    return [dict(each) for each in read_run(Path(result.run_dir)).events if each["kind"] == kind]


def in_turn(*actions: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], Any]:
    """Answer the actions one after the other, by the number of the step."""
    return lambda asked: {"action": actions[asked["step_idx"]]}


def click(selector: str) -> dict[str, str]:
    return {"type": "click", "selector": selector}


def stop(reason: str) -> dict[str, str]:
    return {"type": "stop", "reason": reason}


class Tiny(BaseHTTPRequestHandler):
    """A white agent of ten lines."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        page = asked["observation"]["dom_summary"]
        prices = [each["text"] for each in page if each["text"].startswith("$")]
        links = [each["selector"] for each in page if each["tag"] == "a"]
        action = stop(prices[0]) if prices else click(links[2])
        body = json.dumps({"action": action, "thoughts": "", "info": {}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        return


async def test_an_agent_of_ten_lines_solves_a_task(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    with served(Tiny) as address:
        async with asking(chromium, tmp_path, f"{address}/act") as web:
            result = await web.run(THIRD.text, start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "$64.50")
    assert result.metrics["steps_taken"] == 2
    assert result.metrics["invalid_actions"] == result.metrics["timeouts"] == 0
    assert result.metrics["wall_time_s"] > 0
    (fact,) = result.evidence
    assert (fact.quote, fact.step) == ("$64.50", 2)
    asked, answered = events(result, "act.asked"), events(result, "act.answered")
    assert [each["step"] for each in asked] == [0, 1]
    assert [each["action"]["type"] for each in answered] == ["click", "stop"]
    assert asked[1]["observation"]["url"].endswith("?product=ember-espresso-maker")


@pytest.mark.slow
async def test_the_stub_is_served_and_answers_the_first_price_it_finds(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    async with serve_act(StubPolicy(), name="stub") as url, asking(chromium, tmp_path, url) as web:
        result = await web.run(THIRD.text, start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "$59.00")
    assert result.metrics["steps_taken"] == 2


@pytest.mark.slow
async def test_invalid_actions_are_counted_and_the_loop_goes_on(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    answers: list[Any] = [
        {"action": click("#nothing")},
        {"action": click("li")},
        {"action": click("li >")},
        {"action": {"type": "fly"}},
        {"action": {"type": "visual_click", "description": "the blanket"}},
        b"no JSON",
        {"action": {"type": "type", "selector": "h1", "text": "x"}},
        {"action": {"type": "select", "selector": "h1", "value": "x"}},
        {"action": {"type": "wait"}},
        {"action": {"type": "scroll", "delta_y": 300}},
        {"action": {"type": "scroll", "delta_y": 0}},
        {"action": stop("Fjord Wool Blanket")},
    ]
    with agent(lambda asked: answers[asked["step_idx"]]) as url:
        async with asking(chromium, tmp_path, url) as web:
            result = await web.run("Look around", start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "Fjord Wool Blanket")
    metrics = result.metrics
    assert (metrics["steps_taken"], metrics["timeouts"]) == (len(answers), 0)
    assert metrics["invalid_actions"] + metrics["refused_actions"] == 8
    assert metrics["invalid_actions"] >= 6
    told = [each["error"] for each in events(result, "skill.failed")]
    assert any("'#nothing' names no element" in each for each in told)
    assert any("'li' names 5 elements" in each for each in told)
    assert any("Nothing here finds things by their looks" in each for each in told)


@pytest.mark.slow
async def test_what_is_covered_is_refused(chromium: Chromium, tmp_path: Path) -> None:
    with site() as pages, agent(in_turn(click("main button"), stop("Cannot: covered"))) as url:
        async with asking(chromium, tmp_path, url) as web:
            result = await web.run("Buy", start_url=f"{pages}/covered.html")
    assert (result.outcome, result.answer) == (Outcome.GAVE_UP, "covered")
    assert result.metrics["refused_actions"] == 1
    assert result.metrics["invalid_actions"] == 0


@pytest.mark.slow
async def test_every_kind_of_action_is_done(
    chromium: Chromium, tmp_path: Path, shop: RunningSite
) -> None:
    steps: list[Mapping[str, Any]] = [
        {"type": "type", "selector": "#search", "text": "kettle\n"},
        {"type": "scroll", "delta_y": 200},
        {"type": "wait"},
        stop("kettle"),
    ]
    with agent(in_turn(*steps)) as url:
        async with asking(chromium, tmp_path, url) as web:
            result = await web.run("Search", start_url=shop.url)
    assert result.metrics["invalid_actions"] == result.metrics["refused_actions"] == 0
    assert "kettle" in events(result, "act.asked")[1]["observation"]["url"]
    started = [each["action"] for each in events(result, "action.started")]
    assert started == ["open_url", "enter_text", "scroll", "wait_for"]


@pytest.mark.slow
async def test_dialogs_are_dismissed_and_the_loop_goes_on(
    chromium: Chromium, tmp_path: Path
) -> None:
    def answer(asked: Mapping[str, Any]) -> Any:
        page = asked["observation"]["dom_summary"]
        delete = next(each["selector"] for each in page if each["text"] == "Delete")
        return {"action": stop("Cannot: it asks") if asked["step_idx"] else click(delete)}

    with site() as pages, agent(answer) as url:
        async with asking(chromium, tmp_path, url) as web:
            result = await web.run("Delete it", start_url=f"{pages}/dialogs.html")
    assert result.outcome is Outcome.GAVE_UP
    (dialog,) = [e for e in events(result, "action.started") if e["action"] == "handle_dialog"]
    assert dialog["arguments"]["accept"] is False


@pytest.mark.slow
async def test_who_never_stops_is_stopped(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    with agent(lambda asked: {"action": {"type": "wait"}}) as url:
        async with asking(chromium, tmp_path, url, max_steps=3) as web:
            result = await web.run("Wait", start_url=catalog.url)
    assert result.outcome is Outcome.LIMIT
    assert result.metrics["steps_taken"] == 3


@pytest.mark.slow
@pytest.mark.parametrize("status", [500, 0])
async def test_an_agent_that_fails_ends_the_run(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path, status: int
) -> None:
    with agent(lambda asked: 500) as failing, silent_agent() as silent:
        url = failing if status else silent
        async with asking(chromium, tmp_path, url, agent_timeout_s=0.5) as web:
            result = await web.run("Look", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 6)
    assert f"The agent at {url}" in result.message


@pytest.mark.slow
async def test_a_model_is_told_the_page_as_data_and_a_bad_reply_stops(
    workbench: Workbench, catalog: RunningSite
) -> None:
    web = await workbench.agent(lambda body: Scripted(text="Hm."), architecture="reactive")
    result = await web.run("What is new?", start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.GAVE_UP, "parse_error")
    (body,) = workbench.server.requests
    text = seen(body)
    assert "Task: What is new?" in text
    assert '"selector": "a[href=\\"?product=fjord-wool-blanket\\"]"' in text
    assert len(body["messages"]) == 2


@pytest.mark.slow
async def test_an_answer_that_no_page_said_is_not_verified(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    with agent(in_turn(stop("$999"))) as url:
        async with asking(chromium, tmp_path, url) as web:
            result = await web.run("Find a price", start_url=catalog.url)
    assert (result.outcome, result.answer, result.verified) == (Outcome.SUCCESS, "$999", False)


@pytest.mark.slow
async def test_an_answer_by_a_schema_is_refused(
    catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    async with asking(chromium, tmp_path, "http://127.0.0.1:9/act") as web:
        result = await web.run("Count", start_url=catalog.url, output={"type": "object"})
    assert result.outcome is Outcome.BAD_OUTPUT
