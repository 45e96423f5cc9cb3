"""The same tasks through every kind of server: the same answers and journals of the same shape."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.benchmarks.scripted import Answer, Scripted, scripted_server
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import read_run

from .conftest import LOOKED, Workbench, browse, clicking, finish, report
from .test_bad_input import agent_e

pytestmark = pytest.mark.browser

VLLM = "Qwen/Qwen3-VL-8B-Instruct"
IN_WORDS = "ByteDance-Seed/UI-TARS-1.5-7B"
MEMBERS = {"model", "messages", "tools", "tool_choice", "max_tokens"}
OF_MESSAGES = {
    "system": {"role", "content"},
    "user": {"role", "content"},
    "assistant": {"role", "content", "tool_calls"},
    "tool": {"role", "content", "tool_call_id"},
}


class Server:
    """Plays the model of several tasks, one after another, in one server's manner."""

    def __init__(self, *tasks: tuple[Sequence[Answer], Sequence[Answer]]) -> None:
        self.planner = [answer for planner, _ in tasks for answer in planner]
        self.navigator = [answer for _, navigator in tasks for answer in navigator]
        self.refused: list[str] = []

    def __call__(self, body: Mapping[str, Any]) -> Scripted:
        problem = self.problem(body)
        if problem:
            self.refused.append(problem)
            error = json.dumps({"error": {"message": problem}}).encode()
            return Scripted(status=400, body=error)
        queue = self.planner if _is_planner(body) else self.navigator
        if self.stalls(body):
            return Scripted(text="Let me think about what is asked of me here.")
        given = queue.pop(0)
        return self.manner(given(body) if callable(given) else given)

    def problem(self, body: Mapping[str, Any]) -> str:
        return ""

    def stalls(self, body: Mapping[str, Any]) -> bool:
        return False

    def manner(self, answer: Scripted) -> Scripted:
        return answer


class Strict(Server):
    """Refuses what it does not know, and histories that no chat template could fill in."""

    def problem(self, body: Mapping[str, Any]) -> str:
        if unknown := set(body) - MEMBERS:
            return f"Extra inputs are not permitted: {sorted(unknown)}"
        if body.get("tool_choice") != "required":
            return '"auto" tool choice requires --enable-auto-tool-choice to be set'
        for tool in body["tools"]:
            if set(tool) - {"type", "function"} or set(tool["function"]) - {
                "name",
                "description",
                "parameters",
            }:
                return "Extra inputs are not permitted in tools"
        return _malformed(body["messages"])


class IgnoresChoice(Server):
    """Takes ``tool_choice`` and writes its calls into words all the same."""

    def manner(self, answer: Scripted) -> Scripted:
        calls = [json.dumps({"name": name, "arguments": given}) for name, given in answer.calls]
        return Scripted(text="\n".join(f"```json\n{call}\n```" for call in calls))


class ProseFirst(Server):
    """Begins every conversation with words, and calls when it is asked to."""

    def stalls(self, body: Mapping[str, Any]) -> bool:
        return not any(message["role"] == "assistant" for message in body["messages"])


class KnowsNoTools(IgnoresChoice):
    """Is offered functions in words, and answers in the tags it was trained on."""

    def problem(self, body: Mapping[str, Any]) -> str:
        unknown = set(body) - {"model", "messages"}
        return f"Extra inputs are not permitted: {sorted(unknown)}" if unknown else ""

    def manner(self, answer: Scripted) -> Scripted:
        calls = [json.dumps({"name": name, "arguments": given}) for name, given in answer.calls]
        return Scripted(text="".join(f"<tool_call>{call}</tool_call>" for call in calls))


SERVERS: dict[str, tuple[str, type[Server]]] = {
    "openai": ("openai:gpt-4.1-mini", Server),
    "anthropic": ("anthropic:claude-sonnet-5-5", Server),
    "vllm, strict": (VLLM, Strict),
    "vllm, ignores tool choice": (VLLM, IgnoresChoice),
    "vllm, prose first": (VLLM, ProseFirst),
    "vllm, no tools": (IN_WORDS, KnowsNoTools),
}


def _is_planner(body: Mapping[str, Any]) -> bool:
    offered = json.dumps(body.get("tools") or body["messages"][0]["content"])
    return "update_plan" in offered or '"finish"' in offered.replace("\\", "")


def _malformed(messages: Sequence[Mapping[str, Any]]) -> str:
    """Why a chat template could not fill in this history."""
    owed: list[str] = []
    before = ""
    for place, message in enumerate(messages):
        role = message["role"]
        if set(message) - OF_MESSAGES[role]:
            return f"messages.{place}: extra inputs are not permitted"
        if role == "system" and place:
            return "the system message must come first"
        if role == "tool":
            if not owed or message["tool_call_id"] != owed.pop(0):
                return f"messages.{place}: a result without its call"
        elif owed:
            return f"messages.{place}: calls {owed} have no results"
        elif role == before:
            return f"messages.{place}: roles must alternate"
        owed = owed or [call["id"] for call in message.get("tool_calls") or ()]
        for call in message.get("tool_calls") or ():
            json.loads(call["function"]["arguments"])
        before = role
    return f"calls {owed} have no results" if owed else ""


def tasks_of(catalog: RunningSite) -> list[tuple[str, str, tuple[list[Answer], list[Answer]]]]:
    """Task, its answer, and what planner and navigator say."""
    first, second = catalog.state()["products"][:2]
    opened: list[Answer] = [
        clicking(f"link '{second['name']}'"),
        report("Opened it.", ("its price", second["price"])),
    ]
    back = Scripted(calls=[("history", {"direction": "back"})])
    listed = report("Back.", ("the first product", first["name"]))
    look = Scripted(calls=[("get_dom", {"view": "text_only"}), ("get_dom", {"find": "blanket"})])
    looked: list[Answer] = [look, LOOKED]
    returned: list[Answer] = [*opened, back, listed]
    return [
        (
            "What does the second product cost?",
            second["price"],
            ([browse("Open the second product."), finish(second["price"], 1)], opened),
        ),
        (
            "Which product is a blanket?",
            "Fjord Wool Blanket",
            (
                [browse("Look for a blanket."), finish("Fjord Wool Blanket", 1)],
                looked,
            ),
        ),
        (
            "What does the second product cost, and what is the first?",
            f"{second['price']}; {first['name']}",
            (
                [
                    browse("Open the second product."),
                    browse("Go back to the list.", plan=False),
                    finish(f"{second['price']}; {first['name']}", 1, 2),
                ],
                returned,
            ),
        ),
    ]


def shape(run_dir: str) -> list[tuple[str, ...]]:
    """A journal's story: who called what, what was done and how it ended.

    Left out is what differs by the server's manner and changes nothing: a reply in words that was
    answered by a request to call, and the browser's own events.
    """
    told = []
    for event in read_run(Path(run_dir)).events:
        kind = event["kind"]
        if kind == "model.replied" and event["calls"]:
            told.append((kind, event["role"], *(call["name"] for call in event["calls"])))
        elif kind in ("action.started", "action.ended", "subtask.ended", "run.ended"):
            words = (event.get("action"), event.get("status"), event.get("outcome"))
            told.append((kind, *(str(word) for word in words if word)))
        elif kind in ("plan.updated", "subtask.started", "skill.failed", "model.failed"):
            told.append((kind,))
    return told


async def done(
    workbench: Workbench, catalog: RunningSite, manner: str, tasks: Sequence[int]
) -> tuple[list[Any], list[Any], Server]:
    model, kind = SERVERS[manner]
    chosen = [tasks_of(catalog)[place] for place in tasks]
    server = kind(*(said for _, _, said in chosen))
    agent = await workbench.agent(server, model=model)
    answers, shapes = [], []
    for task, _, _ in chosen:
        result = await agent.run(task, start_url=catalog.url)
        assert result.outcome is Outcome.SUCCESS, result.message
        answers.append(result.answer)
        shapes.append(shape(result.run_dir))
    return answers, shapes, server


@pytest.mark.slow
async def test_three_tasks_end_alike_whoever_serves_the_model(
    workbench: Workbench, catalog: RunningSite
) -> None:
    right = [answer for _, answer, _ in tasks_of(catalog)]
    shapes = {}
    for manner in SERVERS:
        answers, shapes[manner], server = await done(workbench, catalog, manner, range(3))
        assert answers == right, manner
        assert server.refused == [], manner
        assert (server.planner, server.navigator) == ([], []), manner
        catalog.reset()
    for manner, found in shapes.items():
        assert found == shapes["openai"], manner


@pytest.mark.slow
async def test_a_strict_server_does_a_task_by_the_command(
    catalog: RunningSite, tmp_path: Path
) -> None:
    task, answer, said = tasks_of(catalog)[0]
    strict = Strict(said)
    async with scripted_server(strict) as server:
        code, out, err = await agent_e(
            *("run", task, "--start-url", catalog.url, "--json"),
            *("--model", VLLM.rpartition("/")[2], "--base-url", server.base_url),
            *("--planner", "always"),
            folder=tmp_path,
        )
    assert strict.refused == []
    assert code == 0, err
    result = json.loads(out)
    assert (result["answer"], result["cost_usd"]) == (answer, None)
    assert {each.body["model"] for each in server.received} == {VLLM}


@pytest.mark.slow
async def test_prose_first_is_repaired_once_a_conversation(
    workbench: Workbench, catalog: RunningSite
) -> None:
    answers, _, _ = await done(workbench, catalog, "vllm, prose first", [0])
    assert answers == [tasks_of(catalog)[0][1]]
    assert len(workbench.server.requests) == 4 + 2
