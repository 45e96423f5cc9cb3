"""The pair every agent is made of: a ``Caller`` proposes function calls, an ``Executor`` runs them.

Both are AutoGen agents in a round-robin team. The loop is the team's; endings are exceptions, or a
call of a function that ends the chat. AutoGen's own tool loop is not used: it deadlocks when a call
is cancelled.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from autogen_agentchat.conditions import StopMessageTermination
from autogen_agentchat.messages import StructuredMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken

from agent_e.human import RunControl
from agent_e.models.client import ModelClient
from agent_e.models.model import Picture, Reply, ToolCall
from agent_e.skills import Function
from agent_e.types import Data, SkillResult

from .caller import Caller
from .executor import Executor
from .loop_watch import LoopWatch
from .messages import CALLING, Calls, Manner, ProposedCall, Results
from .offered import Offered


class Chat:
    """One conversation of an agent with its functions, from a first message to an ending call."""

    def __init__(
        self,
        name: str,
        calls: ModelClient,
        *,
        system: str,
        functions: Sequence[Function],
        spare: Sequence[Function] = (),
        max_steps: int,
        report_failure: Callable[[str, Exception], None],
        leave_to: str = "",
        budget_tokens: int | None = None,
        note: Callable[[SkillResult], None] = lambda result: None,
        repair: Callable[[Reply], str] | None = None,
        loops: LoopWatch | None = None,
        forgotten: Callable[[], None] = lambda: None,
        control: RunControl | None = None,
        nested: bool = False,
        sees_pages: bool = True,
        overtaken: Callable[[ProposedCall], None] = lambda call: None,
        look: Callable[[], Awaitable[SkillResult]] | None = None,
        manner: Manner = CALLING,
        closing: bool = False,
    ) -> None:
        """Prepare the pair.

        Args:
            name: of the agent, as messages and errors name it.
            calls: the way to the model.
            system: the system prompt.
            functions: listed to the model; exactly one of them ends the chat.
            spare: not listed before they are wanted.
            max_steps: model calls in this chat; before the last, the model is told to end.
            report_failure: called with every exception of a function that no action journaled.
            leave_to: role that has to be able to make a call after this chat.
            budget_tokens: of a request; without it the conversation may get as long as it will.
            note: called with every result a function gives back.
            repair: what to say to a reply without a call; by default to call a function.
            loops: watches what the functions lead to.
            forgotten: called when older results were taken out of the conversation.
            control: holds the chat while the run is paused, and has what the person says.
            nested: whether that ends this chat, for another agent to hear it.
            sees_pages: whether it is shown pages, and not only what was found on them.
            overtaken: called with every call that is not run since the person has stepped in.
            look: what is shown after the calls of a reply, beside their results, and when the
                person has given the window back.
            manner: how the model is spoken to.
            closing: whether a reply that can only end the chat follows the last of ``max_steps``.
        """
        # A cancelled team logs a traceback that tells nobody anything.
        logging.getLogger("autogen_core").setLevel(logging.CRITICAL)
        offered = Offered(functions, spare)
        self._caller = Caller(
            name,
            calls,
            system,
            offered,
            max_steps=max_steps,
            leave_to=leave_to,
            budget_tokens=budget_tokens,
            repair=repair,
            forgotten=forgotten,
            control=control,
            nested=nested,
            sees_pages=sees_pages,
            note=note,
            look=look,
            manner=manner,
            closing=closing,
        )
        self._executor = Executor(
            f"{name}_executor",
            offered,
            note=note,
            report_failure=report_failure,
            loops=loops,
            control=control,
            nested=nested,
            overtaken=overtaken,
            look=look,
            unread=manner.unread,
        )

    @property
    def steps(self) -> int:
        """Model calls made so far."""
        return self._caller.pace.steps

    @property
    def unfinished(self) -> str:
        """For which limit the model was told to come to an end; empty when it was not told."""
        ended = self._caller.pace.ended
        return ended.unfinished if ended else ""

    async def run(
        self,
        first: str,
        view: str = "",
        pictures: Sequence[Picture] = (),
        *,
        page: str = "",
        data: Sequence[Data] = (),
        opening: Sequence[ToolCall] = (),
    ) -> Any:
        """Hold the chat and return what the ending function returned.

        Args:
            first: the message it begins with.
            view: how the page looks, in words.
            pictures: shown with that.
            page: what else comes from pages, and is told as long as the first message.
            data: what ``view`` was made from.
            opening: the first calls, where the model need not be asked for them.

        Raises:
            RunError: of the model, a limit or a skill; ``BadReply`` when the model calls nothing,
                ``Superseded`` when the person has spoken and the chat is a nested one.
        """
        team = RoundRobinGroupChat(
            [self._caller, self._executor],
            termination_condition=StopMessageTermination(),
            custom_message_types=[StructuredMessage[Calls], StructuredMessage[Results]],
        )
        self._caller.first_page = page
        self._caller.first_view = view
        self._caller.first_pictures = tuple(pictures)
        self._caller.first_data = tuple(data)
        self._caller.opening = tuple(opening)
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
