"""Whole runs through Anthropic's protocol, at both levels and by the command a person types."""

import json
import re

import pytest

from agent_e import Outcome
from agent_e.benchmarks.scripted import Scripted, by_role, scripted_server
from agent_e.benchmarks.sites import RunningSite
from tests.agent_e.dom.seeing import pages
from tests.agent_e.vision.looking import PAGES
from tests.skills.test_visual_click import MODELS

from .conftest import Workbench, browse, clicking, finish, report
from .test_bad_input import agent_e
from .test_websight import drawn

pytestmark = pytest.mark.browser

MODEL = "anthropic:claude-sonnet-5-5"
TASK = "Find the price of the second product."


@pytest.mark.slow
async def test_a_task_is_done_by_the_command_with_a_key_and_an_address(
    catalog: RunningSite, tmp_path
) -> None:
    product = catalog.state()["products"][1]
    script = by_role(
        planner=[browse("Open the second product."), finish(product["price"], 1)],
        navigator=[
            Scripted(text="I look first.", calls=[("get_dom", {}), ("get_dom", "nonsense")]),
            clicking(f"link '{product['name']}'"),
            report("Opened it.", ("its price", product["price"])),
        ],
    )
    async with scripted_server(script) as server:
        # Only the key and the address: the default model is Anthropic's then.
        code, out, err = await agent_e(
            *("run", TASK, "--start-url", catalog.url, "--json"),
            folder=tmp_path,
            AGENT_E_PLANNER="always",
            ANTHROPIC_API_KEY="a-key",
            ANTHROPIC_BASE_URL=server.base_url.removesuffix("/v1"),
        )
    assert code == 0, err
    result = json.loads(out)
    assert (result["outcome"], result["answer"]) == ("success", product["price"])
    assert catalog.state()["opened"] == [product["slug"]]
    assert {each.path for each in server.received} == {"/v1/messages"}
    assert {each.body["model"] for each in server.received} == {MODEL.removeprefix("anthropic:")}
    assert {each.headers["authorization"] for each in server.received} == {"Bearer a-key"}
    planner, navigator = result["usage"]["planner"], result["usage"]["navigator"]
    assert (planner["calls"], navigator["calls"]) == (2, 3)
    assert planner["cached_tokens"] > 0
    assert navigator["cached_tokens"] > 0
    assert navigator["cache_write_tokens"] > 0
    assert result["cost_usd"] > 0
    nonsense = server.received[2].body["messages"]
    assert [each["role"] for each in nonsense] == ["user", "assistant", "user"]
    failed = nonsense[2]["content"][1]
    assert (failed["type"], failed["is_error"]) == ("tool_result", True)


async def test_each_level_may_have_its_own_provider_and_the_last_step_offers_less(
    workbench: Workbench, catalog: RunningSite
) -> None:
    look = Scripted(calls=[("get_dom", {})])
    script = by_role(
        planner=[browse("price?"), finish("Only so far.", 1, status="cannot")],
        navigator=[look, report("not yet", ("a product", "Fjord"), status="failed")],
    )
    agent = await workbench.agent(
        script, model=MODEL, planner_model="openai:scripted", limits={"max_steps": 4}
    )
    result = await agent.run("x", start_url=catalog.url)
    assert result.outcome is Outcome.LIMIT
    assert [each.path for each in workbench.server.received] == [
        "/v1/chat/completions",
        "/v1/messages",
        "/v1/messages",
        "/v1/chat/completions",
    ]
    last = workbench.server.received[2].body
    assert [tool["name"] for tool in last["tools"]] == ["report"]
    kinds = [block["type"] for block in last["messages"][-1]["content"]]
    assert kinds == ["tool_result", "text"]


async def test_the_set_of_mark_agent_sees_pictures_through_it(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]

    def look(body):
        legend = body["messages"][-1]["content"]
        text = legend if isinstance(legend, str) else legend[0]["text"]
        number = re.search(rf"\[(\d+)\] link '{re.escape(product['name'])}'", text)
        assert number, text
        said = {"thought": "", "action": "click", "element_id": int(number[1]), "text": None}
        return Scripted(text=json.dumps(said))

    busy = Scripted(status=429)
    done = {"thought": "", "action": "done", "element_id": None, "text": product["price"]}
    answers = iter([busy, look, Scripted(text=json.dumps(done))])

    def script(body):
        answer = next(answers)
        return answer(body) if callable(answer) else answer

    agent = await workbench.agent(
        script, model=MODEL, architecture="som", models={"first_retry_wait_s": 0}
    )
    result = await agent.run(TASK, start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, product["price"])
    assert (result.metrics["step_success"], result.metrics["rate_limits"]) == (1.0, 1)
    assert not result.assisted
    shown = [
        [block["type"] for block in each.body["messages"][-1]["content"]]
        for each in workbench.server.received
    ]
    assert shown == [["image", "text"]] * 3


async def test_the_stateless_agent_acts_through_it(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    selector = f'a[href="?product={product["slug"]}"]'
    acts = iter(
        [
            {"type": "click", "selector": selector},
            {"type": "stop", "reason": product["price"]},
        ]
    )

    def script(body):
        return Scripted(text=json.dumps({"action": next(acts)}))

    agent = await workbench.agent(script, model=MODEL, architecture="reactive")
    result = await agent.run(TASK, start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, product["price"]), result
    assert catalog.state()["opened"] == [product["slug"]]
    assert [each.path for each in workbench.server.received] == ["/v1/messages"] * 2


@pytest.mark.slow
async def test_whole_pages_and_links_by_their_words_go_through_it(workbench: Workbench) -> None:
    said = iter([json.dumps({"click": "read more here"}), "The button to save is called Save."])
    with pages(PAGES) as address:
        agent = await workbench.agent(
            lambda body: Scripted(text=next(said)),
            model=MODEL,
            architecture="link",
            verify="never",
        )
        task = "What is the button to save called?"
        result = await agent.run(task, start_url=f"{address}/linked.html")
    assert result.outcome is Outcome.SUCCESS, result
    last = workbench.server.received[-1].body["messages"][-1]["content"]
    assert [block["type"] for block in last].count("image") == 1


@pytest.mark.slow
async def test_planner_reasoner_and_judge_of_websight_speak_through_it(
    workbench: Workbench,
) -> None:
    with pages(PAGES) as address:
        result, _ = await drawn(workbench, f"{address}/canvas.html", MODELS[0], driver=MODEL)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "You hit green."), result
    assert {each.path for each in workbench.server.received} == {"/v1/messages"}
    assert set(result.usage) == {"planner", "reasoner", "actor", "judge"}
