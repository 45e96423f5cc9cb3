"""Approval settings, the questions put to the person, and the refusals so far."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Literal

from agent_e.errors import ActionDenied, NeedsPerson
from agent_e.types import Answer, ApprovalRequest, Refusal, Risk, Tier

from .approval_request import Approver
from .grants import GrantedAct, Grants, flag_for
from .origins import HostPattern, read_place
from .risk import UNSAID
from .uncertain_acts import UNCERTAIN

Verdict = Literal["allow", "notify", "ask", "deny"]
GrantSource = Callable[[], Awaitable[Grants]]
Profile = Literal["strict", "balanced", "ci"]

_BY_TIER: Mapping[Profile, tuple[Verdict, Verdict, Verdict, Verdict]] = {
    "strict": ("allow", "notify", "ask", "ask"),
    "balanced": ("allow", "allow", "notify", "ask"),
    "ci": ("allow", "allow", "allow", "deny"),
}
DECISIONS: Mapping[Profile, Mapping[Tier, Verdict]] = {
    profile: dict(zip(Tier, decisions, strict=True)) for profile, decisions in _BY_TIER.items()
}
_OF_ONE = ("address ", "form ")
"""Prefixes of marks that name one act; all other marks name a kind of act on a site."""
REFUSALS = 3
"""Consecutive refusals after which questions stop: pages may ask until a person gives in."""
QUESTIONS = 50
"""Questions in one run after which no more are put."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ApprovalSettings:
    """Approval settings of the person.

    Attributes:
        trusted: hosts on which no questions are asked.
        act_on: if not empty, nothing is changed on other hosts.
        deadline_s: longest wait for an answer; a later one counts as a no.
    """

    profile: Profile = "balanced"
    trusted: tuple[HostPattern, ...] = ()
    act_on: tuple[HostPattern, ...] = ()
    deadline_s: float = 300.0


class ApprovalPolicy:
    """Decides by tier and profile, asks the person, and remembers refusals.

    Attributes:
        rules: the person's approval settings.
        unasked: what was refused because nobody could be asked, and what would allow it next
            time; otherwise empty.
        refused_by_person: what the person last refused, with their words; otherwise empty.
        final: whether the last refusal left no other way open.
    """

    def __init__(
        self,
        rules: ApprovalSettings,
        journal: Callable[..., int],
        approver: Approver | None = None,
        *,
        grants: GrantSource,
        patience: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Set up the policy of one run.

        Args:
            rules: the person's approval settings.
            journal: writes an event.
            approver: asks the person; without one every question counts as refused.
            grants: returns the task's grants, waiting until they are known.
            patience: suspends the page's time limits while the person is being asked.
        """
        self.rules = rules
        self.unasked = ""
        self.refused_by_person = ""
        self.final = False
        self._journal = journal
        self._approver = approver
        self._grants = grants
        self._patience = patience
        self._one = asyncio.Lock()
        self._denied: dict[str, str] = {}
        self._kinds: set[str] = set()
        self._questions = 0
        self._in_a_row = 0

    @property
    def has_person(self) -> bool:
        """Whether somebody may be asked."""
        return self._approver is not None

    def decide(self, tier: Tier, places: Iterable[str]) -> Verdict:
        """Decide on an act of a tier; ``places`` are the addresses it happens at and sends to."""
        decision = DECISIONS[self.rules.profile][tier]
        return "notify" if decision in ("ask", "deny") and self._trusts(places) else decision

    def decide_on(self, risk: Risk, places: Iterable[str]) -> Verdict:
        """Decide on an act; nobody's trust in a site is for doing the same there twice."""
        return self.decide(risk.tier, () if UNCERTAIN in risk.reasons else places)

    def asks(self, places: Iterable[str]) -> bool:
        """Whether acts there that cannot be taken back need leave, or are refused."""
        places = list(places)
        return self._only_reads(places) or self.decide(Tier.CRITICAL, places) in ("ask", "deny")

    async def granted(self, text: str, risk: Risk, act: GrantedAct) -> bool:
        """Use up a grant made beforehand, if it covers the whole act.

        Args:
            text: the act in words.
            risk: the risk of the act.
            act: what the grant has to cover.
        """
        if risk.unclear or not act.kinds:
            return False
        grants = await self._grants()
        used = grants.covering(act)
        grants.use(used)
        for grant in used:
            self._journal(
                "grant.used", act=text, grant=grant.describe(), by=grant.by, number=grant.number
            )
        return bool(used)

    async def ask(self, request: ApprovalRequest, until: asyncio.Future[str] | None = None) -> None:
        """Return once the person has approved; questions are asked one at a time.

        Raises:
            ActionDenied: the person refused, answered too late, or cannot be asked.
            Interrupted: see ``Approver``.
        """
        with self._patience():
            async with self._one:
                await self._ask(request, until)

    async def _ask(self, request: ApprovalRequest, until: asyncio.Future[str] | None) -> None:
        risk = request.risk
        if self._approver is None:
            way_out = self._not_asked(request)
            raise self.refused(
                request.sentence,
                risk,
                f"a person has to approve it and none can be asked ({way_out})",
            )
        if request.kind in self._kinds:
            self._journal("approval.repeated", act=request.sentence, like=request.kind)
            return
        if why := self._spared():
            raise self.refused(request.sentence, risk, why)
        self._questions += 1
        answer: Answer
        try:
            answer = await self._approver.approve(request, until)
        except NeedsPerson:
            self._not_asked(request)
            answer = Refusal(why="a person has to approve it and none is there", by_person=False)
        no = Refusal() if answer is False else answer if isinstance(answer, Refusal) else None
        if answer == "kind" and request.kind:
            self._kinds.add(request.kind)
        self._journal(
            "approval.answered",
            act=request.sentence,
            allowed=no is None,
            fingerprint=request.fingerprint,
        )
        self._in_a_row = self._in_a_row + 1 if no else 0
        if no is not None:
            if no.by_person:
                reason = f" ({no.why})" if no.words else ""
                self.refused_by_person = f"{request.sentence}{reason}"
                self.final = not no.words
            raise self.refused(request.sentence, risk, no.why, words=no.words)

    def _not_asked(self, request: ApprovalRequest) -> str:
        """Record that nobody could be asked, and return what would allow the act another time."""
        flag = "" if request.risk.unclear else flag_for(request.risk, request.origin)
        way_out = f"{flag} allows it, --mode human asks" if flag else "--mode human asks"
        if UNSAID in request.risk.reasons:
            way_out = f"{UNSAID}: put it there, or {way_out}"
        self.unasked = f"{request.sentence} ({way_out})"
        # Whether it took place can still be looked up.
        self.final = UNCERTAIN not in request.risk.reasons
        return way_out

    def _spared(self) -> str:
        """Return why the person is no longer asked; ``""`` while they are."""
        if self._in_a_row >= REFUSALS:
            return f"the person said no {REFUSALS} times in a row and is not asked again"
        if self._questions >= QUESTIONS:
            return f"the person was asked {QUESTIONS} times in this run and is not asked again"
        return ""

    def refuse_elsewhere(self, text: str, risk: Risk, places: Iterable[str]) -> None:
        """Raise ``ActionDenied`` for an act that changes something on a host that is only read."""
        if risk.tier < Tier.WRITES or not self._only_reads(places):
            return
        raise ActionDenied(
            f"Not done: to {text} would change something on a host that may only be read in this "
            "run (--act-on). Do not try it in another way: go on without it, or end and say what "
            "is missing."
        )

    def refuse_again(self, text: str, risk: Risk) -> None:
        """Raise ``ActionDenied`` for another way to an act that was refused.

        An address identifies an act by itself; a form or a site does so only for critical acts.
        """
        critical = risk.tier == Tier.CRITICAL
        marks = [mark for mark in risk.marks if critical or mark.startswith("address ")]
        before = next((self._denied[mark] for mark in marks if mark in self._denied), None)
        if before is not None:
            raise ActionDenied(
                f"Not done: to {text} comes to what was refused before ({before}). "
                "Do not try it in another way: go on without it, or end and say what is missing."
            )

    def refused(self, text: str, risk: Risk, why: str, *, words: bool = False) -> ActionDenied:
        """Remember a refusal and return its error.

        ``words`` says that the person gave words with it: then it holds for this act only, as
        what they want instead may be of the same kind.
        """
        marks = [each for each in risk.marks if not words or each.startswith(_OF_ONE)]
        go_on = "Go on by what they say, and do" if words else "Do"
        if UNCERTAIN in risk.reasons:
            # Neither others of its kind nor looking at where it was sent to.
            marks = [each for each in marks if each.startswith("form ")]
            go_on = "Look for its effect, and if it took place, go on from there. Do"
        self._denied |= dict.fromkeys(marks, text)
        reasons = ", ".join(risk.reasons)
        return ActionDenied(
            f"Not done: to {text} was refused, because {why}. It was asked about since {reasons}. "
            f"{go_on} not try it in another way: go on without it, or end and say what is missing."
        )

    def _only_reads(self, places: Iterable[str]) -> bool:
        return bool(self.rules.act_on) and not _match(self.rules.act_on, places)

    def _trusts(self, places: Iterable[str]) -> bool:
        return _match(self.rules.trusted, places)


def _match(hosts: tuple[HostPattern, ...], places: Iterable[str]) -> bool:
    """Whether there are places, and all of them are on these hosts."""
    read = [read_place(url) for url in places]
    return bool(read) and all(
        place and any(each.matches(place.host, place.port) for each in hosts) for place in read
    )
