"""What a run is, from the task to the run folder."""

import asyncio
import json
import re
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_e import ConfigError, Outcome
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import read_run
from tests.agent_e.dom.seeing import pages
from tests.agent_e.dom.stage import PAGES as ACTING

from .conftest import (
    LOOKED,
    Workbench,
    browse,
    clicking,
    finish,
    mmid_of,
    offered,
    report,
    seen,
)

pytestmark = pytest.mark.browser

TASK = "Find the price of the second product."
CANNOT_TELL = Scripted(text=json.dumps({"verdict": "cannot_tell", "why": ""}))


def price_script(product: str, price: str):
    return by_role(
        planner=[browse("Open the second product and report its price."), finish(price, 1)],
        navigator=[clicking(f"link '{product}"), report("Opened it.", ("its price", price))],
    )


async def test_a_task_is_planned_delegated_carried_out_and_answered(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    agent = await workbench.agent(price_script(product["name"], product["price"]))
    result = await agent.run(TASK, start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, product["price"])
    assert result.exit_code == 0
    assert catalog.state()["opened"] == [product["slug"]]
    (fact,) = result.evidence
    assert (fact.claim, fact.quote) == ("its price", product["price"])
    assert fact.url.startswith(catalog.url)
    assert fact.step == 2
    assert result.steps == 4
    assert {role: usage.calls for role, usage in result.usage.items()} == {
        "planner": 2,
        "navigator": 2,
    }


async def test_the_navigator_begins_with_the_page_and_reads_changes(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    agent = await workbench.agent(price_script(product["name"], product["price"]))
    await agent.run(TASK, start_url=catalog.url)
    first, second = workbench.asked("navigator")
    assert [message["role"] for message in first["messages"]] == ["system", "user"]
    assert "Sub-task: Open the second product" in seen(first)
    assert product["name"] in seen(first)
    assert product["price"] not in seen(first)
    change = second["messages"][-1]
    assert change["role"] == "tool"
    assert product["price"] in change["content"]


@pytest.mark.slow
async def test_the_planner_gets_facts_page_and_last_change(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    agent = await workbench.agent(price_script(product["name"], product["price"]))
    await agent.run(TASK, start_url=catalog.url)
    first, second = workbench.asked("planner")
    assert f"Task: {TASK}" in seen(first)
    assert catalog.url in seen(first)
    told = second["messages"][-1]["content"]
    assert "\ndone: Opened it.\nFact 1: its price" in told
    assert f"Page now: '{catalog.state()['words']['heading']}" in told
    assert "Last change: Clicked" in told


async def test_prompts_and_schemas_stay_small_on_the_wire(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    agent = await workbench.agent(price_script(product["name"], product["price"]))
    await agent.run(TASK, start_url=catalog.url)
    sizes = [
        len(body["messages"][0]["content"]) + len(json.dumps(body["tools"]))
        for body in (workbench.asked("planner")[0], workbench.asked("navigator")[0])
    ]
    assert sum(sizes) <= 12_400


async def test_the_run_folder_tells_the_whole_story(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    agent = await workbench.agent(price_script(product["name"], product["price"]))
    result = await agent.run(TASK, start_url=catalog.url)
    record = read_run(Path(result.run_dir))
    assert record.task == TASK
    assert record.result == result.to_json()
    assert record.info["versions"]["agent-e"]
    assert set(record.info["prompts"]) == {
        "planner",
        "browser_nav",
        "ask_person",
        "verifier",
        "grants",
        "safety",
        "fence",
    }
    kinds = [event["kind"] for event in record.events]
    assert kinds[0] == "run.started"
    assert kinds[-1] == "run.ended"
    for before, after in [
        ("plan.updated", "subtask.started"),
        ("subtask.started", "subtask.ended"),
        ("model.called", "model.replied"),
    ]:
        assert kinds.index(before) < kinds.index(after)
    acts = [event for event in record.events if event["kind"].startswith("action.")]
    assert [(act["kind"], act.get("action")) for act in acts] == [
        ("action.started", "open_url"),
        ("action.ended", None),
        ("action.started", "click"),
        ("action.ended", None),
    ]
    assert acts[2]["target"]["name"].startswith(product["name"])


@pytest.mark.slow
async def test_a_recorded_run_can_be_replayed_without_a_model(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    agent = await workbench.agent(price_script(product["name"], product["price"]))
    first = await agent.run(TASK, start_url=catalog.url)
    catalog.reset()
    again = await workbench.agent(lambda body: Scripted(status=500), model="replay:latest")
    second = await again.run(TASK, start_url=catalog.url)
    assert (second.outcome, second.answer) == (Outcome.SUCCESS, first.answer)
    assert catalog.state()["opened"] == [product["slug"]]
    assert workbench.server.requests == []


@pytest.mark.slow
async def test_what_cannot_be_done_is_said(workbench: Workbench, catalog: RunningSite) -> None:
    script = by_role(planner=[finish("There is no such product.", status="cannot")], navigator=[])
    agent = await workbench.agent(script)
    result = await agent.run("Buy a unicorn.", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.GAVE_UP, 1)
    assert result.answer == "There is no such product."


@pytest.mark.slow
async def test_evidence_must_name_facts_that_exist(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(
        planner=[browse("look"), finish("made up", 7), finish("honest", 1)], navigator=[LOOKED]
    )
    agent = await workbench.agent(script)
    result = await agent.run("Say something.", start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "honest")
    assert "There is no fact 7; there are 1." in seen(workbench.asked("planner")[2])


@pytest.mark.slow
async def test_an_answer_without_facts_is_judged_and_marked(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(planner=[finish("I just know.")], judge=[CANNOT_TELL])
    agent = await workbench.agent(script)
    result = await agent.run("Say something.", start_url=catalog.url)
    # The judge, who is asked then, cannot tell.
    assert (result.outcome, result.exit_code, result.verified) == (Outcome.SUCCESS, 0, False)
    assert len(workbench.asked("judge")) == 1
    assert result.answer == "I just know."


@pytest.mark.slow
async def test_a_quote_that_was_never_shown_is_sent_back_once_then_marked(
    workbench: Workbench, catalog: RunningSite
) -> None:
    invented = report("Found it.", ("its price", "Our price today: $1"))
    script = by_role(
        planner=[browse("price?"), finish("$1", 1), finish("$1", 1)],
        navigator=[invented, invented],
        judge=[CANNOT_TELL],
    )
    agent = await workbench.agent(script)
    result = await agent.run("What does it cost?", start_url=catalog.url)
    assert "This quote is on nothing you were shown: 'Our price today: $1'" in seen(
        workbench.asked("navigator")[1]
    )
    told = seen(workbench.asked("planner")[1])
    assert 'Fact 1: its price (quote not found: "Our price today: $1")' in told
    assert (result.outcome, result.verified) == (Outcome.SUCCESS, False)
    assert '"not_located"' in seen(workbench.asked("judge")[0])
    assert [(fact.found, fact.url) for fact in result.evidence] == [(False, "")]


async def test_a_password_is_masked_where_people_read(
    workbench: Workbench, shop: RunningSite
) -> None:
    def log_in(body: Mapping[str, Any]) -> Scripted:
        field = mmid_of(body, "textbox 'Password'")
        return Scripted(calls=[("enter_text", {"mmid": field, "text": "swordfish"})])

    script = by_role(
        planner=[browse("log in"), finish("stuck", status="cannot")],
        navigator=[log_in, report("typed", status="failed")],
    )
    agent = await workbench.agent(script)
    result = await agent.run("Log in.", start_url=f"{shop.url}/login")
    told = workbench.asked("navigator")[1]["messages"][-1]["content"]
    assert "Entered a password of 9 characters into" in told
    assert "swordfish" not in told
    acts = [
        event
        for event in read_run(Path(result.run_dir)).events
        if event["kind"].startswith("action.")
    ]
    assert "swordfish" not in json.dumps(acts)


async def test_a_skill_of_ones_own_is_offered_and_may_end_the_run(
    workbench: Workbench, catalog: RunningSite, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from agent_e.errors import RunDenied\n"
        "from agent_e.skills import SkillContext\n"
        "from agent_e.types import SkillResult\n"
        "async def launch(ctx: SkillContext, what: str) -> SkillResult:\n"
        '    """Launch something."""\n'
        "    raise RunDenied(f'{what} may not be launched.')\n"
    )
    launch = Scripted(calls=[("launch", {"what": "A rocket"})])
    script = by_role(planner=[browse("launch")], navigator=[launch])
    agent = await workbench.agent(script, skills=[file])
    result = await agent.run("Launch.", start_url=catalog.url)
    assert "launch" in offered(workbench.asked("navigator")[0])
    assert (result.outcome, result.exit_code) == (Outcome.DENIED, 4)
    assert result.message == "A rocket may not be launched."


@pytest.mark.slow
async def test_ask_user_is_absent_in_autonomous_mode(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(
        planner=[browse("x"), finish("y")], navigator=[report("nothing", status="failed")]
    )
    agent = await workbench.agent(script)
    await agent.run("x", start_url=catalog.url)
    assert all("ask_user" not in offered(body) for body in workbench.server.requests)


@pytest.mark.parametrize(
    "answer",
    [
        Scripted(status=401),
        Scripted(text="I would rather talk."),
        # Each fault by itself: tests/agent_e/models/test_provider_errors.py.
        *(
            pytest.param(answer, marks=pytest.mark.slow)
            for answer in (
                Scripted(status=500),
                Scripted(status=429),
                Scripted(body=b"nonsense"),
                Scripted(text=None),
            )
        ),
    ],
)
async def test_a_model_that_fails_ends_the_run_with_exit_6(
    workbench: Workbench, catalog: RunningSite, answer: Scripted
) -> None:
    agent = await workbench.agent(lambda body: answer)
    result = await agent.run("x", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 6)
    assert result.message.count("\n") == 0
    assert "Traceback" not in result.message


async def test_a_navigator_that_only_talks_fails_its_sub_task_not_the_run(
    workbench: Workbench, catalog: RunningSite
) -> None:
    talk = Scripted(text="The price is $5, trust me.")
    script = by_role(
        planner=[browse("price?"), finish("unknown", status="cannot")], navigator=[talk, talk]
    )
    agent = await workbench.agent(script)
    result = await agent.run("x", start_url=catalog.url)
    assert result.outcome is Outcome.GAVE_UP
    assert "failed: The navigator's model answered in words" in seen(workbench.asked("planner")[1])


async def test_the_step_limit_of_a_run_is_met_with_a_partial_result(
    workbench: Workbench, catalog: RunningSite
) -> None:
    look = Scripted(calls=[("get_dom", {})])
    script = by_role(
        planner=[browse("price?"), finish("Only so far.", 1, status="cannot")],
        navigator=[look, report("not yet", ("a product", "Fjord"), status="failed")],
    )
    agent = await workbench.agent(script, limits={"max_steps": 4})
    result = await agent.run("x", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.LIMIT, 5)
    assert result.answer == "Only so far."
    assert len(result.evidence) == 1
    last_of_navigator, last_of_planner = workbench.server.requests[2:]
    assert offered(last_of_navigator) == ["report"]
    assert offered(last_of_planner) == ["finish"]
    assert "This is your last step" in seen(last_of_planner)


async def test_a_sub_task_without_end_is_reported_to_the_planner(
    workbench: Workbench, catalog: RunningSite
) -> None:
    look = Scripted(calls=[("get_dom", {})])
    script = by_role(
        planner=[browse("price?"), finish("unknown", status="cannot")], navigator=[look] * 3
    )
    agent = await workbench.agent(script, limits={"navigator_steps": 3})
    result = await agent.run("x", start_url=catalog.url)
    assert result.outcome is Outcome.GAVE_UP
    assert "failed: Not finished: The navigator used its 3 steps" in seen(
        workbench.asked("planner")[1]
    )


async def test_the_time_limit_ends_a_run(workbench: Workbench, catalog: RunningSite) -> None:
    agent = await workbench.agent(
        lambda body: Scripted(delay_s=20), limits={"seconds": 1.5}, models={"timeout_s": 30}
    )
    result = await agent.run("x", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.LIMIT, 5)
    assert "longer than its 1.5 s" in result.message


async def test_stop_ends_a_run_without_waiting_for_the_model(
    workbench: Workbench, catalog: RunningSite
) -> None:
    agent = await workbench.agent(lambda body: Scripted(delay_s=20), models={"timeout_s": 30})
    running = asyncio.create_task(agent.run("x", start_url=catalog.url))
    await workbench.server.asked.wait()
    start = time.perf_counter()
    agent.stop(143)
    result = await running
    await agent.close()
    assert time.perf_counter() - start < 10
    assert (result.outcome, result.exit_code) == (Outcome.STOPPED, 143)
    assert read_run(Path(result.run_dir)).result == result.to_json()


async def test_cancelling_the_caller_writes_the_result_and_stays_cancelled(
    workbench: Workbench, catalog: RunningSite
) -> None:
    agent = await workbench.agent(lambda body: Scripted(delay_s=20), models={"timeout_s": 30})
    running = asyncio.create_task(agent.run("x", start_url=catalog.url))
    await workbench.server.asked.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    (folder,) = workbench.runs.iterdir()
    record = read_run(folder)
    assert record.result is not None
    assert record.result["outcome"] == "stopped"


@pytest.mark.slow
async def test_runs_side_by_side_share_nothing(workbench: Workbench, catalog: RunningSite) -> None:
    products = catalog.state()["products"]
    agents = [
        await workbench.agent(price_script(products[n]["name"], products[n]["price"]))
        for n in (0, 3)
    ]
    results = await asyncio.gather(*(agent.run(TASK, start_url=catalog.url) for agent in agents))
    assert [result.answer for result in results] == [products[0]["price"], products[3]["price"]]
    assert results[0].run_dir != results[1].run_dir
    for result, own, other in zip(results, (0, 3), (3, 0), strict=True):
        story = (Path(result.run_dir) / "events.jsonl").read_text()
        assert products[own]["price"] in story
        assert products[other]["price"] not in story


async def test_a_follow_up_uses_the_same_page_and_knows_what_was_asked(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(
        planner=[browse("1"), finish("one", 1), browse("2"), finish("two", 1)],
        navigator=[LOOKED, LOOKED],
    )
    agent = await workbench.agent(script)
    await agent.run("First question.", start_url=catalog.url)
    await agent.run("And another.")
    second = seen(workbench.asked("planner")[2])
    assert "Earlier task: First question.\nIts answer: one" in second
    assert catalog.url in second


async def test_an_answer_that_the_judge_refuses_twice_is_unverified(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    no = Scripted(text=json.dumps({"verdict": "no", "why": f"It costs {product['price']}."}))
    script = by_role(
        planner=[browse("Open the second product."), finish("$1", 1), finish("$1", 1)],
        navigator=[
            clicking(f"link '{product['name']}"),
            report("Opened it.", ("its price", product["price"])),
        ],
        judge=[no, no],
    )
    agent = await workbench.agent(script, verify="always")
    result = await agent.run(f"What does the {product['name']} cost?", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.UNVERIFIED, 9)
    assert (result.answer, result.verified) == ("$1", False)
    assert f"It costs {product['price']}" in result.message
    assert f"It costs {product['price']}" in seen(workbench.asked("planner")[2])
    assert set(result.usage) == {"planner", "navigator", "verifier"}
    asked = workbench.asked("judge")[0]["messages"][-1]["content"]
    assert product["price"] in asked and product["name"] in asked
    checks = [e for e in read_run(Path(result.run_dir)).events if e["kind"] == "answer.checked"]
    assert [(check["verdict"], check["notes"]) for check in checks] == [("no", [])] * 2


async def test_a_fact_says_where_its_quote_is_drawn(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    agent = await workbench.agent(price_script(product["name"], product["price"]))
    result = await agent.run(TASK, start_url=catalog.url)
    (fact,) = result.evidence
    assert fact.boxes and all(width > 0 and height > 0 for _, _, width, height in fact.boxes)
    assert result.verified


async def test_a_report_may_end_a_reply_that_acts(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]

    def click_and_report(body: Mapping[str, Any]) -> Scripted:
        facts = [{"claim": "its price", "quote": product["price"]}, {"claim": "It is open."}]
        mmid = mmid_of(body, f"link '{product['name']}")
        ended = {"status": "done", "summary": "Opened it.", "facts": facts}
        return Scripted(calls=[("click", {"mmid": mmid}), ("report", ended)])

    script = by_role(planner=[browse("Open it."), finish("Done.", 1)], navigator=[click_and_report])
    agent = await workbench.agent(script)
    result = await agent.run(TASK, start_url=catalog.url)
    assert result.outcome is Outcome.SUCCESS, result
    assert result.usage["navigator"].calls == 1
    told = seen(workbench.asked("planner")[1])
    assert f'its price ("{product["price"]}", ' in told
    assert re.search(rf'It is open. \("[^"]*{product["name"]}', told), told


async def test_a_report_behind_an_act_that_failed_is_not_taken(
    workbench: Workbench, catalog: RunningSite
) -> None:
    ended = ("report", {"status": "done", "summary": "Opened it.", "facts": []})
    missed = Scripted(calls=[("click", {"mmid": 9_999}), ended])
    script = by_role(
        planner=[browse("Open it."), finish("No.", status="cannot")],
        navigator=[missed, report("Failed.", status="failed")],
    )
    agent = await workbench.agent(script)
    result = await agent.run(TASK, start_url=catalog.url)
    assert result.usage["navigator"].calls == 2
    assert "Not run: the click before it failed." in seen(workbench.asked("navigator")[1])


POKES = """from agent_e.errors import ElementBlocked
from agent_e.skills import SkillContext
from agent_e.types import SkillResult
async def poke(ctx: SkillContext, words: str) -> SkillResult:
    '''Poke something.'''
    node = await ctx.actor.resolve(words)
    async with ctx.action("poke", node):
        await ctx.actor.click(node.mmid)
        raise ElementBlocked("It was missed.")
"""


async def test_what_came_of_an_act_that_failed_can_be_quoted(
    workbench: Workbench, tmp_path: Path
) -> None:
    own = tmp_path / "own.py"
    own.write_text(POKES)
    poked = Scripted(calls=[("poke", {"words": "button 'Save'"})])
    script = by_role(
        planner=[browse("Save it."), finish("Saved.", 1)],
        navigator=[poked, report("Saved it.", ("It is at it.", "button 'Saving…'"))],
    )
    agent = await workbench.agent(script, skills=[own])
    with pages(ACTING) as address:
        result = await agent.run(TASK, start_url=f"{address}/busy_button.html")
    assert "It was missed. It changed the page all the same." in seen(
        workbench.asked("navigator")[1]
    )
    assert (result.outcome, result.verified) == (Outcome.SUCCESS, True)


async def test_a_quote_of_several_lines_is_looked_for_line_by_line(
    workbench: Workbench, catalog: RunningSite
) -> None:
    names = [product["name"] for product in catalog.state()["products"][1:3]]
    script = by_role(
        planner=[browse("Which come next?"), finish(", ".join(names), 1)],
        navigator=[report("Read it.", ("the next two", "\n".join(names)))],
    )
    agent = await workbench.agent(script)
    result = await agent.run(TASK, start_url=catalog.url)
    assert [fact.found for fact in result.evidence] == [True]


def final(sub_task: str) -> Scripted:
    return Scripted(calls=[("browse", {"sub_task": sub_task, "final": True})])


async def test_a_sub_task_that_is_the_task_ends_the_run(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]

    def answered(body: Mapping[str, Any]) -> Scripted:
        facts = [{"claim": "its price", "quote": product["price"]}]
        ended = {"status": "done", "summary": "Read.", "facts": facts, "answer": product["price"]}
        return Scripted(calls=[("report", ended)])

    script = by_role(
        planner=[final("What does it cost?")],
        navigator=[clicking(f"link '{product['name']}"), answered],
    )
    agent = await workbench.agent(script)
    result = await agent.run(TASK, start_url=catalog.url)
    assert (result.outcome, result.answer, result.verified) == (
        Outcome.SUCCESS,
        product["price"],
        True,
    )
    assert result.usage["planner"].calls == 1


@pytest.mark.parametrize("quote", ["$9,999.99", ""])
async def test_with_something_to_clear_up_the_planner_decides(
    workbench: Workbench, catalog: RunningSite, quote: str
) -> None:
    product = catalog.state()["products"][1]

    def answered(body: Mapping[str, Any]) -> Scripted:
        facts = [{"claim": "its price", "quote": quote}]
        ended = {"status": "done", "summary": "Read.", "facts": facts, "answer": "It is cheap."}
        mmid = mmid_of(body, f"link '{product['name']}")
        return Scripted(calls=[("click", {"mmid": mmid}), ("report", ended)])

    def insisted(body: Mapping[str, Any]) -> Scripted:
        facts = [{"claim": "its price", "quote": quote}]
        ended = {"status": "done", "summary": "Read.", "facts": facts, "answer": "It is cheap."}
        return Scripted(calls=[("report", ended)])

    script = by_role(
        planner=[final("What does it cost?"), finish("I cannot tell.", status="cannot")],
        navigator=[answered, *([insisted] if quote else [])],
    )
    agent = await workbench.agent(script)
    result = await agent.run(TASK, start_url=catalog.url)
    assert result.outcome is Outcome.GAVE_UP, result
    assert "Proposed answer: It is cheap." in seen(workbench.asked("planner")[1])


SCHEMA = {
    "type": "object",
    "properties": {"price": {"$ref": "#/$defs/amount"}, "currency": {"type": "string"}},
    "required": ["price"],
    "$defs": {"amount": {"type": "number"}},
}


async def test_an_answer_fits_the_output_schema(workbench: Workbench, catalog: RunningSite) -> None:
    script = by_role(planner=[browse("x"), finish({"price": 129.0}, 1)], navigator=[LOOKED])
    agent = await workbench.agent(script, verify="never")
    result = await agent.run("x", start_url=catalog.url, output=SCHEMA)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, {"price": 129.0})
    (tool,) = [
        t for t in workbench.asked("planner")[0]["tools"] if t["function"]["name"] == "finish"
    ]
    sent = tool["function"]["parameters"]
    # Beside the person's own form stand words: why it cannot be done.
    own, words = sent["properties"]["answer"]["anyOf"]
    assert (own["required"], words["type"]) == (["price"], "string")
    assert sent["$defs"] == SCHEMA["$defs"]


@pytest.mark.parametrize("second", [{"price": 129.0}, '{"price": 129.0}'])
async def test_an_answer_that_misses_the_schema_may_be_repaired_once(
    workbench: Workbench, catalog: RunningSite, second: object
) -> None:
    script = by_role(
        planner=[browse("x"), finish({"price": "a lot"}, 1), finish(second, 1)], navigator=[LOOKED]
    )
    agent = await workbench.agent(script, verify="never")
    result = await agent.run("x", start_url=catalog.url, output=SCHEMA)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, {"price": 129.0})
    assert "price: 'a lot' is not of type 'number'" in seen(workbench.asked("planner")[2])


async def test_an_answer_that_misses_the_schema_twice_is_exit_8(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(planner=[finish({}), finish({})], navigator=[])
    agent = await workbench.agent(script)
    result = await agent.run("x", start_url=catalog.url, output=SCHEMA)
    assert (result.outcome, result.exit_code) == (Outcome.BAD_OUTPUT, 8)
    assert "'price' is a required property" in result.message


async def test_a_start_page_that_cannot_be_opened_is_exit_7(workbench: Workbench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    agent = await workbench.agent(lambda body: finish("x"))
    result = await agent.run("x", start_url=f"http://127.0.0.1:{port}/")
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 7)
    assert "refused" in result.message


@pytest.mark.parametrize(
    ("task", "settings", "said"),
    [
        ("  ", {}, "The task is empty"),
        ("x", {"architecture": "flat"}, "There is no architecture flat"),
        ("x", {"model": "replay:nothing"}, "There are no runs"),
        ("x", {"model": "azure:mine"}, "AZURE_OPENAI_API_KEY"),
    ],
)
async def test_what_is_wrong_before_the_start_is_raised_and_leaves_no_run(
    workbench: Workbench, task: str, settings: dict[str, Any], said: str
) -> None:
    agent = await workbench.agent(lambda body: finish("x"), **settings)
    with pytest.raises(ConfigError, match=said):
        await agent.run(task)
    assert not workbench.runs.exists()


async def test_a_schema_that_is_none_is_refused(workbench: Workbench) -> None:
    agent = await workbench.agent(lambda body: finish("x"))
    with pytest.raises(ConfigError, match="is not a JSON Schema"):
        await agent.run("x", output={"type": "objekt"})
