"""The answers of the link agent, told apart. Pure.

Source: seed ai-web-agent, "Starting Out": an address, words to click, or anything else, which is
the answer for the person. Where a grounder is also what to click by its looks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent_e.models.middleware import ModelMiddleware
from agent_e.models.model import AnswerSchema, Message, Model, Reply, ToolCall, ToolSchema
from agent_e.models.tool_messages import flatten_tool_messages
from agent_e.parsing.json_values import json_values
from agent_e.parsing.replies import bare
from agent_e.types import Linked

URL, CLICK, BY_LOOKS, ANSWER = "open_url", "click", "visual_click", "answer"
_MEMBERS = {"url": (URL, "url"), "click": (CLICK, "text")}
_BY_LOOKS = {BY_LOOKS: (BY_LOOKS, "description")}


class LinkActions(ModelMiddleware):
    """Stands between a chat of function calls and a model that answers in one of a few ways."""

    def __init__(self, model: Model, *, by_looks: bool = False) -> None:
        """Wrap a model; ``by_looks``: it may also click what it describes."""
        super().__init__(model, flatten_tool_messages)
        self._by_looks = by_looks

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer the conversation with one call; an empty reply is returned as it came."""
        reply = await super().complete(messages)
        wanted = read_link(reply.text, by_looks=self._by_looks)
        if wanted is None:
            return reply
        number = 1 + sum(message.role == "assistant" for message in messages)
        name, arguments = wanted
        given = json.dumps(arguments, ensure_ascii=False)
        return replace(reply, calls=(ToolCall(id=f"link_{number}", name=name, arguments=given),))


def read_link(reply: str, *, by_looks: bool = False) -> tuple[str, dict[str, str]] | None:
    """Return the function that a reply stands for and its argument; ``None`` for an empty one."""
    text = bare(reply)
    members = _MEMBERS | (_BY_LOOKS if by_looks else {})
    for found in json_values(text):
        value = found.value
        if not isinstance(value, Mapping):
            continue
        for member, (name, argument) in members.items():
            if isinstance(value.get(member), str):
                return name, {argument: value[member]}
    return (ANSWER, {"text": text}) if text else None


def by_words(linked: Sequence[Linked], words: str) -> Linked | None:
    """The first in document order whose text has these words, whatever their case and blanks."""
    wanted = " ".join(words.split()).lower()
    if not wanted:
        return None
    return next((each for each in linked if each.text is not None and wanted in each.text), None)
