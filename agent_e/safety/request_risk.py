"""The risk of a request that an act of ours led to, from the act and the request alone. Pure.

Approval of an act covers what it sends to the places it was judged for. What goes elsewhere, or in
a way that could not be foreseen, is judged by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from agent_e.types import ActFacts, ActKind, Outgoing, Risk, Tier

from .action_risk import assess
from .addresses import bare, reads_as_effect, site_at
from .element_risk import FIELD_ACTS
from .open_effects import is_opaque
from .origins import read_place
from .risk import Raised, Situation, of_class
from .typed_values import Carried

_LOADS = frozenset({"open_url", "history"})
"""Acts that only open an address, which is judged by itself with all it carries."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OngoingAction:
    """An act under way, with its assessment.

    Attributes:
        action: name of the skill's action.
        tier: of the act.
        facts: of every element it acts on.
        sites: it was judged for: where it happens, and where it declares to send to.
        approved: whether a person approved it, or a grant covers it.
        kinds: what it does that cannot be taken back.
        kind: the kind of act that may be approved for the rest of the run.
        marks: what it is known by when it comes again, if it may change something outside.
    """

    action: str
    tier: Tier
    facts: tuple[ActFacts, ...] = ()
    sites: frozenset[str] = frozenset()
    approved: bool = False
    kinds: frozenset[ActKind] = frozenset()
    kind: str = ""
    marks: frozenset[str] = frozenset()

    @property
    def target(self) -> str:
        """Its one element, as in ``button 'Send'``; ``""`` where that was not examined."""
        if len(self.facts) != 1 or not self.facts[0].role:
            return ""
        [facts] = self.facts
        name = facts.name or (facts.around if facts.role == "dialog" else "")
        return f"{facts.role} '{name}'" if name else facts.role

    @property
    def is_opaque(self) -> bool:
        """Whether no human-readable text says what it does."""
        return any(is_opaque(each) for each in self.facts if not each.sends)

    @property
    def loads(self) -> bool:
        """Whether it only opens an address, or touches nothing."""
        return self.action in _LOADS or self.tier == Tier.READ


def sites_of(facts: tuple[ActFacts, ...]) -> frozenset[str]:
    """Return the sites that acts happen on, and those they declare to send to."""
    sites = {site_at(each.frame) or site_at(each.page) for each in facts}
    sites |= {site_at(each.form.target) for each in facts if each.sends and each.form}
    return frozenset(sites - {""})


def assess_request(
    sent: Outgoing,
    acting: OngoingAction | None,
    *,
    carried: Carried = "",
    situation: Situation | None = None,
    strict: bool = False,
) -> Risk:
    """Assess the tier of a request.

    Args:
        sent: the request.
        acting: the act under way on its page; ``None`` when there is none.
        carried: how much of the typed text it carries.
        situation: of the run.
        strict: whether everything but a plain read counts as writing.
    """
    situation = situation or Situation()
    risk = Raised(Tier.READ if sent.safe else Tier.REVERSIBLE)
    risk.marks |= {f"form {sent.method.lower()} {bare(sent.url)}"} - {f"form get {bare(sent.url)}"}
    goal = site_at(sent.url)
    # Acts without an element, such as scrolling, happen where the page is.
    sites = (acting.sites if acting else None) or frozenset({site_at(sent.page)})
    away = goal not in sites
    if not sent.safe:
        if sent.by == "document":
            _form(risk, sent, acting, situation, away=away)
        elif acting is not None:
            _by_script(risk, sent, acting, away=away)
            if carried == "private" and not (away or acting.approved):
                _handing_over(risk, acting)
        if strict and acting is not None and not acting.approved:
            risk.at_least(Tier.WRITES, "it sends something")
    if carried and away:
        _carrying(risk, goal, acting, carried, situation)
    return risk.frozen()


def is_left_open(sent: Outgoing, acting: OngoingAction) -> bool:
    """Whether no rule says what a request of an act does, while it may change something.

    Requests of what only opens or scrolls are the page's own; a form that the act declared was
    judged with it.
    """
    if acting.approved or acting.loads:
        return False
    if sent.by == "document":
        # What the act declared was judged with it.
        return not (sent.redirected or any(_says_so(each, sent) for each in acting.facts))
    if sent.safe:
        return (acting.action == "click" and acting.is_opaque) or reads_as_effect(sent.url)
    return not (acting.facts and all(map(_looks_up, acting.facts)))


def _looks_up(facts: ActFacts) -> bool:
    """Whether a field is a search by its type or role, so that what it sends are its hits."""
    field = facts.role == "searchbox" or (facts.tag == "input" and facts.kind == "search")
    return field and not facts.sends


def in_words(sent: Outgoing) -> str:
    """Describe a request in our own words."""
    place = read_place(sent.url)
    where = place.shown if place else "another place"
    match sent.by:
        case "document" if not sent.safe:
            what = f"send a form ({sent.method})"
        case "document":
            what = "open a page"
        case _:
            what = "ask for something" if sent.safe else f"send something ({sent.method})"
    return f"let the page {what} at {where}{_path(sent.url)}"


def _path(url: str) -> str:
    place = read_place(url)
    path = bare(place.href).partition("//")[2].partition("/")[2] if place else ""
    return f"/{path[:80]}" if path else ""


def _form(
    risk: Raised, sent: Outgoing, acting: OngoingAction | None, situation: Situation, *, away: bool
) -> None:
    """Judge a form submission: covered if it is the one that was seen, or a person allowed it."""
    if acting is None:
        risk.at_least(Tier.CRITICAL, "the page sends it by itself")
    elif away:
        risk.at_least(Tier.CRITICAL, f"it goes to another site, {site_at(sent.url)}")
    elif not (acting.approved or any(_says_so(each, sent) for each in acting.facts)):
        own = next((each for each in acting.facts if _of_form(each, sent)), None)
        if own is None:
            risk.at_least(Tier.WRITES, "nothing on the page told that it would be sent")
            return
        # The element's own form, though nothing indicated that the act would submit it.
        seen = assess("click", replace(own, sends=True), {}, situation)
        risk.marks |= seen.marks
        risk.kinds |= seen.kinds
        risk.unclear |= seen.unclear
        for reason in seen.reasons:
            risk.at_least(seen.tier, reason, by_site=True)


def _says_so(facts: ActFacts, sent: Outgoing) -> bool:
    if sent.safe and facts.href and facts.href.partition("#")[0] == sent.url.partition("#")[0]:
        return True
    return facts.sends and facts.form is not None and facts.form.method == sent.method.lower()


def _of_form(facts: ActFacts, sent: Outgoing) -> bool:
    form = facts.form
    return (
        form is not None
        and form.method == sent.method.lower()
        and bare(form.target) == bare(sent.url)
    )


def _by_script(risk: Raised, sent: Outgoing, acting: OngoingAction, *, away: bool) -> None:
    if sent.method == "DELETE" and not acting.approved:
        risk.at_least(Tier.CRITICAL, "it may delete or cancel something", "delete")
    if away and acting.tier >= Tier.WRITES:
        risk.at_least(Tier.WRITES, f"it goes to another site, {site_at(sent.url)}")


def _handing_over(risk: Raised, acting: OngoingAction) -> None:
    """Judge a password, code or card number that a script sends to its own site."""
    for facts in acting.facts:
        for kind in facts.near:
            if kind in FIELD_ACTS:
                of_class(risk, Tier.CRITICAL, FIELD_ACTS[kind], facts)


def _carrying(
    risk: Raised, goal: str, acting: OngoingAction | None, carried: Carried, situation: Situation
) -> None:
    words = f"it carries what was typed to another site, {goal}"
    if carried == "opaque":
        risk.at_least(
            Tier.CRITICAL,
            f"it carries what cannot be read to another site, {goal}, from a page in which "
            "something private was typed",
        )
    elif carried == "private":
        risk.at_least(Tier.CRITICAL, f"{words}, and that was private")
    elif situation.tainted:
        risk.at_least(Tier.CRITICAL, f"{situation.tainted}, and {words}")
    elif acting is None or acting.action not in _LOADS:
        risk.at_least(Tier.WRITES, words)
