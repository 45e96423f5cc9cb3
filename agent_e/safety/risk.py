"""The risk of an act: a tier that rules only raise, with reasons, and what it depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent_e.types import ActFacts, ActKind, Risk, Tier

from .addresses import site_at
from .effect_class import EffectClass
from .risk_terms import ActClass

REASONS: Mapping[ActKind, str] = {
    "sign_in": "it signs in",
    "account": "it changes what the site knows of you, or reaches you by",
    "upload": "it uploads a file",
    "money": "it may spend money",
    "message": "it may send or publish something",
    "delete": "it may delete or cancel something",
    "credentials": "it signs in or changes who can",
    "consent": "it agrees to terms in your name",
    "permission": "it gives others access",
}
REMOTE = "mcp:"
"""Before the names of actions that are tools of MCP servers."""
UNSAID = "it gives a name or an address that is not from the task"
_REPEATED = {
    REASONS["message"]: "send or publish things on ",
    REASONS["delete"]: "delete or cancel things on ",
}
"""Acts that tasks repeat, by the reason for asking: one yes may cover all on a site.

Acts that move money or let somebody in are each asked about separately."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """State of the run that raises the risk of an act.

    Attributes:
        sites: where the task began or which it names, as ``site_at`` returns them.
        task: the person's task, in their words.
        said: all words of the person: this task and earlier ones, their plan, their answers, and
            what they keep about themselves.
        tainted: why content read since the person last spoke may steer the agent, ``""`` if it
            may not.
        unbound: names of the task's secrets that no site has got yet.
    """

    sites: frozenset[str] = frozenset()
    task: str = ""
    said: str = ""
    tainted: str = ""
    unbound: frozenset[str] = frozenset()


@dataclass(slots=True)
class Raised:
    """A tier that rules raise, with the reasons."""

    tier: Tier
    reasons: list[str] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
    kinds: set[ActKind] = field(default_factory=set)
    unclear: bool = False

    def at_least(
        self, tier: Tier, reason: str, kind: ActKind | None = None, *, by_site: bool = False
    ) -> None:
        """Raise the tier; the reason counts unless the tier is higher already.

        Args:
            tier: lower bound.
            reason: for people.
            kind: of the act, where the reason is one.
            by_site: the reason is the site, which grants are looked up by in any case.
        """
        if tier == Tier.CRITICAL and kind is not None:
            self.kinds.add(kind)
        elif tier == Tier.CRITICAL and not by_site:
            self.unclear = True
        if tier > self.tier:
            self.tier = tier
        if tier == self.tier and reason not in self.reasons:
            self.reasons.append(reason)

    @classmethod
    def of(cls, risk: Risk) -> Raised:
        """Return a risk, to be raised further."""
        return cls(risk.tier, [*risk.reasons], {*risk.marks}, {*risk.kinds}, risk.unclear)

    def frozen(self) -> Risk:
        """Return the current state."""
        return Risk(
            tier=self.tier,
            reasons=tuple(self.reasons),
            marks=frozenset(self.marks),
            kinds=frozenset(self.kinds),
            unclear=self.unclear,
        )


def with_effect(risk: Risk, effect: EffectClass, url: str) -> Risk:
    """Return a risk raised by the class of its effect on the site of ``url``."""
    raised = Raised.of(risk)
    match effect:
        case "read":
            return risk
        case "write":
            raised.at_least(Tier.WRITES, "it changes something")
        case "unclear":
            raised.at_least(Tier.CRITICAL, "nobody can tell beforehand what it does")
        case kind:
            raised.at_least(Tier.CRITICAL, REASONS[kind], kind)
            raised.marks.add(f"{kind} {site_at(url)}")
    return raised.frozen()


def to_others(risk: Risk) -> Risk:
    """Return the risk of an act with somebody's name or address that the person never said."""
    raised = Raised.of(risk)
    raised.at_least(risk.tier, UNSAID, by_site=True)
    return raised.frozen()


def of_class(risk: Raised, tier: Tier, act: ActClass, facts: ActFacts | None) -> None:
    """Raise a risk by a class of act that is done to, or by, the element with these facts."""
    risk.at_least(
        tier, REASONS[act], "sign_in" if act == "credentials" and _signs_in(facts) else act
    )
    if facts is not None:
        risk.marks.add(f"{act} {site_at(facts.frame) or site_at(facts.page)}")


def kind_of(risk: Risk, url: str) -> str:
    """Return the kind that an act may repeat on an address's site; ``""`` if it is riskier."""
    if len(risk.reasons) != 1 or not (site := site_at(url)):
        return ""
    words = _REPEATED.get(risk.reasons[0], "")
    return f"{words}{site}" if words else ""


def is_away(url: str, situation: Situation) -> bool:
    """Whether an address is on a site that the task does not begin on or name."""
    return bool(situation.sites) and site_at(url) not in situation.sites


def _signs_in(facts: ActFacts | None) -> bool:
    """Whether a form asks for what the user already has: no new password, no payment."""
    if facts is None or facts.passwords:
        return facts is not None and facts.passwords == 1
    return "code" in facts.near and not facts.amounts
