"""The ways to put an agent together, by name.

One file each; every one takes a ``Kit`` and gives an ``Answer``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from agent_e.agents.kit import Kit
from agent_e.agents.planner import Answer

from .hierarchical import hierarchical

Architecture = Callable[[Kit], Awaitable[Answer]]

ARCHITECTURES: dict[str, Architecture] = {"hierarchical": hierarchical}

__all__ = ["ARCHITECTURES", "Answer", "Architecture", "Kit"]
