"""The scripted model itself: orders of the pages first, then the task by the offline policy."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agent_e.agents.model import Message
from agent_e.agents.offline import OfflineModel
from agent_e.benchmarks.scripted import Scripted

from .instructions import Order, orders_in
from .obeying import AS_TOLD, Obeying
from .wire import Asked, read_request


class Obedient:
    """Answers requests; keeps nothing between two."""

    def __init__(self) -> None:
        self._policy = OfflineModel()

    async def __call__(self, body: Mapping[str, Any]) -> Scripted:
        """Answer one request, given in the words of chat completions."""
        asked = read_request(body)
        offered = frozenset(tool.name for tool in asked.tools)
        if "report" not in offered:
            return await self._by_policy(asked, asked.messages)
        orders = orders_in(asked.pages)
        obeying = Obeying(asked.messages, orders, offered)
        # On the last step there is nothing but the report.
        call = obeying.next_call() if len(offered) > 1 else None
        if call is not None:
            return Scripted(text=f"{AS_TOLD} {call.name}.", calls=[(call.name, call.arguments)])
        reply = await self._by_policy(asked, obeying.task_only())
        return _with_answer(reply, orders)

    async def _by_policy(self, asked: Asked, messages: Sequence[Message]) -> Scripted:
        reply = await self._policy.complete(messages, asked.tools)
        calls = [(call.name, json.loads(call.arguments)) for call in reply.calls]
        return Scripted(text=reply.text or None, calls=calls)


def _with_answer(reply: Scripted, orders: Sequence[Order]) -> Scripted:
    """Report what a page says the answer is, in its own words."""
    said = next((order.text for order in orders if order.verb == "answer"), "")
    if not said or not reply.calls or reply.calls[0][0] != "report":
        return reply
    facts = [{"claim": said, "quote": said}]
    return Scripted(calls=[("report", {"status": "done", "summary": said, "facts": facts})])
