"""Approvals as questions to the person."""

from __future__ import annotations

from typing import Any

from agent_e.types import Answer, ApprovalRequest

from .desk import Desk


class DeskApprover:
    """Asks for leave to act; anything but a clear yes is a no."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def approve(self, request: ApprovalRequest) -> Answer:
        """Ask.

        Raises:
            NeedsPerson: nobody can be asked.
        """
        evidence: dict[str, Any] = {"reasons": list(request.risk.reasons)}
        if request.amounts:
            evidence["amounts"] = list(request.amounts)
        if request.sent_to:
            evidence["sent_to"] = request.sent_to
        if request.kind:
            evidence["all"] = request.kind
        given = await self._desk.ask(
            "approval",
            f"May I {request.sentence}?",
            schema={"enum": ["yes", "no", "all"] if request.kind else ["yes", "no"]},
            evidence=evidence,
            deadline_s=request.deadline_s,
            on_timeout="deny",
        )
        if given.action == "answered" and given.value == "all":
            return "kind"
        return given.action == "answered" and given.value == "yes"
