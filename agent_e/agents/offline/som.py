"""The Set-of-Mark agent's part: plays planner and navigator, and says their calls as actions.

Who cannot see goes by the records of the pages. The policies of the other two roles run over these:
each call they want is carried out by the nine actions, and what these report is its result.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent_e.models.model import Message, ToolResult
from agent_e.types import ChangeReport

from . import navigator, planner
from .changes import Step, read_result
from .outline import Page
from .pages import page_in
from .planner import Fact, Result
from .replay import Batch, Call, Exchange, Policy, advance, replay
from .scene import Scene

_MEMBERS = ("thought", "action", "element_id", "text")
_LAST = re.compile(r"\b(?:last|final) (?:step|call|reply|turn)\b", re.I)
_NOWHERE = ("", "about:blank")
_WAITS = 2

Actions = Generator[Batch, Step, Step]
"""Yields single actions, is sent what they came to, returns what the call they carry out did."""


class Stage:
    """The page as the newest message shows it."""

    def __init__(self, told: Message) -> None:
        self.page = page_in(told.data) or Page()

    def take(self, batch: tuple[Exchange, ...]) -> Step:
        """Learn from one action."""
        step = read_result(self.page, batch[-1])
        self.page = step.page
        return step


def is_asked(messages: Sequence[Message]) -> bool:
    """Whether the system prompt asks for an action with the members this model writes."""
    prompt = "".join(message.text for message in messages if message.role == "system")
    return all(f'"{member}"' in prompt for member in _MEMBERS)


def next_action(messages: Sequence[Message]) -> str:
    """Return the next action as JSON."""
    said = [message for message in messages if message.role != "system"]
    task, stage = begun(said)
    wanted = replay(lambda: policy(stage, task), list(past(said, _said)), stage.take)[0]
    if wanted.name != "done" and is_last(said):
        wanted = _done(f"Cannot: out of steps before it was finished: {task[:200]}")
    line = stage.page.element(wanted.arguments.get("element_id"))
    on = f" {line.role} '{line.name}'" if line else ""
    values = {
        "thought": f"{wanted.name}{on}, for: {task[:200]}",
        "action": wanted.name,
        "element_id": wanted.arguments.get("element_id"),
        "text": wanted.arguments.get("text"),
    }
    return json.dumps(values, ensure_ascii=False)


def is_last(messages: Sequence[Message]) -> bool:
    """Whether a message of its own, behind the page's, says that this is the last step."""
    roles = [message.role for message in messages[-2:]]
    return roles == ["user", "user"] and bool(_LAST.search(messages[-1].text))


def begun(said: Sequence[Message]) -> tuple[str, Stage]:
    """The task, and the page that it begins on."""
    first = said[0] if said else Message(role="user")
    task = first.text.partition("\nSaved secrets for ")[0]
    return task.removeprefix("Task:").strip(), Stage(first)


def past(said: Sequence[Message], read: Callable[[str], Call]) -> Iterator[tuple[Exchange, ...]]:
    """Every answer with what came of it: of what was refused there is no report."""
    for answer, told in itertools.pairwise(said):
        if answer.role == "assistant" and told.role == "user":
            done = any(isinstance(each, ChangeReport) for each in told.data)
            result = ToolResult(
                call_id="", name="", text=told.words, is_error=not done, data=told.data
            )
            yield (Exchange(call=read(answer.text), result=result),)


def _said(answer: str) -> Call:
    """An answer as it was given; one that is no action of ours has no name."""
    try:
        values = json.loads(answer)
    except ValueError:
        values = None
    if not isinstance(values, dict):
        return Call(name="")
    given = {key: values[key] for key in ("element_id", "text") if values.get(key) is not None}
    return Call(name=str(values.get("action", "")), arguments=given)


def policy(stage: Stage, task: str) -> Policy[Step]:
    """Do what the planner hands out, one part after another."""
    nowhere = stage.page.url in _NOWHERE and stage.page.dialog is None
    planning = planner.policy(planner.sub_tasks(task), False, {}, nowhere)
    result: Result | None = None
    while True:
        wanted = advance(planning, result)[0][-1]
        if wanted.name == "finish":
            return (_done(_answer(wanted.arguments, result)),)
        result = yield from _browse(stage, wanted.arguments["sub_task"])


def _answer(finish: Mapping[str, Any], last: Result | None) -> str:
    """The answer in words; of a count with what was counted, for that is all that shows it."""
    answer = str(finish["answer"])
    if finish["status"] == "cannot":
        return f"Cannot: {answer}"
    counted = [fact.value for fact in last.facts[1:]] if last else []
    return f"{answer}: {'; '.join(counted)}" if answer == str(len(counted)) else answer


def _browse(stage: Stage, sub_task: str) -> Generator[Batch, Step, Result]:
    """Do what the navigator wants for one sub-task."""
    scene = Scene(page=stage.page)
    navigating = navigator.policy(scene, sub_task)
    steps: list[Step] | None = None
    while True:
        batch = advance(navigating, steps)[0]
        if batch[0].name == "report":
            return _result(batch[0].arguments)
        steps = []
        for call in batch:
            if steps and (steps[-1].error or steps[-1].navigated):
                steps.append(Step(page=scene.page, text="Not run.", error=True))
            else:
                steps.append((yield from _carried_out(scene, call)))


def _result(report: Mapping[str, Any]) -> Result:
    facts = [
        Fact(number=number, claim=fact["claim"]) for number, fact in enumerate(report["facts"], 1)
    ]
    return Result(status=report["status"], summary=report["summary"], facts=tuple(facts))


def _carried_out(scene: Scene, call: Call) -> Actions:
    """Carry out one call of the navigator by actions."""
    if call.name == "get_dom":
        # What was shown last is the whole page.
        return Step(page=scene.page, fresh=scene.page.lines)
    if call.name == "wait_for":
        return (yield from _wait_for(scene, call))
    actions = _actions(call, scene.page)
    if not actions:
        return Step(page=scene.page, text=f"{call.name} cannot be done here.", error=True)
    step = Step(page=scene.page)
    for action in actions:
        before = step
        step = _learned(scene, (yield (action,)))
        if step.error or step.navigated:
            break
        step = replace(
            step,
            fresh=before.fresh + step.fresh,
            around=before.around + step.around,
            changed=before.changed or step.changed,
        )
    return step


def _learned(scene: Scene, step: Step) -> Step:
    """Bring what an action came to into the scene."""
    scene.page, scene.partly = step.page, False
    scene.document += step.navigated
    return step


def _wait_for(scene: Scene, call: Call) -> Actions:
    wanted, gone = str(call.arguments["text"]), bool(call.arguments.get("gone"))

    def is_so() -> bool:
        words = " ".join(line.name for line in scene.page.lines)
        return (wanted.casefold() in words.casefold()) != gone

    for _ in range(_WAITS):
        if is_so():
            break
        _learned(scene, (yield (Call(name="wait"),)))
    said = f"'{wanted}' {'is' if is_so() != gone else 'is not'} on the page."
    return Step(page=scene.page, text=said, error=not is_so(), changed=is_so())


def _actions(call: Call, page: Page) -> Batch:
    """The actions that carry out a call, none when there are none for it."""
    given = call.arguments
    element, text = given.get("mmid"), given.get("text") or given.get("option") or ""
    enter = Call(name="press_enter")
    match call.name:
        case "click":
            return (Call(name="click", arguments={"element_id": element}),)
        case "enter_text" | "select_option" if text:
            typed = Call(name="type", arguments={"element_id": element, "text": text})
            return (typed, enter) if given.get("submit") else (typed,)
        case "press_key" if given["key"] == "Enter":
            return (enter,)
        case "scroll" if given["direction"] in ("up", "down"):
            return (Call(name=f"scroll_{given['direction']}"),)
        case "open_url":
            return (Call(name="navigate", arguments={"text": given["url"]}),)
        case "history" if given["direction"] == "back":
            return (Call(name="back"),)
        case "history" if given["direction"] == "reload":
            return (Call(name="navigate", arguments={"text": page.url}),)
        case "handle_dialog":
            return (enter if given["accept"] else Call(name="back"),)
    return ()


def _done(answer: str) -> Call:
    return Call(name="done", arguments={"text": answer})
