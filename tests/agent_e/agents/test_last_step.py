"""Endings that do not hold: sent back once, and taken as they are where no step is left for it."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from agent_e.agents.answer import Answer, PartialResult
from agent_e.agents.run_context import RunContext
from agent_e.agents.run_grants import RunGrants
from agent_e.agents.submission import AnswerSubmission
from agent_e.architectures.hierarchical.navigator import Navigation
from agent_e.architectures.hierarchical.planner import Planner
from agent_e.benchmarks.scripted import Script, Scripted
from agent_e.config import Settings
from agent_e.errors import BadOutput, LimitReached, ModelError
from agent_e.human import RunControl
from agent_e.memory.user_profile import Profile
from agent_e.models.budget import Budget
from agent_e.outcome import failure, success
from agent_e.safety import Grants, UntrustedContent
from agent_e.skills.effect_ledger import Effects
from agent_e.types import (
    BBox,
    ChangeReport,
    Document,
    Fact,
    Node,
    Observation,
    Outcome,
    SkillResult,
    Task,
)
from agent_e.verification import EvidenceLog
from agent_e.verification.judge import MAX_CHARACTERS
from tests.agent_e.conftest import Bench, in_turn

PAGE = "Oak Lamp\n$45.00\nin stock"
FACT = Fact(claim="The Oak Lamp costs $45.00.", quote="$45.00", step=1, url="http://a/")
FENCE_CHARACTERS = 700
"""What the rule about pages and its marks add to a request."""
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

    async def observe_cached(self) -> Observation:
        return await self.observe()

    async def boxes_of(self, words: str) -> tuple[BBox, ...]:
        return ()

    def restless(self, observation: Observation) -> frozenset[int]:
        return frozenset()

    def render(self, observation: Observation) -> str:
        return PAGE

    def watch(self) -> Still:
        return self

    async def since_seen(self) -> ChangeReport | None:
        return None


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
) -> RunContext:
    """A run whose navigator has seen a page and told one fact of it."""
    calls = await bench.calls(script, role=role, model=model, fence=UntrustedContent(), attempts=1)
    context: Any = SimpleNamespace(
        lent=lambda: 0,
        asker=None,
        vision=None,
        grounder=None,
        fallback_grounder=None,
        observer=observer or Still(),
        journal=bench.journal,
        navigator=SimpleNamespace(url="http://a/", title=title),
        saved_secrets=lambda page: "",
        effects=Effects(),
    )
    settings = Settings.model_validate({"limits": limits})
    return RunContext(
        task=Task(text="What does the Oak Lamp cost?", output_schema=schema),
        settings=settings,
        journal=bench.journal,
        budget=Budget.of_run(settings.limits),
        skill_context=context,
        control=RunControl(bench.journal.write),
        grants=RunGrants(None, Task(text=""), Grants(), bench.journal),
        own_skills=(),
        models={role: calls.model, "verifier": calls.model},
        partial_result=PartialResult(facts=[FACT]),
        evidence=seen(),
    )


def seen() -> EvidenceLog:
    log = EvidenceLog()
    log.add(SkillResult(data=(Document(url="http://a/", text=PAGE),)), step=1, url="http://a/")
    return log


def finish(answer: Any, *evidence: int, status: str = "done") -> Scripted:
    return Scripted(
        calls=[("finish", {"status": status, "answer": answer, "evidence": list(evidence)})]
    )


WRONG, RIGHT = finish("It costs $54.00.", 1), finish("It costs $45.00.", 1)


def judged(verdict: str, why: str = "") -> Scripted:
    return Scripted(text=json.dumps({"verdict": verdict, "why": why}))


NO = judged("no", "It costs $45.00, not $54.00")


async def test_without_a_note_nobody_is_asked(bench: Bench) -> None:
    context = await kit_of(bench, in_turn(WRONG), "planner")
    answer = await Planner(context).run()
    assert (answer.verified, answer.refused) == (True, "")
    (checked,) = bench.events("answer.checked")
    assert (checked["notes"], checked["verdict"], checked["facts"]) == ([], "", 1)


def always(context: RunContext) -> RunContext:
    return replace(context, settings=context.settings.model_copy(update={"verify": "always"}))


async def test_an_answer_that_the_judge_refuses_is_sent_back_once(bench: Bench) -> None:
    context = always(await kit_of(bench, in_turn(WRONG, NO, RIGHT, judged("yes")), "planner"))
    answer = await Planner(context).run()
    assert (answer.answer, answer.verified, answer.refused) == ("It costs $45.00.", True, "")
    told = bench.server.requests[2]["messages"][-1]["content"]
    assert "It costs $45.00, not $54.00. " in told and "the next answer is final" in told


async def test_the_second_no_is_final_and_keeps_answer_and_reason(bench: Bench) -> None:
    context = always(await kit_of(bench, in_turn(WRONG, NO, WRONG, NO), "planner"))
    result = success(await Planner(context).run())
    assert (result.outcome, result.exit_code) == (Outcome.UNVERIFIED, 9)
    assert (result.answer, result.verified) == ("It costs $54.00.", False)
    assert "It costs $45.00, not $54.00" in result.message


async def test_a_judge_that_cannot_tell_refuses_nothing(bench: Bench) -> None:
    context = always(await kit_of(bench, in_turn(WRONG, judged("cannot_tell")), "planner"))
    result = success(await Planner(context).run())
    assert (result.outcome, result.verified) == (Outcome.SUCCESS, False)


@pytest.mark.parametrize("reply", [Scripted(text="Hm."), Scripted(status=401)])
async def test_a_judge_that_says_nothing_refuses_nothing(bench: Bench, reply: Scripted) -> None:
    context = always(await kit_of(bench, in_turn(WRONG, reply), "planner"))
    result = success(await Planner(context).run())
    assert (result.outcome, result.verified) == (Outcome.SUCCESS, False)


async def test_the_judge_is_told_no_more_than_it_needs(bench: Bench) -> None:
    context = always(await kit_of(bench, in_turn(WRONG, judged("yes")), "planner"))
    for step in range(2, 40):
        page = Document(url=f"http://a/{step}", text="A long page. " * 400)
        context.evidence.add(SkillResult(data=(page,)), step=step, url=page.url)
    await Planner(context).run()
    asked = bench.server.requests[1]["messages"]
    assert sum(len(each["content"]) for each in asked) <= MAX_CHARACTERS + FENCE_CHARACTERS
    case = json.loads(asked[-1]["content"].splitlines()[-2])
    assert case["answer"] == "It costs $54.00."
    assert case["evidence"][0]["around"] == PAGE


@pytest.mark.parametrize("limits", [{"max_tokens": 1_000}, {"max_cost": 0.0001}])
async def test_the_judge_breaks_no_limit(bench: Bench, limits: dict[str, float]) -> None:
    context = await kit_of(bench, in_turn(judged("no")), "planner", model="openai:gpt-4.1-mini")
    bench.budget = Budget(max_steps=1, **limits)  # type: ignore[arg-type]
    context = always(replace(context, budget=bench.budget))
    bench.budget.take()
    page = Document(url="http://a/", text="A long page. " * 400)
    context.evidence.add(SkillResult(data=(page,)), step=1, url=page.url)
    given = Answer(status="done", answer="It costs $54.00.", evidence=(FACT,) * 9)
    answer = await AnswerSubmission(context).submit(given, last=False)
    assert not bench.server.requests
    assert (answer.verified, answer.refused) == (False, "")


LONG = Scripted(text="So I think. " * 3_000, calls=WRONG.calls)


async def test_an_answer_that_was_sent_back_is_what_is_left_when_a_limit_is_met(
    bench: Bench,
) -> None:
    context = always(await kit_of(bench, in_turn(LONG, NO), "planner", max_tokens=14_000))
    with pytest.raises(LimitReached) as caught:
        await Planner(context).run()
    result = failure(caught.value, context.partial_result)
    assert (result.outcome, result.exit_code) == (Outcome.UNVERIFIED, 9)
    assert (result.answer, result.evidence) == ("It costs $54.00.", (FACT,))
    assert "It costs $45.00, not $54.00" in result.message
    assert "Raise --max-tokens to go on longer." in result.message


async def test_so_it_is_when_the_provider_fails_but_that_stays_the_outcome(bench: Bench) -> None:
    context = always(await kit_of(bench, in_turn(WRONG, NO, Scripted(status=401)), "planner"))
    with pytest.raises(ModelError) as caught:
        await Planner(context).run()
    result = failure(caught.value, context.partial_result)
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 6)
    assert (result.answer, result.evidence) == ("It costs $54.00.", (FACT,))
    assert "It costs $45.00, not $54.00" in result.message


async def test_an_answer_that_names_no_facts_rests_on_those_that_were_found(bench: Bench) -> None:
    context = await kit_of(bench, in_turn(finish("It costs $45.00.")), "planner")
    answer = await Planner(context).run()
    assert (answer.evidence, answer.verified) == ((FACT,), True)


async def test_an_answer_that_rests_on_nothing_is_for_the_judge(bench: Bench) -> None:
    context = await kit_of(bench, in_turn(finish("It costs $45.00."), judged("yes")), "planner")
    context.facts.clear()
    answer = await Planner(context).run()
    assert answer.verified
    (checked,) = bench.events("answer.checked")
    assert [note["kind"] for note in checked["notes"]] == ["no_evidence"]


def test_without_such_an_answer_a_limit_is_one() -> None:
    error = LimitReached("The run used its 1 steps.", limit="max_steps", value=1)
    result = failure(error, PartialResult(facts=[FACT]))
    assert (result.outcome, result.exit_code, result.answer) == (Outcome.LIMIT, 5, None)
    assert result.evidence == (FACT,)


@pytest.mark.parametrize("limits", [{"planner_steps": 1}, {"max_steps": 1}])
@pytest.mark.parametrize("given", [WRONG, finish("It costs $54.00.", 1, 9)])
async def test_on_the_last_step_an_answer_is_kept_with_what_is_wrong_with_it(
    bench: Bench, limits: dict[str, Any], given: Scripted
) -> None:
    context = await kit_of(bench, in_turn(given, NO), "planner", **limits)
    answer = await Planner(context).run()
    assert (answer.status, answer.verified, answer.evidence) == ("done", False, (FACT,))
    assert answer.refused == "It costs $45.00, not $54.00"


async def test_on_the_last_step_a_misfit_is_told_as_such(bench: Bench) -> None:
    context = await kit_of(
        bench, in_turn(finish({"cost": 45}, 1)), "planner", schema=SCHEMA, planner_steps=1
    )
    with pytest.raises(BadOutput, match="does not fit the output schema"):
        await Planner(context).run()


async def test_who_is_held_to_a_schema_can_still_say_that_it_cannot(bench: Bench) -> None:
    end = finish({"price": 0}, status="cannot")
    context = await kit_of(bench, in_turn(end), "planner", schema=SCHEMA)
    answer = await Planner(context).run()
    assert (answer.status, answer.answer) == ("cannot", '{"price": 0}')


@pytest.mark.parametrize("model", ["openai:scripted", "openai:gpt-4.1-mini"])
async def test_what_is_offered_lets_who_cannot_say_so_in_words(bench: Bench, model: str) -> None:
    end = finish("There is no Oak Lamp.", status="cannot")
    context = await kit_of(bench, in_turn(end), "planner", schema=SCHEMA, model=model)
    answer = await Planner(context).run()
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
        return await self.observe_cached()

    async def observe_cached(self) -> Observation:
        field = Node(depth=0, mmid=7, role="textbox", name="E-mail")
        nodes = (field,) if self.looks else ()
        return Observation(url="http://a/", title="Lamps", nodes=nodes)

    def render(self, observation: Observation, **asked: Any) -> str:
        return "[7] textbox 'E-mail'\n" + "A long page. " * 200


async def test_what_the_person_keeps_is_told_again_once_the_page_it_was_told_with_is_gone(
    bench: Bench,
) -> None:
    look = Scripted(calls=[("get_dom", {})])
    report = Scripted(calls=[("report", {"status": "done", "summary": "Looked.", "facts": []})])
    context = await kit_of(bench, in_turn(*[look] * 11, report), "navigator", observer=Form())
    settings = {"context": {"budget_tokens": 4_000}, "loops": {"enabled": False}}
    context = replace(
        context,
        settings=Settings.model_validate(settings),
        profile=Profile({"email": "robin@marsh.test"}),
    )
    ended = await Navigation(context, 1).run("Order the Oak Lamp.", "")
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
    context = await kit_of(bench, in_turn(report), "navigator", navigator_steps=1)
    ended = await Navigation(context, 1).run("Read the price of the Oak Lamp.", "")
    assert (ended.status, [fact.found for fact in ended.facts]) == ("done", [True, False])
