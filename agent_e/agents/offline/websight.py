"""The four parts of the vision-first agent, by rules.

The reasoner plays the Set-of-Mark agent and says its actions in words, one at a time; the actor,
who is told what lies where, finds by number or by name what is meant, and scrolls to it.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from agent_e.agents.model import Message, ToolResult
from agent_e.agents.websight.tagged import action_in
from agent_e.vision.actions import Action, Direction, Point, Space
from agent_e.vision.dialects import DIALECTS

from . import som
from .grounding import Candidate, best_candidate
from .planner import sub_tasks
from .replay import Batch, Call, Exchange, Policy, advance, replay
from .som import Outcome

_TASK = re.compile(r"^Task: (.*)$", re.M)
_STEP = re.compile(r"^The step: (?P<step>.*?)\n\n(?P<told>.*)", re.M | re.S)
_ORDER = re.compile(r"^Do this: (?P<order>.*?)(?:\n\n(?P<where>.*))?\Z", re.M | re.S)
_WHERE = re.compile(
    r"^\[(?P<mmid>\d+)\] (?P<role>\S+) '(?P<name>.*)' "
    r"(?:at \((?P<x>-?[\d.e+]+), (?P<y>-?[\d.e+]+)\)|(?P<way>above|below|left|right))$",
    re.M,
)
_TYPE = re.compile(r'Type "(.*)"', re.S)
_NUMBER = re.compile(r"\[(\d+)\]\s*\Z")
_SCROLL = re.compile(r"Scroll (up|down)")
_MIDDLE = (640.0, 360.0)
_WAYS: dict[str, Direction] = {"above": "up", "below": "down", "left": "left", "right": "right"}
_MOST_SCROLLS = 25
_LOOP = re.compile(r"\ALOOP\b.*?\n\n", re.S)
_ROLES = {"step": "planner", "reasoning": "reasoner", "advanced": "judge"}
"""Tags that prompts ask for, and who is asked for them."""


def role_asked(messages: Sequence[Message]) -> str:
    """Which of the four is asked; ``""`` for none."""
    prompt = "".join(message.text for message in messages if message.role == "system")
    for tag, role in _ROLES.items():
        if f"<{tag}>" in prompt:
            return role
    last = messages[-1].text if messages else ""
    return "actor" if not prompt and "Do this: " in last and "left_double(" in last else ""


def answer(role: str, messages: Sequence[Message]) -> str:
    """Return the reply of a role."""
    words = "\n".join(message.text for message in messages if message.role == "user")
    match role:
        case "planner":
            task = _TASK.search(words)
            steps = sub_tasks(task[1]) if task else []
            return "\n".join(f"<step>{step}</step>" for step in steps)
        case "judge":
            found = _STEP.search(words)
            told = found["told"].partition("\n")[0] if found else ""
            state = f"{found['step']}: {told}" if found else words[:80]
            return f"<advanced>yes</advanced>\n<state>{state}</state>"
        case "actor":
            return _acted(words)
    return _reasoned(messages)


def _acted(words: str) -> str:
    """The action that does what is ordered, as the prompt asks for it."""
    found = _ORDER.search(words)
    order, where = (found["order"].strip(), found["where"] or "") if found else ("", "")
    return str(DIALECTS["ui_tars"].render(_action(order, where)))


def _action(order: str, where: str) -> Action:
    if typed := _TYPE.match(order):
        return Action(kind="type", text=typed[1])
    if order == "Press Enter":
        return Action(kind="key", keys=("Enter",))
    if order == "Wait":
        return Action(kind="wait")
    if scrolled := _SCROLL.match(order):
        return _scroll("up" if scrolled[1] == "up" else "down")
    lines = list(_WHERE.finditer(where))
    number = _NUMBER.search(order)
    line = next((each for each in lines if number and each["mmid"] == number[1]), None)
    if line is None and number is None:
        return _by_name(order, lines)
    if line is None:
        return Action(kind="done", text="STUCK")
    if line["way"]:
        return _scroll(_WAYS[line["way"]])
    return Action(kind="click", point=_point(float(line["x"]), float(line["y"])))


def _by_name(order: str, lines: Sequence[re.Match[str]]) -> Action:
    among = [
        Candidate(role=each["role"], name=each["name"], point=(float(each["x"]), float(each["y"])))
        for each in lines
        if not each["way"]
    ]
    found = best_candidate(order, among)
    if found is None:
        return Action(kind="done", text="STUCK")
    return Action(kind="click", point=_point(*found.point))


def _scroll(direction: Direction) -> Action:
    return Action(kind="scroll", point=_point(*_MIDDLE), direction=direction)


def _point(x: float, y: float) -> Point:
    return Point(x=x, y=y, space=Space("css"))


class _Stage:
    """The page as the newest message shows it."""

    def __init__(self, view: str) -> None:
        self.view = view

    def take(self, batch: tuple[Exchange, ...]) -> Outcome:
        """Learn from one step."""
        outcome = som.outcome(_LOOP.sub("", batch[-1].result.text))
        self.view = outcome.view or self.view
        return replace(outcome, view=self.view)


def _reasoned(messages: Sequence[Message]) -> str:
    said = [message for message in messages if message.role != "system"]
    task, view = som.parted(said[0].text if said else "")
    task = task.removesuffix("No page is open yet.").removeprefix("Task:").strip()
    stage = _Stage(view)
    wanted = replay(lambda: _policy(stage, task), list(_past(said[1:])), stage.take)[0]
    words = str(wanted.arguments["text"])
    if wanted.name == "done":
        words = f"FINISHED {words}"
    elif said and som.is_last(said):
        words = f"FINISHED Cannot: out of steps before it was finished: {task[:200]}"
    return f"<reasoning>For: {task[:200]}</reasoning>\n<action>{words}</action>"


def _past(messages: Sequence[Message]) -> Iterator[tuple[Exchange, ...]]:
    for reply, told in zip(messages, messages[1:], strict=False):
        if reply.role == "assistant" and told.role == "user":
            name, words = action_in(reply.text) or ("", "")
            result = ToolResult(call_id="", name="", text=told.text)
            yield (Exchange(call=Call(name=name, arguments={"text": words}), result=result),)


def _policy(stage: _Stage, task: str) -> Policy[Outcome]:
    acting = som.policy(stage, task)
    batch, ended = advance(acting, None)
    while not ended:
        outcome = yield from _carried_out(stage, batch[0])
        batch, ended = advance(acting, outcome)
    return batch


Doing = Generator[Batch, Outcome, Outcome]


def _carried_out(stage: _Stage, action: Call) -> Doing:
    """Carry out one action of the Set-of-Mark agent in single steps."""
    page, given = som.page_of(stage.view), action.arguments
    text, element = str(given.get("text") or ""), given.get("element_id")
    if page.dialog:
        spoken = f' with "{text}"' if text else ""
        yes = action.name in ("press_enter", "type")
        return (yield _say(f"{'Accept' if yes else 'Dismiss'} the dialog{spoken}"))
    if action.name in ("click", "type") and element is not None:
        line = page.element(element)
        called = f"{line.role} '{line.name}' " if line else ""
        outcome = yield from _reached(f"Click the {called}[{element}]")
        if action.name == "click" or outcome.error:
            return outcome
    return (yield _say(_order(action.name, text)))


def _reached(order: str) -> Doing:
    """Say it again as long as it is only scrolled towards."""
    outcome = yield _say(order)
    for _ in range(_MOST_SCROLLS):
        if not outcome.told.startswith("Scrolled"):
            break
        outcome = yield _say(order)
    return outcome


def _order(name: str, text: str) -> str:
    return {
        "type": f'Type "{text}"',
        "press_enter": "Press Enter",
        "scroll_down": "Scroll down",
        "scroll_up": "Scroll up",
        "navigate": f"Navigate to {text}",
        "back": "Go back",
    }.get(name, "Wait")


def _say(order: str) -> Batch:
    return (Call(name="act", arguments={"text": " ".join(order.split())}),)
