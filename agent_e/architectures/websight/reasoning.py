"""Between a chat of function calls and a reasoner that answers in words and sees one picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agent_e.models.middleware import ModelMiddleware
from agent_e.models.model import AnswerSchema, Message, Model, Picture, Reply, ToolCall, ToolSchema
from agent_e.models.tool_messages import flatten_tool_messages

from .tag_parser import action_in

ACT, DONE = "act", "done"
REPAIR = (
    "There is no action in it. Answer with <reasoning>…</reasoning> and one <action>…</action>, or "
    "<action>FINISHED the answer</action>."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Status:
    """How things stand: what is ours to say, and what comes from pages."""

    said: str
    page: str
    pictures: tuple[Picture, ...] = ()


class Reasoning(ModelMiddleware):
    """The reasoner's model, asked anew at each step with how things stand."""

    def __init__(self, model: Model, status: Callable[[], Status], *, sees: bool) -> None:
        """Wrap a model.

        Args:
            model: which is offered no functions.
            status: says how things stand now.
            sees: whether it sees pictures; who does not has the whole conversation to go by.
        """
        super().__init__(model, self.fitted)
        self._status = status
        self._sees = sees

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer with one call; a reply that holds no action is returned as it came."""
        reply = await super().complete(messages)
        wanted = action_in(reply.text)
        if wanted is None:
            return reply
        name, words = wanted
        number = 1 + sum(message.role == "assistant" for message in messages)
        given = {"answer" if name == DONE else "instruction": words}
        arguments = json.dumps(given, ensure_ascii=False)
        return replace(
            reply, calls=(ToolCall(id=f"step_{number}", name=name, arguments=arguments),)
        )

    def fitted(self, messages: Sequence[Message]) -> list[Message]:
        """What is sent of a conversation."""
        if not self._sees:
            return flatten_tool_messages(messages)
        status = self._status()
        shown = Message(role="user", text=status.said, page=status.page, pictures=status.pictures)
        return [messages[0], shown, *_remarks(messages)]


def _remarks(messages: Sequence[Message]) -> list[Message]:
    """What was said to it since the last action: that an answer was none, or does not hold."""
    found: list[Message] = []
    for message in reversed(messages[2:]):
        if message.pictures or any(not result.is_error for result in message.results):
            break
        found[:0] = flatten_tool_messages([message])
    return found
