"""Approvals as questions to the person."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from agent_e.types import Answer, ApprovalRequest, PersonAnswer, Refusal

from .question_broker import QuestionBroker

Beside = Callable[[ApprovalRequest], Awaitable[Mapping[str, Any]]]
"""Gathers evidence of the action: a ``picture`` of it, the ``values`` to be sent."""


async def _nothing(request: ApprovalRequest) -> Mapping[str, Any]:
    return {}


class BrokerApprover:
    """Asks for approval to act; anything but a clear yes is a no."""

    def __init__(self, desk: QuestionBroker, beside: Beside = _nothing) -> None:
        """Create it; ``beside`` adds evidence to the question."""
        self._desk = desk
        self._beside = beside

    async def approve(
        self, request: ApprovalRequest, until: asyncio.Future[str] | None = None
    ) -> Answer:
        """Ask; ``until`` completes with why no answer is needed any more.

        Raises:
            NeedsPerson: nobody can be asked.
            Interrupted: ``until`` has completed, or the person has said something else instead.
        """
        given = await self._desk.ask(
            "approval",
            f"May I {request.sentence}?",
            schema={"enum": ["yes", "no", "all"] if request.kind else ["yes", "no"]},
            evidence={**_facts(request), **await self._beside(request)},
            deadline_s=request.deadline_s,
            on_timeout="deny",
            until=until,
        )
        if given.action == "answered" and given.value == "all":
            return "kind"
        if given.action == "answered" and given.value == "yes":
            return True
        return _refusal(given)


def _facts(request: ApprovalRequest) -> dict[str, Any]:
    """What the gate knows of it, without empty values."""
    facts = {
        "origin": request.origin,
        "sent_to": request.sent_to,
        "values": [{"name": name, "value": value} for name, value in request.values],
        "amounts": list(request.amounts),
        "reasons": list(request.risk.reasons),
        "tier": str(request.risk.tier),
        "all": request.kind,
        "fingerprint": request.fingerprint,
    }
    return {name: value for name, value in facts.items() if value}


def _refusal(given: PersonAnswer) -> Refusal:
    if not given.by:
        # No person decided: the note says why.
        return Refusal(why=given.note, by_person=False) if given.note else Refusal(by_person=False)
    if not given.note:
        return Refusal()
    return Refusal(why=f"the person refused it and says: '{given.note}'", words=True)
