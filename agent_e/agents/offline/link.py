"""The link agent's part: plays the Set-of-Mark agent, and says its clicks as words.

Who cannot see goes by records of the pages. What takes more than addresses and clicks is not done.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from agent_e.models.model import Message

from . import som
from .changes import Step
from .outline import Page
from .replay import Call, Policy, advance, replay

_MEMBERS = {"open_url": "url", "click": "click"}
_NOT_OURS = "This cannot be done by addresses and clicks on words."


def is_asked(messages: Sequence[Message]) -> bool:
    """Whether the system prompt asks for addresses, words to click, or an answer."""
    prompt = "".join(message.text for message in messages if message.role == "system")
    return all(f'{{"{member}":' in prompt for member in _MEMBERS.values())


def next_answer(messages: Sequence[Message]) -> str:
    """Return the next answer: JSON of one of the two kinds, or the words for the person."""
    said = [message for message in messages if message.role != "system"]
    task, stage = som.begun(said)
    wanted = replay(lambda: _policy(stage, task), list(som.past(said, _read)), stage.take)[0]
    member = _MEMBERS.get(wanted.name)
    if member is None:
        return str(wanted.arguments["text"])
    if som.is_last(said):
        return f"Cannot: out of steps before it was finished: {task[:200]}"
    return json.dumps({member: wanted.arguments["text"]}, ensure_ascii=False)


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


def _policy(stage: som.Stage, task: str) -> Policy[Step]:
    acting = som.policy(stage, task)
    batch, ended = advance(acting, None)
    while not ended:
        said = _said(batch[0], stage.page)
        if said is None:
            step = Step(page=stage.page, text=_NOT_OURS, error=True)
        else:
            step = yield (said,)
        batch, ended = advance(acting, step)
    return batch


def _said(action: Call, page: Page) -> Call | None:
    """The answer that does what an action does; ``None`` where there is none."""
    if action.name == "navigate":
        return Call(name="open_url", arguments={"text": action.arguments["text"]})
    line = page.element(action.arguments.get("element_id")) if action.name == "click" else None
    words = max((line.name if line else "").split("…"), key=len).strip()
    return Call(name="click", arguments={"text": words}) if words else None
