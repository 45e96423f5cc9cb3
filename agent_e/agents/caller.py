"""The half of a chat that holds the model and the conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import BaseChatMessage, StopMessage, StructuredMessage
from autogen_core import CancellationToken

from agent_e.errors import BadReply, ContextOverflow, Superseded
from agent_e.memory.history import PICTURES_KEPT, SHOWN, Compaction, History
from agent_e.models.budget import LimitUsage
from agent_e.models.model import Message, Reply, ToolCall
from agent_e.models.step_limiter import LimitNotice, StepLimiter
from agent_e.types import PageText, SkillResult

from .messages import Calls, ChatConfig, Results, cancellable
from .offered import Offered

_REPAIR = "Answer with a function call; when you are done, call {ending}."


class Caller(BaseChatAgent):
    """Holds the model and the conversation; proposes calls, runs none."""

    def __init__(self, config: ChatConfig, offered: Offered) -> None:
        super().__init__(config.name, description=config.name)
        self.error: Exception | None = None
        self.opening: tuple[ToolCall, ...] = ()
        self.pace = StepLimiter(
            config.calls,
            config.name,
            max_steps=config.max_steps,
            leave_to=config.leave_to,
            closing=config.closing,
        )
        self._config = config
        self._calls = config.calls
        self._offered = offered
        self._ending = offered.ending
        self._history = History(config.system, config.calls.sizes.of, config.budget_tokens)

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Messages this agent sends."""
        return (StructuredMessage[Calls], StopMessage)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Add the received messages to the conversation and ask the model for the next calls."""
        for message in messages:
            self._take(message)
        try:
            calls = await cancellable(self._next_calls(), cancellation_token)
        except Exception as error:  # a team turns any exception into RuntimeError(text)
            self.error = error
            return Response(
                chat_message=StopMessage(source=self.name, content=type(error).__name__)
            )
        return Response(
            chat_message=StructuredMessage[Calls](source=self.name, content=Calls(calls=calls))
        )

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """A chat is made for one conversation and never used again."""

    def begin(self, first: Message, page: PageText) -> None:
        """Begin the conversation; ``page`` is the part of the message that survives shortening."""
        self._history.begin(first, page)

    def _take(self, message: BaseChatMessage) -> None:
        if not isinstance(message, StructuredMessage):
            return
        results: Results = message.content
        self._history.add(Message(role="tool", results=results.results))
        if results.pictures:
            # Providers want the results of all calls first; pictures cannot be part of a result.
            pictures = results.pictures[-PICTURES_KEPT:]
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
        repair = self._config.repair
        words = repair(reply) if repair else _REPAIR.format(ending=self._ending)
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
        if turn.level == "last":
            tools = tuple(tool for tool in tools if tool.name == self._ending)
        if turn.use is not None:
            history.remark(self._format_limit(turn, turn.use))
            calls.limited(turn.use, turn.level)
        try:
            reply = await calls.complete(history.messages, tools)
        except ContextOverflow:
            done = history.compact_further(calls.sizes.of((), tools), calls.scale)
            if done is None:
                raise
            self._shorten(done)
            reply = await calls.complete(history.messages, tools, step=False)
        history.add(
            Message(
                role="assistant",
                text=reply.text,
                calls=reply.calls,
                provider_state=reply.provider_state,
            )
        )
        return reply

    def _format_limit(self, turn: LimitNotice, use: LimitUsage) -> str:
        manner = self._config.manner
        if turn.level == "near" and use.scope == self.name and manner.near:
            return manner.near.format(left=round(use.left))
        return turn.words(manner.last.format(ending=self._ending))

    async def _listen(self) -> None:
        """Wait while the run is paused, and take in what the person says.

        Raises:
            Superseded: they have spoken, and another agent is to handle it.
        """
        config, control = self._config, self._config.control
        if control is None:
            return
        await control.checkpoint()
        if config.nested and control.has_unread:
            raise Superseded("The person wants something else now.")
        for back in control.handed_back():
            if config.look is not None:
                seen = await config.look()
                view, pictures = PageText(seen.view), seen.pictures
                shown = Message(role="user", text=back.words, page=view, pictures=pictures)
                self._history.add(replace(shown, data=seen.data))
                continue
            page = PageText.joined(back.changes, back.view if config.sees_pages else "", by="\n\n")
            data = () if back.page is None or not config.sees_pages else (back.page,)
            self._history.add(Message(role="user", text=back.words, page=page, data=data))
            config.note(SkillResult(data=data))
        if not config.nested and (words := control.drain_messages()):
            self._history.say(words)
        if words := config.news():
            self._history.say(words)

    def _shorten(self, done: Compaction | None) -> None:
        """Report that the conversation was shortened, if it was."""
        if done is not None:
            self._calls.shortened(done, self._history.messages)
            self._config.forgotten()
