"""The gate that every action passes before it is executed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from typing import Any

from agent_e.errors import ActionDenied, Interrupted, SkillError
from agent_e.types import ActFacts, AllowedBy, InputMethod, Node, RequestScope, Risk, Tier

from .action_risk import assess
from .addresses import site_at
from .approval_policy import ApprovalPolicy, ApprovalSettings, GrantSource
from .approval_request import Approver, in_words, request_of
from .assessed_action import UNSEEN, AssessedAction, ElementAction, steps_of, way
from .effect_class import EffectClassifier, UnclearEffect, nothing_is_clear
from .grants import GrantedAct, Grants
from .key_effects import moves_focus
from .opaque_values import Received, nothing_received
from .open_effects import (
    is_critical_by_name,
    leads_unknown,
    may_use_socket,
    opens_unknown,
    sends_unknown,
)
from .permits import Permit
from .request_guard import Late, RequestGuard
from .request_risk import OngoingAction, sites_of
from .risk import Situation, is_away, kind_of, to_others, with_effect
from .typed_values import Typed, is_data
from .uncertain_acts import UNCERTAIN, UncertainActs, is_lasting

_LOOK_S = 1.0
"""How often an act is looked at again while the person is asked about it."""
_CHANGED = (
    "what was approved has changed since, such as an amount, a value or where it is "
    "sent. Look at the page again; it will be asked anew."
)


class AllowAll:
    """Allows every action."""

    refused_for_good = False

    async def check(self, action: str, target: Node | None, arguments: Mapping[str, Any]) -> Permit:
        """Allow the action."""
        return Permit()


Reader = Callable[[int | None, InputMethod], Awaitable[ActFacts]]


async def _nothing_waits(scope: RequestScope) -> None:
    """Default: no requests wait, so there are none to judge."""


async def _none_given() -> Grants:
    return Grants()


class RiskGate:
    """Judges acts by facts of the page, and permits or refuses them.

    Attributes:
        backstop: judges the requests that acts lead to, once these wait for it.
    """

    def __init__(
        self,
        rules: ApprovalSettings,
        read: Reader,
        journal: Callable[..., int],
        *,
        approver: Approver | None = None,
        grants: GrantSource | None = None,
        situation: Callable[[], Situation] = Situation,
        secret: Callable[[str], str] = str,
        intercept: Callable[[RequestScope], Awaitable[None]] = _nothing_waits,
        patience: Callable[[], AbstractContextManager[None]] = nullcontext,
        classify: EffectClassifier = nothing_is_clear,
        late: Late = lambda *late: None,
        document: Callable[[], tuple[int, int]] = lambda: (0, 0),
        received: Received = nothing_received,
        uncertain: UncertainActs | None = None,
    ) -> None:
        """Set up the gate of one run.

        Args:
            rules: the person's approval settings.
            read: returns the facts of an act on an element, or on the focused one.
            journal: writes an event.
            approver: asks the person; without one every question counts as refused.
            grants: returns what the person allowed beforehand; nothing by default.
            situation: returns the current situation of the run.
            secret: returns a text with the person's secrets removed.
            intercept: holds these requests for the backstop from now on.
            patience: suspends the page's time limits while the person is being asked.
            classify: tells the class of an effect that no rule tells.
            late: is told of requests that were let go after their act was over.
            document: returns the document of the active tab.
            received: tells what of a request came from the network.
            uncertain: acts that may have been done before the run was cut off.
        """
        self._read = read
        self._journal = journal
        self._situation = situation
        self._classify = classify
        self._strange: set[str] = set()
        self._uncertain = uncertain or UncertainActs()
        self._asking = ApprovalPolicy(
            rules, journal, approver, grants=grants or _none_given, patience=patience
        )
        self.backstop = RequestGuard(
            self._asking,
            journal,
            intercept=intercept,
            situation=situation,
            typed=Typed(secret, document),
            classify=classify,
            late=late,
            received=received,
            uncertain=self._uncertain,
        )

    @property
    def unasked(self) -> str:
        """What was refused because nobody could be asked, and what would allow it; else empty."""
        return self._asking.unasked

    @property
    def refused_by_person(self) -> str:
        """What the person last refused, with their words; otherwise empty."""
        return self._asking.refused_by_person

    @property
    def refused_for_good(self) -> bool:
        """Whether an act was refused and nothing in this run can change that."""
        return self._asking.final

    async def check(self, action: str, target: Node | None, arguments: Mapping[str, Any]) -> Permit:
        """Return the permit for an act; see ``Gate``.

        Raises:
            ActionDenied: the rules, the person or an earlier refusal forbid it.
        """
        mmid = target.mmid if target is not None else None
        steps = steps_of(action, mmid, arguments)
        acts = [await self._classified(await self._act(step)) for step in steps]
        act = max(acts, key=lambda each: (each.risk.tier, UNCERTAIN in each.risk.reasons))
        risk = act.risk
        text = in_words(act.step.action, act.facts, act.step.arguments)
        self._asking.refuse_again(text, risk)
        self._asking.refuse_elsewhere(text, risk, act.places)
        decision = self._asking.decide_on(risk, act.places)
        if decision == "allow":
            return self._given(acts)
        if decision in ("ask", "deny"):
            goes = self._over(acts)
            if await self._asking.granted(text, risk, goes):
                return await self._held(acts, "granted")
            if goes.unsaid:
                risk = to_others(risk)
                act = replace(act, risk=risk)
        self._journal(
            "gate.judged",
            action=action,
            act=text,
            tier=str(risk.tier),
            decision=decision,
            reasons=list(risk.reasons),
        )
        if decision == "notify":
            return self._given(acts, "notify")
        if decision == "deny":
            profile = self._asking.rules.profile
            raise self._asking.refused(text, risk, f"the profile {profile} does not allow it")
        return await self._asked(act, acts)

    async def _act(self, step: ElementAction) -> AssessedAction:
        facts, arguments = None, step.arguments
        focused = step.action in ("press_key", "handle_dialog")
        if step.action not in UNSEEN and (step.mmid is not None or focused):
            facts = await self._read(step.mmid, way(step))
        if step.action == "press_key" and moves_focus(arguments, facts.role if facts else ""):
            raise ActionDenied(
                "Not done: the first of these keys move the focus, so that nobody can tell what "
                "the last one would press. Press them one at a time, or click what is meant."
            )
        risk = assess(step.action, facts, arguments, self._situation())
        act = AssessedAction(step=step, facts=facts, risk=risk)
        return replace(act, risk=self._uncertain.raised(risk, act.marks))

    async def _classified(self, act: AssessedAction) -> AssessedAction:
        """Return an act with the class of what it declares to send or open, where no rule tells."""
        step, facts = act.step, act.facts
        method, url = "GET", str(step.arguments.get("url", ""))
        if facts is not None and facts.sends and facts.form:
            method, url = facts.form.method.upper(), facts.form.target
        elif facts is not None:
            url = facts.href
            if may_use_socket(step.action, facts, step.arguments):
                method, url = "WebSocket", facts.socket
        named = facts is not None and is_critical_by_name(step.action, facts, act.risk)
        is_open = named or self._is_open(act, url)
        if not is_open or not self._asking.asks(act.places or (url,)):
            return act
        effect = await self._classify(
            UnclearEffect(
                action=step.action,
                method=method,
                url=url,
                control=facts,
                away=is_away(url, self._situation()),
            )
        )
        if named:
            mere = Risk(tier=Tier.REVERSIBLE, marks=act.risk.marks)
            return replace(act, risk=mere) if effect == "read" else act
        return replace(act, risk=with_effect(act.risk, effect, url))

    def _is_open(self, act: AssessedAction, url: str) -> bool:
        """Whether no rule tells what an act does by what it declares to send or open."""
        traffic, facts, action = self.backstop.traffic, act.facts, act.step.action
        if act.risk.tier == Tier.CRITICAL:
            return False
        if action in ("open_url", "read_pdf"):
            return opens_unknown(url) and not traffic.offers(url, self._situation().task)
        if facts is None:
            return False
        if traffic.is_read(url):
            return sends_unknown(facts, act.risk)
        if may_use_socket(action, facts, act.step.arguments):
            return True
        return sends_unknown(facts, act.risk) or leads_unknown(action, facts, act.risk)

    def _acting(self, acts: Sequence[AssessedAction], *, approved: bool) -> OngoingAction:
        """Return the act as known from now on, with the text it types."""
        for act in acts:
            if act.step.action == "fill_secret" and act.facts is not None:
                self._strange.discard(site_at(act.facts.frame))
        for act in acts:
            if act.private:
                self.backstop.typed.add_hidden()
            if (value := act.typed) is not None:
                private = act.private or is_data(value, self._situation().task)
                self.backstop.typed.add(value, private=private)
                if act.unsaid(self._situation().said):
                    self.backstop.typed.unsaid.add(value)
        facts = tuple(act.facts for act in acts if act.facts is not None)
        opened = [site_at(str(act.step.arguments.get("url", ""))) for act in acts]
        return OngoingAction(
            action=acts[0].step.action,
            tier=max(act.risk.tier for act in acts),
            facts=facts,
            sites=sites_of(facts) | frozenset(filter(None, opened)),
            approved=approved,
            kinds=frozenset(kind for act in acts for kind in act.risk.kinds),
            kind=kind_of(acts[-1].risk, facts[-1].frame) if facts else "",
            # The fields before a form's button are filled in anew in any case.
            marks=acts[-1].marks if is_lasting(acts[-1].risk) else frozenset(),
        )

    def _given(self, acts: Sequence[AssessedAction], grant: AllowedBy = "") -> Permit:
        """Return a permit without a question; a button clicked after filling is checked again."""
        acting = self._acting(acts, approved=False)
        if len(acts) == 1:
            password = self._password_typed(acts)
            return Permit(
                self.backstop, acting, option=self._option, grant=grant, password=password
            )

        async def recheck(filled: bool) -> str:
            if not filled or (await self._act(acts[-1].step)).risk.tier <= acts[-1].risk.tier:
                return ""
            return (
                "what was filled in changed what the button does. Look at the page again and "
                "click it by itself."
            )

        return Permit(
            self.backstop,
            acting,
            option=self._option,
            grant=grant,
            recheck=recheck,
            password=self._password_typed(acts),
        )

    async def _option(self, mmid: int, text: str) -> Tier:
        chosen = ElementAction(action="select_option", mmid=mmid, arguments={"option": text})
        return (await self._act(chosen)).risk.tier

    async def _asked(self, act: AssessedAction, acts: Sequence[AssessedAction]) -> Permit:
        step, deadline_s = act.step, self._asking.rules.deadline_s
        request = request_of(step.action, act.facts, step.arguments, act.risk, deadline_s)
        request = replace(
            request,
            mmid=step.mmid,
            way=way(step) if act.facts is not None else None,
            values=tuple(each.filled for each in acts if each.filled),
        )
        changing = asyncio.ensure_future(self._changed(acts))
        try:
            await self._asking.ask(request, until=changing)
        except Interrupted:
            if not changing.done():
                raise
            raise ActionDenied(f"Not done: {_CHANGED}") from None
        finally:
            changing.cancel()
            await asyncio.gather(changing, return_exceptions=True)
        self._uncertain.settle(frozenset().union(*(each.marks for each in acts)))
        return await self._held(acts, "approved")

    async def _changed(self, acts: Sequence[AssessedAction]) -> str:
        """Return why, once these acts would no longer do what the person is asked about."""
        now = looked = [act for act in acts if act.facts is not None]
        if not looked:
            await asyncio.Event().wait()  # nothing of a page, and nothing to look at
        with suppress(SkillError):  # its element is gone
            while _same(now, looked):
                await asyncio.sleep(_LOOK_S)
                now = [await self._act(each.step) for each in looked]
        return "what it was about has changed on the page"

    def _over(self, acts: Sequence[AssessedAction]) -> GrantedAct:
        """What a grant has to cover: everything that these acts do together."""
        critical = [act for act in acts if act.risk.tier == Tier.CRITICAL]
        kinds = {kind for act in critical for kind in act.risk.kinds}
        sites = {site_at(url) for act in critical for url in act.places}
        typed = not self._types_password(acts) or self._asking.has_person
        if "sign_in" in kinds and sites & self._strange and typed:
            kinds.add("credentials")
        seen = [act.facts for act in acts if act.facts is not None]
        words = [words for facts in seen for words in (facts.name, facts.around)]
        words += [text for act in acts if (text := act.typed) is not None]
        said = self._situation().said
        return GrantedAct(
            kinds=frozenset(kinds),
            urls=tuple(url for act in critical for url in act.places),
            amounts=tuple(amount for facts in seen for amount in facts.amounts),
            words=" ".join([*words, *self.backstop.typed.plain]),
            unsaid=any(act.unsaid(said) for act in acts) or self.backstop.typed.holds_unsaid(seen),
        )

    @staticmethod
    def _types_password(acts: Sequence[AssessedAction]) -> bool:
        return any(each.facts and each.facts.asks == "password" for each in acts)

    def _password_typed(
        self, acts: Sequence[AssessedAction], *, granted: bool = False
    ) -> Callable[[str], None]:
        """Return a callback that checks the password these acts type.

        A password from neither task nor vault was made up or read from a page: a grant to
        sign in does not cover it.
        """
        fields = [each.facts for each in acts if each.facts and each.facts.asks == "password"]
        sites = {site_at(facts.frame) for facts in fields}

        def typed(value: str) -> None:
            if _stands_in(value, self._situation().task):
                self._strange -= sites
                return
            self._strange |= sites
            if granted:
                other = "do it once more, and the person is asked"
                raise ActionDenied(
                    "Not done: the task does not hold this password, so that it does not allow to "
                    "sign in with it. Use the one of the task, or "
                    f"{other if self._asking.has_person else 'end and say what is missing'}."
                )

        return typed

    async def _held(self, acts: Sequence[AssessedAction], allowed_by: AllowedBy) -> Permit:
        """Return a permit for acts approved in their current state, valid only while unchanged."""

        async def recheck(filled: bool) -> str:
            # The content of filled fields is not compared again.
            looked = acts[-1:] if filled else acts
            now = [await self._act(each.step) for each in looked]
            if not _same(now, looked, filled):
                return _CHANGED
            self.backstop.bind([act.facts for act in now if act.facts is not None])
            return ""

        acting = self._acting(acts, approved=True)
        permit = Permit(
            self.backstop,
            acting,
            option=self._option,
            grant=allowed_by,
            recheck=recheck,
            password=self._password_typed(acts, granted=allowed_by == "granted"),
        )
        await permit.hold()
        return permit


def _same(
    now: Sequence[AssessedAction], before: Sequence[AssessedAction], filled: bool = False
) -> bool:
    return all(n.mark(filled) == b.mark(filled) for n, b in zip(now, before, strict=True))


def _stands_in(value: str, text: str) -> bool:
    """Whether a text holds a value as a word of its own: any letter stands in some word."""
    return bool(value) and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None
