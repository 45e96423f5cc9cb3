"""What one bench run does: everything a worker must know, as one JSON object."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from agent_e.benchmarks.tasks.record import BenchTask, TaskLimits
from agent_e.config import Settings

EPISODE_S = 600.0
"""Longest time of an episode where nobody says another."""
HARD_LIMIT_GRACE_S = 30.0
"""How long after its time limit an episode is ended from outside, with all its processes."""


class BenchPlan(BaseModel):
    """Who does which suite, and how."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    suite: str
    agent: str = "own"
    """own, obedient, do-nothing, random, oracle, replay:DIR, or the address of a white agent."""
    settings: Settings = Settings()
    """Of our own agent, the browser's for all."""
    judge: str = ""
    """Model that judges what rules cannot."""
    trace: bool = False
    """Keep a Playwright trace of each episode, to be opened with its viewer."""
    trusting: bool = True
    """Ask nothing on the suite's own sites, which are there to be changed."""
    limits: TaskLimits = TaskLimits()
    """Instead of the tasks' own."""

    @property
    def architecture(self) -> str:
        """Of our own agent; empty for others."""
        return self.settings.architecture if self.agent in ("own", "obedient") else ""

    @property
    def model(self) -> str:
        """What our own agent asks; empty for others."""
        if self.agent == "obedient":
            return "obedient"
        own = self.agent == "own" or self.agent.startswith("replay:")
        return (self.settings.model or "") if own else ""

    @property
    def identity(self) -> dict[str, JsonValue]:
        """What may not change when a run is taken up again."""
        own = self.settings.model_dump(mode="json", exclude={"runs_dir"})
        return {
            "suite": self.suite,
            "agent": self.agent,
            "judge": self.judge,
            "trace": self.trace,
            "limits": self.limits.model_dump(mode="json"),
            "settings": own,
            **({} if self.trusting else {"trusting": False}),
        }

    def seconds(self, task: BenchTask) -> float:
        """How long an episode of this task may take."""
        return self.limits.seconds or task.limits.seconds or EPISODE_S

    def steps(self, task: BenchTask) -> int | None:
        """How many model calls an episode of this task may take, where anybody says so."""
        return self.limits.steps or task.limits.steps


class Slot(BaseModel):
    """One repetition of one task."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: BenchTask
    epoch: int = Field(ge=1)


class Job(BaseModel):
    """What a worker is told to do: a try at a slot, and the folder it fills."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    slot: Slot
    attempt: int = Field(ge=1)
    folder: str


class Answered(BaseModel):
    """What a worker says: that it is ready, or that a job is done."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["ready", "done", "failed"]
    message: str = ""
