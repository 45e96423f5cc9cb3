"""agent-e: a web agent with a planner, a nested browser-navigation chat and plain Python skills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import AgentEError, ConfigError, RunError, SkillError, TaskFailed, Veto

if TYPE_CHECKING:
    from .agent import WebAgent
    from .types import Fact, Outcome, Task, TaskResult, Usage

__version__ = "0.1.0"

__all__ = [
    "AgentEError",
    "ConfigError",
    "Fact",
    "Outcome",
    "RunError",
    "SkillError",
    "Task",
    "TaskFailed",
    "TaskResult",
    "Usage",
    "Veto",
    "WebAgent",
    "__version__",
]


def __getattr__(name: str) -> Any:
    # Lazy, so that `agent-e --help` need not wait for the heavy imports.
    if name == "WebAgent":
        from .agent import WebAgent

        return WebAgent
    if name in __all__:
        from . import types

        return getattr(types, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
