"""A way to reach the person."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from agent_e.types import PersonRequest


class Reply(Protocol):
    """Takes an answer to the question that is shown."""

    def __call__(self, value: Any, note: str = "", *, decline: bool = False) -> None:
        """Answer it, or decline to.

        Raises:
            BadArgument: the value does not fit; the question stays open.
            AnswerConflict: it is not open any more.
        """
        ...


class Channel(Protocol):
    """Shows questions; several may show the same one, and the first answer counts."""

    name: str

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """Show a question until it is answered here.

        Cancelled when it is answered elsewhere or too late. Returning without a reply says that
        nobody can be reached this way.
        """
        ...


class HttpChannel:
    """Shows nothing by itself: who asks the API for open questions gets them from the desk."""

    name = "http"

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """Wait until the question is answered or given up."""
        await asyncio.Event().wait()
