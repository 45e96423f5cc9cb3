"""The person at the other end of an API: questions wait until somebody answers them by their id."""

from __future__ import annotations

import asyncio

from agent_e.types import PersonRequest

from .channel import Reply


class HttpChannel:
    """Shows nothing by itself: who asks the API for open questions gets them from the desk."""

    name = "http"

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """Wait until the question is answered or given up."""
        await asyncio.Event().wait()
