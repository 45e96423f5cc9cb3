"""A model that answers from the journal of an earlier run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agent_e.errors import ConfigError, ModelError
from agent_e.journal import find_run, read_events
from agent_e.types import Usage

from .model import Message, Reply, ToolCall, ToolSchema


class ReplayModel:
    """Gives the replies one role got in that run, in their order, whatever is asked.

    The pages behind may differ; ids are given out in the same order on the same pages, so that
    calls of a run on an unchanged site meet the same elements again.
    """

    def __init__(self, run: str, role: str, *, runs_dir: Path) -> None:
        path = find_run(runs_dir, run)
        self.name = f"replay:{path.name}"
        self._role = role
        self._replies = [
            Reply(
                text=event["text"],
                calls=tuple(ToolCall(**call) for call in event["calls"]),
                usage=Usage(**event["usage"]),
            )
            for event in read_events(path)
            if event["kind"] == "model.replied" and event["role"] == role
        ]
        if not self._replies:
            raise ConfigError(f"The run {path.name} holds no reply of the {role} to replay.")
        self._next = 0

    async def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolSchema] = ()
    ) -> Reply:
        """Return the next recorded reply.

        Raises:
            ModelError: all were given.
        """
        if self._next == len(self._replies):
            raise ModelError(
                f"{self.name} has no more replies of the {self._role} after {self._next}: "
                "this run went another way than the recorded one."
            )
        self._next += 1
        return self._replies[self._next - 1]

    async def close(self) -> None:
        """Nothing is held."""
