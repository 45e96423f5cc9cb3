"""The pair every agent is made of: a ``Caller`` proposes function calls, an ``Executor`` runs them.

Both are AutoGen agents in a round-robin team. The loop is the team's; endings are exceptions, or a
call of a function that ends the chat. AutoGen's own tool loop is not used: it deadlocks when a call
is cancelled.
"""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.conditions import StopMessageTermination
from autogen_agentchat.messages import BaseChatMessage, StopMessage, StructuredMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken
from pydantic import BaseModel

from agent_e.errors import BadArgument, BadReply, LimitReached, RunError, SkillError
from agent_e.skills import Function
from agent_e.types import MediaType, SkillResult

from .calls import ModelCalls
from .model import Message, Picture, Reply, ToolCall, ToolResult, ToolSchema

T = TypeVar("T")

_REPAIR = "Answer with a function call; when you are done, call {ending}."
_LAST_STEP = (
    "This is your last step. Call {ending} now with what you have found so far and what is missing."
)
_SHOWN = "The page looks so:"
PICTURE_GONE = "(A picture of the page was here. It is not the newest any more.)"
_PICTURES_KEPT = 2
_FROM_ANYWHERE = frozenset({"open_url"})
"""Functions that mean the same on whatever page the one before them has led to."""


class ProposedCall(BaseModel):
    """A ``ToolCall`` on its way from Caller to Executor."""

    id: str
    name: str
    arguments: str


class Calls(BaseModel):
    """What the Caller proposes."""

    calls: list[ProposedCall]


class CallResult(BaseModel):
    """A ``ToolResult`` on its way back."""

    call_id: str
    name: str
    text: str
    is_error: bool = False
    view: str = ""


class SentPicture(BaseModel):
    """A ``Picture`` on its way back; ``data`` is base64."""

    data: str
    media_type: MediaType


class Results(BaseModel):
    """What the Executor got: one result a call, in their order, and all their pictures."""

    results: list[CallResult]
    pictures: list[SentPicture] = []


class _Stop(NamedTuple):
    """Why the rest of a batch must not run, "" when it may; ``loaded``: the page is another."""

    why: str = ""
    loaded: bool = False


class Caller(BaseChatAgent):
    """Holds the model and the conversation; proposes calls, runs none."""

    def __init__(
        self,
        name: str,
        calls: ModelCalls,
        system: str,
        functions: Sequence[Function],
        *,
        max_steps: int,
        reserve: int,
        repair: Callable[[Reply], str] | None,
    ) -> None:
        super().__init__(name, description=name)
        self.steps = 0
        self.error: Exception | None = None
        self.first_pictures: tuple[Picture, ...] = ()
        self._calls = calls
        self._history = [Message(role="system", text=system)]
        self._functions = functions
        self._ending = next(function.name for function in functions if function.ends)
        self._max_steps = max_steps
        self._reserve = reserve
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
            calls = await _cancellable(self._next_calls(), cancellation_token)
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
            text, pictures = message.to_model_text(), self.first_pictures
            self._history.append(Message(role="user", text=text, pictures=pictures))
            return
        results: Results = message.content
        self._history.append(
            Message(
                role="tool", results=tuple(ToolResult(**r.model_dump()) for r in results.results)
            )
        )
        if results.pictures:
            # Providers want the results of all calls first; pictures cannot be part of a result.
            pictures = tuple(
                Picture(data=base64.b64decode(each.data), media_type=each.media_type)
                for each in results.pictures[-_PICTURES_KEPT:]
            )
            self._drop_pictures(_PICTURES_KEPT - len(pictures))
            self._history.append(Message(role="user", text=_SHOWN, pictures=pictures))

    def _drop_pictures(self, kept: int) -> None:
        """Keep so many of the newest pictures: an old one costs on every call and misleads."""
        for place in range(len(self._history) - 1, -1, -1):
            message = self._history[place]
            if not message.pictures:
                continue
            left = message.pictures[-kept:] if kept else ()
            kept -= len(left)
            text = message.text if left else PICTURE_GONE
            self._history[place] = replace(message, text=text, pictures=left)

    async def _next_calls(self) -> tuple[ToolCall, ...]:
        reply = await self._ask()
        if reply.calls:
            return reply.calls
        self._history.append(Message(role="user", text=self._repair(reply)))
        reply = await self._ask()
        if reply.calls:
            return reply.calls
        raise BadReply(
            f"The {self.name}'s model answered in words instead of calling a function, twice: "
            f"'{self._history[-1].text[:200]}'. Try another --model."
        )

    async def _ask(self) -> Reply:
        if self.steps == self._max_steps or self._calls.budget.left <= self._reserve:
            raise LimitReached(
                f"The {self.name} used its {self.steps} steps without an end.",
                limit=f"{self.name}_steps",
                value=self._max_steps,
            )
        self.steps += 1
        functions = self._functions
        left = min(self._max_steps - self.steps, self._calls.budget.left - 1 - self._reserve)
        if left == 0:
            functions = [function for function in functions if function.ends]
            self._history.append(Message(role="user", text=_LAST_STEP.format(ending=self._ending)))
        tools = [
            ToolSchema(name=f.name, description=f.description, parameters=f.parameters)
            for f in functions
        ]
        reply = await self._calls.complete(self._history, tools)
        self._history.append(
            Message(role="assistant", text=reply.text, calls=reply.calls, kept=reply.kept)
        )
        return reply


class Executor(BaseChatAgent):
    """Runs proposed calls in order; every call gets exactly one result."""

    def __init__(
        self,
        name: str,
        functions: Sequence[Function],
        *,
        note: Callable[[SkillResult], None],
        report_failure: Callable[[str, Exception], None],
    ) -> None:
        super().__init__(name, description=name)
        self.error: Exception | None = None
        self.ended = False
        self.value: Any = None
        self._functions = {function.name: function for function in functions}
        self._note = note
        self._report_failure = report_failure

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Messages this agent sends."""
        return (StructuredMessage[Results], StopMessage)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Run the calls of the last message."""
        proposed: Calls = messages[-1].content  # type: ignore[attr-defined]
        results: list[CallResult] = []
        pictures: list[SentPicture] = []
        stop = _Stop()
        informed = False
        for call in proposed.calls:
            function = self._functions.get(call.name)
            if stop.loaded and call.name in _FROM_ANYWHERE:
                stop = _Stop()
            if not stop.why and function is not None and function.ends and informed:
                stop = _Stop(f"read the results above first, then call {call.name}.")
            if stop.why:
                told = any(result.text.startswith("Not run") for result in results)
                text = "Not run either." if told else f"Not run: {stop.why}"
                results.append(_result(call, text, is_error=True))
                continue
            try:
                result, stop = await self._run(call, function, cancellation_token, pictures)
            except RunError as error:
                self.error = error
            if self.error is not None or self.ended:
                return Response(chat_message=StopMessage(source=self.name, content="ended"))
            results.append(result)
            informed = informed or (function is not None and function.informs)
        content = Results(results=results, pictures=pictures)
        return Response(chat_message=StructuredMessage[Results](source=self.name, content=content))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """A chat is made for one conversation and never used again."""

    async def _run(
        self,
        call: ProposedCall,
        function: Function | None,
        token: CancellationToken,
        pictures: list[SentPicture],
    ) -> tuple[CallResult, _Stop]:
        """Run one call; returns its result and why the rest of the batch must not run.

        Its pictures are added to ``pictures``.
        """
        try:
            if function is None:
                names = ", ".join(self._functions)
                raise BadArgument(f"There is no function {call.name}. There are: {names}.")
            value = await _cancellable(function(call.arguments), token)
        except SkillError as error:
            if not error.journaled:
                self._report_failure(call.name, error)
            failed = _Stop(f"the {call.name} before it failed.")
            return _result(call, str(error), is_error=True), failed
        except RunError:
            raise
        except Exception as error:  # the boundary to skills, ours and other people's
            self._report_failure(call.name, error)
            text = f"{call.name} failed unexpectedly ({type(error).__name__}: {error})."
            failed = _Stop(f"the {call.name} before it failed.")
            return _result(call, text, is_error=True), failed
        if function.ends:
            self.ended, self.value = True, value
            return _result(call, ""), _Stop()
        result: SkillResult = value
        self._note(result)
        pictures += [_sent(picture) for picture in result.pictures]
        told = CallResult(call_id=call.id, name=call.name, text=result.text, view=result.view)
        return told, _why_stop(call, result)


class Chat:
    """One conversation of an agent with its functions, from a first message to an ending call."""

    def __init__(
        self,
        name: str,
        calls: ModelCalls,
        *,
        system: str,
        functions: Sequence[Function],
        max_steps: int,
        report_failure: Callable[[str, Exception], None],
        reserve: int = 0,
        note: Callable[[SkillResult], None] = lambda result: None,
        repair: Callable[[Reply], str] | None = None,
    ) -> None:
        """Prepare the pair.

        Args:
            name: of the agent, as messages and errors name it.
            calls: the way to the model.
            system: the system prompt.
            functions: offered to the model; exactly one of them ends the chat.
            max_steps: model calls in this chat; before the last, the model is told to end.
            report_failure: called with every exception of a function that no action journaled.
            reserve: steps of the run's budget that must be left to others.
            note: called with every result a function gives back.
            repair: what to say to a reply without a call; by default to call a function.
        """
        # A cancelled team logs a traceback that tells nobody anything.
        logging.getLogger("autogen_core").setLevel(logging.CRITICAL)
        self._caller = Caller(
            name, calls, system, functions, max_steps=max_steps, reserve=reserve, repair=repair
        )
        self._executor = Executor(
            f"{name}_executor", functions, note=note, report_failure=report_failure
        )

    @property
    def steps(self) -> int:
        """Model calls made so far."""
        return self._caller.steps

    async def run(self, first: str, pictures: Sequence[Picture] = ()) -> Any:
        """Hold the chat and return what the ending function returned.

        Args:
            first: the message it begins with.
            pictures: shown with that.

        Raises:
            RunError: of the model, a limit or a skill; ``BadReply`` when the model calls nothing.
        """
        team = RoundRobinGroupChat(
            [self._caller, self._executor],
            termination_condition=StopMessageTermination(),
            custom_message_types=[StructuredMessage[Calls], StructuredMessage[Results]],
        )
        self._caller.first_pictures = tuple(pictures)
        await _drive(team, first)
        error = self._caller.error or self._executor.error
        if error is not None:
            raise error
        return self._executor.value


async def _drive(team: RoundRobinGroupChat, first: str) -> None:
    """Run the team to its end; cancelling this stops what is running at once, not after it."""
    token = CancellationToken()

    async def pump() -> None:
        # Leaving the stream early breaks the framework's tracing: take every event.
        async for _ in team.run_stream(
            task=TextMessage(source="user", content=first), cancellation_token=token
        ):
            pass

    running = asyncio.ensure_future(pump())
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        token.cancel()
        await asyncio.gather(running, return_exceptions=True)
        raise


async def _cancellable(work: Awaitable[T], token: CancellationToken) -> T:
    future = asyncio.ensure_future(work)
    token.link_future(future)
    return await future


def _result(call: ProposedCall, text: str, *, is_error: bool = False) -> CallResult:
    return CallResult(call_id=call.id, name=call.name, text=text, is_error=is_error)


def _sent(picture: Picture) -> SentPicture:
    data = base64.b64encode(picture.data).decode("ascii")
    return SentPicture(data=data, media_type=picture.media_type)


def _why_stop(call: ProposedCall, result: SkillResult) -> _Stop:
    if result.stop:
        return _Stop(result.stop)
    report = result.report
    if report is None:
        return _Stop()
    if report.page is not None:
        why = f"the {call.name} before it loaded a page, shown above. Go on from there."
        return _Stop(why, loaded=True)
    if report.dialog_open:
        return _Stop(f"the {call.name} before it opened a dialog. Answer that first.")
    return _Stop()
