"""``OfflineModel``: infers its role from functions or prompt, and answers accordingly."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Sequence
from dataclasses import replace

from agent_e.types import Data, Observation, Usage
from agent_e.types.conversation import (
    AnswerSchema,
    Message,
    Reply,
    ToolCall,
    ToolSchema,
    spare_names,
)

from . import navigator, planner
from .grants import task_grants
from .planner import reports
from .replay import Batch, Call

_LAST = re.compile(
    r"\b(?:last|final) (?:step|call|reply|turn)\b|\bno (?:more )?steps? (?:left|remain)", re.I
)


class OfflineModel:
    """A rule-based baseline behind the ``Model`` interface.

    It reads only the messages and the schemas, keeps nothing between calls, knows no
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
        """Answer in the requested role; for an unknown one, say so in text. Never raises."""
        reported_facts = _facts(messages)
        messages = steered(messages)
        offered = {tool.name: tool for tool in tools}
        within_reach = {*offered, *spare_names(tools)}
        later = [message.text for message in messages if message.role == "user"][1:]
        if "finish" in offered:
            last = "browse" not in offered or any(_LAST.search(text) for text in later[-1:])
            before = reported_facts - _facts(messages)
            planned = planner.next_calls(messages, tools, last=last, before=before)
        elif schema is not None and schema.name == "grants":
            text = task_grants(messages[-1].text)
            return Reply(text=text, usage=_usage(messages, text))
        elif "report" in offered:
            last = len(offered) == 1 or any(_LAST.search(text) for text in later[-1:])
            planned = navigator.next_calls(messages, last=last)
            planned = _possible(planned, within_reach)
        else:
            text = "The offline model knows only the functions of planner and navigator, not these."
            if not offered and any('"cannot_tell"' in each.text for each in messages):
                text = _verdict(messages)
            return Reply(text=text, usage=_usage(messages, text))
        made = sum(len(message.calls) for message in messages)
        calls = tuple(
            ToolCall(
                id=f"offline_{number}",
                name=call.name,
                arguments=_json(call, offered.get(call.name)),
            )
            for number, call in enumerate(planned, made + 1)
        )
        return Reply(calls=calls, usage=_usage(messages, "".join(call.arguments for call in calls)))

    async def close(self) -> None:
        """Do nothing."""


def _possible(planned: Batch, offered: Container[str]) -> Batch:
    """The calls unchanged, or a report when one needs a function that is not offered."""
    missing = [call.name for call in planned if call.name not in offered]
    if planned and not missing:
        return planned
    summary = f"This needs {missing[0]}, which is not offered." if missing else "Nothing to do."
    return (Call(name="report", arguments={"status": "failed", "summary": summary, "facts": []}),)


def _facts(messages: Sequence[Message]) -> int:
    """Number of facts that sub-tasks reported."""
    results = (result.data for message in messages for result in message.results)
    return sum(len(report.facts) for data in results for report in reports(data))


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


def _verdict(messages: Sequence[Message]) -> str:
    """The verdict on an answer: no if nothing was done, anything else is left undecided."""
    try:
        case = json.loads(messages[-1].words.rstrip().rpartition("\n")[2])
        kinds = {note["kind"] for note in case["notes"]}
    except (ValueError, KeyError, TypeError):
        kinds = set()
    if "nothing_done" in kinds:
        why = "The task asks for something to be done, and nothing was."
        return json.dumps({"verdict": "no", "why": why})
    return json.dumps({"verdict": "cannot_tell", "why": "Rules cannot judge an answer."})


_SAYS = re.compile(r'^The person says now: "(.*)"$', re.M)
_TASK = re.compile(r'\A(?:Task: ).*?((?:\nThe person says now: "[^\n]*")+)', re.S)
_OLD = re.compile(r"\ATask: .*?(?=\nThe person's plan, to go by:|\nNo page is open\b|\Z)", re.S)
_PLAN = re.compile(r"^The person changed the plan\. It is now:\n((?:\d+\. .*(?:\n|\Z))+)", re.M)
_STEP = re.compile(r"^\d+\. (.*)$", re.M)
_DONE = " (done)"
_NOWHERE = "No page is open yet."


def steered(messages: Sequence[Message]) -> list[Message]:
    """Return the conversation from the person's last message on."""
    collapsed = [_collapsed(each) if each.role == "user" else each for each in messages]
    first = next((at for at, each in enumerate(collapsed) if each.role == "user"), len(collapsed))
    spoken = [at for at, each in enumerate(collapsed) if at > first and _is_words(each)]
    if not spoken:
        return collapsed
    at = spoken[-1]
    text = _begun(collapsed[first].text, collapsed[at].text)
    begun = any(each.role == "assistant" for each in collapsed[:at])
    if not begun and _NOWHERE in collapsed[first].text:
        text = f"{text}\n{_NOWHERE}"
    start = Message(role="user", text=text, data=_look(collapsed[: at + 1]))
    return [*(each for each in collapsed[:first]), start, *collapsed[at + 1 :]]


def _is_words(message: Message) -> bool:
    return message.role == "user" and bool(_SAYS.search(message.text) or _PLAN.search(message.text))


def _collapsed(message: Message) -> Message:
    """The message with the newest instruction in place of the task it follows."""
    found = _TASK.match(message.text)
    if found is None:
        return message
    newest = _SAYS.findall(found[1])[-1]
    return replace(message, text=f"Task: {newest}{message.text[found.end() :]}")


def _begun(first: str, words: str) -> str:
    """The first message as it would have been: another task, or the task with another plan."""
    messages, plan = _SAYS.findall(words), _PLAN.search(words)
    old = _OLD.match(first)
    text = f"Task: {messages[-1]}" if messages else old[0] if old else first
    if plan is None:
        return text
    steps = [step for step in _STEP.findall(plan[1]) if not step.endswith(_DONE)]
    numbered = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    return f"{text}\nThe person's plan, to go by:\n{numbered}"


def _look(messages: Sequence[Message]) -> tuple[Data, ...]:
    """The page as it was last shown, for models that are shown pages."""
    shown = (each for message in reversed(messages) for each in reversed(message.data))
    return next(((each,) for each in shown if isinstance(each, Observation)), ())
