"""Runs a policy over a conversation: policies are generators, restarted for every reply.

A policy yields the calls it wants and receives their results. Nothing is kept between two
replies: the calls and results so far are read from the messages and sent to a fresh generator,
which so reaches the current state. Where the conversation holds other calls than the
policy wants (another model made them), the policy restarts from what is known after them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from agent_e.types.conversation import Message, ToolCall, ToolResult

Got = TypeVar("Got")


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A function call a policy wants."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Exchange:
    """A call as it was made, and its result."""

    call: Call
    result: ToolResult


Batch = tuple[Call, ...]
Policy = Generator[Batch, Got, Batch]
"""Yields the calls of one reply and receives their results; its return value is final."""


def exchanges(messages: Sequence[Message]) -> list[tuple[Exchange, ...]]:
    """Every reply's calls with their results, in order; calls without a result are left out."""
    results = {result.call_id: result for message in messages for result in message.results}
    found = [
        tuple(
            Exchange(call=_call(call), result=results[call.id])
            for call in message.calls
            if call.id in results
        )
        for message in messages
    ]
    return [batch for batch in found if batch]


def replay(
    start: Callable[[], Policy[Got]],
    past: Sequence[tuple[Exchange, ...]],
    take: Callable[[tuple[Exchange, ...]], Got],
) -> Batch:
    """Return the calls the policy wants after what has happened.

    ``start`` creates a policy that begins from what ``take`` has learned so far; the return value
    of ``take`` for one reply's calls and results is sent to the policy.
    """
    policy = start()
    calls, ended = _advance(policy, None)
    for batch in past:
        got = take(batch)
        if ended:
            continue
        if _same(calls, batch):
            calls, ended = _advance(policy, got)
        else:
            policy = start()
            calls, ended = _advance(policy, None)
    return calls


def _same(calls: Batch, made: Sequence[Exchange]) -> bool:
    """Whether these calls were made, perhaps without arguments that the function lacks."""
    return [call.name for call in calls] == [each.call.name for each in made] and all(
        call.arguments.get(name) == value
        for call, each in zip(calls, made, strict=True)
        for name, value in each.call.arguments.items()
    )


def _advance(policy: Policy[Got], got: Got | None) -> tuple[Batch, bool]:
    """Advance a policy; returns its calls and whether these are final."""
    try:
        return (next(policy) if got is None else policy.send(got)), False
    except StopIteration as end:
        return end.value, True


def _call(call: ToolCall) -> Call:
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        arguments = None
    return Call(name=call.name, arguments=arguments if isinstance(arguments, dict) else {})
