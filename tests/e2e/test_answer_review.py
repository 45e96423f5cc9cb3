"""The end of a run before the person: the answer looked at, and more of what is used up."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import read_run
from agent_e.types import TaskResult

from .conftest import LOOKED, Workbench, browse, finish
from .test_asking import told

pytestmark = pytest.mark.browser

BACK: dict[str, Any] = {"kind": "review", "answer": "back", "note": "Say its name.", "once": True}
ACCEPT: dict[str, Any] = {"kind": "review", "answer": "accept"}
NOT_ACCEPTED = "The person does not accept this answer. They say: Say its name. Go on"


def events(result: TaskResult, kind: str) -> list[dict[str, Any]]:
    return [dict(each) for each in read_run(Path(result.run_dir)).events if each["kind"] == kind]


async def reviewed(
    workbench: Workbench, script: Any, url: str, rules: list[dict[str, Any]], **settings: Any
) -> TaskResult:
    file = workbench.runs.parent / "answers.json"
    file.write_text(json.dumps(rules))
    human = {"answers": file, **settings.pop("human", {"review": True})}
    agent = await workbench.agent(script, human=human, verify="never", **settings)
    return await agent.run("Which product is the first?", start_url=url)


async def test_an_answer_that_is_sent_back_is_made_anew(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(
        planner=[browse("look"), finish("a blanket", 1), finish("Fjord Wool Blanket", 1)],
        navigator=[LOOKED],
    )
    result = await reviewed(workbench, script, catalog.url, [BACK, ACCEPT])
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "Fjord Wool Blanket")
    assert NOT_ACCEPTED in told(workbench.asked("planner")[2])
    first, second = (event["request"] for event in events(result, "person.asked"))
    assert first["evidence"]["answer"] == "a blanket"
    assert 'there is a product ("Fjord Wool Blanket", http' in first["evidence"]["lines"][0]
    assert second["evidence"]["answer"] == "Fjord Wool Blanket"


def in_turn(*answers: Mapping[str, Any] | str) -> Callable[[Any], Scripted]:
    left = list(answers)

    def script(body: Any) -> Scripted:
        said = left.pop(0)
        return Scripted(text=said if isinstance(said, str) else json.dumps(said))

    return script


def stopping(reason: str) -> dict[str, Any]:
    return {"thoughts": "so", "action": {"type": "stop", "reason": reason}, "confidence": 1}


def done(text: str) -> dict[str, Any]:
    return {"thought": "so", "action": "done", "element_id": None, "text": text}


NAME = "Fjord Wool Blanket"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("architecture", "script"),
    [
        ("som", in_turn(done("a blanket"), done(NAME))),
        ("link", in_turn("a blanket", NAME)),
        ("reactive", in_turn(stopping("a blanket"), stopping(NAME))),
    ],
)
async def test_every_architecture_shows_its_answer(
    workbench: Workbench, catalog: RunningSite, architecture: str, script: Any
) -> None:
    rules = [BACK, ACCEPT]
    result = await reviewed(workbench, script, catalog.url, rules, architecture=architecture)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, NAME)
    assert NOT_ACCEPTED in json.dumps(workbench.server.requests[-1]["messages"])
    assert len(events(result, "person.asked")) == 2


@pytest.mark.slow
async def test_an_answer_that_nobody_looks_at_is_kept(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(planner=[browse("look"), finish("a blanket", 1)], navigator=[LOOKED])
    result = await reviewed(workbench, script, catalog.url, [])
    assert (result.outcome, result.exit_code) == (Outcome.NEEDS_PERSON, 3)
    assert (result.answer, len(result.evidence)) == ("a blanket", 1)
    assert "Is this the answer you want?" in result.message
    assert "could not be verified" not in result.message


@pytest.mark.slow
@pytest.mark.parametrize(("says", "outcome"), [("more", Outcome.SUCCESS), ("stop", Outcome.LIMIT)])
async def test_before_a_limit_ends_the_run_more_may_be_given(
    workbench: Workbench, catalog: RunningSite, says: str, outcome: Outcome
) -> None:
    script = by_role(
        planner=[
            browse("look"),
            lambda body: finish(NAME, 1) if says == "more" else finish("no", status="cannot"),
        ],
        navigator=[LOOKED, LOOKED],
    )
    rules = [{"kind": "budget", "question": "steps are used", "answer": says}]
    limits = {"max_steps": 2}
    result = await reviewed(workbench, script, catalog.url, rules, limits=limits, human={})
    assert result.outcome is outcome, result
    asked = [event["request"]["evidence"] for event in events(result, "person.asked")]
    assert asked[0]["limit"] == "max_steps"
    raised = [(event["limit"], event["by"]) for event in events(result, "limit.raised")]
    assert raised == ([("max_steps", 2)] * len(asked) if says == "more" else [])
    last = [event for event in events(result, "limit.told") if event["notice"] == "last"]
    assert bool(last) is (says == "stop")
