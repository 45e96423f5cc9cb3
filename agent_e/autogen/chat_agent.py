"""A ``WebAgent`` as a member of an AgentChat team."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    TextMessage,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
)
from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import FunctionExecutionResult, RequestUsage

from agent_e.agent import WebAgent
from agent_e.journal import Event
from agent_e.journal.events import ActionEnded, ActionStarted
from agent_e.types import Outcome, Task, TaskResult

_PERSON = "user"
_DESCRIPTION = "Does tasks on web pages in a browser, and answers with quotes from them."


class WebAgentChatAgent(BaseChatAgent):
    """Takes the new messages as its task, and answers with what it found or did.

    Only what the team's ``user`` says is a person's task: its words give leave for what they ask
    for. What other agents write gives none. Actions are inner events of the stream. Its state is
    the tasks it has done, with their answers.
    """

    def __init__(
        self,
        name: str,
        agent: WebAgent,
        *,
        description: str = _DESCRIPTION,
        start_url: str | None = None,
    ) -> None:
        """Join a team.

        Args:
            name: in the team.
            agent: does the tasks; ``close`` closes its browser.
            description: by which a selector chooses it.
            start_url: page to begin the first task on.
        """
        super().__init__(name, description)
        self._agent = agent
        self._start_url = start_url
        self._done: list[tuple[str, str]] = []

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Messages this agent sends."""
        return (TextMessage,)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Do the task; see ``on_messages_stream``."""
        async for message in self.on_messages_stream(messages, cancellation_token):
            if isinstance(message, Response):
                return message
        raise AssertionError("a stream ends with the response")

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        """Do the task that the messages are; cancelling the token stops the run."""
        text = "\n\n".join(message.to_model_text() for message in messages)
        task = Task(
            text=text,
            start_url=None if self._done else self._start_url,
            by_person=all(message.source == _PERSON for message in messages),
        )
        working = True

        def stop() -> None:
            # The token outlives this task, and the agent may do others.
            if working:
                self._agent.stop()

        cancellation_token.add_callback(stop)
        inner: list[BaseAgentEvent | BaseChatMessage] = []
        async for event in self._agent.stream(task):
            if cancellation_token.is_cancelled():
                # It came before there was a run to stop.
                stop()
            if message := self._inner(event):
                inner.append(message)
                yield message
        working = False
        result = self._agent.result
        assert result is not None, "a stream that has ended has a result"
        self._done.append((text, str(result.answer)))
        yield Response(chat_message=self._answer(result), inner_messages=inner)

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """Forget the tasks done."""
        self._done.clear()
        self._agent.forget()

    async def save_state(self) -> Mapping[str, Any]:
        """Return the tasks done, as JSON."""
        return {"done": [list(each) for each in self._done]}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Take up tasks done before; the browser begins anew."""
        await self.on_reset(CancellationToken())
        for task, answer in state["done"]:
            self._done.append((task, answer))
            self._agent.remember(task, answer)

    async def close(self) -> None:
        """Close the browser."""
        await self._agent.close()

    def _inner(self, event: Event) -> BaseAgentEvent | None:
        match event:
            case ActionStarted():
                arguments = json.dumps(event.arguments, ensure_ascii=False)
                call = FunctionCall(id=str(event.seq), name=event.action, arguments=arguments)
                return ToolCallRequestEvent(content=[call], source=self.name)
            case ActionEnded():
                done = FunctionExecutionResult(
                    call_id=str(event.started),
                    name="action",
                    content=event.words or event.error,
                    is_error=bool(event.error),
                )
                return ToolCallExecutionEvent(content=[done], source=self.name)
        return None

    def _answer(self, result: TaskResult) -> TextMessage:
        """The answer, the facts it rests on, and what was changed."""
        lines = [str(result.answer)] if result.answer is not None else []
        if result.outcome is not Outcome.SUCCESS:
            lines.append(f"({result.outcome}) {result.message}")
        lines += [f'- {fact.claim}: "{fact.quote}" ({fact.url})' for fact in result.evidence]
        used = result.usage.values()
        return TextMessage(
            content="\n".join(lines),
            source=self.name,
            models_usage=RequestUsage(
                prompt_tokens=sum(each.input_tokens for each in used),
                completion_tokens=sum(each.output_tokens for each in used),
            ),
            metadata={"outcome": str(result.outcome), "run_dir": result.run_dir},
        )
