"""A way to reach the person."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from agent_e.types import PersonRequest


class Reply(Protocol):
    """Takes an answer to the question shown."""

    def __call__(self, value: Any, note: str = "", *, decline: bool = False) -> None:
        """Answer it, or decline to.

        Raises:
            BadArgument: the value does not fit; the question stays open.
            AnswerConflict: it is no longer open.
        """
        ...


class Channel(Protocol):
    """Shows questions; several channels may show one, and the first answer counts."""

    name: str

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """Show a question until it is answered here.

        Cancelled when it is answered elsewhere or expires. Returning without a reply means that
        nobody can be reached this way.
        """
        ...


class HttpChannel:
    """Shows nothing itself: API clients get open questions from the broker."""

    name = "http"

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """Wait until the question is answered or given up."""
        await asyncio.Event().wait()


Answerer = Callable[[PersonRequest], Awaitable[Any] | Any]
"""Answers a question, or returns ``None`` to leave it to the other channels."""


class FunctionChannel:
    """Asks a function of the program that runs the agent."""

    name = "program"

    def __init__(self, answerer: Answerer) -> None:
        """Ask this one, plain or async."""
        self._answerer = answerer

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """Give its answer, if it has one."""
        answer = self._answerer(request)
        if inspect.isawaitable(answer):
            answer = await answer
        if answer is not None:
            reply(answer)
