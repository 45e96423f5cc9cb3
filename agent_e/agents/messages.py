"""What travels between the Caller and the Executor of a chat, as AutoGen's messages carry it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, TypeVar

from autogen_core import CancellationToken
from pydantic import BaseModel, Field

from agent_e.models.model import ToolResult
from agent_e.types import MediaType

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Manner:
    """How a chat speaks to its model, where a model that calls functions is told otherwise.

    Attributes:
        last: that a reply is the last one; ``{ending}`` is the function that ends the chat.
        near: that few are left, ``{left}`` of them with this one; ``""`` tells the limit itself.
        unread: why what ends the chat is not taken after others, which ``{name}`` is.
    """

    last: str = (
        "This is your last step. Call {ending} now with what you have found so far and what is "
        "missing."
    )
    near: str = ""
    unread: str = "read the results above first, then call {name}."


CALLING = Manner()
"""To a model that calls functions."""


class ProposedCall(BaseModel):
    """A ``ToolCall`` on its way from Caller to Executor."""

    id: str
    name: str
    arguments: str


class Calls(BaseModel):
    """What the Caller proposes."""

    calls: list[ProposedCall]


class CallResult(BaseModel):
    """A ``ToolResult`` on its way back; its ``data`` travels as it is and is never serialized."""

    call_id: str
    name: str
    text: str
    is_error: bool = False
    view: str = ""
    short: str = ""
    page: bool = False
    note: str = ""
    data: tuple[Any, ...] = Field(default=(), exclude=True)

    def as_tool_result(self) -> ToolResult:
        """Return the record that a model is sent."""
        return ToolResult(**self.model_dump(), data=self.data)


class SentPicture(BaseModel):
    """A ``Picture`` on its way back; ``data`` is base64."""

    data: str
    media_type: MediaType


class Results(BaseModel):
    """What the Executor got: one result a call, in their order, and all their pictures."""

    results: list[CallResult]
    pictures: list[SentPicture] = []


async def cancellable(work: Awaitable[T], token: CancellationToken) -> T:
    """Await the work; cancelling the token cancels it."""
    future = asyncio.ensure_future(work)
    token.link_future(future)
    return await future
