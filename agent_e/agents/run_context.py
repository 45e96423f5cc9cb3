"""What one run gives its agents."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from agent_e.config import Settings
from agent_e.errors import AgentEError
from agent_e.human import RunControl
from agent_e.journal import Journal, ResumeState
from agent_e.loops.guard import LoopGuard, LoopPolicy
from agent_e.loops.state import LoopState
from agent_e.memory.user_profile import Profile
from agent_e.models.budget import Budget
from agent_e.models.client import ModelClient
from agent_e.models.failover import FailoverModel
from agent_e.models.model import Model
from agent_e.models.model_table import context_tokens
from agent_e.prompts import source
from agent_e.skills import Function, Skill, SkillContext
from agent_e.types import Effect, Fact, Task
from agent_e.verification import EvidenceLog

from .answer import PartialResult
from .run_grants import RunGrants

_ROOM = 0.8
"""Share of a model's context that a request may fill: the rest is for reply and estimate error."""

_OF_PERSON = "What the person keeps of themselves and may fit (data; use what is needed only):"


@dataclass(frozen=True, kw_only=True, slots=True)
class PreviousTask:
    """A task done before in the same browser, and its answer."""

    task: str
    answer: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RunContext:
    """Everything the agents of one run share.

    Attributes:
        grants: what the person has allowed beforehand.
        own_skills: the person's, offered to the navigator besides ours.
        tools: of the person's MCP servers, offered to planner and navigator.
        models: by role.
        partial_result: what remains when the run ends early: its facts, numbered from 1, and the
            answers that were sent back.
        evidence: everything the agents were shown, in order.
        profile: the person's own data; only lines that fit go into a conversation.
        earlier: previous tasks of this session.
        control: the person's control of the run.
        before: state of the run before it was interrupted, if it was.
        loop_state: states of pages this run has been in, and what must not be done there again.
    """

    task: Task
    settings: Settings
    journal: Journal
    budget: Budget
    skill_context: SkillContext
    control: RunControl
    grants: RunGrants
    own_skills: tuple[Skill, ...]
    models: Mapping[str, Model]
    tools: tuple[Function, ...] = ()
    partial_result: PartialResult = field(default_factory=PartialResult)
    evidence: EvidenceLog = field(default_factory=EvidenceLog)
    profile: Profile = field(default_factory=Profile)
    earlier: tuple[PreviousTask, ...] = ()
    before: ResumeState | None = None
    loop_state: LoopState = field(default_factory=LoopState)

    @property
    def facts(self) -> list[Fact]:
        """Found so far."""
        return self.partial_result.facts

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What the run has changed so far."""
        return self.skill_context.effects.all

    @property
    def effective_task(self) -> str:
        """The task as text, with what the person has said since."""
        return self.control.effective_task(self.task.text)

    def calls(
        self, role: str, model: Model | None = None, *, budget: Budget | None = None
    ) -> ModelClient:
        """Return a client for a new conversation with the role's model.

        Args:
            role: who asks.
            model: wrapper around the role's model.
            budget: of a sub-task; by default the run's.
        """
        own = self.models[role]
        return ModelClient(
            model or own,
            role,
            spare=own if isinstance(own, FailoverModel) else None,
            settings=self.settings.models,
            journal=self.journal,
            budget=budget or self.budget,
            wait_if_paused=self.control.checkpoint,
        )

    def loop_guard(self, role: str, policy: LoopPolicy) -> LoopGuard | None:
        """Return a guard for one agent of the run; ``None`` when loop detection is off."""
        if not self.settings.loops.enabled:
            return None
        return LoopGuard(
            self.skill_context, self.loop_state, self.journal, role=role, policy=policy
        )

    def budget_tokens(self, role: str) -> int | None:
        """Maximum tokens of a request of this role, by the settings and the model's context.

        ``None`` for models that follow rules: to them no conversation is too long.
        """
        name = self.models[role].name
        if name == "offline" or name.startswith("replay:"):
            return None
        return min(self.settings.context.budget_tokens, round(_ROOM * context_tokens(name)))

    @property
    def person_rules(self) -> str:
        """When the person may be asked, as a line of a system prompt; ``""`` without one."""
        return f"{source('ask_person')}\n" if self.skill_context.asker is not None else ""

    @property
    def today(self) -> str:
        """Today's date and the timezone that dates of the task refer to."""
        now = datetime.now().astimezone()
        return f"{now:%A %Y-%m-%d}, timezone {self.settings.browser.timezone or now.tzname()}"

    def profile_lines(self, text: str, labels: Iterable[str], shown: set[str]) -> str:
        """Return the lines of the profile that fit a text or labels of fields, ``""`` for none.

        Keys in ``shown`` are left out; those returned are added to it.
        """
        fields = self.profile.fitting(text) | self.profile.for_labels(labels)
        lines = [f"- {key}: {value}" for key, value in fields.items() if key not in shown]
        shown.update(fields)
        return "\n".join([_OF_PERSON, *lines]) if lines else ""

    def report_failure(self, skill: str, error: Exception) -> None:
        """Write a skill's failure to the journal: its sentence, or for a bug the traceback."""
        known = isinstance(error, AgentEError)
        words = str(error) if known else "".join(traceback.format_exception(error))
        self.journal.write("skill.failed", skill=skill, type=type(error).__name__, error=words)
