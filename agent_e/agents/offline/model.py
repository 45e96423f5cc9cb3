"""``OfflineModel``: takes the role that functions or prompt imply, and answers as that."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Sequence

from agent_e.models.model import AnswerSchema, Message, Reply, ToolCall, ToolSchema, spare_names
from agent_e.types import Data, Usage

from . import judge, navigator, planner
from .planner import reports
from .replay import Batch, Call
from .steered import steered

_LAST = re.compile(
    r"\b(?:last|final) (?:step|call|reply|turn)\b|\bno (?:more )?steps? (?:left|remain)", re.I
)


class OfflineModel:
    """A baseline of rules behind the ``Model`` interface.

    It reads the messages and the schemas and nothing else, keeps nothing between calls, knows no
    site and gives the same reply to the same conversation.
    """

    name = "offline"

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer as the role that is asked for; for another one, say so in words. Never raises."""
        told = _told(messages)
        messages = steered(messages)
        offered = {tool.name: tool for tool in tools}
        within_reach = {*offered, *spare_names(tools)}
        later = [message.text for message in messages if message.role == "user"][1:]
        if "finish" in offered:
            last = "browse" not in offered or any(_LAST.search(text) for text in later[-1:])
            before = _facts(told) - _facts(_told(messages))
            wanted = planner.next_calls(messages, tools, last=last, before=before)
        elif "report" in offered:
            last = len(offered) == 1 or any(_LAST.search(text) for text in later[-1:])
            wanted = navigator.next_calls(messages, last=last, offered=within_reach)
            wanted = _possible(wanted, within_reach)
        else:
            text = "The offline model knows only the functions of planner and navigator, not these."
            if not offered and judge.is_asked(messages):
                text = judge.verdict(messages)
            return Reply(text=text, usage=_usage(messages, text))
        made = sum(len(message.calls) for message in messages)
        calls = tuple(
            ToolCall(
                id=f"offline_{number}",
                name=call.name,
                arguments=_json(call, offered.get(call.name)),
            )
            for number, call in enumerate(wanted, made + 1)
        )
        return Reply(calls=calls, usage=_usage(messages, "".join(call.arguments for call in calls)))

    async def close(self) -> None:
        """Nothing is held."""


def _possible(wanted: Batch, offered: Container[str]) -> Batch:
    """The calls as they are, or a report when one needs a function that is not offered."""
    missing = [call.name for call in wanted if call.name not in offered]
    if wanted and not missing:
        return wanted
    summary = (
        f"This needs {missing[0]}, which is not offered." if missing else "There is nothing to do."
    )
    return (Call(name="report", arguments={"status": "failed", "summary": summary, "facts": []}),)


def _told(messages: Sequence[Message]) -> list[Sequence[Data]]:
    """What the results in a conversation were made from."""
    return [result.data for message in messages for result in message.results]


def _facts(told: Iterable[Sequence[Data]]) -> int:
    """How many facts sub-tasks reported."""
    return sum(len(report.facts) for data in told for report in reports(data))


def _json(call: Call, tool: ToolSchema | None) -> str:
    """The arguments the function has, as JSON; all of them where it is not listed yet."""
    properties = tool.parameters.get("properties", call.arguments) if tool else call.arguments
    return json.dumps(
        {name: value for name, value in call.arguments.items() if name in properties},
        ensure_ascii=False,
    )


def _usage(messages: Sequence[Message], answer: str) -> Usage:
    read = sum(
        len(message.words)
        + sum(len(call.name) + len(call.arguments) for call in message.calls)
        + sum(len(result.words) for result in message.results)
        for message in messages
    )
    return Usage(calls=1, input_tokens=read // 4, output_tokens=len(answer) // 4)
