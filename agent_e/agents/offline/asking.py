"""Has the person open what stands before a page: asks for what is wanted there and fills it in."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from agent_e.types import PersonAnswer

from .changes import Step
from .controls import messages, outcome, submit_button
from .doors import Blank, Door, find_door
from .filling import entry
from .forms import given_user
from .goals import Goal
from .replay import Call
from .scene import Moves, Report, Scene

ASK, FILL = "ask_user", "fill_secret"
_TRIES = 2
"""Times that the same is asked: who answers may have mistyped."""
_GIVEN_CODE = re.compile(r"\bcode\s*(?:is|:|=)?\s*[\"'“]?(?P<code>\d[\d ]{2,8}\d)\b", re.I)
_QUESTIONS = {
    "text": "What is your {label}, to log in at {place}?",
    "secret": "What is your password ('{label}'), to log in at {place}?",
    "code": "What is the code that {place} asks for ('{label}')?",
    "captcha": "{place} wants to know whether a person is there. What does its picture show"
    " ('{label}')?",
}
_SAVED_AS = {"secret": "password", "code": "one-time code", "text": "text for a single line"}


def can_pass(scene: Scene, door: Door) -> bool:
    """Whether there is anybody, or anything saved, to open a door with."""
    if not door.blanks:
        return False
    return ASK in scene.offered or all(_saved(scene, blank) for blank in door.blanks)


def pass_door(scene: Scene, goal: Goal, door: Door) -> Moves[Report | None]:
    """Have a door opened; returns what stands in the way if it stays shut."""
    said = ""
    for attempt in range(_TRIES):
        if attempt and ASK not in scene.offered:
            break  # what is saved does not get better
        for blank in door.blanks:
            call = None if attempt else _known(scene, goal, blank)
            problem = yield from _fill(scene, blank, call, said)
            if problem:
                return Report(status="blocked", summary=f"{door.reason} {problem}")
        step = yield from _send(scene, door)
        report = outcome(step, "Sent what was given")
        if step.error:
            # It was not sent, so what the person said is not what was wrong.
            return Report(status="blocked", summary=f"{door.reason} {report.summary}")
        shut = find_door(scene.page)
        if shut is None or shut.labels != door.labels:
            # Another door is told of when it turns out to be in the way.
            return report if shut is None and report.status == "failed" else None
        told = messages(scene.page, scene.page.lines)
        door, said = shut, f" It did not open: {told[0].name if told else report.summary}"
    return Report(status="blocked", summary=f"{door.reason}{said}")


def _fill(scene: Scene, blank: Blank, call: Call | None, said: str) -> Moves[str]:
    """Fill one field; returns why it could not be, ``""`` where it was."""
    label = blank.line.name.strip(" :*") or "answer"
    if call is None:
        place = urlsplit(scene.page.url).netloc or scene.page.title
        question = _QUESTIONS[blank.kind].format(label=label, place=place)
        if blank.kind != "text":
            # Words of a page may name passwords, and who asks for those in words is refused.
            question += said
        asked = yield from scene.do(ASK, question=question, kind=blank.kind)
        if asked.error:
            return f"The person was asked and did not answer: {asked.text[:200]}"
        call = _answer(blank, asked.answer)
    if call is None:
        return f"The person gave no {label}."
    step = yield from scene.do(call.name, **call.arguments)
    return f"It could not be filled in: {step.text[:200]}" if step.error else ""


def _known(scene: Scene, goal: Goal, blank: Blank) -> Call | None:
    """The call that fills a field with what the task gives or what is saved."""
    if blank.kind == "code" and (given := _GIVEN_CODE.search(goal.text)):
        return entry(blank.line, given["code"].replace(" ", ""))
    if blank.kind == "text" and goal.kind == "login" and (user := given_user(goal.text)):
        return entry(blank.line, user)
    if blank.kind == "text" and blank.line.value:
        return entry(blank.line, blank.line.value)
    handle = _saved(scene, blank)
    return _secret(blank, handle) if handle else None


def _answer(blank: Blank, said: PersonAnswer | None) -> Call | None:
    """The call that fills a field with what the person said."""
    if said is None or not said.given:
        return None
    value = str(said.value).strip()
    return _secret(blank, value) if blank.kind in ("secret", "code") else entry(blank.line, value)


def _send(scene: Scene, door: Door) -> Moves[Step]:
    line = door.blanks[-1].line
    button = submit_button(scene.page, line)
    if button is not None:
        return (yield from scene.click(button))
    return (yield from scene.do("press_key", key="Enter", mmid=line.mmid))


def _secret(blank: Blank, handle: str) -> Call:
    return Call(name=FILL, arguments={"mmid": blank.line.mmid, "handle": handle})


def _saved(scene: Scene, blank: Blank) -> str:
    """The name of a secret that is saved for such a field; ``""`` where there is none."""
    if FILL not in scene.offered:
        return ""
    return scene.saved.get(_SAVED_AS.get(blank.kind, ""), "")
