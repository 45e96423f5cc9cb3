"""The gate's second check: requests that acts lead to wait at the border for its decision.

Three kinds wait: submitted forms, whatever submits them; while an act of ours is under way and for
a while after it, requests that may change something; and, once something private was typed, any
later request that may carry it.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Literal

from agent_e.errors import ActionDenied, Interrupted
from agent_e.types import (
    ActFacts,
    AllowedBy,
    ApprovalRequest,
    Decision,
    Outgoing,
    RequestScope,
    Risk,
    Tier,
)

from .addresses import bare, site_at
from .approval_policy import ApprovalPolicy, Verdict
from .approved_request import difference
from .effect_class import EffectClassifier, UnclearEffect
from .grants import GrantedAct
from .known_traffic import KnownTraffic
from .opaque_values import OpaqueValues, Received
from .origins import read_place
from .request_risk import OngoingAction, assess_request, in_words, is_left_open
from .request_shape import request_shape
from .risk import Raised, Situation, is_away, with_effect
from .typed_values import Carried, Typed
from .uncertain_acts import UncertainActs, is_lasting, request_marks

_ALLOWED = Decision(allowed=True, rule="gate")
_ALLOWED_BY: dict[str, AllowedBy] = {
    "ask": "approved", "granted": "granted", "notify": "notify",
}  # fmt: skip
"""What allowed a request, by the decision on it."""
_MAX_NOTIFIED = 20
"""Requests of one act that are journalled one by one."""
_LINGER_S = 5.0
"""How long after an act requests count as its consequences: timers and workers send late."""


Late = Callable[[Outgoing, OngoingAction | None, Tier, AllowedBy], object]
"""Is told of a request that was let go after the act it is a consequence of, if of any, was over:
of its tier, and of what allowed it."""


class RequestGuard:
    """Judges requests before they are sent; the ``RequestPolicy`` of the border."""

    def __init__(
        self,
        asking: ApprovalPolicy,
        journal: Callable[..., int],
        *,
        intercept: Callable[[RequestScope], Awaitable[None]],
        situation: Callable[[], Situation],
        typed: Typed,
        classify: EffectClassifier,
        late: Late,
        received: Received,
        uncertain: UncertainActs,
    ) -> None:
        """Set up the guard.

        Args:
            asking: decides, and asks the person.
            journal: writes an event.
            intercept: holds these requests from now on.
            situation: returns the current situation of the run.
            typed: what was typed into pages.
            classify: tells the class of an effect that no rule tells.
            late: is told what no act under way accounts for.
            received: tells what of a request came from the network.
            uncertain: what may have been sent before the run was cut off.
        """
        self.typed = typed
        self.traffic = KnownTraffic()
        self._asking = asking
        self._journal = journal
        self._intercept = intercept
        self._situation = situation
        self._classify = classify
        self._late = late
        self._uncertain = uncertain
        self._acting: OngoingAction | None = None
        self._last: OngoingAction | None = None
        self._last_until = 0.0
        self._bound: Sequence[ActFacts] = ()
        self._sent: Counter[str] = Counter()
        self._left: tuple[int, int] | None = None
        self._pending: set[asyncio.Task[object]] = set()
        self._settled: dict[str, Decision] = {}
        self._opaque: dict[str, Decision] = {}
        self._one_opaque = asyncio.Lock()
        self._opaque_values = OpaqueValues(received)
        self._refused: list[str] = []
        self._passed: tuple[Tier, AllowedBy] = (Tier.READ, "")
        self._notified = 0
        self._scope: RequestScope = "documents"

    @asynccontextmanager
    async def during(self, acting: OngoingAction) -> AsyncIterator[None]:
        """Judge requests sent meanwhile as consequences of the act.

        On exit all waiting requests are judged. ``refused`` then returns what was not sent.
        """
        if acting.action == "handle_dialog" and self._last is not None:
            # A dialog blocks what its act leads to.
            acting = _after(self._last, acting)
        else:
            self._bound, self._sent, self._left = (), Counter(), None
        self._acting, self._settled, self._notified = acting, {}, 0
        self._passed = (Tier.READ, "")
        await self._set_scope(acting)
        try:
            yield
            while pending := self._pending - {asyncio.current_task()}:
                await asyncio.wait(pending)
        finally:
            self._acting = None
            if not acting.loads:
                self._last, self._last_until = acting, time.monotonic() + _LINGER_S
            await self._set_scope(self._cause)

    def bind(self, facts: Sequence[ActFacts]) -> None:
        """Tie the permission for the act under way to what its form holds now."""
        self._bound = facts

    def follow(self, earlier: RequestGuard) -> None:
        """Take over what was typed and seen in a browser that this one's replaces."""
        self.typed.take_over(earlier.typed)
        self.traffic = earlier.traffic

    @property
    def _cause(self) -> OngoingAction | None:
        """The act that requests sent now count as consequences of."""
        lingers = self._last if time.monotonic() < self._last_until else None
        loads = self._acting is not None and self._acting.loads
        return lingers if self._acting is None or (loads and lingers) else self._acting

    async def _set_scope(self, acting: OngoingAction | None) -> None:
        """Hold what may matter from now on, and nothing more: each request costs time."""
        scope: RequestScope = "documents"
        if self.typed.private or (acting and (self.typed or acting.is_opaque)):
            scope = "all"
        elif acting is not None and (self._strict or not acting.loads):
            scope = "data"
        if scope != self._scope:
            self._scope = scope
            await self._intercept(scope)

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
        acting, carried = self._cause, await self._carried(sent)
        if sent.by == "document" and sent.safe:
            # What the act under way opens was judged with it.
            acting = self._acting or acting
        first = self._is_first(sent)
        if acting is None and self._scope != "documents":
            await self._set_scope(None)
        if carried == "opaque" and sent.by != "document":
            return await self._opaque_decided(sent, acting)
        if not (acting or carried in ("opaque", "private") or _is_form(sent)):
            return _ALLOWED
        key = _key(sent)
        if key in self._settled and not (acting and acting.approved):
            return self._settled[key]
        situation = self._situation()
        risk = self._assessed(sent, acting, carried, situation)
        if acting is not None and acting.approved and not (sent.safe or self._is_own(sent)):
            risk = self._beyond(sent, acting, risk)
        elif acting and risk.tier < Tier.CRITICAL and self._is_open(sent, acting, first=first):
            risk = with_effect(
                risk, await self._classify(_effect(sent, acting, situation)), sent.url
            )
        if risk.tier < Tier.WRITES:
            return _ALLOWED
        self._settled[key] = await self._decided(sent, risk, carried, acting)
        return self._settled[key]

    def _is_first(self, sent: Outgoing) -> bool:
        """Whether it is the first document that the act led to; note what it replaces."""
        first = sent.by == "document" and self._left is None
        if first and sent.document[0]:
            # A frame's document leaves that of its tab as it is.
            self._left = sent.document
        return first

    async def _opaque_decided(self, sent: Outgoing, acting: OngoingAction | None) -> Decision:
        """Decide once on all unreadable requests of one shape that a page sends beside.

        Where nobody can be asked they are held back, and the act that they came with goes on:
        pages count their visitors in this way.
        """
        key = f"{sent.page} {request_shape(sent)}"
        # Requests of one shape come together, and are one question.
        async with self._one_opaque:
            if key not in self._opaque:
                risk = assess_request(sent, acting, carried="opaque", situation=self._situation())
                verdict = self._asking.decide(risk.tier, [sent.page or sent.url, sent.url])
                if verdict == "deny" or (verdict == "ask" and not self._asking.has_person):
                    self._tell(sent, risk, "opaque", "deny")
                    sentence = f"{in_words(sent)}: {', '.join(risk.reasons)}"
                    self._opaque[key] = Decision(allowed=False, rule="gate", sentence=sentence)
                else:
                    self._opaque[key] = await self._decided(sent, risk, "opaque", acting)
        return self._opaque[key]

    def addressed(self, url: str) -> None:
        """Learn the address of any request."""
        if not self.typed.private:
            self._opaque_values.learn(url)

    def _assessed(
        self, sent: Outgoing, acting: OngoingAction | None, carried: Carried, situation: Situation
    ) -> Risk:
        risk = assess_request(
            sent, acting, carried=carried, situation=situation, strict=self._strict
        )
        if (acting and acting.approved) or self._is_own(sent):
            return risk
        return self._uncertain.raised(risk, request_marks(sent, risk))

    def noticed(self, sent: Outgoing) -> None:
        """Learn what pages send by themselves."""
        if not self.typed.private:
            self._opaque_values.learn(sent.body)
        cause = self._cause
        if cause is None or cause.loads or self._is_fresh(sent):
            self.traffic.unprompted(sent)

    def _is_open(self, sent: Outgoing, acting: OngoingAction, *, first: bool) -> bool:
        own = self._is_own(sent)
        if sent.by == "document" and sent.safe:
            # Others are of the page that the first one led to, or of other sites.
            ours = first and site_at(sent.url) in acting.sites
            same = bare(sent.url) == bare(sent.page)
            own = not ours or same or self.traffic.offers(sent.url, self._situation().task)
        places = [sent.page or sent.url, sent.url]
        return not own and is_left_open(sent, acting) and self._asking.asks(places)

    def _is_own(self, sent: Outgoing) -> bool:
        """Whether pages send it by themselves, with or without the act."""
        return self._is_fresh(sent) or self.traffic.is_unprompted(sent)

    def _is_fresh(self, sent: Outgoing) -> bool:
        """Whether a document sends it that the act led to: pages load by themselves."""
        left, now = self._left, sent.document
        replaced = left is not None and now[0] == left[0] and now[1] > left[1]
        return replaced and sent.by != "document"

    def _beyond(self, sent: Outgoing, acting: OngoingAction, risk: Risk) -> Risk:
        """Raise the risk of a request that the act's permission does not cover.

        It covers one of each shape, with what its form held when it was given.
        """
        raised, shape = Raised.of(risk), request_shape(sent)
        if acting.kinds == {"sign_in"}:
            # Pages hash passwords as they send them, and signing in takes several steps.
            return risk
        if why := difference(self._bound, sent, private=self.typed.is_private):
            raised.at_least(Tier.CRITICAL, why)
        elif self._sent[shape] and acting.kinds:
            raised.at_least(Tier.CRITICAL, "it would be sent a second time", by_site=True)
            raised.kinds |= acting.kinds
        self._sent[shape] += 1
        return raised.frozen()

    async def _decided(
        self, sent: Outgoing, risk: Risk, carried: Carried, acting: OngoingAction | None
    ) -> Decision:
        sentence, late = in_words(sent), acting is None or acting is not self._acting
        try:
            self._asking.refuse_again(sentence, risk)
            self._asking.refuse_elsewhere(sentence, risk, [sent.page or sent.url, sent.url])
            decision: Verdict | Literal["granted"] = self._asking.decide_on(
                risk, [sent.page or sent.url, sent.url]
            )
            goes = self._granted_act(sent, risk)
            if decision in ("ask", "deny") and await self._asking.granted(sentence, risk, goes):
                decision = "granted"
            self._tell(sent, risk, carried, decision)
            if decision == "deny":
                why = f"the profile {self._asking.rules.profile} does not allow it"
                raise self._asking.refused(sentence, risk, why)
            if decision == "ask":
                await self._asking.ask(self._question(sent, sentence, risk))
                self._uncertain.settle(request_marks(sent, risk))
        except (ActionDenied, Interrupted) as error:
            self._refused.append(str(error))
            return Decision(allowed=False, rule="gate", sentence=str(error))
        grant = _ALLOWED_BY.get(decision, "")
        if late and self._notified <= _MAX_NOTIFIED:
            self._late(sent, acting, risk.tier, grant)
        elif risk.tier > self._passed[0]:
            self._passed = (risk.tier, grant)
        return _ALLOWED

    def _granted_act(self, sent: Outgoing, risk: Risk) -> GrantedAct:
        facts = self._cause.facts if self._cause else ()
        shown = [words for each in facts for words in (each.name, each.around)]
        return GrantedAct(
            kinds=risk.kinds,
            urls=(sent.page or sent.url, sent.url),
            amounts=tuple(amount for each in facts for amount in each.amounts),
            words=" ".join([*shown, *self.typed.plain]),
            unsaid=self.typed.holds_unsaid(facts),
        )

    async def _carried(self, sent: Outgoing) -> Carried:
        found = self.typed.carried(sent)
        away = site_at(sent.url) != site_at(sent.page)
        if found != "private" and away and self.typed.is_held(sent):
            found = "opaque" if await self._opaque_values.is_carried(sent) else found
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
            kind=self._cause.kind if self._cause else "",
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
            marks=sorted(request_marks(sent, risk)) if is_lasting(risk) else [],
        )

    @property
    def _strict(self) -> bool:
        return self._asking.rules.profile == "strict"


def _is_form(sent: Outgoing) -> bool:
    return sent.by == "document" and not sent.safe


def _after(last: OngoingAction, acting: OngoingAction) -> OngoingAction:
    return OngoingAction(
        action=acting.action,
        tier=max(last.tier, acting.tier),
        facts=(*last.facts, *acting.facts),
        sites=last.sites | acting.sites,
        approved=acting.approved,
        kinds=last.kinds | acting.kinds,
        kind=acting.kind,
    )


def _effect(sent: Outgoing, acting: OngoingAction, situation: Situation) -> UnclearEffect:
    return UnclearEffect(
        action=acting.action,
        method=sent.method,
        url=sent.url,
        control=acting.facts[-1] if acting.facts else None,
        body=sent.body,
        shape=request_shape(sent),
        away=is_away(sent.url, situation),
    )


def _key(sent: Outgoing) -> str:
    text = "\0".join((sent.method, sent.url, sent.by, sent.body))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]
