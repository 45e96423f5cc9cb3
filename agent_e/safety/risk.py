"""How risky an act is, told from facts of the page alone. Rules only raise a tier.

Source: threat model, section 5.2. Neither the model's own words about an act nor what the page says
of its harmlessness takes part; what a page says can make an act look worse, never better.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from agent_e.types import ActFacts, Risk, Tier

from .hosts import read_place, site_of
from .lexicon import ActClass, Reading, mentions, only_confirms, read_icon, read_name
from .private import is_address

_READS = frozenset(
    {"get_dom", "history", "tabs", "scroll", "hover", "wait_for", "extract", "mark_screenshot"}
)
_SAYS = {
    "money": "it may spend money",
    "message": "it may send or publish something",
    "delete": "it may delete or cancel something",
    "credentials": "it signs in or changes who can",
    "consent": "it agrees to terms in your name",
    "permission": "it gives others access",
}
_KINDS: Mapping[str, ActClass] = {"password": "credentials", "code": "credentials", "card": "money"}
_CHOICES = frozenset({"checkbox", "radio", "switch", "tab", "option", "menuitemradio", "treeitem"})
_EFFECT = re.compile(r"(?:^|[/?&=_-])(?:delete|remove|unsubscribe|confirm|approve|transfer|pay)\b")
"""Words of an address that a mere visit of may have an effect."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """What of the run raises the risk of an act.

    Attributes:
        sites: that the task began on or names, as ``site_at`` gives them.
        tainted: why what was read since the person last spoke may steer the agent, ``""`` if it
            may not.
    """

    sites: frozenset[str] = frozenset()
    tainted: str = ""


@dataclass(slots=True)
class _Raised:
    tier: Tier
    reasons: list[str] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)

    def at_least(self, tier: Tier, reason: str) -> None:
        if tier > self.tier:
            self.tier = tier
        if tier == self.tier and reason not in self.reasons:
            self.reasons.append(reason)


def assess(
    action: str, facts: ActFacts | None, arguments: Mapping[str, Any], situation: Situation
) -> Risk:
    """Tell the tier of an act.

    Args:
        action: name of the skill's action.
        facts: of what is acted on; ``None`` where no element is.
        arguments: of the action.
        situation: of the run.
    """
    risk = _Raised(Tier.READ if action in _READS else Tier.REVERSIBLE)
    match action:
        case "open_url" | "read_pdf":
            _address(risk, str(arguments.get("url", "")), situation)
        case "upload_file":
            risk.at_least(Tier.WRITES, "it hands a file to the page")
        case "handle_dialog":
            _dialog(risk, facts, accepted=bool(arguments.get("accept")))
    if facts is not None and action not in ("open_url", "read_pdf", "handle_dialog", *_READS):
        _element(risk, action, facts)
        _elsewhere(risk, facts, situation)
    if situation.tainted and risk.tier in (Tier.REVERSIBLE, Tier.WRITES) and _acts(facts):
        risk.at_least(Tier(risk.tier + 1), situation.tainted)
    return Risk(tier=risk.tier, reasons=tuple(risk.reasons), marks=frozenset(risk.marks))


def site_at(url: str) -> str:
    """The site of an address: its registrable domain, or an address with its port."""
    place = read_place(url)
    if place is None:
        return ""
    return site_of(place.host) if "." in place.host and not is_address(place.host) else place.shown


def _acts(facts: ActFacts | None) -> bool:
    """Whether the act is on a control that may do something, not in a field."""
    return facts is not None and (facts.sends or not facts.form or facts.kind in ("button", ""))


def _address(risk: _Raised, url: str, situation: Situation) -> None:
    if _EFFECT.search(urlsplit(url).path.casefold()):
        risk.at_least(Tier.WRITES, "its address reads as if a visit did something")
    if situation.tainted and situation.sites and site_at(url) not in situation.sites:
        query = bool(urlsplit(url).query)
        risk.at_least(
            Tier.CRITICAL if query else Tier.WRITES,
            f"{situation.tainted}, and it leads to another site" + (" with data" if query else ""),
        )


def _dialog(risk: _Raised, facts: ActFacts | None, *, accepted: bool) -> None:
    if not accepted:
        risk.tier = Tier.READ
        return
    risk.at_least(Tier.WRITES, "it says yes to the page's question")
    for act in mentions(facts.around) if facts else ():
        _of_class(risk, Tier.CRITICAL, act, facts)


def _element(risk: _Raised, action: str, facts: ActFacts) -> None:
    typing = action in ("enter_text", "fill_form", "pick_date") and not facts.sends
    if facts.unknown and not typing:
        risk.at_least(Tier.WRITES, "nothing tells what it does")
    if facts.sends:
        _sending(risk, facts)
    if typing or facts.role in _CHOICES:
        _ticking(risk, facts)
        return
    for reading in _readings(facts):
        _named(risk, reading, facts)
    if facts.href and _EFFECT.search(urlsplit(facts.href).path.casefold()):
        risk.at_least(Tier.WRITES, "its address reads as if a visit did something")


def _readings(facts: ActFacts) -> tuple[Reading, ...]:
    """What the control says it does: by its name, what that confirms, or its picture."""
    name = facts.form.button if facts.sends and facts.form and facts.kind != "submit" else ""
    said = list(read_name(name or facts.name))
    if not said and only_confirms(facts.name or name):
        said = [Reading(act=act, sure=True) for act in mentions(facts.around)]
    return tuple(dict.fromkeys(said)) or read_icon(facts.icon)


def _named(risk: _Raised, reading: Reading, facts: ActFacts) -> None:
    leads = bool(facts.href) and not facts.href.casefold().startswith("javascript:")
    if leads and reading.act == "credentials":
        # What is called so leads to the form that does it.
        return
    if reading.sure or not leads:
        _of_class(risk, Tier.CRITICAL, reading.act, facts)
    else:
        _of_class(risk, Tier.WRITES, reading.act, facts)


def _sending(risk: _Raised, facts: ActFacts) -> None:
    form = facts.form
    assert form is not None
    risk.marks.add(f"form {form.method} {form.target.partition('?')[0]}")
    for kind in form.kinds:
        if kind in _KINDS:
            _of_class(risk, Tier.CRITICAL, _KINDS[kind], facts)
    if "file" in form.kinds:
        risk.at_least(Tier.CRITICAL, "it uploads a file")
    if form.method == "post":
        risk.at_least(Tier.WRITES, "it sends a form that changes something")
        if any("consent" in mentions(tick) for tick in form.ticks):
            _of_class(risk, Tier.CRITICAL, "consent", facts)


def _ticking(risk: _Raised, facts: ActFacts) -> None:
    if facts.role in _CHOICES and any(each.act == "consent" for each in read_name(facts.name)):
        _of_class(risk, Tier.WRITES, "consent", facts)


def _elsewhere(risk: _Raised, facts: ActFacts, situation: Situation) -> None:
    """What is written to a site that the task did not speak of counts as more."""
    here = site_at(facts.frame) or site_at(facts.page)
    goal = site_at(facts.form.target) if facts.sends and facts.form else here
    if facts.sends and goal and goal != here and risk.tier >= Tier.WRITES:
        risk.at_least(Tier.CRITICAL, f"it sends what was entered to another site, {goal}")
    foreign = situation.sites and not ({here, goal} & situation.sites)
    if foreign and risk.tier == Tier.WRITES:
        risk.at_least(Tier.CRITICAL, f"it is on {here}, which the task did not begin on or name")


def _of_class(risk: _Raised, tier: Tier, act: str, facts: ActFacts | None) -> None:
    risk.at_least(tier, _SAYS[act])
    if facts is not None:
        risk.marks.add(f"{act} {site_at(facts.frame) or site_at(facts.page)}")
