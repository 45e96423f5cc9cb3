"""A task that is one sub-task is done by the navigator alone; the planner is asked after that."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from agent_e import Outcome
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Answer, Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import read_run
from agent_e.types import Task
from tests.agent_e.dom.seeing import pages

from .conftest import LOOKED, Workbench, browse, clicking, finish, mmid_of, offered, seen

pytestmark = pytest.mark.browser

TELLING = Path(__file__).parents[1] / "pages" / "telling"
TASK = "Find the price of the second product."


def done(answer: str, quote: str, *, acts: bool = False) -> Scripted:
    facts = [{"claim": "what was asked for", "quote": quote}]
    said = {"status": "done", "summary": "Read.", "facts": facts, "answer": answer, "acts": acts}
    return Scripted(calls=[("report", said)])


def failed(summary: str) -> Scripted:
    said = {"status": "failed", "summary": summary, "facts": [], "acts": False}
    return Scripted(calls=[("report", said)])


async def test_the_navigator_gets_the_task_as_it_is_and_its_answer_ends_the_run(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    ways: list[Answer] = [clicking(f"link '{product['name']}"), done("129", product["price"])]
    agent = await workbench.agent(by_role(navigator=ways), planner="auto")
    result = await agent.run(TASK, start_url=catalog.url)
    assert (result.outcome, result.answer, result.verified) == (Outcome.SUCCESS, "129", True)
    assert workbench.asked("planner") == []
    assert {role: usage.calls for role, usage in result.usage.items()} == {"navigator": 2}
    first = workbench.asked("navigator")[0]
    assert f"Sub-task: {TASK}\nToday is " in seen(first)
    (ending,) = [each["function"] for each in first["tools"] if "report" in offered_name(each)]
    assert {"answer", "acts"} <= set(ending["parameters"]["properties"])
    assert "acts" in ending["parameters"]["required"]


def offered_name(tool: Mapping[str, Any]) -> str:
    return str(tool["function"]["name"])


async def test_what_the_navigator_could_not_do_the_planner_goes_on_from(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(
        planner=[browse("Look at the first product."), finish("A blanket.", 1)],
        navigator=[failed("There are two tasks in one."), LOOKED],
    )
    agent = await workbench.agent(script, planner="auto", verify="never")
    result = await agent.run(TASK, start_url=catalog.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "A blanket.")
    first = workbench.asked("planner")[0]
    call, answer = first["messages"][-2:]
    assert json.loads(call["tool_calls"][0]["function"]["arguments"])["sub_task"] == TASK
    assert "There are two tasks in one." in answer["content"]
    told = [
        e["sub_task"]
        for e in read_run(Path(result.run_dir)).events
        if e["kind"] == "subtask.started"
    ]
    assert told == [TASK, "Look at the first product."]


async def test_an_act_that_was_never_done_is_not_taken_from_the_navigator(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][0]
    script = by_role(
        planner=[finish("It could not be ordered.", status="cannot")],
        navigator=[done("Ordered it.", product["name"], acts=True)],
    )
    agent = await workbench.agent(script, planner="auto")
    result = await agent.run("Order the first product.", start_url=catalog.url)
    assert result.outcome is Outcome.GAVE_UP
    assert "Proposed answer: Ordered it." in seen(workbench.asked("planner")[0])


@pytest.mark.parametrize("verdict", ["yes", "cannot_tell"])
async def test_an_act_that_is_known_of_by_its_page_alone_is_the_judges_to_confirm(
    workbench: Workbench, tmp_path: Path, verdict: str
) -> None:
    """The planner sees less than the judge, who has the last word in any case, and once."""
    (tmp_path / "page.html").write_text(
        "<button onclick='said.textContent = `Folded`'>Fold</button><p id=said></p>"
    )
    script = by_role(
        planner=[finish("Folded it.", 1)],
        navigator=[clicking("button 'Fold'"), done("Folded it.", "Folded", acts=True)],
        judge=[Scripted(text=json.dumps({"verdict": verdict, "why": "so"}))],
    )
    agent = await workbench.agent(script, planner="auto")
    with pages(tmp_path) as address:
        result = await agent.run("Fold it.", start_url=f"{address}/page.html")
    assert (result.answer, result.verified) == ("Folded it.", verdict == "yes"), result.message
    planned, judged = workbench.asked("planner"), workbench.asked("judge")
    assert (len(planned), len(judged)) == (0 if verdict == "yes" else 1, 1)
    assert "Clicked button 'Fold'. " in seen(judged[0])
    assert all("could not be confirmed" in seen(body) for body in planned)


async def test_a_plan_or_an_earlier_task_is_the_planners_to_read(
    workbench: Workbench, catalog: RunningSite
) -> None:
    script = by_role(
        planner=[browse("look"), finish("A blanket.", 1), browse("look"), finish("A blanket.", 1)],
        navigator=[LOOKED, LOOKED],
    )
    agent = await workbench.agent(script, planner="auto", verify="never")
    planned = await agent.run(Task(text=TASK, start_url=catalog.url, plan=("look", "answer")))
    assert planned.outcome is Outcome.SUCCESS
    later = await agent.run("And the first?")
    assert later.outcome is Outcome.SUCCESS
    ends = ["finish" in offered(body) for body in workbench.server.requests]
    assert ends == [True, False, True] * 2


@pytest.mark.parametrize("planner", ["auto", "always"])
async def test_a_replay_begins_as_its_run_did(
    workbench: Workbench, catalog: RunningSite, planner: str
) -> None:
    product = catalog.state()["products"][0]
    script = by_role(
        planner=[browse("look"), finish(product["name"], 1)],
        navigator=[LOOKED if planner == "always" else done(product["name"], product["name"])],
    )
    agent = await workbench.agent(script, planner=planner)
    first = await agent.run(TASK, start_url=catalog.url)
    assert first.outcome is Outcome.SUCCESS
    other = "auto" if planner == "always" else "always"
    again = await workbench.agent(
        lambda body: Scripted(status=500), model="replay:latest", planner=other
    )
    second = await again.run(TASK, start_url=catalog.url)
    assert (second.outcome, second.answer, second.steps) == (
        Outcome.SUCCESS, product["name"], first.steps,
    )  # fmt: skip


def acted_and_foresaw(line: str, quote: str) -> Answer:
    def answer(body: Mapping[str, Any]) -> Scripted:
        facts = [{"claim": "It is open.", "quote": quote}]
        ended = {"status": "done", "summary": "Opened.", "facts": facts, "answer": "It is open."}
        return Scripted(
            calls=[("click", {"mmid": mmid_of(body, line)}), ("report", {**ended, "acts": False})]
        )

    return answer


@pytest.mark.slow
async def test_words_foreseen_of_the_last_act_end_the_run_once_the_page_says_them(
    workbench: Workbench, catalog: RunningSite
) -> None:
    product = catalog.state()["products"][1]
    line = f"link '{product['name']}"
    for quote, asked in ((product["price"], 0), ("", 1)):
        script = by_role(
            planner=[finish("It is open.", 1)], navigator=[acted_and_foresaw(line, quote)]
        )
        agent = await workbench.agent(script, planner="auto")
        result = await agent.run("Open the second product.", start_url=catalog.url)
        assert (result.outcome, result.answer) == (Outcome.SUCCESS, "It is open.")
        assert len(workbench.asked("planner")) == asked


async def test_what_was_typed_is_no_word_of_the_page(workbench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(
        "<form onsubmit='return false'><label>Room <input></label><button>Save</button></form>"
    )
    fields = {"fields": [{"mmid": "textbox 'Room'", "value": "A 2.21"}], "submit": "button 'Save'"}
    said = {"status": "done", "summary": "Saved.", "answer": "Saved.", "acts": False}
    facts = [{"claim": "The room is right.", "quote": "A 2.21"}]
    script = by_role(
        planner=[finish("It did not take it.", status="cannot")],
        navigator=[Scripted(calls=[("fill_form", fields), ("report", {**said, "facts": facts})])],
    )
    agent = await workbench.agent(script, planner="auto")
    with pages(tmp_path) as address:
        result = await agent.run("Correct the room.", start_url=f"{address}/page.html")
    assert result.outcome is Outcome.GAVE_UP, result


EDITOR = """<label>Room <input></label><p id=said></p><script>
let waiting;
document.querySelector('input').oninput = event => {
  said.textContent = `Draft of ${event.target.value}`;
  clearTimeout(waiting);
  waiting = setTimeout(() => fetch('/saved', {method: 'POST', body: event.target.value}), 800);
};</script>"""


async def test_what_a_page_saves_by_itself_is_saved_when_the_run_is_over(
    workbench: Workbench,
) -> None:
    saved: list[str] = []

    async def page(request: Request) -> HTMLResponse:
        return HTMLResponse(EDITOR)

    async def save(request: Request) -> Response:
        saved.append((await request.body()).decode())
        return Response()

    facts = [{"claim": "It is written.", "quote": "Draft of A 2.21"}]
    said = {"status": "done", "summary": "Written.", "facts": facts, "answer": "A 2.21"}
    calls: list[tuple[str, Mapping[str, Any]]] = [
        ("enter_text", {"mmid": "textbox 'Room'", "text": "A 2.21"}),
        ("report", {**said, "acts": False}),
    ]
    agent = await workbench.agent(by_role(navigator=[Scripted(calls=calls)]), planner="auto")
    routes = [Route("/", page), Route("/saved", save, methods=["POST"])]
    async with serve_app(Starlette(routes=routes)) as port:
        result = await agent.run("Correct the room.", start_url=f"http://127.0.0.1:{port}")
        assert (result.outcome, saved) == (Outcome.SUCCESS, ["A 2.21"])


async def test_what_was_read_before_a_list_had_come_is_read_again(workbench: Workbench) -> None:
    early = done("No mail.", "The list is empty.")
    # The list comes while the model thinks.
    ways = [replace(early, delay_s=3.0), done("Invoice 3175", "Invoice 3175")]
    with pages(TELLING) as url:
        agent = await workbench.agent(by_role(navigator=ways), planner="auto")
        result = await agent.run("Which mail is the first?", start_url=f"{url}/late_list.html")
    assert (result.answer, result.verified) == ("Invoice 3175", True), result.message
    told = seen(workbench.asked("navigator")[1])
    assert "The page has changed since you read it." in told
    assert re.search(r"\[\d+\] link 'Invoice 3175'", told)
