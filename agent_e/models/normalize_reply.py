"""Makes any reply fit for a conversation, whatever its model wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent_e.parsing.depth import DEEPEST, depth_of

from .model import Message, Reply, ToolCall, ToolSchema, sendable
from .text_tool_calls import calls_in

MAX_CHARACTERS = 100_000
"""Limit of the text, and of one call's arguments: no page needs more, and every later request
repeats them."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
_MAX_NAME_LENGTH = 64


def normalize_reply(
    reply: Reply, messages: Sequence[Message], tools: Sequence[ToolSchema], *, number: int
) -> Reply:
    """Return the reply as the conversation can hold it.

    Args:
        reply: as its client parsed it.
        messages: the conversation it answers.
        tools: the offered functions.
        number: of this reply in the run, for unique ids.
    """
    repairs = list(reply.repairs)
    text, calls = sendable(reply.text), reply.calls
    if tools and not calls and text.strip():
        spoken = calls_in(text, tools)
        if spoken.calls:
            text, calls = spoken.text, spoken.calls
            repairs.append("read a call out of words")
    if len(text) > MAX_CHARACTERS:
        repairs.append(f"cut words of {len(text):,} characters")
        text = f"{text[:MAX_CHARACTERS]} … (cut)"
    taken = {call.id for message in messages for call in message.calls}
    fit: list[ToolCall] = []
    for place, call in enumerate(calls):
        if call.id and call.id in {each.id for each in calls[:place]}:
            repairs.append("told calls of one id apart")
        fit.append(_fit(call, f"call_{number}_{place}", taken, repairs))
        taken.add(fit[-1].id)
    if (text, tuple(fit)) == (reply.text, reply.calls):
        return reply
    return replace(reply, text=text, calls=tuple(fit), repairs=tuple(dict.fromkeys(repairs)))


def _fit(call: ToolCall, fallback: str, taken: set[str], repairs: list[str]) -> ToolCall:
    """Return the call with a unique id, and a name and arguments that every server takes."""
    id, name, arguments = call.id, call.name, sendable(call.arguments)
    if not _ID.fullmatch(id) or id in taken:
        id = fallback
    plain = _NOT_IN_A_NAME.sub("_", name)[:_MAX_NAME_LENGTH] or "nameless"
    if plain != name:
        repairs.append("spelt the name of a function anew")
    if len(arguments) > MAX_CHARACTERS:
        repairs.append("cut the arguments of a call")
        arguments = f"(cut: {len(arguments):,} characters, at most {MAX_CHARACTERS:,})"
    if depth_of(arguments.encode()) > DEEPEST:
        # Every reader of them, ours and the framework's, would run out of stack.
        repairs.append("left out the arguments of a call")
        arguments = f"(left out: nested deeper than {DEEPEST} levels)"
    return ToolCall(id=id, name=plain, arguments=arguments)
