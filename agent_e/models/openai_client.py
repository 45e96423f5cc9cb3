"""OpenAI, Azure and every OpenAI-compatible endpoint, through the ``openai`` SDK.

The framework's client is not used: it sends members that strict servers refuse, re-encodes
pictures, counts no cached tokens and hides refusals and cut replies.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import openai

from agent_e.errors import ModelError

from .model import AnswerSchema, Message, Reply, ToolCall, ToolSchema
from .model_table import ModelRow
from .openai_wire import calls_of, request_of, text_of, usage_of, without
from .provider_errors import Provider, paid
from .strict_schema import UNHELD

_WHAT = "chat completion"
_OFF_PROTOCOL = (json.JSONDecodeError, IndexError, KeyError, TypeError, AttributeError)
"""Errors from parsing an answer that violates the protocol."""


class OpenAIModel:
    """A chat-completions model; one client, shared by every conversation that uses it."""

    def __init__(
        self,
        *,
        name: str,
        model_id: str,
        row: ModelRow,
        api_key: str,
        key_variable: str = "OPENAI_API_KEY",
        base_url: str | None = None,
        azure_endpoint: str | None = None,
        azure_api_version: str = "",
        timeout_s: float = 120,
        temperature: float | None = None,
        max_output_tokens: int | None = None,
    ) -> None:
        self.name = name
        self._row = row
        self._max_output_tokens = max_output_tokens
        self._options: dict[str, Any] = {"model": model_id}
        if temperature is not None and row.temperature:
            self._options["temperature"] = temperature
        # Shared prefixes are cached on one server: a key of our own routes requests there.
        self._cache_key = f"agent-e-{secrets.token_hex(4)}"
        self._taken = row
        options: dict[str, Any] = {"api_key": api_key, "timeout": timeout_s, "max_retries": 0}
        self._sdk: openai.AsyncOpenAI = (
            openai.AsyncAzureOpenAI(
                azure_endpoint=azure_endpoint,
                azure_deployment=model_id,
                api_version=azure_api_version,
                **options,
            )
            if azure_endpoint
            else openai.AsyncOpenAI(base_url=base_url, **options)
        )
        place = str(self._sdk.base_url)
        self._provider = Provider(name=name, place=place, key=key_variable, timeout_s=timeout_s)

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
        sent, completion, repairs = await self._ask(messages, tools, schema)
        try:
            return replace(self._reply(completion, sent), repairs=repairs)
        except _OFF_PROTOCOL as error:
            raise self._no_completion(completion) from error

    async def close(self) -> None:
        """Close the connections."""
        await self._sdk.close()

    async def _ask(
        self, messages: Sequence[Message], tools: Sequence[ToolSchema], schema: AnswerSchema | None
    ) -> tuple[dict[str, Any], Any, tuple[str, ...]]:
        """Send the request, and again without what the server says it does not take.

        Returns:
            The request finally sent, the answer, and notes on it.
        """
        # Another conversation with the same model may learn this meanwhile.
        tried = [taken := self._taken]
        while True:
            sent = {**self._options, **request_of(messages, tools, taken, schema, self._cache_key)}
            if self._max_output_tokens is not None:
                sent[taken.limit_name] = self._max_output_tokens
            try:
                completion = await self._sdk.chat.completions.create(**sent)
                unheld = tried[0].strict_answers and not taken.strict_answers
                return sent, completion, (UNHELD,) if unheld else ()
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                left = without(taken, _words(error))
                if left is None or left in tried:
                    raise self._explain(error) from error
                tried.append(left)
                self._taken = taken = left
            except openai.OpenAIError as error:
                raise self._explain(error) from error
            except _OFF_PROTOCOL as error:
                raise self._provider.nonsense(_WHAT) from error

    def _reply(self, completion: Any, sent: Mapping[str, Any]) -> Reply:
        choice = completion.choices[0]
        message = choice.message
        text, calls = text_of(message), calls_of(message)
        usage = usage_of(completion.usage, sent, text)
        refusal = getattr(message, "refusal", None)
        if refusal or (choice.finish_reason == "content_filter" and not calls):
            why = str(refusal or "its content filter cut the reply")
            raise paid(self._provider.filtered(why), usage)
        if choice.finish_reason == "length":
            calls = _whole(calls)
            if not calls and not text.strip():
                most = self._max_output_tokens or self._row.output
                raise paid(self._provider.cut(most), usage)
        if not self._row.parallel_calls:
            calls = calls[:1]
        return Reply(text=text, calls=calls, usage=usage)

    def _no_completion(self, completion: Any) -> ModelError:
        """Turn an answer without a completion into an error; gateways report failures so."""
        error = getattr(completion, "error", None)
        if isinstance(error, Mapping) and error.get("message"):
            code = error.get("code")
            status = code if isinstance(code, int) and code >= 400 else 502
            return self._provider.refused(status, str(error["message"]), {})
        return self._provider.nonsense(_WHAT)

    def _explain(self, error: openai.OpenAIError) -> ModelError:
        match error:
            case openai.APIStatusError():
                return self._provider.refused(
                    error.status_code,
                    _words(error),
                    error.response.headers,
                    f"{error.code or ''} {error.type or ''}",
                )
            case openai.APIConnectionError():
                return self._provider.unreachable(error, error.__cause__)
        return self._provider.nonsense(_WHAT)


def _whole(calls: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
    """Drop the last call of a cut reply when its arguments are incomplete."""
    try:
        json.loads(calls[-1].arguments or "{}")
    except (ValueError, IndexError, RecursionError):
        return calls[:-1]
    return calls


def _words(error: openai.APIStatusError) -> str:
    body = error.body
    if isinstance(body, dict):
        inner = body.get("error", body)
        message = inner.get("message") if isinstance(inner, dict) else inner
        if isinstance(message, str):
            return message
    return str(error.message)
