"""The half of a chat that holds the model and the conversation."""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import BaseChatMessage, StopMessage, StructuredMessage
from autogen_core import CancellationToken

from agent_e.errors import BadReply, ContextOverflow, Superseded
from agent_e.human import RunControl
from agent_e.memory.history import PICTURES_KEPT, SHOWN, Compaction, History
from agent_e.models.budget import LimitUsage
from agent_e.models.client import ModelClient
from agent_e.models.model import Message, Picture, Reply, ToolCall
from agent_e.models.step_limiter import LimitNotice, StepLimiter
from agent_e.types import Data, SkillResult

from .messages import Calls, Manner, ProposedCall, Results, cancellable
from .offered import Offered

_REPAIR = "Answer with a function call; when you are done, call {ending}."


class Caller(BaseChatAgent):
    """Holds the model and the conversation; proposes calls, runs none."""

    def __init__(
        self,
        name: str,
        calls: ModelClient,
        system: str,
        offered: Offered,
        *,
        max_steps: int,
        leave_to: str,
        budget_tokens: int | None,
        repair: Callable[[Reply], str] | None,
        forgotten: Callable[[], None],
        control: RunControl | None,
        nested: bool,
        sees_pages: bool,
        note: Callable[[SkillResult], None],
        look: Callable[[], Awaitable[SkillResult]] | None,
        manner: Manner,
        closing: bool,
    ) -> None:
        super().__init__(name, description=name)
        self.error: Exception | None = None
        self.first_page = ""
        self.first_view = ""
        self.first_pictures: tuple[Picture, ...] = ()
        self.first_data: tuple[Data, ...] = ()
        self.opening: tuple[ToolCall, ...] = ()
        self.pace = StepLimiter(
            calls, name, max_steps=max_steps, leave_to=leave_to, closing=closing
        )
        self._calls = calls
        self._history = History(system, calls.sizes.of, budget_tokens)
        self._offered = offered
        self._forgotten = forgotten
        self._control = control
        self._nested = nested
        self._sees_pages = sees_pages
        self._note = note
        self._look = look
        self._manner = manner
        self._ending = offered.ending
        self._repair = repair or (lambda _: _REPAIR.format(ending=self._ending))

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Messages this agent sends."""
        return (StructuredMessage[Calls], StopMessage)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Add what came in to the conversation and ask the model for the next calls."""
        for message in messages:
            self._take(message)
        try:
            calls = await cancellable(self._next_calls(), cancellation_token)
        except Exception as error:  # a team turns any exception into RuntimeError(text)
            self.error = error
            return Response(
                chat_message=StopMessage(source=self.name, content=type(error).__name__)
            )
        proposed = [ProposedCall(id=c.id, name=c.name, arguments=c.arguments) for c in calls]
        return Response(
            chat_message=StructuredMessage[Calls](source=self.name, content=Calls(calls=proposed))
        )

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """A chat is made for one conversation and never used again."""

    def _take(self, message: BaseChatMessage) -> None:
        if not isinstance(message, StructuredMessage):
            page = "\n\n".join(filter(None, [self.first_page, self.first_view]))
            text = message.to_model_text()
            self._history.begin(
                Message(
                    role="user",
                    text=text,
                    page=page,
                    pictures=self.first_pictures,
                    data=self.first_data,
                ),
                self.first_page,
            )
            return
        results: Results = message.content
        self._history.add(
            Message(role="tool", results=tuple(each.as_tool_result() for each in results.results))
        )
        if results.pictures:
            # Providers want the results of all calls first; pictures cannot be part of a result.
            pictures = tuple(
                Picture(data=base64.b64decode(each.data), media_type=each.media_type)
                for each in results.pictures[-PICTURES_KEPT:]
            )
            self._history.show(Message(role="user", text=SHOWN, pictures=pictures))

    async def _next_calls(self) -> tuple[ToolCall, ...]:
        if self.opening:
            calls, self.opening = self.opening, ()
            await self._listen()
            self._history.add(Message(role="assistant", calls=calls))
            return calls
        reply = await self._ask()
        if reply.calls:
            return reply.calls
        words = self._repair(reply)
        self._history.remark(words)
        reply = await self._ask()
        if reply.calls:
            return reply.calls
        raise BadReply(
            f"The {self.name}'s model answered in words instead of calling a function, twice: "
            f"'{reply.text[:200]}'. Try another --model."
        )

    async def _ask(self) -> Reply:
        calls, history, tools = self._calls, self._history, self._offered.schemas
        await self._listen()
        self._shorten(history.fit(calls.sizes.of((), tools), calls.scale))
        if await self.pace.room(calls.tokens(history.messages, tools)):
            await self._listen()
        turn = self.pace.next(calls.tokens(history.messages, tools))
        if turn.told == "last":
            tools = tuple(tool for tool in tools if tool.name == self._ending)
        if turn.use is not None:
            history.remark(self._format_limit(turn, turn.use))
            calls.limited(turn.use, turn.told)
        try:
            reply = await calls.complete(history.messages, tools)
        except ContextOverflow:
            done = history.compact_further(calls.sizes.of((), tools), calls.scale)
            if done is None:
                raise
            self._shorten(done)
            reply = await calls.complete(history.messages, tools, step=False)
        history.add(Message(role="assistant", text=reply.text, calls=reply.calls, kept=reply.kept))
        return reply

    def _format_limit(self, turn: LimitNotice, use: LimitUsage) -> str:
        if turn.told == "near" and use.whose == self.name and self._manner.near:
            return self._manner.near.format(left=round(use.left))
        return turn.words(self._manner.last.format(ending=self._ending))

    async def _listen(self) -> None:
        """Wait while the run is paused, and take in what the person says.

        Raises:
            Superseded: they have spoken, and that is for another agent to hear.
        """
        if self._control is None:
            return
        await self._control.point()
        if self._nested and self._control.spoken:
            raise Superseded("The person wants something else now.")
        for back in self._control.handed_back():
            if self._look is not None:
                seen = await self._look()
                view, pictures = seen.view, seen.pictures
                shown = Message(role="user", text=back.words, page=view, pictures=pictures)
                self._history.add(replace(shown, data=seen.data))
                continue
            page = "\n\n".join(filter(None, [back.changes, back.view if self._sees_pages else ""]))
            data = () if back.page is None or not self._sees_pages else (back.page,)
            self._history.add(Message(role="user", text=back.words, page=page, data=data))
            self._note(SkillResult(data=data))
        if not self._nested and (words := self._control.heard()):
            self._history.say(words)

    def _shorten(self, done: Compaction | None) -> None:
        """Tell that the conversation was shortened, if it was."""
        if done is not None:
            self._calls.shortened(done, self._history.messages)
            self._forgotten()
