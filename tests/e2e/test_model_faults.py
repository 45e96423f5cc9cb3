"""Faults of models in whole runs: how they end, what they cost, what is told."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import read_run
from agent_e.models.model_table import cost_of
from agent_e.types import Usage

from .conftest import LOOKED, Workbench, browse, finish, seen

pytestmark = pytest.mark.browser

ADVICE = re.compile(
    r"\b(Check|Try|Choose|Raise|Add|Word|Leave|Lower|Give|Answer|Close|Run|Set|Put|Name)\b",
    re.IGNORECASE,
)


async def test_two_models_in_one_role_cost_what_each_costs(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(planner=[browse("look"), finish("seen", 1)], navigator=[LOOKED])
    asked: list[str] = []

    def overloaded_after_one(body: Mapping[str, Any]) -> Scripted:
        asked.append(body["model"])
        if body["model"] == "gpt-4.1-mini" and len(asked) > 1:
            return Scripted(status=503)
        return script(body)

    agent = await workbench.agent(
        overloaded_after_one,
        model="gpt-4.1-mini",
        models={"fallback": "gpt-4o", "first_retry_wait_s": 0},
        verify="never",
    )
    result = await agent.run("Look.", start_url=catalog.url)
    assert result.outcome is Outcome.SUCCESS
    failed = ["gpt-4.1-mini", "gpt-4.1-mini", "gpt-4o"]
    assert asked == ["gpt-4.1-mini", *failed, *failed]
    events = read_run(Path(result.run_dir)).events
    replaced = [event for event in events if event["kind"] == "model.replaced"]
    assert [event["role"] for event in replaced] == ["navigator", "planner"]
    assert {event["by"] for event in replaced} == {"openai:gpt-4o"}
    replies = [event for event in events if event["kind"] == "model.replied"]
    costs = [cost_of(event["model"], Usage(**event["usage"])) or 0 for event in replies]
    assert result.cost_usd == pytest.approx(sum(costs))
    assert len({event["model"] for event in replies}) == 2
    # What one model alone would have cost is another sum.
    alone = [cost_of("gpt-4o", Usage(**event["usage"])) or 0 for event in replies]
    assert result.cost_usd != pytest.approx(sum(alone))


async def test_a_refused_sub_task_is_told_to_the_planner(
    workbench: Workbench, catalog: RunningSite
) -> None:
    error = {"error": {"message": "flagged by the content filter", "code": "content_filter"}}
    filtered = Scripted(status=400, body=json.dumps(error).encode())
    given = finish("It could not be read.", status="cannot")
    script = by_role(planner=[browse("Read it."), given], navigator=[filtered])
    agent = await workbench.agent(script)
    result = await agent.run("Read it.", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.GAVE_UP, 1)
    told = seen(workbench.asked("planner")[1])
    assert "failed: openai:scripted refused to go on: flagged by the content filter." in told


def _plan(*planner: Any, navigator: Any = (), judge: Any = ()) -> Any:
    return by_role(planner=planner, navigator=navigator, judge=judge)


DENIES = """from agent_e.errors import RunDenied
from agent_e.skills import SkillContext
from agent_e.types import SkillResult
async def launch(ctx: SkillContext) -> SkillResult:
    '''Launch something.'''
    raise RunDenied("Rockets may not be launched. Try a kite.")
"""
ASK = Scripted(calls=[("ask_user", {"question": "Which?"})])
LOOK = Scripted(calls=[("get_dom", {})])
NUMBER = {"type": "number"}
NO = Scripted(text=json.dumps({"verdict": "no", "why": "Nothing shows it."}))
CODES: dict[int, tuple[Any, dict[str, Any]]] = {
    0: (_plan(browse("look"), finish("seen", 1), navigator=[LOOKED]), {}),
    1: (_plan(finish("There is none.", status="cannot")), {}),
    3: (_plan(ASK), {"mode": "human"}),
    4: (_plan(browse("go"), navigator=[Scripted(calls=[("launch", {})])]), {"skills": ["own.py"]}),
    5: (_plan(*[browse("look")] * 3, navigator=[LOOK] * 3), {"limits": {"max_steps": 2}}),
    6: (lambda body: Scripted(status=401), {}),
    7: (_plan(), {"browser": {"executable": "/nonexistent/chrome"}}),
    8: (_plan(browse("look"), *[finish("x", 1)] * 2, navigator=[LOOKED]), {"schema": NUMBER}),
    9: (_plan(*[finish("I just know.")] * 3, judge=[NO] * 2), {}),
    130: (lambda body: Scripted(delay_s=20), {}),
    143: (lambda body: Scripted(delay_s=20), {}),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "code", [pytest.param(code, marks=pytest.mark.slow if code != 6 else ()) for code in CODES]
)
async def test_every_way_to_end_has_its_code_and_says_what_to_do(
    workbench: Workbench,
    catalog: RunningSite,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
) -> None:
    script, settings = CODES[code]
    own = tmp_path / "own.py"
    own.write_text(DENIES)
    chosen = {**settings, **({"skills": [own]} if "skills" in settings else {})}
    schema = chosen.pop("schema", None)
    if code == 3:
        nobody = (tmp_path / "terminal").open("w+")
        workbench.resources.callback(nobody.close)
        monkeypatch.setattr("sys.stdin", nobody)
    agent = await workbench.agent(script, **chosen)
    running = asyncio.create_task(agent.run("x", start_url=catalog.url, output=schema))
    if code >= 130:
        await workbench.server.asked.wait()
        agent.stop(code)
    result = await running
    assert result.exit_code == code, result.message
    if code in (0, 1):
        assert result.message == ""
    elif code < 130:
        assert ADVICE.search(result.message), result.message
        assert "\n" not in result.message
    assert read_run(Path(result.run_dir)).result == result.to_json()
