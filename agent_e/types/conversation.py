"""Messages between an agent and its model, independent of the provider."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .page_text import PageText
from .picture import Picture
from .result import Data
from .usage import Usage

GET_FUNCTION = "get_function"
"""The function that lists another one; see ``agents/offered.py``."""

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCall:
    """A function call the model proposes; ``arguments`` is the JSON text it wrote, valid or not."""

    id: str
    name: str
    arguments: str = "{}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolResult:
    """The answer to one call; a provider wants exactly one for each, in the order of the calls.

    Attributes:
        view: the page at that time; useless once there is a newer one.
        short: its replacement when the conversation gets too long; by default its first line.
        page: whether it shows a whole page.
        note: text that comes from no page, after the rest: the person's, and our own.
        quotes: the words of pages that the note speaks of.
        data: what the texts were made from; not sent to providers.
    """

    call_id: str
    name: str
    text: str
    is_error: bool = False
    view: str = ""
    short: str = ""
    page: bool = False
    note: str = ""
    data: tuple[Data, ...] = ()
    quotes: PageText = PageText()

    @property
    def shown(self) -> PageText:
        """The part that may come from a page."""
        return PageText.joined(self.text, self.view, self.quotes, by="\n\n")

    @property
    def words(self) -> str:
        """The complete text."""
        return "\n".join(filter(None, [self.shown.raw, self.note]))


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """One message of a conversation.

    ``calls`` belongs to assistant messages, ``results`` to tool messages (one message holds the
    results of all calls of the assistant message before it), ``pictures`` to user messages.
    ``provider_state`` belongs to the ``Reply`` that an assistant message repeats. ``page`` holds
    text of web pages and follows ``text``; models get it between marks (``fence_untrusted.py``).
    ``data`` is what ``page`` was made from; it is sent to no provider.
    """

    role: Role
    text: str = ""
    page: PageText = PageText()
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    pictures: tuple[Picture, ...] = ()
    provider_state: object = None
    data: tuple[Data, ...] = ()

    @property
    def words(self) -> str:
        """The complete text."""
        return "\n\n".join(filter(None, [self.text, self.page.raw]))


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSchema:
    """A function offered to the model; ``parameters`` is a JSON Schema object."""

    name: str
    description: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerSchema:
    """The required form of an answer in JSON; ``schema`` is a JSON Schema object.

    ``name`` holds letters, digits and underscores only, as providers require.
    """

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """The model's answer: text, calls, or both.

    ``repairs`` says what had to be mended to parse it.
    ``provider_state`` is what the client needs back with the message that repeats this reply, such
    as signed thinking. Nothing else reads it, and the conversation goes on without it.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    provider_state: object = None
    repairs: tuple[str, ...] = ()


def spare_names(tools: Iterable[ToolSchema]) -> tuple[str, ...]:
    """The functions that may be called without being listed, as the offer names them."""
    for tool in tools:
        if tool.name == GET_FUNCTION:
            return tuple(tool.parameters["properties"]["name"]["enum"])
    return ()
