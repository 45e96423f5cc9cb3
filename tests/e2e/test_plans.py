"""The plan before the person: looked at, changed, sent back, brought along, changed on the way."""

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_e import ConfigError, Outcome, TaskResult, WebAgent
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.errors import AnswerConflict
from agent_e.human import Reply
from agent_e.journal import read_run, read_unfinished
from agent_e.types import PersonRequest

from .conftest import LOOKED, Workbench, clicking, finish, offered, report, seen
from .test_grants import grant, host_of, used

pytestmark = pytest.mark.browser

TASK = "Tell me about the products."
Say = Callable[[PersonRequest, Reply], None]


class Reader:
    """A person who looks at plans and says something to each, in turn."""

    name = "reader"

    def __init__(self, *says: Say) -> None:
        self.says = list(says)
        self.shown: list[PersonRequest] = []

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        assert request.kind == "plan"
        self.shown.append(request)
        self.says.pop(0)(request, reply)


def says(value: Any, note: str = "") -> Say:
    return lambda request, reply: reply(value, note)


def declines(request: PersonRequest, reply: Reply) -> None:
    reply(None, "not today", decline=True)


def planned(*steps: str, sub_task: str = "look at the products") -> Scripted:
    return Scripted(
        calls=[("update_plan", {"steps": list(steps)}), ("browse", {"sub_task": sub_task})]
    )


def bare(sub_task: str) -> Scripted:
    return Scripted(calls=[("browse", {"sub_task": sub_task})])


DONE = finish("There are some.", 1)


def versions(result: TaskResult) -> list[tuple[int, str, tuple[str, ...]]]:
    """Each version of the plan as the journal has it first: number, by whom, steps."""
    found: dict[int, tuple[int, str, tuple[str, ...]]] = {}
    for event in read_run(Path(result.run_dir)).events:
        if event["kind"] == "plan.updated":
            steps = tuple(step["text"] for step in event["steps"])
            found.setdefault(event["version"], (event["version"], event["by"], steps))
    return list(found.values())


def kinds(result: TaskResult) -> list[str]:
    return [event["kind"] for event in read_run(Path(result.run_dir)).events]


async def reviewed(
    workbench: Workbench, site: RunningSite, reader: Reader, *planner: Scripted, looks: int = 1
) -> TaskResult:
    script = by_role(planner=planner, navigator=[LOOKED] * looks)
    agent = await workbench.agent(script, reader, human={"plan_review": True}, verify="never")
    return await agent.run(TASK, start_url=site.url)


async def test_a_plan_is_shown_before_anything_is_done_and_again_when_it_changes(
    workbench: Workbench, catalog: RunningSite
) -> None:
    reader = Reader(says("accept"), says("accept", "but be quick"))
    result = await reviewed(
        workbench,
        catalog,
        reader,
        planned("look", "answer"),
        bare("look at the first one again, for its colour"),
        planned("look", "compare", "answer", sub_task="compare the kettles"),
        DONE,
        looks=3,
    )
    assert result.outcome is Outcome.SUCCESS
    first, second = reader.shown
    assert first.evidence["steps"] == ["look", "answer"]
    assert (first.evidence["version"], second.evidence["version"]) == (1, 2)
    assert first.evidence["diff"] == ["+ look", "+ answer"]
    assert second.evidence["diff"] == ["  look", "+ compare", "  answer"]
    found = kinds(result)
    assert found.index("person.answered") < found.index("subtask.started")
    assert 'They say: "but be quick".' in seen(workbench.asked("planner")[3])


async def test_a_sub_task_without_a_plan_is_a_plan_of_one_step(
    workbench: Workbench, catalog: RunningSite
) -> None:
    reader = Reader(says("back", "no kettles"), says("accept"))
    result = await reviewed(
        workbench, catalog, reader, bare("count the kettles"), bare("look at the blankets"), DONE
    )
    assert result.outcome is Outcome.SUCCESS
    assert [each.evidence["steps"] for each in reader.shown] == [
        *(["count the kettles"], ["look at the blankets"])
    ]
    assert kinds(result).count("subtask.started") == 1
    told = seen(workbench.asked("planner")[1])
    assert 'The person does not accept this plan. They say: "no kettles". Make another.' in told


async def test_what_was_sent_back_is_not_shown_again_unchanged(
    workbench: Workbench, catalog: RunningSite
) -> None:
    reader = Reader(says("back"), says("accept"))
    result = await reviewed(
        workbench,
        catalog,
        reader,
        planned("look", "answer"),
        planned("look", "answer"),
        planned("look well", "answer"),
        DONE,
    )
    assert result.outcome is Outcome.SUCCESS
    assert len(reader.shown) == 2
    assert "did not accept this plan" in seen(workbench.asked("planner")[2])


async def test_a_plan_the_person_changes_is_told_and_nothing_is_done_by_the_old_one(
    workbench: Workbench, catalog: RunningSite
) -> None:
    reader = Reader(says([" look at blankets ", "answer"], "wool only"))
    result = await reviewed(
        workbench, catalog, reader, planned("look", "answer"), bare("look at blankets"), DONE
    )
    assert result.outcome is Outcome.SUCCESS
    assert versions(result) == [
        (1, "planner", ("look", "answer")),
        (2, "person", ("look at blankets", "answer")),
    ]
    told = seen(workbench.asked("planner")[1])
    assert "The person changed the plan. It is now:\n1. look at blankets\n2. answer" in told
    assert "wool only" in told
    begun = [e for e in read_run(Path(result.run_dir)).events if e["kind"] == "subtask.started"]
    assert [each["sub_task"] for each in begun] == ["look at blankets"]


async def test_a_step_that_is_done_cannot_be_changed_and_the_person_is_asked_again(
    workbench: Workbench, catalog: RunningSite
) -> None:
    reader = Reader(says("accept"), says(["sing", "answer"]), says("accept"))
    result = await reviewed(
        workbench,
        catalog,
        reader,
        planned("look", "answer"),
        Scripted(
            calls=[
                ("update_plan", {"steps": ["look", "compare"], "done": 1}),
                ("browse", {"sub_task": "compare the kettles"}),
            ]
        ),
        DONE,
        looks=2,
    )
    assert result.outcome is Outcome.SUCCESS
    (problem,) = reader.shown[2].evidence["lines"]
    assert "first step is done or under way" in problem


async def test_who_wants_no_plan_at_all_ends_the_run(
    workbench: Workbench, catalog: RunningSite
) -> None:
    result = await reviewed(workbench, catalog, Reader(declines), planned("look"))
    assert (result.outcome, result.exit_code) == (Outcome.DENIED, 4)
    assert result.message == "The plan was not accepted. not today"
    assert "subtask.started" not in kinds(result)


async def test_a_plan_nobody_can_look_at_needs_a_person(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(planner=[planned("look")])
    agent = await workbench.agent(script, human={"plan_review": True})
    result = await agent.run(TASK, start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.NEEDS_PERSON, 3)


@pytest.mark.parametrize(
    ("settings", "plan", "said"),
    [
        ({"mode": "autonomous", "human": {"plan_review": True}}, (), "Leave out --mode autonomous"),
        ({"architecture": "som", "human": {"plan_review": True}}, (), "--plan-review is for"),
        ({"architecture": "reactive"}, ("look",), "--plan is for"),
        ({}, ("x" * 501,), "Step 1 of the plan has 501 characters"),
    ],
)
async def test_what_does_not_go_together_is_said_before_anything_is_done(
    workbench: Workbench, settings: dict[str, Any], plan: tuple[str, ...], said: str
) -> None:
    agent = await workbench.agent(by_role(), **settings)
    with pytest.raises(ConfigError, match=said):
        await agent.run(TASK, plan=plan)


async def test_the_persons_plan_is_told_first_and_its_steps_are_not_dropped_unsaid(
    workbench: Workbench, catalog: RunningSite
) -> None:
    look = ("browse", {"sub_task": "look at the products"})
    other = ("update_plan", {"steps": ["look", "answer"]})
    script = by_role(
        planner=[Scripted(calls=[other, look]), Scripted(calls=[other]), DONE], navigator=[LOOKED]
    )
    agent = await workbench.agent(script, verify="never")
    result = await agent.run(TASK, start_url=catalog.url, plan=["look", "count the blankets"])
    assert result.outcome is Outcome.SUCCESS
    first, second, _ = workbench.asked("planner")
    assert "The person's plan, to go by:\n1. look\n2. count the blankets" in seen(first)
    assert "ask_user" not in offered(first)
    assert (
        'Not noted: the person wrote these steps, and they are not in it: "count the blankets".'
        in seen(second)
    )
    assert versions(result) == [
        (1, "person", ("look", "count the blankets")),
        (2, "planner", ("look", "answer")),
    ]


async def test_steps_not_begun_can_be_changed_while_the_run_goes_on(
    workbench: Workbench, catalog: RunningSite
) -> None:
    def listen(event: Mapping[str, Any]) -> None:
        control = agent.control
        assert control is not None
        if event["kind"] == "subtask.started" and event["number"] == 1:
            with pytest.raises(AnswerConflict, match="first step is done or under way"):
                control.plan.edit(["sing", "answer"], 1)
            control.plan.edit(["look", "count", "answer"], 1)

    script = by_role(
        planner=[planned("look", "answer"), bare("count"), DONE], navigator=[LOOKED] * 2
    )
    agent: WebAgent = await workbench.agent(script, listener=listen, verify="never")
    result = await agent.run(TASK, start_url=catalog.url)
    assert result.outcome is Outcome.SUCCESS
    _, second, third = workbench.asked("planner")
    told = "The person changed the plan. It is now:\n1. look (done)\n2. count\n3. answer"
    assert (seen(second).count(told), seen(third).count(told)) == (1, 1)
    ends = [e for e in read_run(Path(result.run_dir)).events if e["kind"] == "subtask.ended"]
    assert [end["status"] for end in ends] == ["done", "done"]


async def test_a_change_while_the_planner_thinks_is_told_before_anything_is_done_by_the_old_plan(
    workbench: Workbench, catalog: RunningSite
) -> None:
    def listen(event: Mapping[str, Any]) -> None:
        control = agent.control
        assert control is not None
        if (
            event["kind"] == "model.called"
            and event["role"] == "planner"
            and not control.plan.version
        ):
            control.plan.edit(["count", "answer"], 0)

    script = by_role(planner=[planned("look", "answer"), bare("count"), DONE], navigator=[LOOKED])
    agent: WebAgent = await workbench.agent(script, listener=listen, verify="never")
    result = await agent.run(TASK, start_url=catalog.url)
    assert result.outcome is Outcome.SUCCESS
    assert versions(result) == [(1, "person", ("count", "answer"))]
    assert "Not run: the person has changed the plan meanwhile" in seen(
        workbench.asked("planner")[1]
    )
    assert kinds(result).count("subtask.started") == 1


@pytest.mark.slow
async def test_no_limit_of_seconds_runs_out_while_the_person_is_waited_for(
    workbench: Workbench, catalog: RunningSite
) -> None:
    limit_s = 8.0

    def listen(event: Mapping[str, Any]) -> None:
        control = agent.control
        assert control is not None
        if event["kind"] == "subtask.started":
            control.pause()
            loop.call_later(limit_s + 0.5, control.resume)

    class Slow(Reader):
        async def show(self, request: PersonRequest, reply: Reply) -> None:
            await asyncio.sleep(limit_s + 0.5)
            await super().show(request, reply)

    loop = asyncio.get_running_loop()
    script = by_role(planner=[planned("look"), DONE], navigator=[LOOKED])
    agent: WebAgent = await workbench.agent(
        script,
        Slow(says("accept")),
        listener=listen,
        verify="never",
        human={"plan_review": True},
        limits={"seconds": limit_s, "navigator_seconds": limit_s},
    )
    before = time.monotonic()
    result = await agent.run(TASK, start_url=catalog.url)
    assert time.monotonic() - before > 2 * limit_s
    assert result.outcome is Outcome.SUCCESS, result


ORDERING = "Order the Clip-On Reading Light and send a message to Bob."
ALLOWS = (grant("order", "Order the Clip-On Reading Light"), grant("send", "send a message"))
REVIEWED: Mapping[str, Any] = {"human": {"plan_review": True}, "verify": "never", "safety": {}}
ADDING = (
    clicking("button 'Add to basket'"),
    report("Tried.", ("it is", "Clip-On Reading Light")),
)


def lamp(shop: RunningSite) -> str:
    return f"{shop.url.rstrip('/')}/product/clip-on-reading-light"


async def ordered(
    workbench: Workbench, shop: RunningSite, reader: Reader, *planner: Scripted, sub_tasks: int = 1
) -> TaskResult:
    """A run in which adding to the basket counts as an order, and nobody approves it."""

    class Refusing(Reader):
        async def show(self, request: PersonRequest, reply: Reply) -> None:
            if request.kind == "approval":
                reply("no")
            else:
                await reader.show(request, reply)

    script = by_role(planner=planner, navigator=ADDING * sub_tasks)
    agent = await workbench.agent(script, Refusing(), grants=ALLOWS, effect="money", **REVIEWED)
    return await agent.run(ORDERING, start_url=lamp(shop))


async def test_what_the_task_allows_is_shown_with_the_plan_and_holds_once_it_is_accepted(
    workbench: Workbench, shop: RunningSite
) -> None:
    reader = Reader(says("accept"))
    result = await ordered(workbench, shop, reader, planned("order"), DONE)
    at = host_of(shop)
    assert reader.shown[0].evidence["grants"] == [
        {"number": 1, "text": f"order at {at}, once"},
        {"number": 2, "text": f"send at {at}, once"},
    ]
    assert used(result) == ["order, once"]
    found = kinds(result)
    assert found.index("grants.read") < found.index("person.answered")
    assert found.index("person.answered") < found.index("grant.used")


async def test_what_the_person_takes_away_is_not_done_and_the_planner_is_told(
    workbench: Workbench, shop: RunningSite
) -> None:
    reader = Reader(says({"withdraw": [1]}))
    result = await ordered(workbench, shop, reader, planned("order"), DONE)
    assert (used(result), result.effects) == ([], ())
    last = seen(workbench.asked("planner")[-1])
    assert last.count(f"The person has allowed: send at {host_of(shop)}, once.") == 1
    events = read_run(Path(result.run_dir)).events
    answered = next(each for each in events if each["kind"] == "person.answered")
    assert answered["value"] == {"withdraw": [1]}


async def test_steps_and_what_is_allowed_are_changed_in_one_answer(
    workbench: Workbench, shop: RunningSite
) -> None:
    reader = Reader(says({"steps": ["put it there"], "withdraw": [1, 2], "may": ["order"]}))
    result = await ordered(workbench, shop, reader, planned("order"), bare("put it there"), DONE)
    assert versions(result)[-1] == (2, "person", ("put it there",))
    assert used(result) == ["order, any number of times"]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"withdraw": [7]}, "Nothing that is allowed has the number 7."),
        ({"withdraw": [1], "may": ["fly"]}, "--may 'fly' names no act."),
    ],
)
async def test_an_answer_that_fits_nothing_changes_nothing_and_is_asked_again(
    workbench: Workbench, shop: RunningSite, answer: Any, problem: str
) -> None:
    reader = Reader(says(answer), says("accept"))
    result = await ordered(workbench, shop, reader, planned("order"), DONE)
    [line] = reader.shown[1].evidence["lines"]
    assert line.startswith(problem)
    assert reader.shown[1].evidence["grants"] == reader.shown[0].evidence["grants"]
    assert used(result) == ["order, once"]


async def test_what_was_taken_away_stays_so_when_a_run_goes_on(
    workbench: Workbench, shop: RunningSite
) -> None:
    def listen(event: Mapping[str, Any]) -> None:
        if event["kind"] == "subtask.started":
            agent.abandon()

    first = Reader(says({"withdraw": [1], "may": ["publish"]}))
    script = by_role(planner=[planned("order")], navigator=ADDING)
    agent: WebAgent = await workbench.agent(
        script, first, listener=listen, grants=ALLOWS, **REVIEWED
    )
    with pytest.raises(asyncio.CancelledError):
        await agent.run(ORDERING, start_url=lamp(shop))
    [folder] = workbench.runs.iterdir()
    before = read_unfinished(read_run(folder).events)
    again = Reader(says("accept"))
    script = by_role(planner=[planned("order"), DONE], navigator=[ADDING[1]])
    agent = await workbench.agent(script, again, **REVIEWED)
    await agent.run(ORDERING, start_url=lamp(shop), run_dir=folder, before=before)
    at = host_of(shop)
    assert again.shown[0].evidence["grants"] == [
        {"number": 2, "text": f"send at {at}, once"},
        {"number": 3, "text": f"publish at {at}, any number of times"},
    ]


async def test_an_answer_to_what_waited_when_the_run_was_cut_off_counts(
    workbench: Workbench, shop: RunningSite
) -> None:
    def leaves(request: PersonRequest, reply: Reply) -> None:
        agent.abandon()

    script = by_role(planner=[planned("order")])
    agent: WebAgent = await workbench.agent(script, Reader(leaves), grants=ALLOWS, **REVIEWED)
    with pytest.raises(asyncio.CancelledError):
        await agent.run(ORDERING, start_url=lamp(shop))
    [folder] = workbench.runs.iterdir()
    before = read_unfinished(read_run(folder).events)
    again = Reader(says({"withdraw": [2]}), says("accept"))
    script = by_role(planner=[planned("order"), DONE], navigator=[ADDING[1]])
    agent = await workbench.agent(script, again, **REVIEWED)
    await agent.run(ORDERING, start_url=lamp(shop), run_dir=folder, before=before)
    assert [each["number"] for each in again.shown[1].evidence["grants"]] == [1]
