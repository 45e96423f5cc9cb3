"""agent-e: a web agent with a planner, a nested browser-navigation chat and plain Python skills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import AgentEError, ConfigError, RunError, SkillError
from .types import Fact, Outcome, Task, TaskResult, Usage

if TYPE_CHECKING:
    from .agent import WebAgent

__version__ = "0.1.0"

__all__ = [
    "AgentEError",
    "ConfigError",
    "Fact",
    "Outcome",
    "RunError",
    "SkillError",
    "Task",
    "TaskResult",
    "Usage",
    "WebAgent",
    "__version__",
]


def __getattr__(name: str) -> Any:
    # The framework and the browser driver take half a second to import; only a run needs them.
    if name == "WebAgent":
        from .agent import WebAgent

        return WebAgent
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
