"""How loops end where nobody leaves them: of the planner, and of the other architectures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome, TaskResult, WebAgent
from agent_e.benchmarks.scripted import Scripted
from agent_e.cli.run_text import story_lines
from agent_e.config import Settings
from agent_e.journal import read_run
from tests.agent_e.agents.acting import agent
from tests.agent_e.dom.serving import served
from tests.browsers import Chromium

from .conftest import Workbench, browse, mmid_of, offered, report, seen
from .test_loops import LIMITS, PAGES, _Quiet

pytestmark = pytest.mark.browser


@pytest.fixture
def pages() -> Iterator[str]:
    with served(partial(_Quiet, directory=str(PAGES))) as address:
        yield address


def events(result: TaskResult, kind: str) -> list[dict[str, Any]]:
    return [dict(each) for each in read_run(Path(result.run_dir)).events if each["kind"] == kind]


OTHER_WORDS = [
    "Find the price of the Arc floor lamp",
    "Look up what the Arc floor lamp costs and report its price",
    "Price of the floor lamp called Arc: find it",
]
IN_TURN = ["Search the list for green lamps", "Read the terms of delivery of the shop"]


@pytest.mark.slow
@pytest.mark.parametrize("wordings", [OTHER_WORDS, IN_TURN])
async def test_a_planner_that_goes_round_is_told_and_then_given_up(
    wordings: list[str], workbench: Workbench, pages: str
) -> None:
    asked = 0

    def answer(body: Mapping[str, Any]) -> Scripted:
        nonlocal asked
        if "finish" not in offered(body):
            return report("It is not there.", status="failed")
        asked += 1
        return browse(wordings[(asked - 1) % len(wordings)], plan=False)

    web = await workbench.agent(answer)
    result = await web.run("What does the lamp cost?", start_url=f"{pages}/useless.html")
    loops = events(result, "loop.found")
    assert [each["level"] for each in loops] == [1, 2, 3]
    assert {each["role"] for each in loops} == {"planner"}
    assert loops[0]["step"] <= 4
    assert (result.outcome, result.exit_code) == (Outcome.GAVE_UP, 1)
    assert "It went round in a loop" in result.message
    assert "It went round in a loop" in str(result.answer)
    assert any(words in result.message for words in wordings)
    planner = seen(workbench.asked("planner")[-1])
    assert "must take another way" in planner
    assert len(events(result, "subtask.started")) <= 6
    shown = "\n".join(line.plain for line in story_lines(read_run(Path(result.run_dir)), "gave_up"))
    assert "loop of the planner: It went round" in shown
    assert "loop of the planner (3 in a row)" in shown


@pytest.mark.slow
async def test_what_was_a_loop_is_refused_in_the_next_sub_task_before_it_runs(
    workbench: Workbench, pages: str
) -> None:
    def answer(body: Mapping[str, Any]) -> Scripted:
        said = seen(body)
        if "finish" in offered(body):
            return browse(f"Do thing {said.count('Page now:')} of many", plan=False)
        if "Not done:" in said:
            return report("It was refused.", status="failed")
        return Scripted(calls=[("click", {"mmid": mmid_of(body, "button 'Buy now'")})])

    web = await workbench.agent(answer, limits=LIMITS)
    result = await web.run("Buy it.", start_url=f"{pages}/useless.html")
    assert result.outcome is Outcome.GAVE_UP
    told = seen(workbench.asked("navigator")[-1])
    assert "Not done: here this was tried and led nowhere: click button 'Buy now'" in told
    second = next(each["seq"] for each in events(result, "subtask.started") if each["number"] == 2)
    third = [each["seq"] for each in events(result, "subtask.started") if each["number"] == 3]
    clicks = [each["seq"] for each in events(result, "action.started")]
    assert not [seq for seq in clicks if second < seq < (third or [10**6])[0]]


@pytest.mark.slow
async def test_who_is_told_may_report_what_was_found(workbench: Workbench, pages: str) -> None:
    def answer(body: Mapping[str, Any]) -> Scripted:
        said = seen(body)
        if "finish" in offered(body):
            if "Fact 1" in said:
                return Scripted(
                    calls=[("finish", {"status": "done", "answer": "Offer", "evidence": [1]})]
                )
            return browse("Buy the thing", plan=False)
        if "call report now" in said:
            return report("Nothing happens.", ("the heading", "Offer"), status="failed")
        return Scripted(calls=[("click", {"mmid": mmid_of(body, "button 'Buy now'")})])

    web = await workbench.agent(answer, limits=LIMITS)
    result = await web.run("Buy it.", start_url=f"{pages}/useless.html")
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "Offer")
    assert [each["level"] for each in events(result, "loop.found")] == [1, 2, 1]


@pytest.mark.slow
async def test_loops_are_not_watched_for_when_that_is_switched_off(
    workbench: Workbench, pages: str
) -> None:
    def answer(body: Mapping[str, Any]) -> Scripted:
        return Scripted(calls=[("click", {"mmid": mmid_of(body, "button 'Buy now'")})])

    def planned(body: Mapping[str, Any]) -> Scripted:
        return browse("Buy the thing", plan=False) if "finish" in offered(body) else answer(body)

    limits = {"navigator_steps": 8, "max_steps": 12}
    web = await workbench.agent(planned, limits=limits, loops={"enabled": False})
    result = await web.run("Buy it.", start_url=f"{pages}/useless.html")
    assert events(result, "loop.found") == []
    assert result.outcome is Outcome.LIMIT


@pytest.mark.slow
async def test_set_of_mark_is_told_and_then_given_up(workbench: Workbench, pages: str) -> None:
    def answer(body: Mapping[str, Any]) -> Scripted:
        numbers = re.findall(r'\[(\d+)\] \w+ "Colour a"', json.dumps(body).replace('\\"', '"'))
        said = {"thought": "so", "action": "click", "element_id": int(numbers[-1]), "text": None}
        return Scripted(text=json.dumps(said))

    web = await workbench.agent(answer, architecture="som")
    result = await web.run("Buy it.", start_url=f"{pages}/useless.html")
    loops = events(result, "loop.found")
    assert [each["level"] for each in loops] == [1, 2, 3]
    assert loops[0]["step"] <= 4
    assert result.outcome is Outcome.GAVE_UP
    assert "It went round in a loop" in result.message
    assert result.metrics["actions"] < 15
    told = seen(workbench.server.requests[-1])
    assert "LOOP: " in told
    assert "LOOP again: " in told


@pytest.mark.slow
@pytest.mark.parametrize(("given", "ends"), [({}, True), ({"enabled": False}, False)])
async def test_a_stateless_policy_is_ended_before_its_steps_are_used_up(
    given: dict[str, Any], ends: bool, pages: str, chromium: Chromium, tmp_path: Path
) -> None:
    def clicking(asked: Mapping[str, Any]) -> dict[str, Any]:
        rows = asked["observation"]["dom_summary"]
        button = next(row["selector"] for row in rows if row["text"] == "Buy now")
        return {"action": {"type": "click", "selector": button}}

    with agent(clicking) as url:
        settings = {
            "model": "offline",
            "architecture": "reactive",
            "runs_dir": tmp_path,
            "reactive": {"agent_url": url, "max_steps": 8},
            "loops": given,
            "safety": {"trust": ["127.0.0.1"]},
        }
        async with WebAgent(Settings.model_validate(settings), opener=chromium.session) as web:
            result = await web.run("Buy it.", start_url=f"{pages}/useless.html")
    loops = events(result, "loop.found")
    assert len(loops) == result.metrics["loops"] == (3 if ends else 0)
    assert result.outcome is (Outcome.GAVE_UP if ends else Outcome.LIMIT)
    assert ("It went round in a loop" in str(result.answer)) is ends
    assert (result.metrics["steps_taken"] < 8) is ends
