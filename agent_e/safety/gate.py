"""The gate every action passes before it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agent_e.errors import ActionDenied, NeedsPerson
from agent_e.types import ActFacts, Node, Risk, Tier, Way

from .approvals import Approver, fingerprint, in_words, request_of
from .hosts import HostPattern, read_place
from .risk import Situation, assess

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
_UNSEEN = frozenset({"history", "tabs", "scroll", "wait_for", "extract", "open_url", "read_pdf"})
"""Actions on no element: there are no facts to read."""
_SENDING_KEYS = frozenset({"enter", "numpadenter", "submit", "space", " "})


class Permit:
    """Leave for one act, as it was when that was given."""

    async def hold(self) -> None:
        """Check that the act is still the one allowed; ``ActionDenied`` when it is not."""


class AllowAll:
    """Allows every action."""

    async def check(self, action: str, target: Node | None, arguments: Mapping[str, Any]) -> Permit:
        """Allow the action."""
        return Permit()


Reader = Callable[[int | None, Way], Awaitable[ActFacts]]


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


class RiskGate:
    """Decides by risk and profile, asks the person, and remembers what was refused.

    Attributes:
        needed_person: whether something was refused because nobody could be asked.
    """

    def __init__(
        self,
        rules: Rules,
        read: Reader,
        journal: Callable[..., int],
        *,
        approver: Approver | None = None,
        situation: Callable[[], Situation] = Situation,
    ) -> None:
        """Make the gate of one run.

        Args:
            rules: of the person.
            read: gives the facts of an act on an element, or on what has the focus.
            journal: writes an event.
            approver: asks the person; without one every question is a no.
            situation: of the run, as it is now.
        """
        self.needed_person = False
        self._rules = rules
        self._read = read
        self._journal = journal
        self._approver = approver
        self._situation = situation
        self._denied: dict[str, str] = {}

    async def check(self, action: str, target: Node | None, arguments: Mapping[str, Any]) -> Permit:
        """Return leave for an act; see ``Gate``.

        Raises:
            ActionDenied: the rules, the person, or a refusal from before say no.
        """
        facts = await self._facts(action, target, arguments)
        risk = assess(action, facts, arguments, self._situation())
        decision = self._decide(risk, facts)
        if decision == "allow":
            return Permit()
        said = in_words(action, facts, arguments)
        self._journal(
            "gate.judged",
            action=action,
            act=said,
            tier=str(risk.tier),
            decision=decision,
            reasons=list(risk.reasons),
        )
        if decision == "notify":
            return Permit()
        if risk.tier == Tier.CRITICAL:
            self._refuse_again(said, risk)
        if decision == "deny":
            raise self._refused(said, risk, f"the profile {self._rules.profile} does not allow it")
        return await self._asked(action, target, arguments, facts, risk)

    def _decide(self, risk: Risk, facts: ActFacts | None) -> Decision:
        decision = DECISIONS[self._rules.profile][risk.tier]
        if decision in ("ask", "deny") and facts is not None and self._trusts(facts):
            return "notify"
        return decision

    def _trusts(self, facts: ActFacts) -> bool:
        goal = facts.form.target if facts.sends and facts.form else facts.frame
        places = [read_place(url) for url in (facts.page, facts.frame, goal)]
        return all(
            place and any(each.matches(place.host, place.port) for each in self._rules.trusted)
            for place in places
        )

    async def _facts(
        self, action: str, target: Node | None, arguments: Mapping[str, Any]
    ) -> ActFacts | None:
        if action in _UNSEEN:
            return None
        mmid = target.mmid if target is not None else None
        if mmid is None and action not in ("press_key", "handle_dialog"):
            return None
        return await self._read(mmid, _way(action, arguments))

    async def _asked(
        self,
        action: str,
        target: Node | None,
        arguments: Mapping[str, Any],
        facts: ActFacts | None,
        risk: Risk,
    ) -> Permit:
        request = request_of(action, facts, arguments, risk, self._rules.deadline_s)
        if self._approver is None:
            self.needed_person = True
            raise self._refused(
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
            async with asyncio.timeout(self._rules.deadline_s):
                allowed = await self._approver.approve(request)
        except TimeoutError:
            allowed, why = False, f"nobody answered within {self._rules.deadline_s:g} s"
        except NeedsPerson:
            self.needed_person = True
            allowed, why = False, "a person has to approve it and none is there"
        self._journal("approval.answered", asked=number, allowed=allowed)
        if not allowed:
            raise self._refused(request.sentence, risk, why)

        async def now() -> str:
            return fingerprint(action, await self._facts(action, target, arguments), arguments)

        permit = _Approved(request.fingerprint, now)
        await permit.hold()
        return permit

    def _refuse_again(self, said: str, risk: Risk) -> None:
        """A refusal holds for every way to the same act."""
        before = next((self._denied[mark] for mark in risk.marks if mark in self._denied), None)
        if before is not None:
            raise ActionDenied(
                f"Not done: to {said} comes to what was refused before ({before}). "
                "Do not try it in another way: go on without it, or end and say what is missing."
            )

    def _refused(self, said: str, risk: Risk, why: str) -> ActionDenied:
        for mark in risk.marks:
            self._denied[mark] = said
        reasons = ", ".join(risk.reasons)
        return ActionDenied(
            f"Not done: to {said} was refused, because {why}. It was asked about since {reasons}. "
            "Do not try it in another way: go on without it, or end and say what is missing."
        )


class _Approved(Permit):
    """Leave that a person gave: for one act, once, while it looks as it did then."""

    def __init__(self, approved: str, now: Callable[[], Awaitable[str]]) -> None:
        self._approved = approved
        self._now = now

    async def hold(self) -> None:
        if await self._now() != self._approved:
            raise ActionDenied(
                "Not done: what was approved has changed since, such as an amount, a value or "
                "where it is sent. Look at the page again; it will be asked anew."
            )


def _way(action: str, arguments: Mapping[str, Any]) -> Way:
    match action:
        case "enter_text":
            return "enter" if arguments.get("submit") else "type"
        case "press_key":
            keys = str(arguments.get("key", "")).casefold()
            sending = any(key in _SENDING_KEYS for key in (keys, *keys.replace("+", " ").split()))
            return "enter" if sending else "type"
        case "select_option" | "pick_date":
            return "choose"
        case _:
            return "click"
