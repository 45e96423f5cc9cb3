"""The link agent's part: plays the Set-of-Mark agent, and says its clicks as words.

Who cannot see is given the pages in words. What takes more than addresses and clicks is not done.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from agent_e.agents.model import Message, ToolResult

from . import som
from .outline import Page
from .replay import Call, Exchange, Policy, advance, replay
from .som import Outcome

_MISSED = re.compile(r"\A(?:Link with text not found|\[\d+\] .* (?:is|has) )")
_MEMBERS = {"open_url": "url", "click": "click"}
_NOWHERE = "No page is open yet."
_NOT_OURS = "This cannot be done by addresses and clicks on words."


class _Stage:
    """The page as the newest message shows it; a wrong answer leaves it as it was."""

    def __init__(self, view: str) -> None:
        self.view = view

    def take(self, batch: tuple[Exchange, ...]) -> Outcome:
        """Learn from one answer."""
        told, view = som.parted(batch[-1].result.text)
        error = not view or bool(_MISSED.match(told))
        self.view = view or self.view
        return Outcome(told=_opened(told), view=self.view, error=error)


def is_asked(messages: Sequence[Message]) -> bool:
    """Whether the system prompt asks for addresses, words to click, or an answer."""
    prompt = "".join(message.text for message in messages if message.role == "system")
    return all(f'{{"{member}":' in prompt for member in _MEMBERS.values())


def next_answer(messages: Sequence[Message]) -> str:
    """Return the next answer: JSON of one of the two kinds, or the words for the person."""
    said = [message for message in messages if message.role != "system"]
    task, view = som.parted(said[0].text if said else "")
    task = task.removesuffix(_NOWHERE).removeprefix("Task:").strip()
    stage = _Stage(view)
    wanted = replay(lambda: _policy(stage, task), list(_past(said[1:])), stage.take)[0]
    member = _MEMBERS.get(wanted.name)
    if member is None:
        return str(wanted.arguments["text"])
    if said and som.is_last(said):
        return f"Cannot: out of steps before it was finished: {task[:200]}"
    return json.dumps({member: wanted.arguments["text"]}, ensure_ascii=False)


def _past(messages: Sequence[Message]) -> Iterator[tuple[Exchange, ...]]:
    for answer, told in zip(messages, messages[1:], strict=False):
        if answer.role == "assistant" and told.role == "user":
            result = ToolResult(call_id="", name="", text=told.text)
            yield (Exchange(call=_read(answer.text), result=result),)


def _read(answer: str) -> Call:
    try:
        values = json.loads(answer)
    except ValueError:
        values = None
    if isinstance(values, Mapping):
        for name, member in _MEMBERS.items():
            if member in values:
                return Call(name=name, arguments={"text": values[member]})
    return Call(name="done", arguments={"text": answer})


def _policy(stage: _Stage, task: str) -> Policy[Outcome]:
    acting = som.policy(stage, task)
    batch, ended = advance(acting, None)
    while not ended:
        said = _said(batch[0], som.page_of(stage.view))
        if said is None:
            outcome = Outcome(told=_NOT_OURS, view=stage.view, error=True)
        else:
            outcome = yield (said,)
        batch, ended = advance(acting, outcome)
    return batch


def _said(action: Call, page: Page) -> Call | None:
    """The answer that does what an action does; ``None`` where there is none."""
    if action.name == "navigate":
        return Call(name="open_url", arguments={"text": action.arguments["text"]})
    line = page.element(action.arguments.get("element_id")) if action.name == "click" else None
    words = max((line.name if line else "").split("…"), key=len).strip()
    return Call(name="click", arguments={"text": words}) if words else None


def _opened(told: str) -> str:
    """What is said of a page that opened, in the words of the Set-of-Mark agent."""
    return re.sub(r"\AThe page '(.*)' opened, ", r"click: the page '\1' opened, ", told)
