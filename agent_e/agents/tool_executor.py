"""The half of a chat that runs what the model proposes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import BaseChatMessage, StopMessage, StructuredMessage
from autogen_core import CancellationToken

from agent_e.errors import BadArgument, Interrupted, RunError, SkillError
from agent_e.loops.call_steps import given
from agent_e.loops.messages import LoopNotice
from agent_e.models.model import Picture, ToolCall, ToolResult
from agent_e.skills import Function
from agent_e.types import ChangeReport, PageText, SkillResult

from .answer import Answer
from .messages import Calls, ChatConfig, Results, cancellable
from .offered import Offered

_FROM_ANYWHERE = frozenset({"open_url"})
"""Functions that may follow one that was not run, as they do not depend on its effect."""
_ASIDE = frozenset({"read_pages", "query"})
"""Functions that leave the open page unchanged: what follows does not build on them."""
SHOWS_PAGE = "get_dom"
_TO_READ = frozenset({SHOWS_PAGE, "open_url", "history"})
"""Functions called for the page they show, whatever comes after."""
_INTERRUPTED = "the person has stepped in."
_READ_FIRST = "read first what is said of the loop."
MAX_CALLS = 20
"""Calls run per reply; a model that proposes more guesses what the first ones will show."""


class _Stop(NamedTuple):
    """Why the rest of a batch must not run; "" when it may.

    ``loaded``: only calls with numbers must not, as another page is open.
    """

    why: str = ""
    loaded: bool = False


class Executor(BaseChatAgent):
    """Runs proposed calls in order; every call gets exactly one result."""

    def __init__(self, config: ChatConfig, offered: Offered) -> None:
        name = f"{config.name}_executor"
        super().__init__(name, description=name)
        self.error: Exception | None = None
        self.ended = False
        self.value: Any = None
        self._config = config
        self._control = config.control
        self._offered = offered
        self._unread = False

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        """Messages this agent sends."""
        return (StructuredMessage[Results], StopMessage)

    async def on_messages(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> Response:
        """Run the calls of the last message."""
        proposed: Calls = messages[-1].content  # type: ignore[attr-defined]
        results: list[ToolResult] = []
        pictures: list[Picture] = []
        stop = _Stop()
        loaded = ""
        informed = unread = False
        for place, call in enumerate(proposed.calls):
            function = self._offered.find(call.name)
            if self._control is not None:
                await cancellable(self._control.checkpoint(), cancellation_token)
            if why := self._overtaken():
                # It was proposed before the person spoke: not even an ending call counts.
                stop = _Stop(why)
                self._config.overtaken(call)
            if place == MAX_CALLS and not stop.why:
                stop = _Stop(f"a reply may hold {MAX_CALLS} calls. Go on from their results.")
            stop = _held_back(stop, loaded, _moved(results), call, function)
            early = informed and _ends_early(function, call, proposed)
            if not stop.why and function is not None and (early or (unread and function.ends)):
                stop = _Stop(self._config.manner.unread.format(name=call.name))
            if stop.why:
                skipped = any(result.note.startswith("Not run") for result in results)
                note = "Not run either." if skipped else f"Not run: {stop.why}"
                results.append(_result(call, note=note))
                continue
            try:
                result, stop = await self._run(call, function, cancellation_token, pictures)
            except RunError as error:
                self.error = error
            if self.error is not None or self.ended:
                return Response(chat_message=StopMessage(source=self.name, content="ended"))
            if stop.loaded:
                # Names are looked up on the page open now; numbers belong to the previous one.
                stop, loaded = _Stop(), stop.why
            unread = unread or self._unread
            results.append(result)
            informed = informed or (function is not None and function.informs)
        shown = await self._shown(_without_left(results), cancellation_token, pictures)
        content = Results(results=tuple(shown), pictures=tuple(pictures))
        return Response(chat_message=StructuredMessage[Results](source=self.name, content=content))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        """A chat is made for one conversation and never used again."""

    async def _shown(
        self, results: list[ToolResult], token: CancellationToken, pictures: list[Picture]
    ) -> list[ToolResult]:
        """Append the final page view to the last result; its pictures are sent then."""
        if self._config.look is None or not results:
            return results
        seen: SkillResult = await cancellable(self._config.look(), token)
        pictures[:] = seen.pictures
        *others, last = results
        note = "\n".join(filter(None, [last.note, seen.note.strip()]))
        data = (*last.data, *seen.data)
        return [*others, replace(last, view=seen.view, note=note, data=data)]

    def _overtaken(self) -> str:
        """Why the proposed calls must not run any more; ``""`` when they may."""
        return self._control.superseded_by(nested=self._config.nested) if self._control else ""

    async def _run(
        self,
        call: ToolCall,
        function: Function | None,
        token: CancellationToken,
        pictures: list[Picture],
    ) -> tuple[ToolResult, _Stop]:
        """Run one call; returns its result and why the rest of the batch must not run.

        Its pictures are added to ``pictures``.
        """
        try:
            if function is None:
                raise BadArgument(self._offered.unknown(call.name))
            self._offered.list_from_now(function)
            if self._config.loops and not function.ends:
                await self._config.loops.before(function.name, given(function, call.arguments))
            value = await cancellable(function(call.arguments), token)
        except Interrupted as error:
            # Neither a failure nor a step of a loop: what follows is another matter.
            return _result(call, note=str(error)), _Stop(self._overtaken() or _INTERRUPTED)
        except SkillError as error:
            self._refused(call, error)
            return await self._failed(call, function, str(error))
        except RunError:
            raise
        except Exception as error:  # the boundary to skills, ours and other people's
            self._config.report_failure(call.name, error)
            text = f"{call.name} failed unexpectedly ({type(error).__name__}: {error})."
            return await self._failed(call, function, text)
        if function.ends or isinstance(value, Answer):
            return self._end(call, value)
        result: SkillResult = value
        # A warning repeats what the model itself typed: no page has shown that.
        self._config.note(result)
        if warning := await self._warning(call, function, result):
            note = "\n".join(filter(None, [result.note, warning.own]))
            quotes = PageText.joined(result.quotes, warning.tried)
            result = replace(result, note=note, quotes=quotes, stop=_READ_FIRST)
        pictures += result.pictures
        loaded = result.report is not None and result.report.page is not None
        target = result.report.target if result.report else None
        # The page has replaced the element that was meant by another.
        meant = function.numbers(call.arguments)
        self._unread = bool(meant) and target is not None and target not in meant
        tool_result = ToolResult(
            call_id=call.id,
            name=call.name,
            text=result.text,
            view=result.view,
            short=result.short,
            page=loaded or function.name == SHOWS_PAGE,
            note=result.note,
            data=result.materials,
            quotes=result.quotes,
        )
        return tool_result, _why_stop(call, result)

    def _end(self, call: ToolCall, value: Any) -> tuple[ToolResult, _Stop]:
        """End the chat, unless the person has spoken while the ending was checked."""
        if why := self._overtaken():
            return _result(call, note=f"Not taken: {why}"), _Stop(why)
        self.ended, self.value = True, value
        if self._control is not None and not self._config.nested:
            self._control.close()
        return _result(call, is_error=False), _Stop()

    def _refused(self, call: ToolCall, error: SkillError) -> None:
        if not error.journaled:
            self._config.report_failure(call.name, error)
        if error.report is not None:
            # What it changed all the same has been shown too.
            self._config.note(SkillResult(text=str(error), report=error.report))

    async def _failed(
        self, call: ToolCall, function: Function | None, text: str
    ) -> tuple[ToolResult, _Stop]:
        warning = await self._warning(call, function, None, text)
        tool_result = _result(call, text)
        if warning:
            tool_result = replace(tool_result, note=warning.own, quotes=warning.tried)
        if function is not None and function.name in _ASIDE and not warning:
            # Only a report would rely on what it was to read.
            self._unread = True
            return tool_result, _Stop()
        return tool_result, _Stop(f"the {_verb(call)} before it failed.")

    async def _warning(
        self,
        call: ToolCall,
        function: Function | None,
        result: SkillResult | None,
        error: str = "",
    ) -> LoopNotice | None:
        """The warning about a loop that a call has closed."""
        if self._config.loops is None or function is None or function.ends:
            return None
        arguments = given(function, call.arguments)
        return await self._config.loops.after(function.name, arguments, result, error)


def _ends_early(function: Function | None, call: ToolCall, proposed: Calls) -> bool:
    """Whether a call would end the chat before its model has read the results before it."""
    if function is None or not function.ends:
        return False
    return not (function.follows_acts and call is proposed.calls[-1])


def _without_left(results: Sequence[ToolResult]) -> list[ToolResult]:
    """Shorten the results about pages that a later act of the same reply has left again.

    Their numbers are dead. What was opened by address, looked at, or gone back from was meant
    to be read.
    """
    shortened, left = [], False
    for result in reversed(results):
        passed = result.page and result.name not in _TO_READ and result.short
        shortened.append(_in_short(result) if left and passed else result)
        if result.page and result.name != SHOWS_PAGE:
            left = result.name != "history"
    return shortened[::-1]


def _in_short(result: ToolResult) -> ToolResult:
    reports = [each for each in result.data if isinstance(each, ChangeReport)]
    quoted = [f"It said: {message}" for report in reports for message in report.messages]
    words = " ".join([result.short, *quoted, "It was left again."])
    return replace(result, text=words, page=False)


def _verb(call: ToolCall) -> str:
    """What a call does, in one word: its action where the function has several."""
    try:
        values = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return call.name
    action = values.get("action") if isinstance(values, dict) else None
    return action if isinstance(action, str) else call.name


def _result(call: ToolCall, text: str = "", *, note: str = "", is_error: bool = True) -> ToolResult:
    return ToolResult(call_id=call.id, name=call.name, text=text, is_error=is_error, note=note)


def _moved(results: Sequence[ToolResult]) -> set[int]:
    """The numbers that now stand for other items, according to these results."""
    reports = [each for one in results for each in one.data if isinstance(each, ChangeReport)]
    reports += [report.earlier for report in reports if report.earlier]
    return {node.mmid for report in reports for node in report.renumbered.values() if node.mmid}


def _held_back(
    stop: _Stop, loaded: str, moved: set[int], call: ToolCall, function: Function | None
) -> _Stop:
    """Why a call must not run after those before it.

    ``loaded``: why one with numbers must not; ``moved``: numbers that mean something else now.
    """
    if function is None:
        return stop
    if not stop.why and not moved.isdisjoint(function.numbers(call.arguments)):
        return _Stop("a call before it moved items to other numbers: see its result.")
    if stop.loaded and function.name in _FROM_ANYWHERE:
        return _Stop()
    if loaded and not stop.why and function.numbers(call.arguments):
        # What comes after it may build on it.
        return _Stop(loaded, loaded=True)
    return stop


def _why_stop(call: ToolCall, result: SkillResult) -> _Stop:
    if result.stop:
        return _Stop(result.stop)
    report = result.report
    if report is None:
        return _Stop()
    if report.page is not None:
        why = f"the {_verb(call)} before it loaded a page, which has other numbers."
        return _Stop(why, loaded=True)
    if report.dialog_open:
        return _Stop(f"the {_verb(call)} before it opened a dialog. Answer that first.")
    return _Stop()
