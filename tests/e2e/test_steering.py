"""Runs that are steered and paused at random moments, held against their journals."""

import asyncio
import json
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.architectures import ARCHITECTURES
from agent_e.benchmarks.perf.stopping.moments import (
    ASKED,
    KINDS,
    OLD,
    Moment,
    Trigger,
    browse,
    endless,
    moment,
)
from agent_e.benchmarks.perf.stopping.stops import Silent
from agent_e.benchmarks.scripted import Script, Scripted
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import read_run
from agent_e.loops.subtasks import alike

from .conftest import Workbench, finish, offered, report, seen
from .test_examples import EXAMPLES
from .test_websight import role_of

pytestmark = pytest.mark.browser

WORDS = "take the last one instead and tell me its rating"
NEW = "Open the last product of the list and report its rating"
REWORDED = "Please report the price of the first product of the list after opening it"
SEEDS = range(50)
EVERY = (*KINDS, ASKED)
Event = Mapping[str, Any]


def stubborn(seed: int, *, asks: bool) -> Script:
    """A planner that sends the old sub-task for ever and, once it was told, twice more at least."""
    dice = random.Random(f"stubborn {seed}")
    before = endless(seed, asks=asks)

    def answer(body: Mapping[str, Any]) -> Scripted:
        told = seen(body)
        if "finish" not in offered(body):
            if f"Sub-task: {NEW}" in told:
                return report("The rating is 4.")
            return before(body)
        if WORDS not in told:
            return before(body)
        wait = dice.uniform(0, 0.05)
        after = told.split(WORDS, 1)[1]
        if "The rating is 4." in after:
            return Scripted(calls=finish("It is 4.", status="cannot").calls, delay_s=wait)
        tries = after.count("The person has put something else in the place")
        tries += after.count("Looked at it.")
        sub_task = (OLD, REWORDED, OLD.upper(), NEW)[min(tries, 3)]
        return Scripted(calls=[browse(sub_task)], delay_s=wait)

    return answer


def kinds(events: Sequence[Event], *wanted: str) -> list[Event]:
    return [event for event in events if event["kind"] in wanted]


def put_aside(events: Sequence[Event], steered: int) -> list[str]:
    """The sub-tasks that the words took the place of: under way, or proposed and not begun."""
    found = []
    ends = {event["number"]: event for event in kinds(events, "subtask.ended")}
    for begun in kinds(events, "subtask.started"):
        if begun["seq"] < steered < ends[begun["number"]]["seq"]:
            found.append(begun["sub_task"])
    asked = [e for e in kinds(events, "model.called") if e["role"] == "planner"]
    for reply in kinds(events, "model.replied"):
        if reply["role"] != "planner" or reply["call"] > steered:
            continue
        if reply["call"] != max(each["seq"] for each in asked if each["seq"] < steered):
            continue
        begun_since = [
            e for e in kinds(events, "subtask.started") if reply["seq"] < e["seq"] < steered
        ]
        if not begun_since and any(call["name"] == "browse" for call in reply["calls"]):
            found.append(OLD)
    return found


def heard_in(events: Sequence[Event], words: str) -> list[Event]:
    return [
        event
        for event in kinds(events, "model.called")
        for message in event["messages"]
        if f'says now: "{words}"' in message.get("text", "")
    ]


async def steered_run(workbench: Workbench, site: RunningSite, seed: int) -> bool:
    """Steer one run at the moment of the seed; returns whether words took a sub-task's place."""
    when = moment(seed, EVERY)

    def steer() -> None:
        assert agent.control is not None
        agent.control.steer(WORDS)

    trigger = Trigger(when, steer)
    agent = await workbench.agent(
        stubborn(seed, asks=when.kind == ASKED),
        Silent(),
        listener=trigger,
        mode="human",
        loops={"enabled": False},
    )
    result = await agent.run("Tell me about the products.", start_url=site.url)
    assert trigger.done.is_set(), when
    assert result.outcome is Outcome.GAVE_UP, (when, result)
    events = read_run(Path(result.run_dir)).events
    (steered,) = kinds(events, "control.steered")
    (heard,) = heard_in(events, WORDS)
    assert heard["role"] == "planner", when
    later = [event for event in events if event["seq"] > steered["seq"]]
    # What was decided on before is not done any more.
    between = [event for event in later if event["seq"] < heard["seq"]]
    assert not kinds(between, "action.started", "subtask.started"), when
    begun = [event["sub_task"] for event in kinds(later, "subtask.started")]
    replaced = put_aside(events, steered["seq"])
    for old in replaced:
        assert not [each for each in begun if alike(old, each)], (when, begun)
    assert begun[-1] == NEW, when
    return bool(replaced)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (3, 6))]
)
async def test_what_the_words_took_the_place_of_is_never_sent_again(
    seed: int, workbench: Workbench, catalog: RunningSite
) -> None:
    await steered_run(workbench, catalog, seed)


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_what_the_words_took_the_place_of_is_never_sent_again_at_50_random_times(
    workbench: Workbench, catalog: RunningSite
) -> None:
    replaced = 0
    for seed in SEEDS:
        replaced += await steered_run(workbench, catalog, seed)
    # Between two sub-tasks there is none to be replaced.
    assert replaced >= 0.8 * len(SEEDS)


async def paused_run(workbench: Workbench, site: RunningSite, seed: int) -> None:
    """Pause one run at the moment of the seed, and steer it to its end when it goes on."""
    when = moment(seed)
    dice = random.Random(f"pause {seed}")

    def pause() -> None:
        assert agent.control is not None
        agent.control.pause()
        asyncio.get_running_loop().call_later(dice.uniform(0.2, 0.5), resume)

    def resume() -> None:
        assert agent.control is not None
        agent.control.steer(WORDS)
        agent.control.resume()

    agent = await workbench.agent(
        stubborn(seed, asks=False), listener=Trigger(when, pause), loops={"enabled": False}
    )
    result = await agent.run("Tell me about the products.", start_url=site.url)
    assert result.outcome is Outcome.GAVE_UP, (when, result)
    events = read_run(Path(result.run_dir)).events
    (paused,) = kinds(events, "control.paused")
    (resumed,) = kinds(events, "control.resumed")
    held = [event for event in events if paused["seq"] < event["seq"] < resumed["seq"]]
    assert not kinds(held, "action.started", "subtask.started", "model.called"), when
    assert kinds(held, "control.state")[0]["state"] == "paused"
    assert len(heard_in(events, WORDS)) == 1


@pytest.mark.parametrize("seed", [0, 2])
async def test_nothing_begins_while_a_run_is_paused(
    seed: int, workbench: Workbench, catalog: RunningSite
) -> None:
    await paused_run(workbench, catalog, seed)


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_nothing_begins_while_a_run_is_paused_at_50_random_times(
    workbench: Workbench, catalog: RunningSite
) -> None:
    for seed in SEEDS:
        await paused_run(workbench, catalog, seed)


Product = Mapping[str, Any]
PLACES = {"Fjord Wool Blanket": "328 426", "Ember Espresso Maker": "486 441"}
"""Where products of the catalogue stand in its window, in thousandths."""


def of_som(product: Product, opened: bool, body: Mapping[str, Any]) -> str:
    number = re.findall(rf"\[(\d+)\] \w+ '{product['name']}'", seen(body))[-1]
    done = {"action": "done", "element_id": None, "text": product["price"]}
    click = {"action": "click", "element_id": int(number), "text": None}
    return json.dumps({"thought": "so", **(done if opened else click)})


def of_link(product: Product, opened: bool, body: Mapping[str, Any]) -> str:
    return str(product["price"]) if opened else json.dumps({"click": product["name"]})


def of_reactive(product: Product, opened: bool, body: Mapping[str, Any]) -> str:
    click = {"type": "click", "selector": f'a[href="?product={product["slug"]}"]'}
    action = {"type": "stop", "reason": product["price"]} if opened else click
    return json.dumps({"thoughts": "so", "action": action, "confidence": 1})


def of_reasoner(product: Product, opened: bool, body: Mapping[str, Any]) -> str:
    action = f"FINISHED {product['price']}" if opened else f"Click {product['name']}"
    return f"<reasoning>so</reasoning>\n<action>{action}</action>"


SAYS = {"som": of_som, "link": of_link, "reactive": of_reactive, "websight": of_reasoner}


def following(architecture: str, products: Sequence[Product]) -> Script:
    """Open the product that the newest words ask for, then tell its price."""
    opened: set[str] = set()

    def answer(body: Mapping[str, Any]) -> Scripted:
        told, role = seen(body), role_of(body) if architecture == "websight" else ""
        product = products[1] if "second product" in told else products[2]
        if role == "planner":
            return Scripted(text="<step>Find it</step>")
        if role == "judge":
            return Scripted(text="<advanced>yes</advanced><state>It is open.</state>")
        if role == "actor":
            point = next(place for name, place in PLACES.items() if f"Click {name}" in told)
            return Scripted(text=f"Action: click(point='<point>{point}</point>')")
        said = SAYS[architecture](product, product["slug"] in opened, body)
        opened.add(product["slug"])
        return Scripted(text=said)

    return answer


@pytest.mark.parametrize("architecture", ARCHITECTURES)
async def test_every_architecture_goes_on_by_what_the_person_says(
    architecture: str, workbench: Workbench, catalog: RunningSite
) -> None:
    words = "Find the price of the second product"

    def steer() -> None:
        assert agent.control is not None
        agent.control.steer(words)

    when = Moment(kind="model.called", occurrence=1, delay_s=0)
    model: dict[str, Any] = {"model": "offline"} if architecture == "hierarchical" else {}
    agent = await workbench.agent(
        following(architecture, catalog.state()["products"]),
        listener=Trigger(when, steer),
        architecture=architecture,
        **model,
    )
    result = await agent.run("Find the price of the third product", start_url=catalog.url)
    product = catalog.state()["products"][1]
    assert (result.outcome, result.exit_code) == (Outcome.SUCCESS, 0), result
    assert product["price"] in str(result.answer)
    assert catalog.state()["opened"][-1:] == [product["slug"]]


@pytest.mark.parametrize("architecture", ARCHITECTURES)
async def test_every_architecture_waits_while_it_is_paused(
    architecture: str, workbench: Workbench, catalog: RunningSite
) -> None:
    def pause() -> None:
        assert agent.control is not None
        agent.control.pause()
        asyncio.get_running_loop().call_later(0.1, agent.control.resume)

    when = Moment(kind="model.replied", occurrence=1, delay_s=0)
    agent = await workbench.agent(
        lambda body: Scripted(status=500),
        listener=Trigger(when, pause),
        model=EXAMPLES.get(architecture, "offline"),
        architecture=architecture,
    )
    result = await agent.run("Find the price of the third product", start_url=catalog.url)
    assert result.outcome is Outcome.SUCCESS, result
    events = read_run(Path(result.run_dir)).events
    (paused,) = kinds(events, "control.paused")
    (resumed,) = kinds(events, "control.resumed")
    held = [event for event in events if paused["seq"] < event["seq"] < resumed["seq"]]
    assert not kinds(held, "action.started", "model.called")
