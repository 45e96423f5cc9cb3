"""The pair every agent is made of: a ``Caller`` proposes function calls, an ``Executor`` runs them.

Both are AutoGen agents in a round-robin team. The loop is the team's; endings are exceptions, or a
call of a function that ends the chat. AutoGen's own tool loop is not used: it deadlocks when a call
is cancelled.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autogen_agentchat.conditions import StopMessageTermination
from autogen_agentchat.messages import StructuredMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken

from agent_e.models.model import Message, Picture, ToolCall
from agent_e.types import NO_PAGE, Data, PageText

from .caller import Caller
from .messages import Calls, ChatConfig, Results
from .offered import Offered
from .tool_executor import Executor


@dataclass
class Chat(ChatConfig):
    """One conversation of an agent with its functions, from a first message to an ending call."""

    def __post_init__(self) -> None:
        # A cancelled team logs a traceback that is of no use.
        logging.getLogger("autogen_core").setLevel(logging.CRITICAL)
        offered = Offered(self.functions, self.spare)
        self._caller = Caller(self, offered)
        self._executor = Executor(self, offered)

    @property
    def steps(self) -> int:
        """Model calls made so far."""
        return self._caller.pace.steps

    @property
    def unfinished(self) -> str:
        """The limit for which the model was told to finish; empty when it was not."""
        ended = self._caller.pace.ended
        return ended.unfinished if ended else ""

    async def run(
        self,
        first: str,
        view: str = "",
        pictures: Sequence[Picture] = (),
        *,
        page: PageText = NO_PAGE,
        data: Sequence[Data] = (),
        opening: Sequence[ToolCall] = (),
    ) -> Any:
        """Hold the chat and return what the ending function returned.

        Args:
            first: the message it begins with.
            view: the page as text.
            pictures: sent with it.
            page: other text from pages, kept as long as the first message.
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
        shown = PageText.joined(page, view, by="\n\n")
        message = Message(
            role="user", text=first, page=shown, pictures=tuple(pictures), data=tuple(data)
        )
        self._caller.begin(message, page)
        self._caller.opening = tuple(opening)
        await _drive(team, first)
        error = self._caller.error or self._executor.error
        if error is not None:
            raise error
        return self._executor.value


class ChatToken(CancellationToken):
    """Forgets a call that has ended; AutoGen's own keeps each as long as the chat lives."""

    def link_future(self, future: asyncio.Future[Any]) -> asyncio.Future[Any]:
        """Cancel the future with the token."""

        def cancel() -> None:
            future.cancel()

        def forget(_: object) -> None:
            if cancel in self._callbacks:
                self._callbacks.remove(cancel)

        self.add_callback(cancel)
        future.add_done_callback(forget)
        return future


async def _drive(team: RoundRobinGroupChat, first: str) -> None:
    """Run the team to its end; cancelling this stops what is running at once, not after it."""
    token = ChatToken()

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
