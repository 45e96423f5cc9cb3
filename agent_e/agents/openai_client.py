"""OpenAI, Azure and every OpenAI-compatible endpoint, through autogen-ext's client.

What the framework's client lacks is mended here: it counts no cached tokens, re-encodes pictures,
and warns on model names it does not know.
"""

from __future__ import annotations

import io
import json
import logging
import warnings
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any

import openai
from autogen_core import FunctionCall, Image
from autogen_core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    ModelInfo,
    SystemMessage,
    UserMessage,
)
from autogen_core.tools import ToolSchema as FrameworkSchema
from autogen_ext.models.openai import AzureOpenAIChatCompletionClient, OpenAIChatCompletionClient
from PIL import Image as PillowImage

from agent_e.errors import ModelError
from agent_e.types import Usage

from .model import (
    Message,
    Picture,
    Reply,
    ToolCall,
    ToolSchema,
    TransientModelError,
    retry_after,
    sendable,
)
from .table import ModelRow

logging.getLogger("autogen_core").addHandler(logging.NullHandler())
_last_usage: ContextVar[list[Any]] = ContextVar("_last_usage")


class _EncodedImage(Image):
    """A picture that is sent as the bytes it came in.

    The framework's class turns every picture into PNG on each request: a 170 kB JPEG became 1.7 MB.
    """

    def __init__(self, picture: Picture) -> None:
        super().__init__(PillowImage.open(io.BytesIO(picture.data)))
        self._picture = picture

    def to_base64(self) -> str:
        import base64

        return base64.b64encode(self._picture.data).decode()


class OpenAIModel:
    """A chat-completions model; one client, shared by every conversation that uses it."""

    def __init__(
        self,
        *,
        name: str,
        model_id: str,
        row: ModelRow,
        api_key: str,
        base_url: str | None = None,
        azure_endpoint: str | None = None,
        azure_api_version: str = "",
        timeout_s: float = 120,
        temperature: float | None = None,
        max_output_tokens: int | None = None,
    ) -> None:
        self.name = name
        self._vision = row.vision
        self._timeout_s = timeout_s
        options: dict[str, Any] = {
            "model": model_id,
            "api_key": api_key,
            "timeout": timeout_s,
            "max_retries": 0,
            "include_name_in_message": False,
            "model_info": ModelInfo(
                vision=row.vision,
                function_calling=row.tools,
                json_output=True,
                structured_output=row.structured_output,
                family="unknown",
                multiple_system_messages=True,
            ),
        }
        if temperature is not None:
            options["temperature"] = temperature
        # Some servers say "stop" where they called a function; the calls are what counts.
        warnings.filterwarnings("ignore", message="Finish reason mismatch")
        self._client: OpenAIChatCompletionClient | AzureOpenAIChatCompletionClient
        if azure_endpoint:
            self._client = AzureOpenAIChatCompletionClient(
                azure_endpoint=azure_endpoint,
                azure_deployment=model_id,
                api_version=azure_api_version,
                **options,
            )
        else:
            if base_url:
                options["base_url"] = base_url
            self._client = OpenAIChatCompletionClient(**options)
        # It would warn that the dated name in the reply is not the name that was asked for.
        self._client._resolved_model = None
        self._sdk = self._client._client
        create = self._sdk.chat.completions.create

        async def remember_usage(**arguments: Any) -> Any:
            if max_output_tokens is not None:
                arguments["max_completion_tokens"] = max_output_tokens
            completion = await create(**arguments)
            _last_usage.get().append(completion.usage)
            return completion

        self._sdk.chat.completions.create = remember_usage  # type: ignore[method-assign]

    async def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolSchema] = ()
    ) -> Reply:
        """Answer the conversation; see ``Model.complete``."""
        if not self._vision and any(message.pictures for message in messages):
            raise ModelError(f"{self.name} cannot see pictures. Choose another --model.")
        seen: list[Any] = []
        _last_usage.set(seen)
        try:
            result = await self._client.create(
                [each for message in messages for each in _to_framework(message)],
                tools=[_schema(tool) for tool in tools],
            )
        except openai.OpenAIError as error:
            raise self._explain(error) from error
        except (json.JSONDecodeError, IndexError, KeyError, TypeError, AttributeError) as error:
            # Servers that only claim to speak the protocol fail inside the client like this.
            raise TransientModelError(
                f"{self.name} sent something that is not a chat completion."
            ) from error
        usage = Usage(
            calls=1,
            input_tokens=result.usage.prompt_tokens,
            cached_tokens=_cached_tokens(seen[-1] if seen else None),
            output_tokens=result.usage.completion_tokens,
        )
        if isinstance(result.content, str):
            return Reply(text=result.content, usage=usage)
        calls = tuple(
            ToolCall(id=call.id, name=call.name, arguments=call.arguments)
            for call in result.content
        )
        return Reply(text=result.thought or "", calls=calls, usage=usage)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _explain(self, error: openai.OpenAIError) -> ModelError:
        match error:
            case openai.APITimeoutError():
                return TransientModelError(
                    f"{self.name} did not answer within {self._timeout_s:g} s."
                )
            case openai.APIConnectionError():
                return TransientModelError(f"{self.name} could not be reached: {error.__cause__}.")
            case openai.RateLimitError() if error.code != "insufficient_quota":
                return TransientModelError(
                    f"{self.name} is rate limited.",
                    wait_s=retry_after(error.response.headers),
                    status=error.status_code,
                )
            case openai.RateLimitError():
                return ModelError(f"The account behind {self.name} has no credit left.")
            case openai.InternalServerError():
                return TransientModelError(
                    f"{self.name} answered with HTTP {error.status_code}.",
                    wait_s=retry_after(error.response.headers),
                    status=error.status_code,
                )
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                return ModelError(
                    f"{self.name} refused the key (HTTP {error.status_code}). Check it."
                )
            case openai.NotFoundError():
                return ModelError(
                    f"{self.name} is not known at {self._sdk.base_url}. Check --model."
                )
            case openai.APIStatusError():
                return ModelError(
                    f"{self.name} refused the request (HTTP {error.status_code}): {_words(error)}"
                )
        return TransientModelError(f"{self.name} sent something that is not a chat completion.")


def _to_framework(message: Message) -> list[LLMMessage]:
    text = sendable(message.text)
    match message.role:
        case "system":
            return [SystemMessage(content=text)]
        case "user" if message.pictures:
            pictures = [_EncodedImage(picture) for picture in message.pictures]
            # Several servers refuse a part of a message that is empty.
            words = [text] if text.strip() else []
            return [UserMessage(content=[*words, *pictures], source="user")]
        case "user":
            return [UserMessage(content=text, source="user")]
        case "assistant" if message.calls:
            calls = [
                FunctionCall(id=c.id, name=c.name, arguments=sendable(c.arguments))
                for c in message.calls
            ]
            thought = text or None
            return [AssistantMessage(content=calls, thought=thought, source="assistant")]
        case "assistant":
            return [AssistantMessage(content=text, source="assistant")]
    results = [
        FunctionExecutionResult(
            content=sendable(result.words),
            name=result.name,
            call_id=result.call_id,
            is_error=result.is_error,
        )
        for result in message.results
    ]
    return [FunctionExecutionResultMessage(content=results)]


def _schema(tool: ToolSchema) -> FrameworkSchema:
    parameters: Any = {"type": "object", "properties": {}, "required": [], **tool.parameters}
    return FrameworkSchema(name=tool.name, description=tool.description, parameters=parameters)


def _cached_tokens(usage: Any) -> int:
    details = getattr(usage, "prompt_tokens_details", None)
    return getattr(details, "cached_tokens", None) or 0


def _words(error: openai.APIStatusError) -> str:
    body = error.body
    if isinstance(body, dict) and isinstance(body.get("message"), str):
        return str(body["message"])[:300]
    return str(error.message)[:300]
