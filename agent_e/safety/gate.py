"""The gate every action passes before it happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent_e.types import Node


class AllowAll:
    """The policy of this version: every action is allowed, and journaled by the envelope."""

    async def check(self, action: str, target: Node | None, arguments: Mapping[str, Any]) -> None:
        """Allow the action."""
