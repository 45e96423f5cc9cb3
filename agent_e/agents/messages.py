"""What travels between the Caller and the Executor of a chat, as AutoGen's messages carry it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from autogen_core import CancellationToken
from pydantic import BaseModel, Field

from agent_e.types import MediaType

from .model import ToolResult

T = TypeVar("T")


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
