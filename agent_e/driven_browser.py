"""A browser that another program's model drives, call by call: a run whose model it is.

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
from agent_e.human import Channel
from agent_e.models.factory import default_spec, environment
from agent_e.models.model import AnswerSchema, Message, Picture, Reply, ToolCall, ToolSchema
from agent_e.safety.secrets import OutputRedactor
from agent_e.types import Data, Task, TaskResult

_DRIVER = "driver"
"""The name of the other model."""
_TASK = "Act in the browser as another program asks, one call at a time."
_UNLIMITED = 1_000_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """What a call has shown, as a model would get it: ``data`` is what the text was made from."""

    text: str
    is_error: bool = False
    data: tuple[Data, ...] = ()
    pictures: tuple[Picture, ...] = ()


@dataclass(kw_only=True, slots=True)
class DriverModel:
    """A ``Model`` whose replies are the driver's calls, one each, taken as they come."""

    name: str = _DRIVER
    _calls: asyncio.Queue[tuple[ToolCall, asyncio.Future[Shown]]] = field(
        default_factory=asyncio.Queue
    )
    _open: asyncio.Future[Shown] | None = None
    _numbers: count[int] = field(default_factory=count)

    async def call(self, function: str, arguments: Mapping[str, Any]) -> Shown:
        """Have a function called, and return what it has shown."""
        shown: asyncio.Future[Shown] = asyncio.get_running_loop().create_future()
        call = ToolCall(
            id=f"driver_{next(self._numbers)}", name=function, arguments=json.dumps(arguments)
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
            # The driver has cancelled what is done already.
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


class DrivenBrowser:
    """The browser; calls are done one after the other.

    Attributes:
        hidden: knows what no output may show.
    """

    def __init__(self, settings: Settings, channels: Sequence[Channel] = ()) -> None:
        """Nothing is opened before the first call.

        Args:
            settings: of the person whose browser it is.
            channels: to ask them over.
        """
        self.hidden = OutputRedactor()
        self._settings = settings
        self._channels = channels
        self._model = DriverModel()
        self._turn = asyncio.Lock()
        self._agent: WebAgent | None = None
        self._run: asyncio.Task[TaskResult] | None = None

    async def call(
        self, function: str, arguments: Mapping[str, Any], *, asks: bool = False
    ) -> Shown:
        """Call a skill.

        Args:
            function: its name.
            arguments: for it.
            asks: whether the person can be asked; the first call decides for all.

        Raises:
            ConfigError: the settings do not allow to begin.
        """
        async with self._turn:
            run = self._begun(asks)
            shown = asyncio.create_task(self._model.call(function, arguments))
            try:
                await asyncio.wait({shown, run}, return_when=asyncio.FIRST_COMPLETED)
                if shown.done():
                    return shown.result()
                return Shown(text=run.result().message, is_error=True)
            finally:
                shown.cancel()

    async def close(self) -> None:
        """End the run, and close the browser."""
        if self._agent is None or self._run is None:
            return
        self._agent.stop(143)
        await asyncio.wait({self._run})
        await self._agent.close()
        self._agent = self._run = None

    def _begun(self, asks: bool) -> asyncio.Task[TaskResult]:
        """The run under way; a new one, in the same browser if it lives, once one has ended."""
        if self._agent is None:
            self._agent = WebAgent(
                _driven(self._settings, asks),
                hidden=self.hidden,
                channels=self._channels,
                models={_DRIVER: self._model},
            )
        if self._run is None or self._run.done():
            task = Task(text=_TASK, by_person=False)
            self._run = asyncio.create_task(self._agent.run(task))
        return self._run


def _driven(settings: Settings, asks: bool) -> Settings:
    """The settings of a run that is driven: no limits, and no other model but safety's."""
    judge = settings.safety.model or settings.model or default_spec(environment())[0]
    human = settings.human.model_copy(update={"review": False, "plan_review": False})
    changes = {
        "architecture": "hierarchical",
        "preset": "default",
        "model": _DRIVER,
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
