"""A browser that an MCP host drives: a run whose model is the host.

So its calls go the way of any model's: executor, gate, journal, change reports and element numbers.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from agent_e.agent import WebAgent
from agent_e.config import LimitSettings, Settings
from agent_e.models.factory import default_spec, environment
from agent_e.models.model import AnswerSchema, Message, Picture, Reply, ToolCall, ToolSchema
from agent_e.safety.secrets import OutputRedactor
from agent_e.types import Data, Task, TaskResult

from .questions import HostChannel, Ongoing

HOST = "mcp-host"
"""The name of the host as a model."""
_TASK = "Act in the browser as an MCP host asks, one call at a time."
_UNLIMITED = 1_000_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """What a call has shown, as a model would get it: ``data`` is what the text was made from."""

    text: str
    is_error: bool = False
    data: tuple[Data, ...] = ()
    pictures: tuple[Picture, ...] = ()


@dataclass(kw_only=True, slots=True)
class HostModel:
    """A ``Model`` whose replies are the host's calls, one each, taken as they come."""

    name: str = HOST
    _calls: asyncio.Queue[tuple[ToolCall, asyncio.Future[Shown]]] = field(
        default_factory=asyncio.Queue
    )
    _open: asyncio.Future[Shown] | None = None
    _numbers: count[int] = field(default_factory=count)

    async def call(self, function: str, arguments: Mapping[str, Any]) -> Shown:
        """Have a function called, and return what it has shown."""
        shown: asyncio.Future[Shown] = asyncio.get_running_loop().create_future()
        call = ToolCall(
            id=f"host_{next(self._numbers)}", name=function, arguments=json.dumps(arguments)
        )
        self._calls.put_nowait((call, shown))
        return await shown

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Hand over the results of the last call, and wait for the next one."""
        if self._open is not None and not self._open.done():
            self._open.set_result(_shown(messages))
        self._open = None
        while self._open is None or self._open.done():
            # The host has cancelled what is done already.
            call, self._open = await self._calls.get()
        return Reply(calls=(call,))

    async def close(self) -> None:
        """There is nothing to release."""


def _shown(messages: Sequence[Message]) -> Shown:
    """What came after the last call."""
    last = max(at for at, message in enumerate(messages) if message.role == "assistant")
    new = messages[last + 1 :]
    results = [result for message in new for result in message.results]
    return Shown(
        text="\n\n".join(filter(None, (result.words for result in results))),
        is_error=any(result.is_error for result in results),
        data=tuple(each for result in results for each in result.data),
        pictures=tuple(each for message in new for each in message.pictures),
    )


class HostedBrowser:
    """The browser of a server's hosts; calls are done one after the other."""

    def __init__(self, settings: Settings) -> None:
        """Nothing is opened before the first call; ``settings`` are the server's."""
        self.hidden = OutputRedactor()
        self._settings = settings
        self._channel = HostChannel()
        self._model = HostModel()
        self._turn = asyncio.Lock()
        self._agent: WebAgent | None = None
        self._run: asyncio.Task[TaskResult] | None = None

    async def call(self, function: str, arguments: Mapping[str, Any], call: Ongoing) -> Shown:
        """Call a skill.

        Args:
            function: its name.
            arguments: for it.
            call: the tool's; the first one decides for all whether anybody can be asked.

        Raises:
            ConfigError: the settings do not allow to begin.
        """
        async with self._turn:
            run = self._begun(call.asks)
            self._channel.call = call
            shown = asyncio.create_task(self._model.call(function, arguments))
            try:
                await asyncio.wait({shown, run}, return_when=asyncio.FIRST_COMPLETED)
                if shown.done():
                    return shown.result()
                return Shown(text=run.result().message, is_error=True)
            finally:
                self._channel.call = None
                shown.cancel()

    async def close(self) -> None:
        """End the run, and close the browser."""
        if self._agent is None or self._run is None:
            return
        self._agent.stop(143)
        await asyncio.wait({self._run})
        await self._agent.close()

    def _begun(self, asks: bool) -> asyncio.Task[TaskResult]:
        """The run under way; a new one, in the same browser if it lives, once one has ended."""
        if self._agent is None:
            self._agent = WebAgent(
                _of_host(self._settings, asks),
                hidden=self.hidden,
                channels=[self._channel],
                models={HOST: self._model},
            )
        if self._run is None or self._run.done():
            task = Task(text=_TASK, by_person=False)
            self._run = asyncio.create_task(self._agent.run(task))
        return self._run


def _of_host(settings: Settings, asks: bool) -> Settings:
    """The settings of a run that a host drives: no limits, and no other model but safety's."""
    judge = settings.safety.model or settings.model or default_spec(environment())[0]
    human = settings.human.model_copy(update={"review": False, "plan_review": False})
    changes = {
        "architecture": "hierarchical",
        "preset": "default",
        "model": HOST,
        "planner": "auto",
        "planner_model": None,
        "verify": "never",
        "mode": "human" if asks or human.answers else "autonomous",
        "mcp": None,
        "human": human,
        "safety": settings.safety.model_copy(update={"model": judge}),
        "limits": LimitSettings(
            max_steps=_UNLIMITED, navigator_steps=_UNLIMITED, seconds=_UNLIMITED
        ),
        "loops": settings.loops.model_copy(update={"enabled": False}),
        "models": settings.models.model_copy(update={"fallback": None}),
    }
    return settings.model_copy(update=changes)
