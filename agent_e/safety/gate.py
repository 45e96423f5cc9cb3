"""The gate every action passes before it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from agent_e.errors import ActionDenied, NeedsPerson
from agent_e.types import ActFacts, Node, Risk, Tier, Way

from .approvals import Approver, fingerprint, in_words, request_of
from .hosts import HostPattern, read_place
from .keystrokes import goes_astray, way_of
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
_TOGGLES = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
_LISTS = frozenset({"combobox", "listbox", "radiogroup"})


class Permit:
    """Leave for one act, as it was when that was given."""

    async def hold(self, *, filled: bool = False) -> None:
        """Check that the act is still the one allowed; ``ActionDenied`` when it is not.

        With ``filled`` the fields of its form were filled in since, which is no change.
        """


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
        acts = await self._acts(action, target, arguments)
        act = max(acts, key=lambda each: each.risk.tier)
        risk = act.risk
        said = in_words(act.action, act.facts, act.arguments)
        self._refuse_again(said, risk)
        decision = self._decide(risk, act.facts)
        if decision == "allow":
            return self._given(acts)
        self._journal(
            "gate.judged",
            action=action,
            act=said,
            tier=str(risk.tier),
            decision=decision,
            reasons=list(risk.reasons),
        )
        if decision == "notify":
            return self._given(acts)
        if decision == "deny":
            raise self._refused(said, risk, f"the profile {self._rules.profile} does not allow it")
        return await self._asked(act, acts)

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

    async def _acts(
        self, action: str, target: Node | None, arguments: Mapping[str, Any]
    ) -> list[_Act]:
        """What is done: one act, or with a form each of its fields and its button."""
        mmid = target.mmid if target is not None else None
        if action != "fill_form":
            return [await self._act(action, mmid, arguments)]
        acts = [await self._field(field) for field in arguments.get("fields", ())]
        if mmid is not None:
            acts.append(await self._act("click", mmid, {"fields": arguments.get("fields", ())}))
        return acts or [await self._act(action, None, arguments)]

    async def _field(self, field: Mapping[str, Any]) -> _Act:
        role, mmid, value = str(field.get("role", "")), field.get("mmid"), field.get("value", "")
        if role in _TOGGLES:
            return await self._act("click", mmid, {"value": value})
        if role in _LISTS:
            return await self._act("select_option", mmid, {"option": value})
        return await self._act("enter_text", mmid, {"text": value})

    async def _act(self, action: str, mmid: int | None, arguments: Mapping[str, Any]) -> _Act:
        facts = None
        if action not in _UNSEEN and (mmid is not None or action in ("press_key", "handle_dialog")):
            facts = await self._read(mmid, _way(action, arguments))
        if action == "press_key" and goes_astray(arguments, facts.role if facts else ""):
            raise ActionDenied(
                "Not done: the first of these keys move the focus, so that nobody can tell what "
                "the last one would press. Press them one at a time, or click what is meant."
            )
        risk = assess(action, facts, arguments, self._situation())
        return _Act(action=action, mmid=mmid, arguments=arguments, facts=facts, risk=risk)

    def _given(self, acts: Sequence[_Act]) -> Permit:
        """Leave without an answer; a button that is clicked after filling is looked at again."""
        if len(acts) == 1:
            return Permit()

        async def now() -> Tier:
            again = await self._act(acts[-1].action, acts[-1].mmid, acts[-1].arguments)
            return again.risk.tier

        return _Unasked(acts[-1].risk.tier, now)

    async def _asked(self, act: _Act, acts: Sequence[_Act]) -> Permit:
        facts, risk = act.facts, act.risk
        request = request_of(act.action, facts, act.arguments, risk, self._rules.deadline_s)
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

        async def now(filled: bool) -> list[str]:
            # What is filled in is not looked at again.
            looked = acts[-1:] if filled else acts
            return [(await self._act(a.action, a.mmid, a.arguments)).mark(filled) for a in looked]

        permit = _Approved([each.mark(False) for each in acts], acts[-1].mark(True), now)
        await permit.hold()
        return permit

    def _refuse_again(self, said: str, risk: Risk) -> None:
        """A refusal holds for every way to the same act.

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

    def _refused(self, said: str, risk: Risk, why: str) -> ActionDenied:
        for mark in risk.marks:
            self._denied[mark] = said
        reasons = ", ".join(risk.reasons)
        return ActionDenied(
            f"Not done: to {said} was refused, because {why}. It was asked about since {reasons}. "
            "Do not try it in another way: go on without it, or end and say what is missing."
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Act:
    """One thing that is done to one element, or to none, as it was judged."""

    action: str
    mmid: int | None
    arguments: Mapping[str, Any]
    facts: ActFacts | None
    risk: Risk

    def mark(self, filled: bool) -> str:
        facts = self.facts
        if filled and facts is not None:
            facts = replace(facts, held="")
        return fingerprint(self.action, facts, self.arguments)


class _Unasked(Permit):
    """Leave that the rules gave, for a form whose button is another matter than its fields."""

    def __init__(self, tier: Tier, now: Callable[[], Awaitable[Tier]]) -> None:
        self._tier = tier
        self._now = now

    async def hold(self, *, filled: bool = False) -> None:
        if filled and await self._now() > self._tier:
            raise ActionDenied(
                "Not done: what was filled in changed what the button does. Look at the page "
                "again and click it by itself."
            )


class _Approved(Permit):
    """Leave that a person gave: for one act, once, while it looks as it did then."""

    def __init__(
        self, approved: list[str], button: str, now: Callable[[bool], Awaitable[list[str]]]
    ) -> None:
        self._approved = {False: approved, True: [button]}
        self._now = now

    async def hold(self, *, filled: bool = False) -> None:
        if await self._now(filled) != self._approved[filled]:
            raise ActionDenied(
                "Not done: what was approved has changed since, such as an amount, a value or "
                "where it is sent. Look at the page again; it will be asked anew."
            )


def _way(action: str, arguments: Mapping[str, Any]) -> Way:
    match action:
        case "enter_text":
            return "enter" if arguments.get("submit") else "type"
        case "press_key":
            return way_of(arguments)
        case "select_option" | "pick_date":
            return "choose"
        case "fill_secret":
            return "type"
        case _:
            return "click"
