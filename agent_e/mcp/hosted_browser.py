"""The browser of a server's hosts, whose questions go to the call that is under way."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from agent_e.config import Settings
from agent_e.driven_browser import DrivenBrowser, Shown
from agent_e.safety.secrets import OutputRedactor

from .questions import HostChannel, Ongoing


class HostedBrowser:
    """The browser of a server's hosts; calls are done one after the other."""

    def __init__(self, settings: Settings) -> None:
        """Nothing is opened before the first call; ``settings`` are the server's."""
        self._channel = HostChannel()
        self._browser = DrivenBrowser(settings, [self._channel])
        self._turn = asyncio.Lock()

    @property
    def hidden(self) -> OutputRedactor:
        """Knows what no output may show."""
        return self._browser.hidden

    async def call(self, function: str, arguments: Mapping[str, Any], call: Ongoing) -> Shown:
        """Call a skill for a tool call; raises as ``DrivenBrowser.call``."""
        async with self._turn:
            self._channel.call = call
            try:
                return await self._browser.call(function, arguments, asks=call.asks)
            finally:
                self._channel.call = None

    async def close(self) -> None:
        """End the run, and close the browser."""
        await self._browser.close()
