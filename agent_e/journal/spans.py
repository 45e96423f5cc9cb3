"""The events of a run as OpenTelemetry spans, by its conventions for generative AI.

    invoke_agent agent-e          the run
      chat gpt-5.4-mini             a call of a model
      invoke_agent navigator        a sub-task
        chat gpt-5.4-mini
        execute_tool click            an action

What the conventions have no name for begins with ``agent_e.``. Source: OpenTelemetry semantic
conventions 1.41, pages "GenAI agent spans" and "GenAI client spans" (their state: development).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from agent_e.types import Outcome, Usage

from .events import (
    ActionEnded,
    ActionStarted,
    ModelCalled,
    ModelReplied,
    ModelTrouble,
    PersonAsked,
    RunEnded,
    RunStarted,
    SubTaskEnded,
    SubTaskStarted,
    read_event,
)

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Span, TracerProvider

_RUN, _SUB_TASK = 0, -1
"""Keys of spans; those of actions are the numbers of their events, which begin at 1."""
_PROVIDERS = {
    "azure": "azure.ai.openai",
    "bedrock": "aws.bedrock",
    "gemini": "gcp.gemini",
    "mistral": "mistral_ai",
}
"""What the conventions call the providers that we call otherwise."""


class RunSpans:
    """A listener that makes spans of one run's events, and sends them at its end."""

    def __init__(
        self,
        provider: TracerProvider,
        run: str,
        *,
        content: bool = False,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        """Set up.

        Args:
            provider: makes the spans.
            run: the run's id.
            content: whether the texts of task, models and pages, addresses among them, are told.
            close: sends what is left; may block.
        """
        self._tracer = provider.get_tracer("agent_e")
        self._run = run
        self._content = content
        self._close = close
        self._open: dict[int, Span] = {}
        """Run, sub-task and action, the innermost last."""
        self._calls: dict[int, Span] = {}
        self._usage = Usage()

    def __call__(self, raw: Mapping[str, Any]) -> Awaitable[None] | None:
        """Take the next event; at the last one, return what sends the spans."""
        event, at = read_event(raw), round(raw["time"] * 1e9)
        told: Mapping[str, Any]
        match event:
            case RunStarted():
                self._begin(_RUN, "invoke_agent agent-e", at, self._of_run(event))
            case SubTaskStarted():
                told = {**_invoked("navigator"), **self._texts({"sub_task": event.sub_task})}
                self._begin(_SUB_TASK, "invoke_agent navigator", at, told)
            case SubTaskEnded():
                told = {"agent_e.status": event.status, **self._texts({"summary": event.summary})}
                self._end(_SUB_TASK, at, told)
            case ActionStarted():
                told = self._of_action(event)
                self._begin(event.seq, f"execute_tool {event.action}", at, told)
            case ActionEnded():
                failed = "" if event.status == "done" else event.status
                self._end(event.started, at, self._of_outcome(event), failed)
            case ModelCalled():
                self._call(event, at)
            case ModelReplied() | ModelTrouble():
                self._heard(event, at)
            case PersonAsked():
                told = {"agent_e.kind": str(event.request.get("kind", ""))}
                next(reversed(self._open.values())).add_event("agent_e.question", told, at)
            case RunEnded():
                return self._run_ended(event, at)
        return None

    def _begin(self, key: int, name: str, at: int, attributes: Mapping[str, Any]) -> None:
        parent = self._parent()
        self._open[key] = self._tracer.start_span(
            name, parent, attributes=attributes, start_time=at
        )

    def _end(self, key: int, at: int, attributes: Mapping[str, Any], error: str = "") -> None:
        """End a span, and before it those within it that nothing has ended."""
        while key in self._open:
            ended, span = self._open.popitem()
            if ended == key:
                span.set_attributes(attributes)
                _mark(span, error)
            span.end(at)

    def _parent(self) -> Context | None:
        """The innermost open span; for the run itself that of the application, if any."""
        from opentelemetry.trace import set_span_in_context

        innermost = next(reversed(self._open.values()), None)
        return None if innermost is None else set_span_in_context(innermost)

    def _call(self, event: ModelCalled, at: int) -> None:
        told = {"gen_ai.agent.name": event.role}
        if self._content:
            told["gen_ai.input.messages"] = _json([_message(each) for each in event.messages])
        self._calls[event.seq] = self._called(event.model, at, told)

    def _called(self, model: str, at: int, attributes: Mapping[str, Any]) -> Span:
        from opentelemetry.trace import SpanKind

        provider, _, name = model.rpartition(":")
        told = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _PROVIDERS.get(provider, provider or name),
            "gen_ai.request.model": name,
            "gen_ai.conversation.id": self._run,
            **attributes,
        }
        return self._tracer.start_span(
            f"chat {name}",
            self._parent(),
            kind=SpanKind.CLIENT,
            attributes=told,
            start_time=at,
        )

    def _heard(self, event: ModelReplied | ModelTrouble, at: int) -> None:
        if isinstance(event, ModelTrouble) and event.kind == "model.retried":
            self._calls[event.call].add_event("agent_e.retry", {"agent_e.reason": event.reason}, at)
            return
        span = self._calls.pop(event.call)
        self._used(span, event)
        if isinstance(event, ModelReplied):
            span.set_attributes(self._of_reply(event))
        else:
            _mark(span, event.type)
            if event.kind == "model.replaced":
                told = {"gen_ai.agent.name": event.role}
                self._calls[event.call] = self._called(event.by, at, told)
        span.end(at)

    def _used(self, span: Span, event: ModelReplied | ModelTrouble) -> None:
        self._usage += event.used
        span.set_attributes(_tokens(event.used))
        if event.cost_usd is not None:
            span.set_attribute("agent_e.cost_usd", event.cost_usd)

    def _of_reply(self, event: ModelReplied) -> Mapping[str, str]:
        told = {"gen_ai.response.model": event.model.rpartition(":")[2]}
        if self._content:
            reply = {"role": "assistant", "text": event.text, "calls": event.calls}
            told["gen_ai.output.messages"] = _json([_message(reply)])
        return told

    def _of_run(self, event: RunStarted) -> Mapping[str, Any]:
        return {
            **_invoked("agent-e"),
            "gen_ai.conversation.id": self._run,
            "agent_e.architecture": event.architecture,
            "agent_e.mode": event.mode,
            **self._texts({"task": event.text}),
        }

    def _of_action(self, event: ActionStarted) -> Mapping[str, Any]:
        told: dict[str, Any] = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": event.action,
            "gen_ai.tool.type": "function",
        }
        if self._content:
            given = {"target": event.target, "arguments": event.arguments}
            told["gen_ai.tool.call.arguments"] = _json(given)
        return told

    def _of_outcome(self, event: ActionEnded) -> Mapping[str, Any]:
        told: dict[str, Any] = {"agent_e.status": event.status}
        if event.ghost is not None:
            told["agent_e.changed"] = not event.ghost
        if host := urlsplit(event.url).hostname:
            told["server.address"] = host
        if self._content:
            told |= {"url.full": event.url, "gen_ai.tool.call.result": event.words or event.error}
        return told

    async def _run_ended(self, event: RunEnded, at: int) -> None:
        for span in self._calls.values():
            # A call that the end of the run cut off.
            span.end(at)
        failed = event.outcome if event.outcome == Outcome.ERROR else ""
        told = {"agent_e.outcome": event.outcome, **_tokens(self._usage)}
        if event.cost_usd is not None:
            told["agent_e.cost_usd"] = event.cost_usd
        self._end(_RUN, at, {**told, **self._texts({"answer": event.answer})}, failed)
        await asyncio.to_thread(self._close)

    def _texts(self, texts: Mapping[str, Any]) -> Mapping[str, str]:
        if not self._content:
            return {}
        return {
            f"agent_e.{name}": text if isinstance(text, str) else _json(text)
            for name, text in texts.items()
        }


def _mark(span: Span, error: str) -> None:
    """Mark a span as failed, if there is an error."""
    from opentelemetry.trace import StatusCode

    if error:
        span.set_attribute("error.type", error)
        span.set_status(StatusCode.ERROR)


def _invoked(agent: str) -> Mapping[str, str]:
    return {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": agent}


def _tokens(usage: Usage) -> Mapping[str, int]:
    told = {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cache_read.input_tokens": usage.cached_tokens,
        "cache_creation.input_tokens": usage.cache_write_tokens,
    }
    return {f"gen_ai.usage.{name}": tokens for name, tokens in told.items()}


def _message(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """A message of the journal in the form of the conventions."""
    parts: list[Mapping[str, Any]] = [
        {"type": "text", "content": message[name]} for name in ("text", "page") if message.get(name)
    ]
    for call in message.get("calls", ()):
        told = {"id": call["id"], "name": call["name"], "arguments": call["arguments"]}
        parts.append({"type": "tool_call", **told})
    for result in message.get("results", ()):
        told = {"id": result["call_id"], "response": result["text"]}
        parts.append({"type": "tool_call_response", **told})
    return {"role": message["role"], "parts": parts}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
