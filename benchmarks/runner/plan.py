"""The plan of one bench run: everything a worker must know, as one JSON object."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from agent_e.benchmarks.tasks.record import BenchTask, TaskLimits
from agent_e.config import Settings

EPISODE_S = 600.0
"""Default time limit of an episode."""
HARD_LIMIT_GRACE_S = 30.0
"""Seconds after its time limit when an episode is killed, with all its processes."""


class BenchPlan(BaseModel):
    """The agent, the suite and the options of a run."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    suite: str
    agent: str = "own"
    """own, obedient, do-nothing, random, oracle, grounder, point, replay:DIR, or the address of a
    white agent."""
    settings: Settings = Settings()
    """Of our own agent; the browser's for all agents."""
    judge: str = ""
    """Model that judges what rules cannot."""
    trace: bool = False
    """Keep a Playwright trace of each episode, to be opened with its viewer."""
    trusting: bool = True
    """Ask nothing on the suite's own sites, which are meant to be changed."""
    grants: Literal["task", "none"] = "task"
    """What the oracle behind the gate may do without a question: what the task's words allow."""
    limits: TaskLimits = TaskLimits()
    """Instead of the tasks' own."""
    sites: dict[str, str] = {}
    """Addresses of sites that run already, by name; no copies of these are started."""

    @property
    def architecture(self) -> str:
        """Of our own agent; empty for others."""
        return self.settings.architecture if self.agent in ("own", "obedient") else ""

    @property
    def model(self) -> str:
        """The model of our own agent, or the grounder alone; empty for others."""
        if self.agent == "obedient":
            return "obedient"
        if self.agent == "grounder":
            return self.settings.grounder.model or ""
        own = self.agent == "own" or self.agent.startswith("replay:")
        return (self.settings.model or "") if own else ""

    @property
    def identity(self) -> dict[str, JsonValue]:
        """What must not change when a run is resumed."""
        own = self.settings.model_dump(mode="json", exclude={"runs_dir"})
        return {
            "suite": self.suite,
            "agent": self.agent,
            "judge": self.judge,
            "trace": self.trace,
            "limits": self.limits.model_dump(mode="json"),
            "settings": own,
            **({} if self.trusting else {"trusting": False}),
            **({} if self.grants == "task" else {"grants": self.grants}),
            **({"sites": dict(self.sites)} if self.sites else {}),
        }

    def seconds(self, task: BenchTask) -> float:
        """Time limit of an episode of this task."""
        return self.limits.seconds or task.limits.seconds or EPISODE_S

    def steps(self, task: BenchTask) -> int | None:
        """Limit of model calls of an episode of this task, if any."""
        return self.limits.steps or task.limits.steps


class Slot(BaseModel):
    """One repetition of one task."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: BenchTask
    epoch: int = Field(ge=1)


class Job(BaseModel):
    """A worker's job: a try at a slot, and the folder it fills."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    slot: Slot
    attempt: int = Field(ge=1)
    folder: str


class Answered(BaseModel):
    """A worker's message: that it is ready, or that a job is done."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["ready", "done", "failed"]
    message: str = ""
