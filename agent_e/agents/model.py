"""The one interface to language models: our own message types and ``Model.complete``.

Agents, the judge and the architectures know only this module; which provider, SDK or framework
answers is decided in ``clients.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from agent_e.errors import ModelError
from agent_e.types import Picture as Picture
from agent_e.types.conversation import Message as Message
from agent_e.types.conversation import Reply as Reply
from agent_e.types.conversation import Role as Role
from agent_e.types.conversation import ToolCall as ToolCall
from agent_e.types.conversation import ToolResult as ToolResult
from agent_e.types.conversation import ToolSchema as ToolSchema

_SURROGATES = re.compile("[\ud800-\udfff]")


class TransientModelError(ModelError):
    """The provider failed in a way that trying again may mend.

    Attributes:
        wait_s: how long the provider asked to wait, if it did.
        status: HTTP status of its answer, 0 when there was none to read.
    """

    def __init__(self, message: str, *, wait_s: float | None = None, status: int = 0) -> None:
        super().__init__(message)
        self.wait_s = wait_s
        self.status = status


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds a provider asked to wait, if it did."""
    value = headers.get("retry-after", "")
    return float(value) if value.replace(".", "", 1).isdigit() else None


def sendable(text: str) -> str:
    """Return the text without lone surrogates, which models write and UTF-8 cannot hold."""
    return _SURROGATES.sub("\ufffd", text)


class Model(Protocol):
    """A language model. Implementations hold no conversation: every call carries all messages."""

    @property
    def name(self) -> str:
        """The specification it was made from, such as ``openai:gpt-4.1-mini``."""
        ...

    async def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolSchema] = ()
    ) -> Reply:
        """Answer the conversation.

        Raises:
            TransientModelError: trying again may help (``ModelCalls`` does that, nobody else).
            ModelError: it will not; one sentence says what to do.
        """
        ...

    async def close(self) -> None:
        """Release connections; the model is not used afterwards."""
        ...
