"""What the person has said, or planned, since: the conversation as if it had begun with that.

What pages say is kept apart from our own words, so that no page can speak for the person.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent_e.models.model import Message
from agent_e.types import Data, Observation

_SAID = re.compile(r'^The person says now: "(.*)"$', re.M)
_TASK = re.compile(r'\A(?:Task: ).*?((?:\nThe person says now: "[^\n]*")+)', re.S)
_OLD = re.compile(r"\ATask: .*?(?=\nThe person's plan, to go by:|\nNo page is open\b|\Z)", re.S)
_PLAN = re.compile(r"^The person changed the plan\. It is now:\n((?:\d+\. .*(?:\n|\Z))+)", re.M)
_STEP = re.compile(r"^\d+\. (.*)$", re.M)
_DONE = " (done)"
_NOWHERE = "No page is open yet."


def steered(messages: Sequence[Message]) -> list[Message]:
    """Return the conversation from the last time on that the person has spoken in it."""
    told = [_collapsed(each) if each.role == "user" else each for each in messages]
    first = next((at for at, each in enumerate(told) if each.role == "user"), len(told))
    spoken = [at for at, each in enumerate(told) if at > first and _is_words(each)]
    if not spoken:
        return told
    at = spoken[-1]
    text = _begun(told[first].text, told[at].text)
    begun = any(each.role == "assistant" for each in told[:at])
    if not begun and _NOWHERE in told[first].text:
        text = f"{text}\n{_NOWHERE}"
    start = Message(role="user", text=text, data=_look(told[: at + 1]))
    return [*(each for each in told[:first]), start, *told[at + 1 :]]


def _is_words(message: Message) -> bool:
    return message.role == "user" and bool(_SAID.search(message.text) or _PLAN.search(message.text))


def _collapsed(message: Message) -> Message:
    """The message with the newest words in the place of the task they come after."""
    found = _TASK.match(message.text)
    if found is None:
        return message
    newest = _SAID.findall(found[1])[-1]
    return replace(message, text=f"Task: {newest}{message.text[found.end() :]}")


def _begun(first: str, words: str) -> str:
    """The first message as it would have been: another task, or the task with another plan."""
    said, plan = _SAID.findall(words), _PLAN.search(words)
    old = _OLD.match(first)
    text = f"Task: {said[-1]}" if said else old[0] if old else first
    if plan is None:
        return text
    steps = [step for step in _STEP.findall(plan[1]) if not step.endswith(_DONE)]
    numbered = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    return f"{text}\nThe person's plan, to go by:\n{numbered}"


def _look(messages: Sequence[Message]) -> tuple[Data, ...]:
    """The page as it was shown last, for those who are shown pages."""
    shown = (each for message in reversed(messages) for each in reversed(message.data))
    return next(((each,) for each in shown if isinstance(each, Observation)), ())
