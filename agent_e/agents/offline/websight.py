"""The four parts of the vision-first agent, by rules.

The reasoner plays the Set-of-Mark agent and says its actions in words, one at a time; the actor,
who goes by where things lie, finds by number or by name what is meant, and scrolls to it.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence

from agent_e.agents.model import Message
from agent_e.agents.websight.tagged import action_in
from agent_e.types import BBox, Observation, Scroll
from agent_e.vision.actions import Action, Direction, Point, Space

from . import som
from .changes import Step
from .grounding import best_candidate, candidates
from .planner import sub_tasks
from .replay import Batch, Call, Policy, advance, replay

_TASK = re.compile(r"^Task: (.*)$", re.M)
_STEP = re.compile(r"^The step: (.*)", re.M)
_ORDER = re.compile(r"^Do this: (.*)\Z", re.M | re.S)
_TYPE = re.compile(r'Type "(.*)"', re.S)
_NUMBER = re.compile(r"\[(\d+)\]\s*\Z")
_SCROLL = re.compile(r"Scroll (up|down)")
_MIDDLE = (640.0, 360.0)
_MOST_SCROLLS = 25
_STUCK = Action(kind="done", text="STUCK")
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
            return f"<advanced>yes</advanced>\n<state>{found[1] if found else words[:80]}</state>"
        case "actor":
            return _acted(words, messages)
    return _reasoned(messages)


def _acted(words: str, messages: Sequence[Message]) -> str:
    """The action that does what is ordered, as the prompt asks for it."""
    found = _ORDER.search(words)
    seen = (each for message in messages for each in message.data)
    pages = [each for each in seen if isinstance(each, Observation)]
    page = pages[-1] if pages else Observation(url="", title="")
    return f"Action: {_written(_action(found[1].strip() if found else '', page))}"


def _written(action: Action) -> str:
    """The action as a call of UI-TARS."""
    at = action.point
    place = f"point='<point>{at.x:.12g} {at.y:.12g}</point>'" if at else ""
    if action.kind == "scroll":
        return f"scroll({place}, direction='{action.direction}')"
    if action.kind == "key":
        return f"hotkey(key='{' '.join(action.keys).lower()}')"
    if action.kind not in ("type", "done"):
        return f"{action.kind}({place})"
    text = (action.text or "").replace("\\", "\\\\").replace("'", "\\'")
    return f"{'type' if action.kind == 'type' else 'finished'}(content='{text}')"


def _action(order: str, page: Observation) -> Action:
    if typed := _TYPE.match(order):
        return Action(kind="type", text=typed[1])
    if order == "Press Enter":
        return Action(kind="key", keys=("Enter",))
    if order == "Wait":
        return Action(kind="wait")
    if scrolled := _SCROLL.match(order):
        return _scroll("up" if scrolled[1] == "up" else "down")
    number = _NUMBER.search(order)
    if number is None:
        found = best_candidate(order, candidates(page))
        return Action(kind="click", point=_point(*found.point)) if found else _STUCK
    node = page.node(int(number[1]))
    return _towards(node.bbox, page.scroll) if node is not None and node.bbox else _STUCK


def _towards(box: BBox, view: Scroll) -> Action:
    """Click the middle of what is in view, or scroll to it."""
    x, y, width, height = box
    left, right = max(x, 0), min(x + width, view.viewport_width)
    top, bottom = max(y, 0), min(y + height, view.viewport_height)
    if right > left and bottom > top:
        return Action(kind="click", point=_point((left + right) / 2, (top + bottom) / 2))
    if top >= bottom:
        return _scroll("up" if y < 0 else "down")
    return _scroll("left" if x < 0 else "right")


def _scroll(direction: Direction) -> Action:
    return Action(kind="scroll", point=_point(*_MIDDLE), direction=direction)


def _point(x: float, y: float) -> Point:
    return Point(x=x, y=y, space=Space("css"))


def _reasoned(messages: Sequence[Message]) -> str:
    said = [message for message in messages if message.role != "system"]
    task, stage = som.begun(said)
    wanted = replay(lambda: _policy(stage, task), list(som.past(said, _read)), stage.take)[0]
    words = str(wanted.arguments["text"])
    if wanted.name == "done":
        words = f"FINISHED {words}"
    elif som.is_last(said):
        words = f"FINISHED Cannot: out of steps before it was finished: {task[:200]}"
    return f"<reasoning>For: {task[:200]}</reasoning>\n<action>{words}</action>"


def _read(reply: str) -> Call:
    name, words = action_in(reply) or ("", "")
    return Call(name=name, arguments={"text": words})


def _policy(stage: som.Stage, task: str) -> Policy[Step]:
    acting = som.policy(stage, task)
    batch, ended = advance(acting, None)
    while not ended:
        step = yield from _carried_out(stage, batch[0])
        batch, ended = advance(acting, step)
    return batch


Doing = Generator[Batch, Step, Step]


def _carried_out(stage: som.Stage, action: Call) -> Doing:
    """Carry out one action of the Set-of-Mark agent in single steps."""
    page, given = stage.page, action.arguments
    text, element = str(given.get("text") or ""), given.get("element_id")
    if page.dialog is not None:
        spoken = f' with "{text}"' if text else ""
        yes = action.name in ("press_enter", "type")
        return (yield _say(f"{'Accept' if yes else 'Dismiss'} the dialog{spoken}"))
    if action.name in ("click", "type") and element is not None:
        line = page.element(element)
        called = f"{line.role} '{line.name}' " if line else ""
        step = yield from _reached(f"Click the {called}[{element}]")
        if action.name == "click" or step.error:
            return step
    return (yield _say(_order(action.name, text)))


def _reached(order: str) -> Doing:
    """Say it again as long as it is only scrolled towards."""
    step = yield _say(order)
    for _ in range(_MOST_SCROLLS):
        if not step.scrolled:
            break
        step = yield _say(order)
    return step


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
