"""Shared base of agents whose model answers in text instead of calling functions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agent_e.agents.answer import Answer
from agent_e.agents.chat import Chat
from agent_e.agents.run_context import RunContext
from agent_e.agents.submission import AnswerSubmission
from agent_e.errors import SkillError
from agent_e.models.message_transforms import ModelMiddleware, RequestTransform
from agent_e.models.model import AnswerSchema, Message, Model, Reply, ToolCall, ToolSchema
from agent_e.skills import Function
from agent_e.types import SkillResult


class WordedCalls(ModelMiddleware):
    """Adapts a chat of function calls to a model that says in words what to call."""

    def __init__(
        self,
        model: Model,
        transform: RequestTransform,
        read: Callable[[str], tuple[str, dict[str, str]] | None],
    ) -> None:
        """Wrap a model; ``read`` parses the function and arguments that a reply stands for."""
        super().__init__(model, transform)
        self._read = read

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer with one call; a reply that stands for none is returned unchanged."""
        reply = await super().complete(messages)
        parsed_call = self._read(reply.text)
        if parsed_call is None:
            return reply
        number = 1 + sum(message.role == "assistant" for message in messages)
        name, given = parsed_call
        arguments = json.dumps(given, ensure_ascii=False)
        call = ToolCall(id=f"step_{number}", name=name, arguments=arguments)
        return replace(reply, calls=(call,))


class ChatAgent:
    """Base of an agent for one run: one chat that ends with an answer in words."""

    _chat: Chat

    def __init__(self, context: RunContext) -> None:
        self._context = context
        self._answers = AnswerSubmission(context)

    def _show(self, result: SkillResult) -> None:
        """Record what was shown, so that quotes can be located in it."""
        context = self._context
        context.evidence.add(
            result, step=context.budget.used, url=context.skill_context.navigator.url
        )

    async def _done(self, answer: str) -> Answer:
        """End the task."""
        limit = self._chat.unfinished
        return await self._answers.submit_words(answer, last=bool(limit), limit=limit)

    def _ended(self, answer: Answer, *, assisted: bool, metrics: Mapping[str, float]) -> Answer:
        """The answer with metrics of the run; ``assisted``: a model saw no pictures."""
        limit = answer.limit if answer.loop else self._chat.unfinished
        return replace(answer, limit=limit, assisted=assisted, metrics=metrics)


def not_shown(error: SkillError) -> SkillResult:
    """What is shown in place of a page that is stuck, or that never stays: it can be left."""
    return SkillResult(
        view=f"The page cannot be shown now: {error} Open another address, or go back."
    )


def named(functions: Mapping[str, Function]) -> list[Function]:
    """The functions under the names by which they are called."""
    return [replace(function, name=name) for name, function in functions.items()]
