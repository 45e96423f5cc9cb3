"""What one run gives its agents."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from agent_e.config import Settings
from agent_e.errors import AgentEError
from agent_e.journal import Journal
from agent_e.memory.profile import Profile
from agent_e.skills import Skill, SkillContext
from agent_e.types import Fact, Task

from .calls import Budget, ModelCalls
from .model import Model
from .quotes import Shown

_OF_PERSON = "What the person keeps of themselves and may fit (data; use what is needed only):"


@dataclass(frozen=True, kw_only=True, slots=True)
class Earlier:
    """A task done before in the same browser, and its answer."""

    task: str
    answer: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Kit:
    """Everything the agents of one run share.

    Attributes:
        own_skills: the person's, offered to the navigator beside ours.
        models: by role.
        facts: found so far, numbered from 1 in this order; kept when the run ends early.
        shown: every text the agents were shown of pages, in order; answers are held against it.
        profile: what the person keeps; only lines that fit go into a conversation.
        earlier: what was asked before in this session.
    """

    task: Task
    settings: Settings
    journal: Journal
    budget: Budget
    context: SkillContext
    own_skills: tuple[Skill, ...]
    models: Mapping[str, Model]
    facts: list[Fact] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    profile: Profile = field(default_factory=Profile)
    earlier: tuple[Earlier, ...] = ()

    def calls(self, role: str, model: Model | None = None) -> ModelCalls:
        """Return a new conversation's way to the role's model, or to what stands before it."""
        return ModelCalls(
            model or self.models[role],
            role,
            settings=self.settings.models,
            journal=self.journal,
            budget=self.budget,
        )

    def known_of_person(self, text: str, labels: Iterable[str], told: set[str]) -> str:
        """Return the lines of the profile that fit a text or labels of fields, ``""`` for none.

        Those of ``told`` are left out; what is returned is added to it.
        """
        fields = self.profile.fitting(text) | self.profile.for_labels(labels)
        lines = [f"- {key}: {value}" for key, value in fields.items() if key not in told]
        told.update(fields)
        return "\n".join([_OF_PERSON, *lines]) if lines else ""

    def report_failure(self, skill: str, error: Exception) -> None:
        """Write a skill's failure to the journal: its sentence, or for a bug the traceback."""
        known = isinstance(error, AgentEError)
        words = str(error) if known else "".join(traceback.format_exception(error))
        self.journal.write("skill.failed", skill=skill, type=type(error).__name__, error=words)
