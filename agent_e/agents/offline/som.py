"""The Set-of-Mark agent's part: plays planner and navigator, and says their calls as actions.

Who cannot see is given the pages in words. The policies of the other two roles run over these: each
call they want is carried out by the nine actions, and what these say is the call's result.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from agent_e.agents.model import Message, ToolResult

from . import navigator, planner
from .changes import Step
from .labels import read_page
from .outline import Page
from .planner import Fact, Result
from .replay import Batch, Call, Exchange, Policy, advance, replay
from .scene import Scene

_MEMBERS = ("thought", "action", "element_id", "text")
_LOOK = re.compile(r"(?:\A|\n\n)(?=(?:Page|URL): |A dialog is open: )")
_DIALOG = re.compile(r"A dialog is open: (?P<kind>\w+) '(?P<message>.*)'\. It hides the page", re.S)
_OPENED = re.compile(r"\w+: the page '(?P<title>.*)' opened, (?P<url>\S+)", re.S)
_REFUSED = "Not done: "
_LAST = re.compile(r"\b(?:last|final) (?:step|call|reply|turn)\b", re.I)
_SUMMED_UP = "\n\nPrevious actions summary:"
_NOWHERE = ("", "about:blank")
_WAITS = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What an action came to: the words about it, and the page after it as an outline."""

    told: str
    view: str
    error: bool = False


Actions = Generator[Batch, Outcome, Step]
"""Yields single actions, is sent their outcomes, returns what the call they carry out did."""


class Stage(Protocol):
    """The page as the newest message shows it, in words."""

    view: str


class _Stage:
    """That of a model that is asked for numbers."""

    def __init__(self, view: str) -> None:
        self.view = view

    def take(self, batch: tuple[Exchange, ...]) -> Outcome:
        """Learn from one action."""
        found = outcome(batch[-1].result.text)
        self.view = found.view
        return found


def is_asked(messages: Sequence[Message]) -> bool:
    """Whether the system prompt asks for an action with the members this model writes."""
    prompt = "".join(message.text for message in messages if message.role == "system")
    return all(f'"{member}"' in prompt for member in _MEMBERS)


def next_action(messages: Sequence[Message]) -> str:
    """Return the next action as JSON."""
    said = [message for message in messages if message.role != "system"]
    task, view = parted(said[0].text if said else "")
    task = task.split(_SUMMED_UP, 1)[0].partition("\nSaved secrets for ")[0]
    task = task.removeprefix("Task:").strip()
    stage = _Stage(view)
    wanted = replay(lambda: policy(stage, task), list(_past(said[1:])), stage.take)[0]
    if wanted.name != "done" and said and is_last(said):
        wanted = _done(f"Cannot: out of steps before it was finished: {task[:200]}")
    line = page_of(stage.view).element(wanted.arguments.get("element_id"))
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


def _past(messages: Sequence[Message]) -> Iterator[tuple[Exchange, ...]]:
    """Every answer with what was told of it."""
    for answer, told in zip(messages, messages[1:], strict=False):
        if answer.role == "assistant" and told.role == "user":
            result = ToolResult(call_id="", name="", text=told.text)
            yield (Exchange(call=_said(answer.text), result=result),)


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


def parted(text: str) -> tuple[str, str]:
    """What is told, and the look at the page after it."""
    looks = list(_LOOK.finditer(text))
    if not looks:
        return text, ""
    return text[: looks[-1].start()], text[looks[-1].end() :]


def outcome(text: str) -> Outcome:
    """Read what is told of an action, and the look after it."""
    told, view = parted(text)
    error = told.startswith(_REFUSED)
    return Outcome(told=told.removeprefix(_REFUSED), view=view, error=error)


def page_of(view: str) -> Page:
    """Read a look at the page: its outline, or what is said of a dialog."""
    if dialog := _DIALOG.match(view):
        return Page(dialog=f"{dialog['kind']} '{dialog['message']}'")
    return read_page(view)


def policy(stage: Stage, task: str) -> Policy[Outcome]:
    """Do what the planner hands out, one part after another."""
    nowhere = not stage.view or page_of(stage.view).url in _NOWHERE
    nowhere = nowhere and not page_of(stage.view).dialog
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


def _browse(stage: Stage, sub_task: str) -> Generator[Batch, Outcome, Result]:
    """Do what the navigator wants for one sub-task."""
    scene = Scene(page=page_of(stage.view))
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
    if call.name == "get_dom" and call.arguments.get("page", 1) == 1:
        # What was shown last is the whole page.
        return Step(page=scene.page, fresh=scene.page.lines, dialog=bool(scene.page.dialog))
    if call.name == "wait_for":
        return (yield from _wait_for(scene, call))
    actions = _actions(call, scene.page)
    if not actions:
        return Step(page=scene.page, text=f"{call.name} cannot be done here.", error=True)
    step = Step(page=scene.page)
    for action in actions:
        before = step
        step = _learned(scene, call, (yield (action,)))
        if step.error or step.navigated:
            break
        step = replace(
            step,
            fresh=before.fresh + step.fresh,
            around=before.around + step.around,
            changed=before.changed or step.changed,
        )
    return step


def _learned(scene: Scene, call: Call, outcome: Outcome) -> Step:
    """Bring an outcome into the scene, as what the call came to."""
    text = outcome.told
    if opened := _OPENED.match(text):
        title = " ".join(opened["title"].split())
        text = f'The page changed: now "{title}" at {opened["url"]}.\n{outcome.view}'
    result = ToolResult(call_id="", name=call.name, text=text, is_error=outcome.error)
    (step,) = scene.take((Exchange(call=call, result=result),))
    scene.page, scene.partly = page_of(outcome.view), False
    return step


def _wait_for(scene: Scene, call: Call) -> Actions:
    wanted, gone = str(call.arguments["text"]), bool(call.arguments.get("gone"))

    def is_so() -> bool:
        words = " ".join(line.name for line in scene.page.lines)
        return (wanted.casefold() in words.casefold()) != gone

    for _ in range(_WAITS):
        if is_so():
            break
        _learned(scene, call, (yield (Call(name="wait"),)))
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
