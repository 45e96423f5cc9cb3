"""Anthropic's models, through the ``anthropic`` SDK and without the framework's client.

That one always sends a temperature, which the newer models refuse, forwards no ``is_error``, sets
no cache marks and counts no cached tokens.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from typing import Any

import anthropic
from anthropic.types import Message as Answer

from agent_e.errors import ModelError
from agent_e.types import Usage

from .anthropic_wire import Block, Kept, Request, request_of
from .model import Message, Reply, ToolCall, ToolSchema, TransientModelError, retry_after
from .table import ModelRow

_OUTPUT_TOKENS = 16_000
"""Asked for at most when nothing is set: thinking is part of it."""
_PAUSES = 3
"""Most times one reply is asked to go on after a pause."""


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
        self._timeout_s = timeout_s
        self._temperature = temperature
        most = max_output_tokens or _OUTPUT_TOKENS
        self._options: dict[str, Any] = {
            "model": model_id,
            "max_tokens": min(most, row.output or most),
        }
        if temperature is not None:
            self._options["extra_body"] = {"temperature": temperature}
        # A model that was retired is told as unknown; of the others nobody has to hear.
        warnings.filterwarnings("ignore", message=r"The model '.*' is deprecated")
        self._sdk = anthropic.AsyncAnthropic(
            api_key=api_key,
            # The SDK adds the version to the path itself.
            base_url=base_url.rstrip("/").removesuffix("/v1") if base_url else None,
            timeout=timeout_s,
            max_retries=0,
        )

    async def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolSchema] = ()
    ) -> Reply:
        """Answer the conversation; see ``Model.complete``."""
        if not self._row.vision and any(message.pictures for message in messages):
            raise ModelError(f"{self.name} cannot see pictures. Choose another --model.")
        request = request_of(messages, tools)
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

    async def close(self) -> None:
        """Close the connections."""
        await self._sdk.close()

    async def _ask(self, request: Request, so_far: list[Block]) -> Answer:
        """Send the request, with what the reply holds already when it was paused."""
        given: dict[str, Any] = {**self._options, "messages": [*request.messages]}
        if so_far:
            given["messages"].append({"role": "assistant", "content": so_far})
        if request.system:
            given["system"] = request.system
        if request.tools:
            given["tools"] = request.tools
        try:
            answer: Any = await self._sdk.messages.create(**given)
        except anthropic.APIStatusError as error:
            raise self._refused(error) from error
        except anthropic.APITimeoutError as error:
            raise TransientModelError(
                f"{self.name} did not answer within {self._timeout_s:g} s."
            ) from error
        except anthropic.APIConnectionError as error:
            raise TransientModelError(
                f"{self.name} could not be reached: {error.__cause__}."
            ) from error
        except (anthropic.AnthropicError, json.JSONDecodeError, AttributeError) as error:
            raise self._nonsense() from error
        if not isinstance(answer, Answer):
            raise self._nonsense()
        return answer

    def _reply(self, answer: Answer, blocks: list[Block], usage: Usage, prefix: str) -> Reply:
        if answer.stop_reason == "refusal":
            raise ModelError(
                f"{self.name} refused to go on{_why(answer)}. "
                "Word the task in another way, or choose another --model."
            )
        cut = answer.stop_reason in ("max_tokens", "model_context_window_exceeded")
        if cut and blocks and blocks[-1]["type"] == "tool_use":
            blocks = blocks[:-1]  # its arguments are not whole
        text = "\n".join(block["text"] for block in blocks if block["type"] == "text")
        calls = tuple(_call(block) for block in blocks if block["type"] == "tool_use")
        if cut and not text.strip() and not calls:
            raise ModelError(self._cut(answer))
        kept = None
        if any(block["type"] not in ("text", "tool_use") for block in blocks):
            whole = tuple(block for block in blocks if block.get("text", "-").strip())
            kept = Kept(blocks=whole, prefix=prefix, text=text, calls=calls)
        return Reply(text=text, calls=calls, usage=usage, kept=kept)

    def _cut(self, answer: Answer) -> str:
        if answer.stop_reason == "max_tokens":
            most = self._options["max_tokens"]
            return (
                f"{self.name} used its {most} output tokens before it came to an answer. "
                "Raise models.max_output_tokens."
            )
        return f"The conversation fills the context of {self.name}. Choose a larger --model."

    def _nonsense(self) -> TransientModelError:
        return TransientModelError(f"{self.name} sent something that is not a message.")

    def _refused(self, error: anthropic.APIStatusError) -> ModelError:
        code = error.status_code
        wait_s = retry_after(error.response.headers)
        if code == 429:
            return TransientModelError(f"{self.name} is rate limited.", wait_s=wait_s, status=code)
        if code == 529:
            return TransientModelError(f"{self.name} is overloaded.", wait_s=wait_s, status=code)
        if code in (408, 409) or code >= 500:
            return TransientModelError(
                f"{self.name} answered with HTTP {code}.", wait_s=wait_s, status=code
            )
        return ModelError(self._refusal(code, _words(error)))

    def _refusal(self, code: int, words: str) -> str:
        """Word what trying again cannot mend."""
        match code:
            case 401:
                return f"{self.name} refused the key (HTTP 401). Check ANTHROPIC_API_KEY."
            case 403:
                said = words.rstrip(".")
                return f"{self.name} refused the key (HTTP 403): {said}. Check ANTHROPIC_API_KEY."
            case 402:
                return f"The account behind {self.name} has no credit left. Add some, or wait."
            case 404:
                return f"{self.name} is not known at {self._sdk.base_url}. Check --model."
            case 413:
                return (
                    f"The conversation is larger than {self.name} takes (HTTP 413). "
                    "Lower dom.budget_characters."
                )
        advice = "Try another --model."
        if self._temperature is not None and "temperature" in words:
            advice = "Leave models.temperature unset."
        return f"{self.name} refused the request (HTTP {code}): {words.rstrip('.')}. {advice}"


def _call(block: Block) -> ToolCall:
    arguments = json.dumps(block["input"], ensure_ascii=False)
    return ToolCall(id=block["id"], name=block["name"], arguments=arguments)


def _usage(answer: Answer) -> Usage:
    """Count a reply; the provider's input tokens are those neither read from its cache nor written.

    Raises:
        AttributeError, TypeError: it does not say.
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
    said = details and (details.explanation or details.category)
    return f": {str(said).rstrip('.')[:300]}" if said else ""


def _words(error: anthropic.APIStatusError) -> str:
    return str(error.api_message or error.message)[:300]
