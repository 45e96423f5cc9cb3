"""The gate's second check: requests that acts lead to wait at the border for its decision.

Three kinds wait: submitted forms, whatever submits them; while an act of ours is under way on a
page, requests that may carry typed text or follow from an act that changes something; and, once
something private was typed, any later request that may carry it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal

from agent_e.errors import ActionDenied, Interrupted
from agent_e.types import AllowedBy, ApprovalRequest, Decision, Outgoing, Risk, Tier

from .approval_policy import ApprovalPolicy, Verdict
from .grants import GrantedAct
from .origins import read_place
from .request_risk import OngoingAction, assess_request, in_words
from .risk import Situation
from .typed_values import Carried, Typed

_ALLOWED = Decision(allowed=True, rule="gate")
_ALLOWED_BY: dict[str, AllowedBy] = {
    "ask": "approved", "granted": "granted", "notify": "notify",
}  # fmt: skip
"""What allowed a request, by the decision on it."""
_MAX_NOTIFIED = 20
"""Requests of one act that are journalled one by one."""


class RequestGuard:
    """Judges requests before they are sent; the ``RequestPolicy`` of the border."""

    def __init__(
        self,
        asking: ApprovalPolicy,
        journal: Callable[..., int],
        *,
        intercept_all: Callable[[bool], Awaitable[None]],
        situation: Callable[[], Situation],
        typed: Typed,
    ) -> None:
        """Set up the guard.

        Args:
            asking: decides, and asks the person.
            journal: writes an event.
            intercept_all: holds every request from now on, or only documents.
            situation: returns the current situation of the run.
            typed: what was typed into pages.
        """
        self.typed = typed
        self._asking = asking
        self._journal = journal
        self._intercept_all = intercept_all
        self._situation = situation
        self._acting: OngoingAction | None = None
        self._last: OngoingAction | None = None
        self._pending: set[asyncio.Task[object]] = set()
        self._settled: dict[str, Decision] = {}
        self._refused: list[str] = []
        self._passed: tuple[Tier, AllowedBy] = (Tier.READ, "")
        self._notified = 0
        self._all_wait = False

    @asynccontextmanager
    async def during(self, acting: OngoingAction) -> AsyncIterator[None]:
        """Judge requests sent meanwhile as consequences of the act.

        On exit all waiting requests are judged. ``refused`` then returns what was not sent.
        """
        if acting.action == "handle_dialog" and self._last is not None:
            # A dialog blocks what its act leads to.
            acting = _after(self._last, acting)
        self._acting, self._settled, self._notified = acting, {}, 0
        self._passed = (Tier.READ, "")
        if self.typed or acting.tier >= Tier.WRITES or acting.is_opaque or self._strict:
            await self._waiting(True)
        try:
            yield
            while pending := self._pending - {asyncio.current_task()}:
                await asyncio.wait(pending)
        finally:
            self._acting, self._last = None, acting
            await self._waiting(self.typed.private)

    async def _waiting(self, all_of_them: bool) -> None:
        if all_of_them != self._all_wait:
            self._all_wait = all_of_them
            await self._intercept_all(all_of_them)

    def refused(self) -> str:
        """Return what was not sent since the last call; ``""`` when everything was."""
        refused, self._refused = " ".join(dict.fromkeys(self._refused)), []
        return refused

    @property
    def passed(self) -> tuple[Tier, AllowedBy]:
        """The highest tier of requests the last act was allowed to send, and what allowed it."""
        return self._passed

    async def judge(self, sent: Outgoing) -> Decision:
        """Decide whether a request may be sent, asking the person where needed."""
        task = asyncio.current_task()
        assert task is not None, "requests are judged beside what is done"
        self._pending.add(task)
        try:
            return await self._judge(sent)
        finally:
            self._pending.discard(task)

    async def _judge(self, sent: Outgoing) -> Decision:
        if not sent.url.startswith(("http:", "https:")):
            # It does not leave the browser.
            return _ALLOWED
        acting = self._acting
        carried = self._carried(sent)
        form = sent.by == "document" and not sent.safe
        if acting is None and not form and carried != "private":
            return _ALLOWED
        situation = self._situation()
        risk = assess_request(
            sent, acting, carried=carried, situation=situation, strict=self._strict
        )
        if risk.tier < Tier.WRITES:
            return _ALLOWED
        key = _key(sent)
        if (known := self._settled.get(key)) is None:
            known = self._settled[key] = await self._decided(sent, risk, carried)
        return known

    async def _decided(self, sent: Outgoing, risk: Risk, carried: Carried) -> Decision:
        sentence = in_words(sent)
        try:
            self._asking.refuse_again(sentence, risk)
            decision: Verdict | Literal["granted"] = self._asking.decide(
                risk.tier, [sent.page or sent.url, sent.url]
            )
            goes = GrantedAct(kinds=risk.kinds, urls=(sent.page or sent.url, sent.url))
            if decision in ("ask", "deny") and await self._asking.granted(sentence, risk, goes):
                decision = "granted"
            self._tell(sent, risk, carried, decision)
            if decision == "deny":
                why = f"the profile {self._asking.rules.profile} does not allow it"
                raise self._asking.refused(sentence, risk, why)
            if decision == "ask":
                await self._asking.ask(self._question(sent, sentence, risk))
        except (ActionDenied, Interrupted) as error:
            self._refused.append(str(error))
            return Decision(allowed=False, rule="gate", sentence=str(error))
        if risk.tier > self._passed[0]:
            self._passed = (risk.tier, _ALLOWED_BY.get(decision, ""))
        return _ALLOWED

    def _carried(self, sent: Outgoing) -> Carried:
        found = self.typed.carried(sent)
        # An unreadable body may be anything that was typed.
        return found or ("text" if sent.unread and self.typed else "")

    def _question(self, sent: Outgoing, sentence: str, risk: Risk) -> ApprovalRequest:
        place = read_place(sent.page)
        return ApprovalRequest(
            sentence=sentence,
            risk=risk,
            amounts=(),
            sent_to=sent.url,
            fingerprint=_key(sent),
            deadline_s=self._asking.rules.deadline_s,
            origin=place.shown if place else "",
        )

    def _tell(self, sent: Outgoing, risk: Risk, carried: Carried, decision: str) -> None:
        self._notified += decision == "notify"
        if decision == "allow" or (decision == "notify" and self._notified > _MAX_NOTIFIED):
            return
        self._journal(
            "request.judged",
            act=in_words(sent),
            method=sent.method,
            url=sent.url,
            by=sent.by,
            carries=carried,
            tier=str(risk.tier),
            decision=decision,
            reasons=list(risk.reasons),
        )

    @property
    def _strict(self) -> bool:
        return self._asking.rules.profile == "strict"


def _after(last: OngoingAction, acting: OngoingAction) -> OngoingAction:
    return OngoingAction(
        action=acting.action,
        tier=max(last.tier, acting.tier),
        facts=(*last.facts, *acting.facts),
        sites=last.sites | acting.sites,
        approved=acting.approved,
    )


def _key(sent: Outgoing) -> str:
    text = "\0".join((sent.method, sent.url, sent.by, sent.body))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]
