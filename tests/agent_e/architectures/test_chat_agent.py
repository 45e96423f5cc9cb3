"""A model that says in words what to call, as one that calls functions."""

from __future__ import annotations

import json

from agent_e.architectures.chat_agent import WordedCalls
from agent_e.models.model import Message, Reply, ToolSchema


class Parrot:
    """Answers with what it was told last, and knows what it was offered."""

    name = "parrot"

    def __init__(self) -> None:
        self.offered: list[ToolSchema] = []

    async def complete(self, messages, tools=(), *, schema=None) -> Reply:
        self.offered += tools
        return Reply(text=messages[-1].text)

    async def close(self) -> None:
        pass


def read(text: str) -> tuple[str, dict[str, str]] | None:
    return ("click", {"text": text}) if text else None


TOOL = ToolSchema(name="click", description="Click.", parameters={})


async def test_words_become_one_call():
    parrot = Parrot()
    said = [
        Message(role="user", text="Task"),
        Message(role="assistant", text="More"),
        Message(role="user", text="Größe"),
    ]
    reply = await WordedCalls(parrot, lambda messages: messages, read).complete(said, [TOOL])
    (call,) = reply.calls
    assert (call.name, json.loads(call.arguments)) == ("click", {"text": "Größe"})
    assert call.id.endswith("2")
    assert parrot.offered == []


async def test_what_stands_for_nothing_comes_back_as_it_was():
    said = [Message(role="user", text="")]
    reply = await WordedCalls(Parrot(), lambda messages: messages, read).complete(said)
    assert reply == Reply(text="")


async def test_the_model_is_sent_what_is_told_of_the_conversation():
    said = [Message(role="user", text="one"), Message(role="user", text="two")]
    reply = await WordedCalls(Parrot(), lambda messages: messages[:1], read).complete(said)
    assert json.loads(reply.calls[0].arguments) == {"text": "one"}
