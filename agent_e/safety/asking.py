"""What the person has set, what the person is asked, and what was refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from agent_e.errors import ActionDenied, NeedsPerson
from agent_e.types import ApprovalRequest, Risk, Tier

from .approvals import Approver
from .hosts import HostPattern, read_place

Decision = Literal["allow", "notify", "ask", "deny"]
Profile = Literal["strict", "balanced", "ci"]

DECISIONS: Mapping[Profile, Mapping[Tier, Decision]] = {
    "strict": {
        Tier.READ: "allow",
        Tier.REVERSIBLE: "notify",
        Tier.WRITES: "ask",
        Tier.CRITICAL: "ask",
    },
    "balanced": {
        Tier.READ: "allow",
        Tier.REVERSIBLE: "allow",
        Tier.WRITES: "notify",
        Tier.CRITICAL: "ask",
    },
    "ci": {
        Tier.READ: "allow",
        Tier.REVERSIBLE: "allow",
        Tier.WRITES: "allow",
        Tier.CRITICAL: "deny",
    },
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """What a person has set.

    Attributes:
        trusted: hosts on which nothing is asked.
        deadline_s: longest wait for an answer; a later one is a no.
    """

    profile: Profile = "balanced"
    trusted: tuple[HostPattern, ...] = ()
    deadline_s: float = 300.0


class Asking:
    """Decides by tier and profile, asks the person, and remembers what was refused.

    Attributes:
        rules: of the person.
        needed_person: whether something was refused because nobody could be asked.
    """

    def __init__(
        self, rules: Rules, journal: Callable[..., int], approver: Approver | None = None
    ) -> None:
        """Make it; without an approver every question is a no."""
        self.rules = rules
        self.needed_person = False
        self._journal = journal
        self._approver = approver
        self._denied: dict[str, str] = {}

    def decide(self, tier: Tier, places: Iterable[str]) -> Decision:
        """Decide on an act of a tier; ``places`` are the addresses it is at and sends to."""
        decision = DECISIONS[self.rules.profile][tier]
        return "notify" if decision in ("ask", "deny") and self._trusts(places) else decision

    async def ask(self, request: ApprovalRequest) -> None:
        """Return once the person has said yes.

        Raises:
            ActionDenied: the person said no, not in time, or cannot be asked.
        """
        risk = request.risk
        if self._approver is None:
            self.needed_person = True
            raise self.refused(
                request.sentence,
                risk,
                "a person has to approve it and none can be asked "
                "(--mode human asks, --trust SITE allows it)",
            )
        number = self._journal(
            "approval.asked",
            act=request.sentence,
            tier=str(risk.tier),
            reasons=list(risk.reasons),
            amounts=list(request.amounts),
            sent_to=request.sent_to,
            fingerprint=request.fingerprint,
        )
        why = "the person refused it"
        try:
            async with asyncio.timeout(self.rules.deadline_s):
                allowed = await self._approver.approve(request)
        except TimeoutError:
            allowed, why = False, f"nobody answered within {self.rules.deadline_s:g} s"
        except NeedsPerson:
            self.needed_person = True
            allowed, why = False, "a person has to approve it and none is there"
        self._journal("approval.answered", asked=number, allowed=allowed)
        if not allowed:
            raise self.refused(request.sentence, risk, why)

    def refuse_again(self, said: str, risk: Risk) -> None:
        """Raise ``ActionDenied`` for another way to what was refused.

        An address says what is done by itself; a form or a site only of an act that is critical.
        """
        critical = risk.tier == Tier.CRITICAL
        marks = [mark for mark in risk.marks if critical or mark.startswith("address ")]
        before = next((self._denied[mark] for mark in marks if mark in self._denied), None)
        if before is not None:
            raise ActionDenied(
                f"Not done: to {said} comes to what was refused before ({before}). "
                "Do not try it in another way: go on without it, or end and say what is missing."
            )

    def refused(self, said: str, risk: Risk, why: str) -> ActionDenied:
        """Remember a refusal and return the error that says so."""
        for mark in risk.marks:
            self._denied[mark] = said
        reasons = ", ".join(risk.reasons)
        return ActionDenied(
            f"Not done: to {said} was refused, because {why}. It was asked about since {reasons}. "
            "Do not try it in another way: go on without it, or end and say what is missing."
        )

    def _trusts(self, places: Iterable[str]) -> bool:
        read = [read_place(url) for url in places]
        return bool(read) and all(
            place and any(each.matches(place.host, place.port) for each in self.rules.trusted)
            for place in read
        )
