"""The one interface to language models: our own message types and ``Model.complete``.

Agents, the judge and the architectures know only this module; which provider, SDK or framework
answers is decided in ``factory.py``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Protocol

from agent_e.errors import ModelError
from agent_e.types import Picture as Picture
from agent_e.types.conversation import GET_FUNCTION as GET_FUNCTION
from agent_e.types.conversation import AnswerSchema as AnswerSchema
from agent_e.types.conversation import Message as Message
from agent_e.types.conversation import Reply as Reply
from agent_e.types.conversation import Role as Role
from agent_e.types.conversation import ToolCall as ToolCall
from agent_e.types.conversation import ToolResult as ToolResult
from agent_e.types.conversation import ToolSchema as ToolSchema
from agent_e.types.conversation import spare_names as spare_names

_UNSENDABLE = re.compile("[\\x00\ud800-\udfff]")


class TransientModelError(ModelError):
    """The provider failed in a way that a retry may fix.

    Attributes:
        wait_s: the wait the provider asked for, if any.
        status: HTTP status, 0 when there was none.
        reason: category it is counted under: ``rate_limits``, ``server_errors``, ``timeouts``,
            ``connections`` or ``other``.
    """

    def __init__(
        self, message: str, *, wait_s: float | None = None, status: int = 0, reason: str = ""
    ) -> None:
        super().__init__(message)
        self.wait_s = wait_s
        self.status = status
        of_status = "server_errors" if status >= 500 else "other"
        self.reason = reason or ("rate_limits" if status == 429 else of_status)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds a provider asked to wait, if any.

    The header may give milliseconds (``retry-after-ms``), seconds or a date.
    """
    with suppress(ValueError):
        return _seconds(float(headers.get("retry-after-ms", "")) / 1000)
    value = headers.get("retry-after", "")
    with suppress(ValueError):
        return _seconds(float(value))
    with suppress(ValueError):
        then = parsedate_to_datetime(value)
        # Dates without a zone are GMT, as in all of HTTP.
        aware = then if then.tzinfo else then.replace(tzinfo=UTC)
        return _seconds((aware - datetime.now(UTC)).total_seconds())
    return None


def _seconds(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("not a time")
    return max(value, 0.0)


def sendable(text: str) -> str:
    """Return the text without characters that models write but servers cannot take.

    These are lone surrogates, which UTF-8 cannot encode, and NUL, which several servers refuse.
    """
    return _UNSENDABLE.sub("\ufffd", text)


class Model(Protocol):
    """A language model. Implementations hold no conversation: every call carries all messages."""

    @property
    def name(self) -> str:
        """The specification it was made from, such as ``openai:gpt-4.1-mini``."""
        ...

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer the conversation.

        Args:
            messages: the whole conversation.
            tools: the offered functions.
            schema: of an answer in JSON, where no tools are offered. A provider that can enforce it
                does; with others only the prompt asks for it, so callers must validate the answer.

        Raises:
            TransientModelError: a retry may help (``ModelClient`` does that, nobody else).
            ContextOverflow: a shorter conversation may be answered.
            ModelRefused: this conversation will not be answered.
            ModelError: any other failure; one sentence says what to do.
        """
        ...

    async def close(self) -> None:
        """Release connections; the model is not used afterwards."""
        ...
