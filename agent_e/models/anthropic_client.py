"""Anthropic's models, through the ``anthropic`` SDK and without the framework's client.

The framework's always sends a temperature, which newer models refuse, forwards no ``is_error``,
sets no cache marks and counts no cached tokens.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import anthropic
from anthropic.types import Message as Answer

from agent_e.errors import ModelError
from agent_e.types import Usage

from .anthropic_wire import Block, Request, ThinkingReply, request_of
from .model import AnswerSchema, Message, Reply, ToolCall, ToolSchema, TransientModelError
from .model_table import ModelRow
from .provider_errors import Provider, paid
from .strict_schema import UNHELD

_OUTPUT_TOKENS = 16_000
"""Requested at most when nothing is set: thinking counts towards it."""
_PAUSES = 3
"""How often one reply is continued after a pause, at most."""
_NOT_STRICT = re.compile(r"strict|grammar|schema|output_(?:config|format)", re.IGNORECASE)


class _StrictRefused(Exception):
    """The schemas exceed the provider's grammar; without ``strict`` they do not."""


class AnthropicModel:
    """A model of the Messages API; one client, shared by every conversation that uses it."""

    def __init__(
        self,
        *,
        name: str,
        model_id: str,
        row: ModelRow,
        api_key: str,
        base_url: str | None = None,
        timeout_s: float = 120,
        temperature: float | None = None,
        max_output_tokens: int | None = None,
    ) -> None:
        self.name = name
        self._row = row
        self._strict_tools = row.strict_tools
        self._strict_answers = row.strict_answers
        most = max_output_tokens or _OUTPUT_TOKENS
        self._options: dict[str, Any] = {
            "model": model_id,
            "max_tokens": min(most, row.output or most),
        }
        if temperature is not None and row.temperature:
            self._options["extra_body"] = {"temperature": temperature}
        # A retired model is reported as unknown; other deprecations are noise.
        warnings.filterwarnings("ignore", message=r"The model '.*' is deprecated")
        self._sdk = anthropic.AsyncAnthropic(
            api_key=api_key,
            # The SDK adds the version to the path itself.
            base_url=base_url.rstrip("/").removesuffix("/v1") if base_url else None,
            timeout=timeout_s,
            max_retries=0,
        )
        self._provider = Provider(
            name=name, place=str(self._sdk.base_url), key="ANTHROPIC_API_KEY", timeout_s=timeout_s
        )

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer the conversation; see ``Model.complete``."""
        if not self._row.vision and any(message.pictures for message in messages):
            raise self._provider.blind()
        try:
            return await self._complete(messages, tools, schema)
        except _StrictRefused:
            if tools:
                self._strict_tools = 0
                return await self._complete(messages, tools, schema)
        self._strict_answers = False
        reply = await self._complete(messages, tools, schema)
        return replace(reply, repairs=(UNHELD,))

    async def _complete(
        self, messages: Sequence[Message], tools: Sequence[ToolSchema], schema: AnswerSchema | None
    ) -> Reply:
        held = schema if self._strict_answers and not tools else None
        request = request_of(messages, tools, strict=len(tools) <= self._strict_tools, schema=held)
        usage = Usage()
        blocks: list[Block] = []
        for _ in range(1 + _PAUSES):
            answer = await self._ask(request, blocks)
            try:
                usage += _usage(answer)
                blocks += [block.to_dict() for block in answer.content]
            except (AttributeError, TypeError) as error:
                raise self._nonsense() from error
            if answer.stop_reason != "pause_turn":
                break
        try:
            return self._reply(answer, blocks, usage, request.prefix)
        except (AttributeError, KeyError, TypeError) as error:
            raise self._nonsense() from error

    async def _ask(self, request: Request, so_far: list[Block]) -> Answer:
        """Send the request, with the part of the reply received before a pause."""
        given: dict[str, Any] = {**self._options, "messages": [*request.messages]}
        if so_far:
            given["messages"].append({"role": "assistant", "content": so_far})
        if request.system:
            given["system"] = request.system
        if request.tools:
            given["tools"] = request.tools
        if request.form:
            given["output_config"] = {"format": request.form}
        try:
            answer: Any = await self._sdk.messages.create(**given)
        except anthropic.APIStatusError as error:
            raise self._refused(error, request) from error
        except anthropic.APIConnectionError as error:
            raise self._provider.unreachable(error, error.__cause__) from error
        except (anthropic.AnthropicError, json.JSONDecodeError, AttributeError) as error:
            raise self._nonsense() from error
        if not isinstance(answer, Answer):
            raise self._nonsense()
        return answer

    def _reply(self, answer: Answer, blocks: list[Block], usage: Usage, prefix: str) -> Reply:
        if answer.stop_reason == "refusal":
            raise paid(self._provider.filtered(_why(answer)), usage)
        cut = answer.stop_reason in ("max_tokens", "model_context_window_exceeded")
        if cut and blocks and blocks[-1]["type"] == "tool_use":
            blocks = blocks[:-1]  # its arguments are not whole
        text = "\n".join(block["text"] for block in blocks if block["type"] == "text")
        calls = tuple(_call(block) for block in blocks if block["type"] == "tool_use")
        if cut and not text.strip() and not calls:
            raise paid(self._cut(answer), usage)
        state = None
        if any(block["type"] not in ("text", "tool_use") for block in blocks):
            whole = tuple(block for block in blocks if block.get("text", "-").strip())
            state = ThinkingReply(blocks=whole, prefix=prefix, text=text, calls=calls)
        return Reply(text=text, calls=calls, usage=usage, provider_state=state)

    def _cut(self, answer: Answer) -> ModelError:
        if answer.stop_reason == "max_tokens":
            return self._provider.cut(self._options["max_tokens"])
        return self._provider.too_long("its reply fills the context")

    def _nonsense(self) -> TransientModelError:
        return self._provider.nonsense("message")

    def _refused(self, error: anthropic.APIStatusError, request: Request) -> Exception:
        words = str(error.api_message or error.message)
        strict = request.form or any("strict" in tool for tool in request.tools)
        if error.status_code == 400 and strict and _NOT_STRICT.search(words):
            return _StrictRefused()
        return self._provider.refused(error.status_code, words, error.response.headers)

    async def close(self) -> None:
        """Close the connections."""
        await self._sdk.close()


def _call(block: Block) -> ToolCall:
    arguments = json.dumps(block["input"], ensure_ascii=False)
    return ToolCall(id=block["id"], name=block["name"], arguments=arguments)


def _usage(answer: Answer) -> Usage:
    """Count a reply; the provider's input tokens exclude those read from or written to its cache.

    Raises:
        AttributeError, TypeError: the usage is missing.
    """
    given = answer.usage
    read = given.cache_read_input_tokens or 0
    written = given.cache_creation_input_tokens or 0
    return Usage(
        calls=1,
        input_tokens=given.input_tokens + read + written,
        cached_tokens=read,
        cache_write_tokens=written,
        output_tokens=given.output_tokens,
    )


def _why(answer: Answer) -> str:
    details = answer.stop_details
    return str(details and (details.explanation or details.category) or "")
