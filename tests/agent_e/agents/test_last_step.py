"""Endings that do not hold: sent back once, and taken as they are where no step is left for it."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from agent_e.agents.answer import Kept
from agent_e.agents.browser_nav import Navigation
from agent_e.agents.budget import Budget
from agent_e.agents.kit import Kit
from agent_e.agents.planner import Planner
from agent_e.agents.quotes import Shown
from agent_e.agents.verifying.by_model import ask
from agent_e.agents.verifying.case import Verdict
from agent_e.benchmarks.scripted import Script, Scripted
from agent_e.config import Settings
from agent_e.ending import failure
from agent_e.errors import BadOutput, LimitReached, ModelError
from agent_e.human import RunControl
from agent_e.memory.profile import Profile
from agent_e.safety import Fence
from agent_e.types import Fact, Node, Observation, Outcome, Task

from .conftest import Bench, in_turn

PAGE = "Oak Lamp\n$45.00\nin stock"
FACT = Fact(claim="The Oak Lamp costs $45.00.", quote="$45.00", step=1, url="http://a/")
SCHEMA = {
    "type": "object",
    "properties": {"price": {"type": "number"}},
    "required": ["price"],
    "additionalProperties": False,
}


class Still:
    """A page that stays as it is."""

    async def observe(self) -> Observation:
        return Observation(url="http://a/", title="Lamps")

    async def current(self) -> Observation:
        return await self.observe()

    def restless(self, observation: Observation) -> frozenset[int]:
        return frozenset()

    def render(self, observation: Observation) -> str:
        return PAGE


async def title() -> str:
    return "Lamps"


async def kit_of(
    bench: Bench,
    script: Script,
    role: str,
    *,
    schema: Any = None,
    model: str = "openai:scripted",
    observer: Still | None = None,
    **limits: Any,
) -> Kit:
    """A run whose navigator has seen a page and told one fact of it."""
    calls = await bench.calls(script, role=role, model=model, fence=Fence(), attempts=1)
    context: Any = SimpleNamespace(
        lent=lambda: 0,
        asker=None,
        vision=None,
        grounder=None,
        observer=observer or Still(),
        journal=bench.journal,
        navigator=SimpleNamespace(url="http://a/", title=title),
        saved_secrets=lambda page: "",
    )
    settings = Settings.model_validate({"limits": limits})
    return Kit(
        task=Task(text="What does the Oak Lamp cost?", output_schema=schema),
        settings=settings,
        journal=bench.journal,
        budget=Budget.of_run(settings.limits),
        context=context,
        control=RunControl(bench.journal.write),
        own_skills=(),
        models={role: calls.model},
        kept=Kept(facts=[FACT]),
        shown=[Shown(step=1, url="http://a/", text=PAGE)],
    )


def finish(answer: Any, *evidence: int, status: str = "done") -> Scripted:
    return Scripted(
        calls=[("finish", {"status": status, "answer": answer, "evidence": list(evidence)})]
    )


WRONG, RIGHT = finish("It costs $54.00.", 1), finish("It costs $45.00.", 1)


async def test_an_answer_that_does_not_hold_is_sent_back_once(bench: Bench) -> None:
    kit = await kit_of(bench, in_turn(WRONG, RIGHT), "planner")
    answer = await Planner(kit).run()
    assert (answer.answer, answer.verified, answer.doubt) == ("It costs $45.00.", True, "")
    told = bench.server.requests[-1]["messages"][-1]["content"]
    assert "The answer was held against the pages." in told


LONG = Scripted(text="So I think. " * 3_000, calls=WRONG.calls)


async def test_an_answer_that_was_sent_back_is_what_is_left_when_a_limit_is_met(
    bench: Bench,
) -> None:
    kit = await kit_of(bench, in_turn(LONG), "planner", max_tokens=12_000)
    with pytest.raises(LimitReached) as caught:
        await Planner(kit).run()
    result = failure(caught.value, kit.kept)
    assert (result.outcome, result.exit_code) == (Outcome.UNVERIFIED, 9)
    assert (result.answer, result.evidence) == ("It costs $54.00.", (FACT,))
    assert '"It costs $54.00." does not hold' in result.message
    assert "Raise --max-tokens to go on longer." in result.message
    assert len(bench.server.requests) == 1


async def test_so_it_is_when_the_provider_fails_but_that_stays_the_outcome(bench: Bench) -> None:
    kit = await kit_of(bench, in_turn(WRONG, Scripted(status=401)), "planner")
    with pytest.raises(ModelError) as caught:
        await Planner(kit).run()
    result = failure(caught.value, kit.kept)
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 6)
    assert (result.answer, result.evidence) == ("It costs $54.00.", (FACT,))
    assert '"It costs $54.00." does not hold' in result.message


async def test_an_answer_without_evidence_is_left_as_well(bench: Bench) -> None:
    given = Scripted(text=LONG.text, calls=finish("It costs $45.00.").calls)
    kit = await kit_of(bench, in_turn(given), "planner", max_tokens=12_000)
    with pytest.raises(LimitReached) as caught:
        await Planner(kit).run()
    result = failure(caught.value, kit.kept)
    assert (result.outcome, result.answer) == (Outcome.UNVERIFIED, "It costs $45.00.")
    assert "It rests on nothing that was seen on a page." in result.message


def test_without_such_an_answer_a_limit_is_one() -> None:
    error = LimitReached("The run used its 1 steps.", limit="max_steps", value=1)
    result = failure(error, Kept(facts=[FACT]))
    assert (result.outcome, result.exit_code, result.answer) == (Outcome.LIMIT, 5, None)
    assert result.evidence == (FACT,)


@pytest.mark.parametrize("limits", [{"planner_steps": 1}, {"max_steps": 1}, {"max_calls": 1}])
@pytest.mark.parametrize(
    ("given", "evidence"),
    [(WRONG, (FACT,)), (finish("It costs $54.00.", 1, 9), (FACT,)), (finish("$45.00"), ())],
)
async def test_on_the_last_step_an_answer_is_kept_with_what_is_wrong_with_it(
    bench: Bench, limits: dict[str, Any], given: Scripted, evidence: tuple[Fact, ...]
) -> None:
    kit = await kit_of(bench, in_turn(given), "planner", **limits)
    answer = await Planner(kit).run()
    assert (answer.status, answer.verified, answer.evidence) == ("done", False, evidence)
    assert ("$54.00" in answer.doubt) == bool(evidence)


async def test_on_the_last_step_a_misfit_is_told_as_such(bench: Bench) -> None:
    kit = await kit_of(
        bench, in_turn(finish({"cost": 45}, 1)), "planner", schema=SCHEMA, planner_steps=1
    )
    with pytest.raises(BadOutput, match="does not fit the output schema"):
        await Planner(kit).run()


async def test_who_is_held_to_a_schema_can_still_say_that_it_cannot(bench: Bench) -> None:
    end = finish({"price": 0}, status="cannot")
    kit = await kit_of(bench, in_turn(end), "planner", schema=SCHEMA)
    answer = await Planner(kit).run()
    assert (answer.status, answer.answer) == ("cannot", '{"price": 0}')


@pytest.mark.parametrize("model", ["openai:scripted", "openai:gpt-4.1-mini"])
async def test_what_is_offered_lets_who_cannot_say_so_in_words(bench: Bench, model: str) -> None:
    end = finish("There is no Oak Lamp.", status="cannot")
    kit = await kit_of(bench, in_turn(end), "planner", schema=SCHEMA, model=model)
    answer = await Planner(kit).run()
    assert (answer.status, answer.answer) == ("cannot", "There is no Oak Lamp.")
    tools = [tool["function"] for tool in bench.server.requests[0]["tools"]]
    offered = next(tool["parameters"] for tool in tools if tool["name"] == "finish")
    held = next(tool.get("strict", False) for tool in tools if tool["name"] == "finish")
    assert held == (model != "openai:scripted")
    for given, fits in (("There is no Oak Lamp.", True), ({"price": 45}, True), ({"x": 1}, False)):
        call: dict[str, Any] = {"status": "cannot", "answer": given, "evidence": []}
        assert jsonschema.Draft202012Validator(offered).is_valid(call) is fits


class Form(Still):
    """A page whose field comes up with the second look, and whose text is long."""

    def __init__(self) -> None:
        self.looks = 0

    async def observe(self) -> Observation:
        self.looks += 1
        return await self.current()

    async def current(self) -> Observation:
        field = Node(depth=0, mmid=7, role="textbox", name="E-mail")
        nodes = (field,) if self.looks > 1 else ()
        return Observation(url="http://a/", title="Lamps", nodes=nodes)

    def render(self, observation: Observation, **asked: Any) -> str:
        return "[7] textbox 'E-mail'\n" + "A long page. " * 200


async def test_what_the_person_keeps_is_told_again_once_the_page_it_was_told_with_is_gone(
    bench: Bench,
) -> None:
    look = Scripted(calls=[("get_dom", {})])
    report = Scripted(calls=[("report", {"status": "done", "summary": "Looked.", "facts": []})])
    kit = await kit_of(bench, in_turn(*[look] * 11, report), "navigator", observer=Form())
    settings = {"context": {"budget_tokens": 4_000}, "loops": {"enabled": False}}
    kit = replace(
        kit,
        settings=Settings.model_validate(settings),
        profile=Profile({"email": "robin@marsh.test"}),
    )
    ended = await Navigation(kit, 1).run("Order the Oak Lamp.", "")
    assert ended.status == "done"
    assert len(bench.events("context.shortened")) >= 2
    told = [
        json.dumps(body["messages"]).count("robin@marsh.test") for body in bench.server.requests
    ]
    # Not before its field is there; then once, but for the look that follows a shortening.
    assert told[0] == 0 and max(told) == 1
    assert told.count(0) <= 1 + len(bench.events("context.shortened"))
    assert not any(one == other == 0 for one, other in itertools.pairwise(told)), told


async def test_on_the_last_step_a_report_is_kept_with_the_quote_that_was_not_found(
    bench: Bench,
) -> None:
    facts = [
        {"claim": "The Oak Lamp costs $45.00.", "quote": "$45.00"},
        {"claim": "It weighs 2 kg.", "quote": "2 kg"},
    ]
    report = Scripted(calls=[("report", {"status": "done", "summary": "Read.", "facts": facts})])
    kit = await kit_of(bench, in_turn(report), "navigator", navigator_steps=1)
    ended = await Navigation(kit, 1).run("Read the price of the Oak Lamp.", "")
    assert (ended.status, [fact.found for fact in ended.facts]) == ("done", [True, False])


@pytest.mark.parametrize(
    ("limits", "asked"),
    [({"max_tokens": 200}, 0), ({"max_cost": 0.0001}, 0), ({"max_tokens": 20_000}, 1)],
)
async def test_the_verifier_breaks_no_limit(
    bench: Bench, limits: dict[str, float], asked: int
) -> None:
    bench.budget = Budget(max_steps=1, **limits)  # type: ignore[arg-type]
    bench.budget.take()
    verdict = '{"verdicts": [{"claim": 1, "verdict": "supported"}]}'
    calls = await bench.calls(
        in_turn(Scripted(text=verdict)),
        role="verifier",
        model="openai:gpt-4.1-mini",
        fence=Fence(),
    )
    unclear = Verdict(claim="It is a fine lamp.", said="unclear")
    shown = [Shown(step=1, url="http://a/", text=PAGE * 20)]
    (said,) = await ask(calls, "What is it?", [unclear], shown)
    assert len(bench.server.requests) == asked
    assert said.said == ("supported" if asked else "unclear")
    for use in bench.budget.uses():
        assert use.left >= 0
