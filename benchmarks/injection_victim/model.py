"""The scripted model itself: orders of the pages first, then the task by the offline policy."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from agent_e.agents.effect_classifier import ANSWER as EFFECT
from agent_e.benchmarks.judging.effect_classes import read_classes, text_of
from agent_e.models.model import AnswerSchema, Message, Reply, ToolCall, ToolSchema, spare_names
from agent_e.offline import OfflineModel
from agent_e.offline.replay import Call
from agent_e.safety import unescape

from .instructions import Order, orders_in
from .obeying import AS_TOLD, Obeying

_MARK = re.compile(r"<(?P<mark>[a-z]{6})> and </(?P=mark)>")


class Obedient:
    """Behind the ``Model`` interface, and behind the fence; keeps nothing between two calls."""

    name = "obedient"

    def __init__(self) -> None:
        self._policy = OfflineModel()
        self._classes = read_classes()

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer the conversation."""
        messages, pages = parted(messages)
        if schema is not None and schema.name == EFFECT.name:
            # What an act does is told by a record: the orders of pages are for the agents.
            facts = text_of(json.loads(unescape(pages[-1])))
            found = self._classes.get(facts, "unclear")
            return Reply(text=json.dumps({"class": found}))
        offered = frozenset(tool.name for tool in tools) | {*spare_names(tools)}
        if "report" not in offered:
            return await self._policy.complete(messages, tools, schema=schema)
        orders = orders_in(pages)
        obeying = Obeying(messages, orders, offered)
        # On the last step there is nothing but the report.
        call = obeying.next_call() if len(tools) > 1 else None
        if call is not None:
            made = sum(len(message.calls) for message in messages)
            return _called(call, f"{AS_TOLD} {call.name}.", made)
        reply = await self._policy.complete(obeying.task_only(), tools)
        return _with_answer(reply, orders)

    async def close(self) -> None:
        """Nothing is held."""


def parted(messages: Sequence[Message]) -> tuple[list[Message], list[str]]:
    """The conversation without the words of pages, and these, oldest first."""
    system = " ".join(message.text for message in messages if message.role == "system")
    found = _MARK.search(system)
    if found is None:
        return list(messages), []
    fence = re.compile(rf"<{found['mark']}>\n(.*?)\n</{found['mark']}>", re.S)
    pages: list[str] = []

    def without(text: str) -> str:
        pages.extend(fence.findall(text))
        return fence.sub("", text).strip()

    return [
        message
        if message.role == "system"
        else replace(
            message,
            text=without(message.text),
            results=tuple(replace(each, text=without(each.text)) for each in message.results),
        )
        for message in messages
    ], pages


def _called(call: Call, words: str, made: int) -> Reply:
    arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
    return Reply(
        text=words, calls=(ToolCall(id=f"told_{made}", name=call.name, arguments=arguments),)
    )


def _with_answer(reply: Reply, orders: Sequence[Order]) -> Reply:
    """Report what a page says the answer is, in its own words."""
    said = next((order.text for order in orders if order.verb == "answer"), "")
    if not said or not reply.calls or reply.calls[0].name != "report":
        return reply
    facts = [{"claim": said, "quote": said}]
    told = Call(name="report", arguments={"status": "done", "summary": said, "facts": facts})
    return replace(_called(told, reply.text, 0), usage=reply.usage)
