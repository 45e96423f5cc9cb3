"""A model that answers from the journal of an earlier run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError, ContextOverflow, ModelError, ModelRefused
from agent_e.journal import find_run, read_events, read_lines
from agent_e.types import Usage

from .model import AnswerSchema, Message, Reply, ToolCall, ToolSchema

_ENDS = ("model.replied", "model.failed")
_FAILURES = {each.__name__: each for each in (ContextOverflow, ModelRefused)}
"""Failures after which a run proceeds differently than after any ``ModelError``."""


class ReplayModel:
    """Returns what one role got in that run, in order, whatever is asked: replies and failures.

    The pages may differ; ids are assigned in the same order on the same pages, so that the calls of
    a run on an unchanged site refer to the same elements again.
    """

    def __init__(self, run: str, role: str, *, runs_dir: Path) -> None:
        path, events = _recorded(run, runs_dir)
        self.name = f"replay:{path.name}"
        self._role = role
        own = [event for event in events if event.get("role") == role]
        self._replies = [
            _outcome(event)
            for event, after in pairwise([*own, {}])
            if event["kind"] in _ENDS and not _retried_shorter(event, after)
        ]
        roles = _replying_roles(events)
        # The planner is used only where the navigator did not do the task alone.
        if role not in roles and not (role == "planner" and "navigator" in roles):
            raise ConfigError(f"The run {path.name} holds no reply of the {role} to replay.")
        self._next = 0

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Return the next recorded reply.

        Raises:
            ModelError: the call failed for good in that run, or no replies are left.
        """
        if self._next == len(self._replies):
            raise ModelError(
                f"{self.name} has no more replies of the {self._role} after {self._next}: "
                "this run went another way than the recorded one."
            )
        self._next += 1
        reply = self._replies[self._next - 1]
        if isinstance(reply, ModelError):
            raise reply
        return reply

    async def close(self) -> None:
        """Do nothing."""


def planner_began(run: str, *, runs_dir: Path) -> bool:
    """Whether the planner replied before the navigator in that run.

    What is asked beside them, such as what the task allows, does not count.

    Raises:
        ConfigError: there is no such run.
    """
    roles = _replying_roles(_recorded(run, runs_dir)[1])
    return [role for role in roles if role in ("planner", "navigator")][:1] == ["planner"]


def _recorded(run: str, runs_dir: Path) -> tuple[Path, list[Mapping[str, Any]]]:
    """Return the run folder, or the file of its events alone, and the events."""
    file = Path(run)
    if file.suffix == ".jsonl" and file.is_file():
        return file, list(read_lines(file))
    folder = find_run(runs_dir, run)
    return folder, list(read_events(folder))


def _replying_roles(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """The roles that replied, in the order of their first replies."""
    roles = (event["role"] for event in events if event["kind"] == "model.replied")
    return list(dict.fromkeys(roles))


def _retried_shorter(event: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a conversation was too long and answered once shorter: a replay's never is.

    ``after`` is the next event of the same role.
    """
    too_long = event.get("type") == ContextOverflow.__name__
    return too_long and after.get("kind") == "context.shortened"


def _outcome(event: Mapping[str, Any]) -> Reply | ModelError:
    """The outcome of a call."""
    if event["kind"] == "model.failed":
        return _FAILURES.get(event["type"], ModelError)(event["error"])
    return Reply(
        text=event["text"],
        calls=tuple(ToolCall(**call) for call in event["calls"]),
        usage=Usage(**event["usage"]),
    )
