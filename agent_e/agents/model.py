"""The one interface to language models: our own message types and ``Model.complete``.

Agents, the judge and the architectures know only this module; which provider, SDK or framework
answers is decided in ``clients.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from agent_e.errors import ModelError
from agent_e.types import Picture as Picture
from agent_e.types import Usage

Role = Literal["system", "user", "assistant", "tool"]

_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCall:
    """A function call the model proposes; ``arguments`` is the JSON text it wrote, valid or not."""

    id: str
    name: str
    arguments: str = "{}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolResult:
    """The answer to one call; a provider wants exactly one for each, in the order of the calls.

    ``view`` is how the page looked then, which is of no use once there is a newer one.
    """

    call_id: str
    name: str
    text: str
    is_error: bool = False
    view: str = ""

    @property
    def words(self) -> str:
        """What is sent."""
        return "\n\n".join(filter(None, [self.text, self.view]))


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """One message of a conversation.

    ``calls`` belongs to assistant messages, ``results`` to tool messages (one message holds the
    results of all calls of the assistant message before it), ``pictures`` to user messages.
    ``kept`` is that of the ``Reply`` which an assistant message repeats.
    """

    role: Role
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    pictures: tuple[Picture, ...] = ()
    kept: object = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSchema:
    """A function offered to the model; ``parameters`` is a JSON Schema object."""

    name: str
    description: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What the model answered: words, calls, or both.

    ``kept`` is what its client wants back with the message that repeats this reply, such as signed
    thinking; nobody else reads it, and without it the conversation goes on all the same.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    kept: object = None


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
