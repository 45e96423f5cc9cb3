"""What the Caller and the Executor of a chat share: its settings, and the messages between them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeVar

from autogen_core import CancellationToken
from pydantic import BaseModel, Field

from agent_e.human import RunControl
from agent_e.loops.guard import LoopGuard
from agent_e.models.client import ModelClient
from agent_e.models.model import Reply, ToolCall
from agent_e.skills import Function
from agent_e.types import SkillResult

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Manner:
    """How a chat addresses its model; the default suits one that calls functions.

    Attributes:
        last: says that a reply is the last one; ``{ending}`` is the function that ends the chat.
        near: says that few are left, ``{left}`` with this one; ``""`` states the limit itself.
        unread: why the ending call ``{name}`` is not accepted after others.
    """

    last: str = (
        "This is your last step. Call {ending} now with what you have found so far and what is "
        "missing."
    )
    near: str = ""
    unread: str = "read the results above first, then call {name}."


CALLING = Manner()
"""For a model that calls functions."""


@dataclass
class ChatConfig:
    """What a chat is made of.

    Attributes:
        name: of the agent, as messages and errors name it.
        calls: the way to the model.
        system: the system prompt.
        functions: listed to the model; exactly one of them ends the chat.
        spare: not listed until requested.
        max_steps: model calls in this chat; before the last, the model is told to end.
        report_failure: called with every exception of a function that no action journaled.
        leave_to: role that has to be able to make a call after this chat.
        budget_tokens: of a request; without it the conversation may grow without limit.
        note: called with every result of a function.
        repair: what to say to a reply without a call; by default to call a function.
        loops: watches what the functions lead to.
        forgotten: called when older results were taken out of the conversation.
        control: pauses the chat with the run, and holds what the person says.
        news: returns what else the model is to be told before its next call, ``""`` for nothing.
        nested: whether a message of the person ends this chat, for another agent to handle.
        sees_pages: whether it is shown pages, or only what was found on them.
        overtaken: called with every call skipped because the person has stepped in.
        look: what is shown after the calls of a reply, beside their results, and when the
            person has given the window back.
        manner: how the model is addressed.
        closing: whether a reply that can only end the chat follows the last of ``max_steps``.
    """

    name: str
    calls: ModelClient
    _: KW_ONLY
    system: str
    functions: Sequence[Function]
    spare: Sequence[Function] = ()
    max_steps: int
    report_failure: Callable[[str, Exception], None]
    leave_to: str = ""
    budget_tokens: int | None = None
    note: Callable[[SkillResult], None] = lambda result: None
    repair: Callable[[Reply], str] | None = None
    loops: LoopGuard | None = None
    forgotten: Callable[[], None] = lambda: None
    control: RunControl | None = None
    news: Callable[[], str] = lambda: ""
    nested: bool = False
    sees_pages: bool = True
    overtaken: Callable[[ToolCall], None] = lambda call: None
    look: Callable[[], Awaitable[SkillResult]] | None = None
    manner: Manner = CALLING
    closing: bool = False


class Calls(BaseModel):
    """What the Caller proposes: ``ToolCall`` records, which travel as they are."""

    calls: tuple[Any, ...] = Field(exclude=True)


class Results(BaseModel):
    """What the Executor returns: a ``ToolResult`` per call, in order; every ``Picture``."""

    results: tuple[Any, ...] = Field(exclude=True)
    pictures: tuple[Any, ...] = Field(default=(), exclude=True)


async def cancellable(work: Awaitable[T], token: CancellationToken) -> T:
    """Await the work; cancelling the token cancels it."""
    future = asyncio.ensure_future(work)
    token.link_future(future)
    return await future
