"""Any AutoGen ``ChatCompletionClient`` as the model of our agents."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import httpx
from autogen_core import FunctionCall, Image
from autogen_core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    SystemMessage,
    UserMessage,
)
from autogen_core.tools import ParametersSchema
from autogen_core.tools import ToolSchema as AutoGenTool
from PIL import Image as Pillow

from agent_e.errors import CannotSee, ModelError, ModelRefused
from agent_e.types import Usage

from .model import AnswerSchema, Message, Reply, ToolCall, ToolSchema, TransientModelError, sendable

_BUSY = frozenset({408, 409, 425, 429})
_UNREACHED = (TimeoutError, ConnectionError, httpx.TransportError)


class AutoGenModel:
    """Sends our conversation through a client of the caller's, who closes it."""

    def __init__(self, client: ChatCompletionClient) -> None:
        """Use this client; it takes function calls, and pictures where its model sees."""
        self.name = f"autogen:{type(client).__name__}"
        self._client = client

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer the conversation; see ``Model.complete``."""
        info = self._client.model_info
        if not info["vision"] and any(message.pictures for message in messages):
            raise CannotSee(f"The model of {self.name} takes no pictures.")
        if tools and not info["function_calling"]:
            raise ModelError(f"The model of {self.name} calls no functions. Take another client.")
        names = {call.id: call.name for message in messages for call in message.calls}
        try:
            result = await self._client.create(
                [form for message in messages for form in _forms(message, names)],
                tools=[_tool(each) for each in tools],
                json_output=bool(schema and not tools and info["json_output"]) or None,
            )
        except Exception as error:  # clients raise whatever their SDKs do
            raise _explained(self.name, error) from error
        return _reply(self.name, result)

    async def close(self) -> None:
        """Leave the client open: its owner closes it."""


def _forms(message: Message, names: dict[str, str]) -> list[LLMMessage]:
    text = sendable(message.text)
    match message.role:
        case "system":
            return [SystemMessage(content=text)]
        case "tool":
            results = [
                FunctionExecutionResult(
                    content=sendable(each.words),
                    name=names.get(each.call_id, each.name),
                    call_id=each.call_id,
                    is_error=each.is_error,
                )
                for each in message.results
            ]
            return [FunctionExecutionResultMessage(content=results)]
        case "assistant" if message.calls:
            calls = [
                FunctionCall(id=each.id, name=each.name, arguments=each.arguments)
                for each in message.calls
            ]
            return [AssistantMessage(content=calls, thought=text or None, source="agent")]
        case "assistant":
            return [AssistantMessage(content=text, source="agent")] if text.strip() else []
    if not message.pictures:
        return [UserMessage(content=text, source="user")]
    pictures = [Image(Pillow.open(BytesIO(each.data))) for each in message.pictures]
    return [UserMessage(content=[*filter(str.strip, [text]), *pictures], source="user")]


def _tool(tool: ToolSchema) -> AutoGenTool:
    parameters = ParametersSchema(
        type="object",
        properties=dict(tool.parameters.get("properties", {})),
        required=list(tool.parameters.get("required", ())),
    )
    return AutoGenTool(name=tool.name, description=tool.description, parameters=parameters)


def _reply(name: str, result: CreateResult) -> Reply:
    usage = Usage(
        calls=1,
        input_tokens=result.usage.prompt_tokens,
        output_tokens=result.usage.completion_tokens,
    )
    if result.finish_reason == "content_filter":
        raise ModelRefused(f"A filter of the provider of {name} cut the reply.")
    if isinstance(result.content, str):
        return Reply(text=result.content, usage=usage)
    calls = tuple(
        ToolCall(id=each.id, name=each.name, arguments=each.arguments) for each in result.content
    )
    return Reply(text=result.thought or "", calls=calls, usage=usage)


def _explained(name: str, error: Exception) -> ModelError:
    """Tell what a retry may mend by the HTTP status in an SDK's error, or by its cause."""
    words = f"The AutoGen client {name} failed ({type(error).__name__}: {error})."
    status = getattr(error, "status_code", 0)
    busy = isinstance(status, int) and (status in _BUSY or status >= 500)
    if busy or any(isinstance(each, _UNREACHED) for each in (error, error.__cause__)):
        return TransientModelError(words, status=status)
    return ModelError(f"{words} Try it alone.")
